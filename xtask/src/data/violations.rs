//! Documents that a validator would refuse.

use bson::{Document, doc};

use super::findings::Violations;
use super::size::whole;
use crate::connect::Server;
use crate::error::Result;

/// Counts them in one pass. The collection's own collation holds, as it does when documents are
/// written.
pub(crate) async fn look(
    server: &Server,
    collection: &str,
    validator: &Document,
) -> Result<Violations> {
    let pipeline = [
        doc! { "$match": { "$nor": [validator] } },
        doc! { "$group": {
            "_id": null, "documents": { "$sum": 1 }, "first": { "$min": "$_id" }, "last": { "$max": "$_id" },
        } },
    ];
    let found = super::size::aggregate(server, collection, &pipeline, None).await?;
    let Some(found) = found.into_iter().next() else {
        return Ok(Violations::default());
    };
    let ids = ["first", "last"]
        .into_iter()
        .filter_map(|name| found.get(name).cloned());
    let mut ids: Vec<_> = ids.collect();
    ids.dedup();
    Ok(Violations {
        documents: whole(found.get("documents")),
        ids,
    })
}
