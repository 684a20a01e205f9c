//! What a plan tells people.

use std::time::Duration;

use bson::{Bson, DateTime};

use super::stage::Stage;
use crate::normal::Canonical;

pub(super) const BUILD_TAKES_TIME: &str = "the collection holds documents, so the build takes time";
pub(super) const JOINED: &str = "it is being built already; this waits for the end of that build";
pub(super) const UNIQUE_REFUSES: &str = "documents that share a key keep it from becoming unique, and once it is, such writes are refused";
pub(super) const WINDOW: &str = "the server allows no two indexes that differ in these options alone, so there is a time without the index";
pub(super) const CROWDED_WINDOW: &str =
    "the collection has as many indexes as the server allows, so there is a time without this one";
pub(super) const TEXT_WINDOW: &str =
    "a collection can have only one text index, so there is a time without it";
pub(super) const PREPARE_UNIQUE_LEFT: &str =
    "`prepareUnique`, which refuses duplicates, was left on by hand or by an apply that was killed";
pub(super) const TTL_DELETES: &str = "documents older than that are deleted within minutes";
pub(super) const PUT_OFF: &str = "the server can't take an expiry away, so it is put off to the largest value, 68 years, and deletes nothing more until the index is gone";
pub(super) const SET_BACK: &str = "`prepareUnique`, which refuses duplicates, was left on; until the index can be made unique it is set back";
pub(super) const MANAGED_ELSEWHERE: &str = "the index is managed elsewhere (`external_index`, or another schema), so it is left as it is; let its owner change it, or take it out of the declaration";
pub(super) const AT_ONCE: &str = "it refuses writes that the declaration allows, so it goes at once, without being hidden before";
pub(super) const NOT_OBSERVED: &str = "it goes at once, without being hidden before";
pub(super) const HIDES: &str =
    "queries do without it, and it is kept up to date; `unhide` gives it back at once";
pub(super) const HIDDEN_ALREADY: &str =
    "it is hidden already, though not by a finished apply; it is watched from now on";
pub(super) const SHARD_KEY_INDEX: &str = "it is the last index that serves the shard key, which the server neither hides nor drops; declare one that begins with the shard key, or keep this one";
pub(super) const SHARDS: &str =
    "writes that lack the shard key become slower, and documents are moved between shards";
pub(super) const RESHARD: &str = "the collection is sharded by another key; reshard it by hand (`reshardCollection`, or `refineCollectionShardKey` where fields are only added), or declare its present key";
pub(super) const CAP_DELETES: &str = "the oldest documents beyond the new bound are deleted";
pub(super) const GRANULARITY: &str = "a coarser granularity can't be taken back";
pub(super) const DROPS_DOCUMENTS: &str = "all its documents and indexes are lost";
pub(super) const BUILD_IN_PROGRESS: &str = "an index is being built on the collection, and the server changes nothing else of it until that ends; apply again then";

/// The reason of whatever is created.
pub(super) fn missing(type_name: &str) -> String {
    format!("declared by {type_name}, missing on the server")
}

/// The reason of a change: every field that differs, with both values where they are short.
pub(super) fn differs(type_name: &str, live: &Canonical, declared: &Canonical) -> String {
    let names = live.differing(declared);
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

/// The declared name is another index's.
pub(super) fn renamed(declared: &str, name: &str) -> String {
    format!("the name `{declared}` is taken by another index, so this one is called `{name}`")
}

/// The reason of whatever is retired.
pub(super) fn undeclared(type_name: &str, own: bool) -> String {
    if own {
        format!("created by this tool, no longer declared by {type_name}")
    } else {
        format!("not declared by {type_name} and not this tool's own; named by `--prune`")
    }
}

/// The reason for putting an expiry off.
pub(super) fn no_longer_expires(type_name: &str) -> String {
    format!("its expiry is no longer declared by {type_name}")
}

/// How long an index will be watched that is hidden now.
pub(super) fn observed_for(hide_for: Duration) -> String {
    format!(
        "held until it was hidden for {} and nobody wanted it back; the first apply after that drops it",
        duration(hide_for)
    )
}

/// Until when a hidden index is watched.
pub(super) fn observed_until(since: DateTime, hide_for: Duration) -> String {
    let millis = i64::try_from(hide_for.as_millis()).unwrap_or(i64::MAX);
    let until = DateTime::from_millis(since.timestamp_millis().saturating_add(millis));
    format!(
        "hidden since {}; held until {}, the first apply after that drops it, and `unhide` gives it back at once",
        time(since),
        time(until)
    )
}

/// A hidden index that nobody wanted back.
pub(super) fn was_observed(since: DateTime) -> String {
    format!("hidden since {}, and nobody wanted it back", time(since))
}

/// A retirement that somebody stopped.
pub(super) fn wanted_back(type_name: &str) -> String {
    format!(
        "held: it was hidden and then made visible again, so somebody needs it; declare it in {type_name}, name it in `external_index`, or drop it by hand (when {type_name} declares other indexes, it is retired again)"
    )
}

/// Where the one text index is not this tool's to drop.
pub(super) fn foreign_text(name: &str, is_external: bool) -> String {
    let remedy = if is_external {
        "let its owner drop it"
    } else {
        "drop it by hand, or give `--prune --allow destructive`"
    };
    format!("the text index `{name}` is not this tool's own; {remedy}")
}

/// A shard key on a server without shards.
pub(super) fn not_sharded(collection: &str) -> String {
    format!(
        "`{collection}` declares a shard key; this server is not a sharded cluster, so that is passed over"
    )
}

/// The stages by which a validator comes into force.
pub(super) fn by_stages(stages: &[Stage], observe: Duration) -> String {
    let names: Vec<String> = stages
        .iter()
        .map(|stage| format!("`{}`, then ", stage.field()))
        .collect();
    let watched = if observe.is_zero() {
        "each once no document violates it".to_owned()
    } else {
        format!(
            "each after {} of the one before it and once no document violates it (`--observe`)",
            duration(observe)
        )
    };
    format!(
        "nothing is enforced yet, so it comes by stages: {}the declared level and action, {watched}",
        names.concat()
    )
}

/// How long a stage will be watched that is in force now.
pub(super) fn watched_from_now(stage: Stage, observe: Duration) -> String {
    format!(
        "`{}` is in force now; held for {} (`--observe`), the first apply after that goes on if no document violates it",
        stage.field(),
        duration(observe)
    )
}

/// Until when a stage is watched.
pub(super) fn watched_until(
    stage: Stage,
    since: DateTime,
    now: DateTime,
    observe: Duration,
) -> String {
    let millis = i64::try_from(observe.as_millis()).unwrap_or(i64::MAX);
    let until = since.timestamp_millis().saturating_add(millis);
    let left = until.saturating_sub(now.timestamp_millis());
    let left = Duration::from_secs(u64::try_from(left).unwrap_or_default().div_ceil(1000));
    format!(
        "`{}` is in force since {}; held until {} ({} left), the first apply after that goes on if no document violates it",
        stage.field(),
        time(since),
        time(DateTime::from_millis(until)),
        duration(left)
    )
}

/// In words, such as `7 days` or `1 day 12h`.
fn duration(duration: Duration) -> String {
    humantime::format_duration(duration)
        .to_string()
        .replace("day", " day")
}

fn time(time: DateTime) -> String {
    time.try_to_rfc3339_string()
        .unwrap_or_else(|_| time.timestamp_millis().to_string())
}
