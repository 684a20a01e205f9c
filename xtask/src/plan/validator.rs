//! The change of a collection's validator, level and action.

use std::time::Duration;

use bson::Document;

use super::site::Site;
use super::stage::{self, Path, Situation, Stage};
use super::{Action, Change, Class, Status, command, notes, versions};
use crate::compare::{self, Verdict};
use crate::live::LiveCollection;
use crate::normal::NormalOptions;

/// How many reasons of a tightening are told.
const REASONS: usize = 8;

/// What leads from the live validation to the declared one.
pub(super) fn change(
    site: Site<'_>,
    live: &LiveCollection,
    goal: &NormalOptions,
    current: &NormalOptions,
) -> Option<Change> {
    if current.validation == goal.validation {
        return None;
    }
    let (before, after) = (current.validation.document(), goal.validation.document());
    let path = stage::path(&Situation {
        live: before,
        goal: after,
        recorded: site.owned().states.get(&(live.name.clone(), None)),
        is_filled: live.has_documents,
        now: site.now(),
        observe: site.scope.observe,
    });
    let declared = site.declared;
    let set = |validation: &Document| {
        command::set_validator(&declared.name, &declared.options, validation)
    };
    let verdict = compare::validations(before, after);
    let mut change = Change {
        class: class(live, &verdict),
        reason: notes::differs(&declared.type_name, &current.validation, &goal.validation),
        notes: told(site, &path, &verdict),
        before: Some(before.clone()),
        after: Some(after.clone()),
        preparation: path
            .stages
            .iter()
            .map(|stage| set(&stage.of(after)))
            .collect(),
        status: path.watched.map_or(Status::Planned, |_| Status::Held),
        ..site.draft(None, Action::SetValidator, set(after))
    };
    if live.has_documents && verdict.may_refuse() {
        versions::hold(&mut change, declared, site.database);
    }
    Some(change)
}

/// Refusing what is accepted today is a matter of documents: on an empty collection there are none.
fn class(live: &LiveCollection, verdict: &Verdict) -> Class {
    if live.has_documents && verdict.may_refuse() {
        Class::Caution
    } else {
        Class::Safe
    }
}

fn told(site: Site<'_>, path: &Path, verdict: &Verdict) -> Vec<String> {
    let mut told = Vec::new();
    let reasons = verdict.reasons();
    told.extend(
        reasons
            .iter()
            .take(REASONS)
            .map(|reason| format!("tightens: {reason}")),
    );
    if reasons.len() > REASONS {
        told.push(format!(
            "tightens in {} more places",
            reasons.len() - REASONS
        ));
    }
    let observe = site.scope.observe;
    if let Some((stage, since)) = path.watched {
        told.push(notes::watched_until(stage, since, site.now(), observe));
    } else if !path.stages.is_empty() {
        told.push(notes::by_stages(&path.stages, observe));
    }
    told
}

/// The validation that a `collMod` sets, in normal form.
pub(crate) fn set_by(command: &Document) -> Document {
    let collations = crate::normal::Collations::default();
    let normal = NormalOptions::declared(command, &collations);
    normal.validation.document().clone()
}

/// The stage that `command`, a part of `change`, brings about; none for the goal.
pub(crate) fn stage_of(change: &Change, command: &Document) -> Option<Stage> {
    Stage::at(&set_by(command), change.after.as_ref()?)
}

/// What is told once a stage is in force by a step of this run, and the next one waits.
pub(crate) fn waits_after(stage: Stage, observe: Duration) -> String {
    notes::watched_from_now(stage, observe)
}
