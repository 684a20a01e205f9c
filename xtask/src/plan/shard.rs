//! Collections that are to be sharded.

use bson::{Bson, Document};

use super::site::Site;
use super::{Action, Change, Class, Status, command, notes};
use crate::live::{LiveCollection, Topology};
use crate::normal::{Canonical, NormalIndex};

/// What the declared shard key comes to: a change, or where the server isn't sharded a note.
#[derive(Debug, Default)]
pub(super) struct Sharding {
    pub(super) change: Option<Change>,
    pub(super) note: Option<String>,
}

/// Shards the collection by its declared key, after the index that the key needs (MONGODB.md F7).
pub(super) fn shard(site: Site<'_>, live: Option<&LiveCollection>) -> Sharding {
    let Some(key) = &site.declared.shard_key else {
        return Sharding::default();
    };
    if site.facts().topology != Topology::Sharded {
        return Sharding {
            note: Some(notes::not_sharded(&site.declared.name)),
            ..Sharding::default()
        };
    }
    let current = live.and_then(|live| live.shard_key.as_ref());
    let change = match current {
        None => Some(sharded(site, key)),
        Some(current) if Canonical::new(current) == Canonical::new(key) => None,
        Some(current) => Some(resharded(site, current, key)),
    };
    Sharding { change, note: None }
}

fn sharded(site: Site<'_>, key: &Document) -> Change {
    let has_collation = site.declared.options.contains_key("collation");
    let command = command::shard(site.name, &site.declared.name, key, has_collation);
    Change {
        class: Class::Caution,
        reason: format!(
            "declared by {}, not sharded on the server",
            site.declared.type_name
        ),
        notes: vec![notes::SHARDS.to_owned()],
        after: Some(key.clone()),
        ..site.draft(None, Action::ShardCollection, command)
    }
}

/// The server can do it, at a cost that people must weigh.
fn resharded(site: Site<'_>, current: &Document, key: &Document) -> Change {
    Change {
        class: Class::Destructive,
        reason: notes::differs(
            &site.declared.type_name,
            &Canonical::new(current),
            &Canonical::new(key),
        ),
        notes: vec![notes::RESHARD.to_owned()],
        before: Some(current.clone()),
        status: Status::Blocked,
        command: Document::new(),
        ..sharded(site, key)
    }
}

/// Whether it is the last index that serves the live shard key: the server neither hides nor drops
/// it (MONGODB.md F6).
pub(super) fn rests_on(live: &LiveCollection, index: &NormalIndex) -> bool {
    let Some(key) = &live.shard_key else {
        return false;
    };
    let all = live.indexes.iter().map(NormalIndex::live);
    let mut others = all.filter(|other| other.name != index.name && !is_hidden(other));
    serves(index, key) && !others.any(|other| serves(&other, key))
}

fn is_hidden(index: &NormalIndex) -> bool {
    index.rest.document().contains_key("hidden")
}

/// Whether the index begins with the shard key, and leaves no document out.
fn serves(index: &NormalIndex, shard_key: &Document) -> bool {
    let has = |option| index.signature.document().contains_key(option);
    let begins = Canonical::new(shard_key);
    let prefix: Document = index
        .key()
        .iter()
        .take(shard_key.len())
        .map(|(path, value): (&String, &Bson)| (path.clone(), value.clone()))
        .collect();
    Canonical::new(&prefix) == begins
        && !["collation", "partialFilterExpression", "sparse"]
            .into_iter()
            .any(has)
}
