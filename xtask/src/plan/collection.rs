//! The changes to one collection.

use super::make::Diff;
use super::site::Site;
use super::{Action, Change, Status, command, index, notes, options, shard, validator};
use crate::live::{LiveCollection, LiveKind};
use crate::normal::{Collations, NormalOptions};

/// What the declared collection needs, given the live thing of its name.
pub(super) fn diff(site: Site<'_>, live: Option<&LiveCollection>) -> Diff {
    let Some(live) = live else {
        return missing(site);
    };
    match occupied(site, &live.kind) {
        Some(kind) => Diff {
            changes: vec![blocked(site, kind)],
            ..Diff::default()
        },
        None => existing(site, live),
    }
}

/// What stands where the collection should, in words, if it is something else than declared.
fn occupied(site: Site<'_>, live: &LiveKind) -> Option<&'static str> {
    match live {
        LiveKind::Collection => None,
        LiveKind::TimeSeries if site.declared.options.contains_key("timeseries") => None,
        LiveKind::TimeSeries => Some("a time series"),
        LiveKind::View => Some("a view"),
        LiveKind::Other(_) => Some("something that is no collection"),
    }
}

fn missing(site: Site<'_>) -> Diff {
    let mut changes = vec![creation(site)];
    changes.extend(index::created(site));
    let diff = Diff {
        changes,
        ..Diff::default()
    };
    with_sharding(diff, site, None)
}

fn blocked(site: Site<'_>, kind: &str) -> Change {
    Change {
        notes: vec![notes::occupied(kind, &site.declared.name)],
        status: Status::Blocked,
        ..creation(site)
    }
}

fn creation(site: Site<'_>) -> Change {
    let declared = site.declared;
    let normal = NormalOptions::declared(&declared.options, &Collations::default());
    let command = command::create(&declared.name, &declared.options);
    Change {
        after: Some(normal.document()),
        ..site.draft(None, Action::CreateCollection, command)
    }
}

/// Validator and options come before the indexes: `collMod` is refused while an index is built.
fn existing(site: Site<'_>, live: &LiveCollection) -> Diff {
    let collations = Collations::of_live(&live.options, &[]);
    let goal = NormalOptions::declared(&site.declared.options, &collations);
    let current = NormalOptions::live_beside(&live.options, &site.declared.options, &goal);
    let mut diff = index::diff(site, live);
    let own = [
        validator::change(site, live, &goal, &current),
        options::modify(site, &goal, &current),
    ];
    diff.changes.splice(0..0, own.into_iter().flatten());
    wait_for_builds(&mut diff.changes, live);
    with_sharding(diff, site, Some(live))
}

/// The key comes after the index that it needs, and before what goes.
fn with_sharding(mut diff: Diff, site: Site<'_>, live: Option<&LiveCollection>) -> Diff {
    let sharding = shard::shard(site, live);
    let goes = |change: &Change| matches!(change.action, Action::HideIndex | Action::DropIndex);
    let place = diff.changes.iter().position(goes);
    let place = place.unwrap_or(diff.changes.len());
    diff.changes.splice(place..place, sharding.change);
    diff.notes.extend(sharding.note);
    diff
}

/// The server refuses `collMod` of a collection on which an index is being built (MONGODB.md C11).
fn wait_for_builds(changes: &mut [Change], live: &LiveCollection) {
    let modifies = |change: &&mut Change| {
        let mut commands = change.preparation.iter().chain([&change.command]);
        change.status == Status::Planned && commands.any(|it| it.contains_key("collMod"))
    };
    if live.building.is_empty() {
        return;
    }
    for change in changes.iter_mut().filter(modifies) {
        // What the change itself begins or joins ends before its own `collMod`.
        if change.action != Action::CreateIndex {
            change.status = Status::Held;
            change.notes.push(notes::BUILD_IN_PROGRESS.to_owned());
        }
    }
}
