//! The declared schema for other tools and for people, without a server.
//!
//! Pure functions from a declared database to a document or a text.

mod bounds;
mod field;
pub mod json;
pub mod json_schema;
pub mod markdown;
pub mod mongosh;
pub mod roles;
mod shell;
mod standard_type;

use bson::{Bson, Document};
use schema_core::declared::{DeclaredCollection, DeclaredDatabase};

/// What is printed.
#[derive(Debug, Clone, Copy)]
pub struct Schema<'a> {
    /// All that is declared.
    pub declared: &'a DeclaredDatabase,
    /// The database's name, which may be another than the declared one.
    pub database: &'a str,
    /// The collections that are printed; all of them where none is named.
    pub only: &'a [String],
}

impl<'a> Schema<'a> {
    /// The collections that are printed, in the order of their declaration.
    pub fn collections(&self) -> impl Iterator<Item = &'a DeclaredCollection> + use<'a> {
        let only = self.only;
        let collections = self.declared.collections.iter();
        collections.filter(move |it| only.is_empty() || only.contains(&it.name))
    }
}

/// The `$jsonSchema` of a collection's validator.
fn json_schema_of(declared: &DeclaredCollection) -> Option<&Document> {
    let validator = declared.options.get_document("validator").ok()?;
    validator.get_document("$jsonSchema").ok()
}

/// What a collection is for: where older shapes are accepted beside the current one, that one's word.
fn description(declared: &DeclaredCollection) -> Option<&str> {
    let schema = json_schema_of(declared)?;
    let current = match schema.get_array("anyOf").map(Vec::as_slice) {
        Ok([Bson::Document(current), ..]) => current,
        _ => schema,
    };
    let own = schema.get_str("description");
    own.or_else(|_| current.get_str("description")).ok()
}
