//! What was found.

use std::collections::BTreeMap;

use bson::{Bson, Document};

/// What was found, by the id of the change that it matters to.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Findings {
    by_change: BTreeMap<String, Finding>,
}

impl Findings {
    /// Adds what was found for a change.
    pub fn add(&mut self, id: String, found: Finding) {
        let finding = self.by_change.entry(id).or_default();
        finding.duplicates = finding.duplicates.take().or(found.duplicates);
        finding.violations = finding.violations.take().or(found.violations);
        finding.expiring = finding.expiring.take().or(found.expiring);
        finding.size = finding.size.take().or(found.size);
    }

    /// What was found for a change.
    pub fn of(&self, id: &str) -> Option<&Finding> {
        self.by_change.get(id)
    }
}

/// What was found for one change; none for what was not looked for.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Finding {
    /// Documents that share a key which is to be unique.
    pub duplicates: Option<Look<Duplicates>>,
    /// Documents that the declared validator would refuse.
    pub violations: Option<Look<Violations>>,
    /// Documents that have expired already by the declared expiry.
    pub expiring: Option<Look<Expiring>>,
    /// How much there is.
    pub size: Option<Look<Size>>,
}

/// The outcome of a look.
#[derive(Debug, Clone, PartialEq)]
pub enum Look<T> {
    /// It was seen.
    Known(T),
    /// It could not be seen, for this reason: never to be taken for nothing.
    Unknown(String),
}

/// Documents that share a key.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Duplicates {
    /// How many keys are shared.
    pub keys: i64,
    /// How many documents share one; a document of several shared keys counts for each.
    pub documents: i64,
    /// A shared key, a value for each path.
    pub key: Document,
    /// The `_id`s of two documents that share it.
    pub ids: Vec<Bson>,
}

/// Documents that violate a validator.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Violations {
    /// How many.
    pub documents: i64,
    /// The `_id`s of up to two of them.
    pub ids: Vec<Bson>,
    /// What is wrong with these, in their order, in words; none where it is not found.
    pub reasons: Vec<String>,
}

/// Documents that have expired.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Expiring {
    /// How many.
    pub documents: i64,
    /// The `_id` of one of them.
    pub id: Option<Bson>,
    /// The value by which it has expired.
    pub value: Option<Bson>,
}

/// How much a collection holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Size {
    /// How many documents, by the server's own count.
    pub documents: i64,
    /// The bytes of the documents' files.
    pub storage: i64,
}
