//! `unhide`, as people see it.

use serde_json::json;

use super::run::{DONE, Site};
use crate::apply::Unhidden;
use crate::error::Result;
use crate::output::visible;

/// Says which index is visible again, and whether a retirement was stopped by it.
pub(super) fn tell(site: &Site<'_>, unhidden: &Unhidden) -> Result<u8> {
    let Unhidden {
        collection,
        index,
        stopped,
    } = unhidden;
    let stops = stopped.as_ref().map_or(String::new(), |by| {
        format!(", and its retirement is stopped until {by} declares other indexes")
    });
    let text = format!("`{collection}/{index}` is visible{stops}");
    site.console.insist(&visible(&text));
    site.console.answer(
        |_| Ok(()),
        || {
            json!({
                "format": 1,
                "database": site.settings.database,
                "collection": collection,
                "index": index,
                "retirement_stopped": stopped.is_some(),
            })
        },
    )?;
    Ok(DONE)
}
