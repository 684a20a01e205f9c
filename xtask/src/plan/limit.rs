//! How many indexes a collection can have.

use super::site::Site;
use super::{Change, Status};
use crate::normal::NormalIndex;

/// Indexes of one collection, `_id_` and those in progress included (manual, "MongoDB Limits and
/// Thresholds").
const MOST: usize = 64;

/// The indexes that a collection has, against those that it can have.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    used: usize,
    /// Those among them that are not this tool's own.
    foreign: usize,
}

impl Room {
    /// What is left beside the listed ones; a collection that is still to be created will have
    /// `_id_`.
    pub(super) fn of(site: Site<'_>, listed: &[NormalIndex], exists: bool) -> Self {
        let is_foreign = |index: &&NormalIndex| index.name != "_id_" && !site.owns(&index.name);
        Self {
            used: if exists { listed.len() } else { 1 },
            foreign: listed.iter().filter(is_foreign).count(),
        }
    }

    /// Whether there is a place for one more.
    pub(super) fn is_left(self) -> bool {
        self.used < MOST
    }

    /// Gives `change` a place, or blocks it where there is none.
    pub(super) fn take(&mut self, change: &mut Change) {
        if self.is_left() {
            self.used += 1;
            return;
        }
        change.status = Status::Blocked;
        change.notes.push(format!(
            "the collection has {} indexes and the server allows {MOST}; drop one that is not needed by hand ({} of them are not this tool's own), or declare fewer",
            self.used, self.foreign
        ));
    }
}
