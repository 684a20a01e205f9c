//! What is to be looked for, change by change.

use bson::{Bson, Document};

use crate::compare;
use crate::plan::{self, Action, Change, Plan};

/// One look.
#[derive(Debug, Clone, PartialEq)]
pub enum Wanted {
    /// Documents that share a key of the index of this specification, in normal form.
    Duplicates(Document),
    /// Documents that violate this validator.
    Violations(Document),
    /// Documents that expire at once.
    Expiring {
        /// The path of the dates.
        field: String,
        /// The expiry in seconds.
        seconds: i64,
        /// The documents that can expire at all.
        filter: Document,
    },
    /// Number and size.
    Size,
}

/// What a change of the plan depends on; nothing where its collection is created by the same plan.
pub fn wanted(plan: &Plan, change: &Change) -> Vec<Wanted> {
    let creates =
        |it: &Change| it.action == Action::CreateCollection && it.collection == change.collection;
    if plan.changes.iter().any(creates) {
        return Vec::new();
    }
    let looks = [
        duplicates(change),
        violations(change),
        expiring(change),
        size(change),
    ];
    looks.into_iter().flatten().collect()
}

/// For an index that becomes unique.
pub(crate) fn duplicates(change: &Change) -> Option<Wanted> {
    let is_index = matches!(
        change.action,
        Action::CreateIndex | Action::ModifyIndex | Action::ReplaceIndex
    );
    let after = change.after.as_ref().filter(|_| is_index)?;
    let becomes = |spec: &Document| spec.contains_key("unique");
    // The same key before, and unique already: nothing new is asked of the documents.
    let was = change.before.as_ref().is_some_and(|before| {
        becomes(before)
            && before.get("key") == after.get("key")
            && change.action == Action::ModifyIndex
    });
    (becomes(after) && !was).then(|| Wanted::Duplicates(after.clone()))
}

/// For a validator that refuses more than the live one, or is on its way to.
fn violations(change: &Change) -> Option<Wanted> {
    let after = change
        .after
        .as_ref()
        .filter(|_| change.action == Action::SetValidator)?;
    let validator = after.get_document("validator").ok()?;
    let live = change.before.clone().unwrap_or_default();
    let warns = after.get_str("validationAction").ok() == Some("warn");
    let matters = warns || compare::validations(&live, after).may_refuse();
    matters.then(|| Wanted::Violations(validator.clone()))
}

/// For an expiry that is new, or sooner.
fn expiring(change: &Change) -> Option<Wanted> {
    let after = change
        .after
        .as_ref()
        .filter(|_| plan::expires_sooner(change))?;
    let field = match change.action {
        Action::CreateIndex | Action::ModifyIndex | Action::ReplaceIndex => {
            after.get_document("key").ok()?.keys().next()?.clone()
        }
        // Of a clustered collection.
        Action::ModifyCollection => "_id".to_owned(),
        _ => return None,
    };
    let filter = match after.get("partialFilterExpression") {
        Some(Bson::Document(filter)) => filter.clone(),
        _ => Document::new(),
    };
    let seconds = plan::seconds(Some(after))?;
    Some(Wanted::Expiring {
        field,
        seconds,
        filter,
    })
}

/// For what takes time, or takes documents along.
fn size(change: &Change) -> Option<Wanted> {
    let matters = matches!(
        change.action,
        Action::CreateIndex
            | Action::ReplaceIndex
            | Action::DropCollection
            | Action::ShardCollection
    );
    matters.then_some(Wanted::Size)
}
