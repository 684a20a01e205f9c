//! Indexes that are no longer declared.
//!
//! One that has an effect on writes goes at once: as long as a unique index is there, writes are
//! refused that the declaration allows. Any other is hidden, watched for as long as the scope says,
//! and dropped after that; an expiry is put off before. What is recorded of it in `_schema.objects`:
//!
//! ```json
//! { "hiddenSince": { "$date": "…" }, "declaration": "6a09e667" }
//! ```
//!
//! `declaration` tells the collection's declared indexes. An index that is visible though its
//! retirement began under the same declaration was wanted back by somebody, and stays.

use std::time::Duration;

use bson::{DateTime, doc};
use schema_core::declared::DeclaredCollection;

use super::in_place::PREPARE_UNIQUE;
use super::index::named;
use super::site::Site;
use super::ttl;
use super::{Action, Change, Class, Status, command, name, notes, shard};
use crate::live::LiveCollection;
use crate::normal::{Canonical, NormalIndex};

/// The field of an index's recorded state that tells since when it is hidden.
pub const HIDDEN_SINCE: &str = "hiddenSince";
/// The field that tells under which declaration its retirement began.
pub const DECLARATION: &str = "declaration";

/// The declaration of a collection's indexes, as a short text that is another for another one.
pub fn declaration(declared: &DeclaredCollection) -> String {
    let indexes = doc! { "indexes": declared.indexes.clone() };
    name::hash(Canonical::new(&indexes).text())
}

/// Whether an index that is not declared is to go.
pub(super) fn is_due(site: Site<'_>, index: &NormalIndex) -> bool {
    let is_ours = site.owns(&index.name) || site.scope.prune;
    is_ours && !site.is_external(&index.name)
}

/// Whether it can go at once, where its place is needed.
pub(super) fn can_go(site: Site<'_>, live: &LiveCollection, index: &NormalIndex) -> bool {
    is_due(site, index) && !shard::rests_on(live, index) && !was_wanted_back(site, index)
}

/// What remains to be done until the index is gone.
pub(super) fn retire(site: Site<'_>, live: &LiveCollection, index: &NormalIndex) -> Vec<Change> {
    if shard::rests_on(live, index) {
        return vec![held(
            site,
            index,
            Status::Blocked,
            notes::SHARD_KEY_INDEX.to_owned(),
        )];
    }
    let put_off = ttl::put_off(site, index).into_iter();
    let harmless = ttl::harmless(index).unwrap_or_else(|| index.clone());
    if affects_writes(index) {
        let drop = drop(site, &harmless, notes::AT_ONCE);
        return put_off.chain([drop]).collect();
    }
    if was_wanted_back(site, index) {
        let why = notes::wanted_back(&site.declared.type_name);
        return vec![held(site, index, Status::Held, why)];
    }
    put_off.chain(observed(site, &harmless)).collect()
}

/// Hides and drops, as far as the time has come.
fn observed(site: Site<'_>, index: &NormalIndex) -> Vec<Change> {
    let hide_for = site.scope.hide_for;
    let since = since(site, index);
    match since {
        _ if hide_for.is_zero() => vec![drop(site, index, notes::NOT_OBSERVED)],
        Some(since) if elapsed(since, site.now()) >= hide_for => {
            vec![drop(site, index, &notes::was_observed(since))]
        }
        Some(since) => {
            let why = notes::observed_until(since, hide_for);
            vec![held(site, index, Status::Held, why)]
        }
        None => {
            let why = notes::observed_for(hide_for);
            vec![
                hide(site, index),
                held(site, &hidden(index), Status::Held, why),
            ]
        }
    }
}

/// A unique index refuses writes, and so does one that is being made unique.
fn affects_writes(index: &NormalIndex) -> bool {
    index.is_unique() || index.rest.document().contains_key(PREPARE_UNIQUE)
}

fn is_hidden(index: &NormalIndex) -> bool {
    index.rest.document().contains_key("hidden")
}

/// Since when the index is hidden for its retirement; none where it is visible, or was hidden by
/// somebody else or by an apply that was killed before it could record it.
fn since(site: Site<'_>, index: &NormalIndex) -> Option<DateTime> {
    let state = site.state(&index.name).filter(|_| is_hidden(index))?;
    state.get_datetime(HIDDEN_SINCE).ok().copied()
}

fn was_wanted_back(site: Site<'_>, index: &NormalIndex) -> bool {
    let state = site.state(&index.name);
    let begun = state.and_then(|state| state.get_str(DECLARATION).ok());
    !is_hidden(index) && begun == Some(&declaration(site.declared))
}

/// Nothing where the clock went back.
fn elapsed(since: DateTime, now: DateTime) -> Duration {
    let millis = now.timestamp_millis() - since.timestamp_millis();
    Duration::from_millis(u64::try_from(millis).unwrap_or_default())
}

fn hidden(index: &NormalIndex) -> NormalIndex {
    let mut rest = index.rest.document().clone();
    rest.insert("hidden", true);
    NormalIndex {
        rest: Canonical::new(&rest),
        ..named(index, &index.name)
    }
}

/// Hides the index, or where it is hidden already has that recorded.
fn hide(site: Site<'_>, index: &NormalIndex) -> Change {
    let settings = doc! { "hidden": true };
    let command = command::modify_index(&site.declared.name, &index.name, settings);
    let note = if is_hidden(index) {
        notes::HIDDEN_ALREADY
    } else {
        notes::HIDES
    };
    Change {
        class: Class::Destructive,
        reason: reason(site, index),
        notes: vec![note.to_owned()],
        before: Some(index.document()),
        after: Some(hidden(index).document()),
        ..site.draft(Some(&index.name), Action::HideIndex, command)
    }
}

fn drop(site: Site<'_>, index: &NormalIndex, why: &str) -> Change {
    let command = command::drop_index(&site.declared.name, &index.name);
    Change {
        class: Class::Destructive,
        reason: reason(site, index),
        notes: vec![why.to_owned()],
        before: Some(index.document()),
        ..site.draft(Some(&index.name), Action::DropIndex, command)
    }
}

fn held(site: Site<'_>, index: &NormalIndex, status: Status, why: String) -> Change {
    Change {
        notes: vec![why],
        status,
        ..drop(site, index, "")
    }
}

fn reason(site: Site<'_>, index: &NormalIndex) -> String {
    notes::undeclared(&site.declared.type_name, site.owns(&index.name))
}
