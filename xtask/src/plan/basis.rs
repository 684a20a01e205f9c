//! The live state that a plan rests on.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use bson::{Document, doc};
use sha2::{Digest, Sha256};

use super::Change;
use crate::live::{LiveCollection, LiveDatabase, Owned};
use crate::normal::Canonical;

/// A digest of the live state of each collection that a change is about, by its name.
pub(super) fn of(live: &LiveDatabase, changes: &[Change]) -> BTreeMap<String, String> {
    let named = changes.iter().map(|change| change.collection.as_str());
    named
        .map(|name| {
            let found = live.collections.iter().find(|it| it.name == name);
            (name.to_owned(), digest(found, name, &live.owned))
        })
        .collect()
}

/// In hexadecimal; half of SHA-256 is enough to tell two states apart.
fn digest(live: Option<&LiveCollection>, name: &str, owned: &Owned) -> String {
    let state = Canonical::new(&state(live, name, owned));
    let digest = Sha256::digest(state.text().as_bytes());
    let mut text = String::new();
    for byte in digest.iter().take(16) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

fn state(live: Option<&LiveCollection>, name: &str, owned: &Owned) -> Document {
    let own = owned
        .indexes
        .iter()
        .filter(|(collection, _)| collection == name);
    let own: Vec<&str> = own.map(|(_, index)| index.as_str()).collect();
    let Some(live) = live else {
        return doc! { "owned": own };
    };
    // The server promises no order of its listings.
    let mut indexes: Vec<String> = live
        .indexes
        .iter()
        .map(|it| Canonical::new(it).text().to_owned())
        .collect();
    indexes.sort();
    doc! {
        "kind": format!("{:?}", live.kind),
        "options": live.options.clone(),
        "indexes": indexes,
        "filled": live.has_documents,
        "shardKey": live.shard_key.clone(),
        "owned": own,
    }
}
