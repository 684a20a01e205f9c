//! The two halves of a deployment.
//!
//! `expand` comes before a deploy: what the binaries of before and after can both live with, and
//! what those of after can't do without. `contract` comes after it: the rest. A change is one or the
//! other:
//!
//! | change | expand | contract |
//! | --- | --- | --- |
//! | `create_collection`, and all indexes of a collection that the same plan creates | always: no binary of before knows it | |
//! | `set_validator` | accepts all that is accepted today, the stage `warn` included | refuses something, or it can't be told |
//! | `modify_collection` | a larger cap, a later expiry, pre-images switched on, a coarser granularity | a smaller cap, a sooner expiry, pre-images switched off, what no command does |
//! | `create_index` | refuses and deletes nothing. Kinds that refuse odd values (2dsphere, hashed) too: queries of after need them | unique, or expiring |
//! | `modify_index` | made visible, a later expiry | unique, hidden, a new or sooner expiry |
//! | `replace_index` | | there is a time without the index |
//! | `hide_index` | | queries of before may use it |
//! | `drop_index` | unique: writes of after may need it gone, and removing uniqueness is never delayed | queries of before may use it |
//! | `drop_collection` | | binaries of before may use it |
//! | `shard_collection` | | binaries of before may write without the shard key |
//!
//! A validator that comes by stages begins in `expand`, which ends before the first stage that
//! refuses anything; `contract` goes through all that is left. What waits for the other phase is
//! held.

use std::collections::BTreeSet;

use bson::{Bson, Document};

use super::in_place::TTL;
use super::{Action, Change, Class, Phase, Plan, Status, validator};
use crate::compare;

/// Holds the changes of the other phase back, where the plan is for one.
pub(super) fn hold(plan: &mut Plan) {
    let Some(wanted) = plan.scope.phase else {
        return;
    };
    let created: BTreeSet<String> = plan
        .changes
        .iter()
        .filter(|change| change.action == Action::CreateCollection)
        .map(|change| change.collection.clone())
        .collect();
    for change in &mut plan.changes {
        let is_new = created.contains(&change.collection);
        let phase = if is_new { Phase::Expand } else { of(change) };
        // Stages that were not begun in the first half are gone through in the second.
        let goes_on = wanted == Phase::Contract && !change.preparation.is_empty();
        if change.status == Status::Planned && phase != wanted && !goes_on {
            change.status = Status::Held;
            change.notes.push(waits_for(phase).to_owned());
        }
    }
}

/// Why a change waits.
pub(crate) fn waits_for(phase: Phase) -> &'static str {
    match phase {
        Phase::Expand => {
            "held: `--phase expand` does this, before a deploy; binaries of before and after can both live with it"
        }
        Phase::Contract => {
            "held: `--phase contract` does this, once no binary of before runs any more"
        }
    }
}

/// The half that a change belongs to.
pub(super) fn of(change: &Change) -> Phase {
    let can_wait = match change.action {
        Action::CreateCollection => false,
        Action::SetValidator => refuses(change),
        Action::ModifyCollection => takes(change),
        Action::CreateIndex => has(change.after.as_ref(), "unique") || expires_sooner(change),
        Action::ModifyIndex => {
            let gains =
                |option| has(change.after.as_ref(), option) && !has(change.before.as_ref(), option);
            ["unique", "hidden", "prepareUnique"].into_iter().any(gains) || expires_sooner(change)
        }
        Action::DropIndex => !has(change.before.as_ref(), "unique"),
        Action::ReplaceIndex
        | Action::HideIndex
        | Action::DropCollection
        | Action::ShardCollection => true,
    };
    if can_wait {
        Phase::Contract
    } else {
        Phase::Expand
    }
}

/// Whether the first step of a validator's change may refuse what is accepted today.
pub(super) fn refuses(change: &Change) -> bool {
    let first = change.preparation.first().unwrap_or(&change.command);
    let live = change.before.clone().unwrap_or_default();
    compare::validations(&live, &validator::set_by(first)).may_refuse()
}

/// Whether options take something away that binaries of before may rely on.
fn takes(change: &Change) -> bool {
    let images = "changeStreamPreAndPostImages";
    let switched_off = has(change.before.as_ref(), images) && !has(change.after.as_ref(), images);
    change.class == Class::Destructive || switched_off
}

fn has(spec: Option<&Document>, option: &str) -> bool {
    spec.is_some_and(|spec| spec.contains_key(option))
}

/// Whether an index begins to delete documents, or deletes them sooner.
pub(crate) fn expires_sooner(change: &Change) -> bool {
    match (
        seconds(change.before.as_ref()),
        seconds(change.after.as_ref()),
    ) {
        (_, None) => false,
        (None, Some(_)) => true,
        (Some(before), Some(after)) => after < before,
    }
}

/// The expiry of a specification or of a collection's options.
pub(crate) fn seconds(spec: Option<&Document>) -> Option<i64> {
    match spec?.get(TTL)? {
        Bson::Int32(seconds) => Some((*seconds).into()),
        Bson::Int64(seconds) => Some(*seconds),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use bson::doc;

    use super::*;

    fn change(action: Action, before: Option<Document>, after: Option<Document>) -> Change {
        Change {
            collection: "tasks".into(),
            index: None,
            action,
            class: Class::Safe,
            reason: String::new(),
            notes: Vec::new(),
            before,
            after,
            command: doc! { "collMod": "tasks" },
            preparation: Vec::new(),
            status: Status::Planned,
            error: None,
        }
    }

    #[expect(clippy::unnecessary_wraps, reason = "as changes have it")]
    fn index(options: Document) -> Option<Document> {
        let mut spec = doc! { "name": "a_1", "key": { "a": 1 } };
        spec.extend(options);
        Some(spec)
    }

    #[test]
    fn the_table_holds_for_indexes() {
        use Action::{CreateIndex, DropIndex, HideIndex, ModifyIndex, ReplaceIndex};
        let plain = || index(doc! {});
        let ttl = |seconds: i32| index(doc! { "expireAfterSeconds": seconds });
        let unique = || index(doc! { "unique": true });
        let hidden = || index(doc! { "hidden": true });
        let rows = [
            (CreateIndex, None, plain(), Phase::Expand),
            (CreateIndex, None, unique(), Phase::Contract),
            (CreateIndex, None, ttl(5), Phase::Contract),
            (ModifyIndex, hidden(), plain(), Phase::Expand),
            (ModifyIndex, plain(), hidden(), Phase::Contract),
            (ModifyIndex, ttl(5), ttl(6), Phase::Expand),
            (ModifyIndex, ttl(6), ttl(5), Phase::Contract),
            (ModifyIndex, plain(), ttl(5), Phase::Contract),
            (ModifyIndex, plain(), unique(), Phase::Contract),
            (ReplaceIndex, plain(), ttl(5), Phase::Contract),
            (HideIndex, plain(), hidden(), Phase::Contract),
            (DropIndex, plain(), None, Phase::Contract),
            (DropIndex, unique(), None, Phase::Expand),
        ];
        for (action, before, after, phase) in rows {
            let change = change(action, before, after);
            assert_eq!(of(&change), phase, "{change:?}");
        }
    }

    #[test]
    fn a_validator_goes_by_its_first_step() {
        let set = |most: i32, action: &str| {
            doc! { "collMod": "tasks", "validator": { "$jsonSchema": { "properties": { "a": { "maximum": most } } } },
            "validationLevel": "strict", "validationAction": action }
        };
        let of_commands = |preparation: Vec<Document>, command: Document| {
            let before = Some(validator::set_by(&set(5, "error")));
            let change = change(Action::SetValidator, before, None);
            of(&Change {
                command,
                preparation,
                ..change
            })
        };
        assert_eq!(of_commands(vec![], set(9, "error")), Phase::Expand);
        assert_eq!(of_commands(vec![], set(1, "error")), Phase::Contract);
        assert_eq!(
            of_commands(vec![set(1, "warn")], set(1, "error")),
            Phase::Expand
        );
    }
}
