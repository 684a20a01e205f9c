//! What a plan tells people.

use bson::Bson;

use crate::normal::Canonical;

pub(super) const MODIFY_INDEX_SKIPPED: &str = "not applied: changes to an existing index are only shown so far; run the command by hand to make this one";
pub(super) const UNIQUE_SKIPPED: &str = "not applied: making an index unique is only shown so far; by hand, set `prepareUnique: true` by `collMod`, remove the duplicates, then run the command";
pub(super) const REPLACE_INDEX_SKIPPED: &str = "not applied: replacing an index is only shown so far; drop the live one by hand, then apply again to build the declared one";
pub(super) const DROP_INDEX_SKIPPED: &str = "not applied: dropping an index is only shown so far; run the command by hand once nothing uses the index";
pub(super) const VALIDATOR_SKIPPED: &str = "not applied: the collection holds documents, which are not yet counted against the new validator; run the command by hand once you know that they satisfy it";
pub(super) const TTL_SKIPPED: &str = "not applied: documents that have expired would be deleted at once; run the command by hand if that is what you want";
pub(super) const BUILD_TAKES_TIME: &str = "the collection holds documents, so the build takes time";
pub(super) const UNIQUE_BUILD: &str =
    "the build fails where documents share a key, and afterwards such writes are refused";
pub(super) const WINDOW: &str = "the server allows no two indexes that differ in these options alone, so there is a time without the index";
pub(super) const TEXT_WINDOW: &str =
    "a collection can have only one text index, so there is a time without it";
pub(super) const PREPARE_UNIQUE_ALONE: &str =
    "the server changes `prepareUnique` only by itself; other differences follow in the next plan";
pub(super) const TTL_DELETES: &str =
    "documents older than the new expiry are deleted within minutes";
pub(super) const BY_COMMAND: &str = "not applied: other options of an existing collection are only shown so far; run the command by hand";

/// The reason of whatever is created.
pub(super) fn missing(type_name: &str) -> String {
    format!("declared by {type_name}, missing on the server")
}

/// The reason of a change: every field that differs, with both values where they are short.
pub(super) fn differs(type_name: &str, live: &Canonical, declared: &Canonical) -> String {
    let names = differing(live, declared);
    let fields: Vec<String> = names
        .iter()
        .map(|name| {
            field(
                name,
                live.document().get(name),
                declared.document().get(name),
            )
        })
        .collect();
    format!("differs from {type_name} in {}", fields.join(", "))
}

/// The names of the fields that are not the same in both, those of the live one first.
pub(super) fn differing(live: &Canonical, declared: &Canonical) -> Vec<String> {
    let (live, declared) = (live.document(), declared.document());
    let added = declared.keys().filter(|name| !live.contains_key(name));
    let names = live.keys().chain(added);
    names
        .filter(|name| !crate::normal::same(live.get(name), declared.get(name)))
        .cloned()
        .collect()
}

fn field(name: &str, live: Option<&Bson>, declared: Option<&Bson>) -> String {
    match (short(live), short(declared)) {
        (Some(live), Some(declared)) => {
            format!("`{name}` ({live} on the server, {declared} declared)")
        }
        _ => format!("`{name}`"),
    }
}

/// The value in words, if it fits into a line with another.
fn short(value: Option<&Bson>) -> Option<String> {
    let Some(value) = value else {
        return Some("absent".into());
    };
    let text = value.clone().into_relaxed_extjson().to_string();
    (text.len() <= 60).then_some(text)
}

/// The remedy where the server has no command for a change of these options.
pub(super) fn recreate(options: &[&String]) -> String {
    let names: Vec<String> = options.iter().map(|name| format!("`{name}`")).collect();
    format!(
        "the server cannot change {} of an existing collection; rename it by hand, apply to create the declared one, and copy the documents over",
        names.join(", ")
    )
}

/// The remedy where something else has the collection's name.
pub(super) fn occupied(kind: &str, name: &str) -> String {
    format!(
        "{kind} has the name `{name}`; drop it or give it another name by hand, then plan again"
    )
}
