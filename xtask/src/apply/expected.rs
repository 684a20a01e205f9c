//! What each collection looked like when the plan was made, or after this apply's last step on it.

use bson::Document;

use crate::connect::Server;
use crate::error::{Error, Result};
use crate::inspect;
use crate::live::{LiveCollection, LiveDatabase};
use crate::normal::Canonical;
use crate::plan::{Action, Change};

/// One collection as it is expected to be; none where it is not there.
pub(super) struct Expected {
    collection: Option<LiveCollection>,
}

impl Expected {
    pub(super) fn of(live: &LiveDatabase, name: Option<&str>) -> Self {
        let mut collections = live.collections.iter();
        let found = collections.find(|it| Some(&*it.name) == name);
        Self {
            collection: found.cloned(),
        }
    }

    /// The collection as it was last read.
    pub(super) fn now(&self) -> Option<&LiveCollection> {
        self.collection.as_ref()
    }

    pub(super) fn has_documents(&self) -> bool {
        self.now().is_some_and(|it| it.has_documents)
    }

    /// Re-reads what `change` is about.
    ///
    /// # Errors
    ///
    /// [`Error::Changed`] where it is not as expected.
    pub(super) async fn check(&self, server: &Server, change: &Change) -> Result<()> {
        let name = &change.collection;
        let now = inspect::collection(server, name).await?;
        match difference(self.now(), now.as_ref(), change.action) {
            Some(what) => Err(Error::Changed(format!("`{name}` changed ({what})"))),
            None => Ok(()),
        }
    }

    /// Takes the present state of `collection` as the expected one.
    pub(super) async fn refresh(&mut self, server: &Server, collection: &str) -> Result<()> {
        self.collection = inspect::collection(server, collection).await?;
        Ok(())
    }
}

/// What differs, in a few words.
fn difference(
    before: Option<&LiveCollection>,
    now: Option<&LiveCollection>,
    action: Action,
) -> Option<&'static str> {
    let (before, now) = match (before, now) {
        (None, None) => return None,
        (None, Some(_)) => return Some("it was created"),
        (Some(_), None) => return Some("it was dropped"),
        (Some(before), Some(now)) => (before, now),
    };
    if before.kind != now.kind || !same(&before.options, &now.options) {
        Some("its options differ")
    } else if action == Action::DropCollection && before.indexes.is_empty() {
        // What is neither declared nor owned isn't read any further.
        None
    } else if !same_indexes(&before.indexes, &without_finished(before, now)) {
        Some("its indexes differ")
    } else if needs_emptiness(action) && now.has_documents && !before.has_documents {
        Some("it is not empty any more")
    } else {
        None
    }
}

/// A validator goes straight to its goal only on an empty collection.
fn needs_emptiness(action: Action) -> bool {
    matches!(action, Action::SetValidator | Action::DropCollection)
}

/// By content and order; NaN, which a validator may hold, equals itself.
fn same(before: &Document, now: &Document) -> bool {
    Canonical::new(before) == Canonical::new(now)
}

/// The indexes without those that were being built: that one is finished by now is no difference.
fn without_finished(before: &LiveCollection, now: &LiveCollection) -> Vec<Document> {
    let was_building = |index: &&Document| before.building.iter().any(|it| same(it, index));
    let others = now.indexes.iter().filter(|index| !was_building(index));
    others.cloned().collect()
}

/// The server promises no order of its listings.
fn same_indexes(before: &[Document], now: &[Document]) -> bool {
    let is_there = |index: &Document| now.iter().any(|now| same(index, now));
    before.len() == now.len() && before.iter().all(is_there)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::LiveKind;
    use bson::doc;

    fn collection() -> LiveCollection {
        LiveCollection {
            name: "tasks".into(),
            kind: LiveKind::Collection,
            options: doc! { "validator": { "a": 1 } },
            indexes: vec![doc! { "name": "a_1" }, doc! { "name": "b_1" }],
            ..LiveCollection::default()
        }
    }

    #[test]
    fn a_build_that_was_finished_meanwhile_is_none() {
        let before = LiveCollection {
            building: vec![doc! { "name": "c_1" }],
            ..collection()
        };
        let mut now = collection();
        now.indexes.push(doc! { "name": "c_1" });
        let differs =
            |now: &LiveCollection| difference(Some(&before), Some(now), Action::CreateIndex);
        assert_eq!(differs(&now), None);
        now.indexes.push(doc! { "name": "d_1" });
        assert_eq!(differs(&now), Some("its indexes differ"));
    }

    #[test]
    fn only_what_matters_is_a_difference() {
        let before = collection();
        let mut now = collection();
        now.indexes.reverse();
        now.has_documents = true;
        let differs = |now: Option<&LiveCollection>, action| difference(Some(&before), now, action);
        assert_eq!(differs(Some(&now), Action::CreateIndex), None);
        assert_eq!(
            differs(Some(&now), Action::SetValidator),
            Some("it is not empty any more")
        );
        assert_eq!(differs(None, Action::CreateIndex), Some("it was dropped"));
        now.indexes.pop();
        assert_eq!(
            differs(Some(&now), Action::CreateIndex),
            Some("its indexes differ")
        );
        assert_eq!(
            difference(None, Some(&now), Action::CreateCollection),
            Some("it was created")
        );
        assert_eq!(difference(None, None, Action::CreateCollection), None);
    }

    #[test]
    fn order_counts_and_nan_is_no_difference() {
        let of = |options, key| LiveCollection {
            options,
            indexes: vec![doc! { "name": "it", "key": key }],
            ..collection()
        };
        let differs = |before, now| difference(Some(&before), Some(&now), Action::CreateIndex);
        let nan = || doc! { "validator": { "x": { "$gt": f64::NAN } } };
        let key = || doc! { "a": 1, "b": 1 };
        assert_eq!(differs(of(nan(), key()), of(nan(), key())), None);
        assert_eq!(
            differs(of(nan(), key()), of(nan(), doc! { "b": 1, "a": 1 })),
            Some("its indexes differ")
        );
    }
}
