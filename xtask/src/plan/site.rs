//! A declared collection, with all that its plan depends on beside the live collection.

use bson::{DateTime, Document};
use schema_core::declared::DeclaredCollection;

use super::{Action, Change, Class, Scope, Status, notes, pattern};
use crate::live::{Facts, LiveDatabase, Owned};

/// A declared collection, the database that it is in, and how far the plan may go.
#[derive(Debug, Clone, Copy)]
pub(super) struct Site<'a> {
    pub(super) declared: &'a DeclaredCollection,
    pub(super) database: &'a LiveDatabase,
    /// The name of the database on the server.
    pub(super) name: &'a str,
    pub(super) scope: &'a Scope,
}

impl<'a> Site<'a> {
    pub(super) fn facts(&self) -> &'a Facts {
        &self.database.facts
    }

    pub(super) fn owned(&self) -> &'a Owned {
        &self.database.owned
    }

    pub(super) fn now(&self) -> DateTime {
        self.database.now
    }

    /// Whether the index is recorded as this tool's own.
    pub(super) fn owns(&self, index: &str) -> bool {
        let key = (self.declared.name.clone(), index.to_owned());
        self.owned().indexes.contains(&key)
    }

    /// What is recorded of the index's retirement.
    pub(super) fn state(&self, index: &str) -> Option<&'a Document> {
        let key = (self.declared.name.clone(), Some(index.to_owned()));
        self.owned().states.get(&key)
    }

    /// Whether the index is nothing of this schema's: others manage it, or another schema made it.
    pub(super) fn is_external(&self, index: &str) -> bool {
        let key = (self.declared.name.clone(), Some(index.to_owned()));
        pattern::matches_any(&self.declared.external_indexes, index)
            || self.owned().elsewhere.contains_key(&key)
    }

    /// A change whose particulars are still to be filled in.
    pub(super) fn draft(&self, index: Option<&str>, action: Action, command: Document) -> Change {
        Change {
            collection: self.declared.name.clone(),
            index: index.map(str::to_owned),
            action,
            class: Class::Safe,
            reason: notes::missing(&self.declared.type_name),
            notes: Vec::new(),
            before: None,
            after: None,
            command,
            preparation: Vec::new(),
            status: Status::Planned,
            error: None,
        }
    }
}
