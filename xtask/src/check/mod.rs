//! `check`: which documents the declared validators would refuse, and why.
//!
//! MongoDB's own server finds them by `$nor` of the validator, and sends only those; each is then
//! explained by the evaluator of [`schema_core::evaluate`]. Where the server is of another make, or
//! where a sample is asked for, documents are streamed and the evaluator decides. Nothing but counts
//! and a few examples is kept.

mod dump;
mod server;
mod tally;

use bson::Document;
use schema_core::declared::{DeclaredCollection, DeclaredDatabase};
use schema_core::evaluate::Validator;

pub use dump::dump;
pub use server::{collection, collections};
pub use tally::{Example, Fault, Report, Tally};

/// How much is looked at, and told.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// How many examples there are of each kind of fault.
    pub limit: usize,
    /// Only so many documents of each collection, drawn by the server; all where none is said.
    pub sample: Option<u64>,
}

/// Told now and then how far a collection is: its name, the documents or bytes that were looked at,
/// and how many there are.
pub type Onlooker<'a> = &'a (dyn Fn(&str, u64, u64) + Sync);

/// A collection's declared validator.
#[derive(Debug)]
pub struct Declared<'a> {
    /// The collection's name.
    pub name: &'a str,
    /// The validator as the server takes it.
    pub document: &'a Document,
    /// The same, to be evaluated here; none where only the server can.
    pub evaluated: Option<Validator>,
}

impl<'a> Declared<'a> {
    /// None where nothing is declared that could refuse a document.
    pub fn of(collection: &'a DeclaredCollection) -> Option<Self> {
        let document = collection.options.get_document("validator").ok()?;
        Some(Self {
            name: &collection.name,
            document,
            evaluated: Validator::compile(document).ok(),
        })
    }

    /// Those of a database that are asked for; all where none is named.
    pub fn all(database: &'a DeclaredDatabase, only: &[String]) -> Vec<Self> {
        let wanted = |it: &&DeclaredCollection| only.is_empty() || only.contains(&it.name);
        let collections = database.collections.iter().filter(wanted);
        collections.filter_map(Self::of).collect()
    }
}
