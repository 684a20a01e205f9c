//! What waits for what.

use super::{Action, Change, Status, unique};

/// Why an index stays for now.
const WAITS: &str = "held: a new index of this collection isn't built yet, and it may be what takes this one's place";

/// Brings the changes of a plan into accord with which of them are made: an index that waits to be
/// made unique is let accept duplicates meanwhile, and what depends on a change waits with it.
pub fn settle(changes: &mut [Change]) {
    unique::set_back(changes);
    hold_dependents(changes);
}

/// Holds back what would leave a collection without an index while the one that may take its place
/// isn't built: nothing is hidden or dropped before what is created beside it exists.
///
/// For when it is known which changes are made.
pub fn hold_dependents(changes: &mut [Change]) {
    for at in 0..changes.len() {
        let (before, rest) = changes.split_at_mut(at);
        if let Some(change) = rest.first_mut().filter(|change| waits(change, before)) {
            change.status = Status::Held;
            change.notes.push(WAITS.to_owned());
        }
    }
}

/// Whether the change takes an index away while an earlier one, which would build another for the
/// same queries, is left out.
fn waits(change: &Change, earlier: &[Change]) -> bool {
    let goes = matches!(change.action, Action::HideIndex | Action::DropIndex);
    let is_left_out = |other: &&Change| {
        matches!(other.action, Action::CreateIndex | Action::ReplaceIndex)
            && matches!(
                other.status,
                Status::Held | Status::Skipped | Status::Failed | Status::Blocked
            )
            && other.collection == change.collection
    };
    let mut left_out = earlier.iter().filter(is_left_out);
    change.status == Status::Planned
        && goes
        && left_out.any(|other| first(other.after.as_ref()) == first(change.before.as_ref()))
}

/// The first field of an index's key: what a query must name for the index to serve it.
fn first(spec: Option<&bson::Document>) -> Option<&String> {
    spec?.get_document("key").ok()?.keys().next()
}
