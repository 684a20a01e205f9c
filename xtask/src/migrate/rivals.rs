//! Migrations of the same collection to other versions, by programs of before and after.

use bson::{Document, doc};

use super::clock::Clock;
use super::{Target, ranges, record};
use crate::bookkeeping::migrations::{COLLECTION, State};
use crate::connect::Server;
use crate::data::whole;
use crate::error::{Error, Result};

/// Makes sure that nobody migrates the collection to another version: each would take the other's
/// documents for unknown ones. One to a version before that nobody works on is given up.
///
/// # Errors
///
/// [`Error::Migration`] where one is under way.
pub(super) async fn refuse(server: &Server, target: &Target<'_>, clock: &Clock) -> Result<()> {
    let under_way = [State::Running, State::Paused].map(State::name);
    let filter = doc! {
        "kind": "migration", "_id.schema": target.schema, "_id.collection": target.name(),
        "_id.to": { "$ne": target.version() }, "state": { "$in": under_way.to_vec() },
    };
    let find = doc! { "find": COLLECTION, "filter": filter };
    for record in server.listing(find).await? {
        let Ok(id) = record.get_document("_id") else {
            continue;
        };
        one(server, target, clock, id).await?;
    }
    Ok(())
}

async fn one(server: &Server, target: &Target<'_>, clock: &Clock, rival: &Document) -> Result<()> {
    let (name, to) = (target.name(), whole(rival.get("to")));
    if to > i64::from(target.version()) {
        return Err(Error::Migration(format!(
            "`{name}` is being migrated to version {to} by a newer program; go on with that one"
        )));
    }
    let workers = ranges::held(server, rival, clock).await?;
    if workers > 0 {
        return Err(Error::Migration(format!(
            "`{name}` is being migrated to version {to} by an older program; let it end, or stop it by its `migrate pause`, then run this again"
        )));
    }
    record::give_up(server, rival, target.version()).await
}
