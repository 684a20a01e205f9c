//! `history` and `unlock`: what is recorded beside the schema itself.

use serde_json::json;

use super::arguments::{History, Unlock};
use super::run::{DONE, Site};
use crate::bookkeeping::history;
use crate::bookkeeping::lock::{Held, STALE_AFTER_SECONDS};
use crate::connect::Server;
use crate::error::{Error, Result};
use crate::output::{self, visible};

/// Shows what was applied when and by whom, the newest first.
pub(super) async fn history(site: &Site<'_>, server: &Server, wanted: &History) -> Result<u8> {
    let schema = &site.declared.name;
    let mut records = history::records(server, schema, Some(wanted.limit)).await?;
    let held = Held::read(server).await?;
    let now = server.now().await?;
    let at_work = held.filter(|held| !held.is_stale(now));
    let token = at_work.and_then(|held| held.token);
    for record in &mut records {
        output::history::settle(record, token);
    }
    site.console.answer(
        |mut out| output::history::write(&mut out, &records),
        || output::history::document(server.name(), &records),
    )?;
    Ok(DONE)
}

/// Removes a lock that its holder left behind.
pub(super) async fn unlock(site: &Site<'_>, server: &Server, wanted: &Unlock) -> Result<u8> {
    let held = Held::read(server).await?;
    let Some(held) = held else {
        site.console.note("nobody holds the lock");
        return answer(site, server, None, false);
    };
    let now = server.now().await?;
    let told = told(&held, now);
    if !held.is_stale(now) && !wanted.force {
        return Err(Error::LockAlive { told });
    }
    if !held.remove(server, wanted.force).await? {
        return Err(Error::Changed("the lock changed hands".to_owned()));
    }
    site.console
        .note(&visible(&format!("removed the lock: {told}")));
    answer(site, server, Some(&held), true)
}

/// Who holds the lock since when, and when a sign of life last came.
fn told(held: &Held, now: bson::DateTime) -> String {
    let Held { holder, .. } = held;
    let since = held
        .since
        .and_then(|since| since.try_to_rfc3339_string().ok());
    let since = since.unwrap_or_else(|| "an unknown time".to_owned());
    let alive = match held.silent_seconds(now) {
        _ if held.has_ended => "its process has ended".to_owned(),
        Some(seconds) => format!("last sign of life {seconds} s ago"),
        None => "without a sign of life".to_owned(),
    };
    format!("held by {holder} since {since}, {alive} (stale after {STALE_AFTER_SECONDS} s)")
}

fn answer(site: &Site<'_>, server: &Server, held: Option<&Held>, removed: bool) -> Result<u8> {
    let date =
        |date: Option<bson::DateTime>| date.map(|it| bson::Bson::from(it).into_relaxed_extjson());
    let lock = held.map(|held| {
        json!({
            "holder": held.holder, "since": date(held.since), "heartbeat": date(held.heartbeat),
        })
    });
    site.console.answer(
        |_| Ok(()),
        || json!({ "format": 1, "database": server.name(), "lock": lock, "removed": removed }),
    )?;
    Ok(DONE)
}
