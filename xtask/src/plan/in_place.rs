//! What `collMod` can change of an index, and what that may cost.

use bson::{Bson, Document, doc};

use super::{Class, notes};
use crate::normal::{NormalIndex, is_single_btree};

/// The option that makes an index delete documents.
pub(super) const TTL: &str = "expireAfterSeconds";

/// What `collMod` can set to bring the live index to the declared one (MONGODB.md B5); none where
/// it can't.
pub(super) fn settings(declared: &NormalIndex, live: &NormalIndex) -> Option<Document> {
    let names = notes::differing(&live.rest, &declared.rest);
    let goal = declared.rest.document();
    if names
        .iter()
        .any(|name| !["prepareUnique", "hidden", TTL].contains(&name.as_str()))
    {
        return None;
    }
    if names.iter().any(|name| name == TTL)
        && !(goal.contains_key(TTL) && is_single_btree(declared.key()))
    {
        return None;
    }
    // The server wants this one by itself.
    if names.iter().any(|name| name == "prepareUnique") {
        return Some(doc! { "prepareUnique": goal.contains_key("prepareUnique") });
    }
    let value = |name: &String| goal.get(name).cloned().unwrap_or(Bson::Boolean(false));
    Some(
        names
            .iter()
            .map(|name| (name.clone(), value(name)))
            .collect(),
    )
}

/// What the settings may cost, and what is to be said of it.
pub(super) fn cost(settings: &Document, live: &NormalIndex) -> (Class, Vec<&'static str>) {
    let costs = settings.iter().map(|(name, value)| match name.as_str() {
        TTL if expires_sooner(value, live) => (Class::Destructive, Some(notes::TTL_DELETES)),
        "prepareUnique" => (Class::Caution, Some(notes::PREPARE_UNIQUE_ALONE)),
        "hidden" if value.as_bool() == Some(true) => (Class::Caution, None),
        _ => (Class::Safe, None),
    });
    let (classes, said): (Vec<Class>, Vec<_>) = costs.unzip();
    (
        classes.into_iter().max().unwrap_or(Class::Safe),
        said.into_iter().flatten().collect(),
    )
}

/// Whether a TTL is new or lower than the live one.
fn expires_sooner(declared: &Bson, live: &NormalIndex) -> bool {
    let seconds = |value: &Bson| value.as_i64().or_else(|| value.as_i32().map(i64::from));
    match live.rest.document().get(TTL).and_then(seconds) {
        None => true,
        Some(current) => seconds(declared).is_none_or(|declared| declared < current),
    }
}
