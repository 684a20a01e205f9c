//! Declarations that compile, and what they render to.

#[path = "language/applications.rs"]
mod applications;
#[path = "language/cases.rs"]
mod cases;
#[path = "language/hygiene.rs"]
mod hygiene;
#[path = "language/indexes.rs"]
mod indexes;
#[path = "language/kept.rs"]
mod kept;
#[path = "language/recursion.rs"]
mod recursion;
#[path = "language/rename.rs"]
mod rename;
#[path = "language/validators.rs"]
mod validators;

use bson::Document;
use schema_core::{CollectionSchema, declared::DeclaredCollection, render};

/// What a collection is declared to be.
fn declared<T: CollectionSchema>() -> DeclaredCollection {
    render::collection(T::MODEL)
}

/// The `$jsonSchema` of a collection.
fn json_schema<T: CollectionSchema>() -> Document {
    let options = declared::<T>().options;
    let validator = options.get_document("validator").unwrap();
    validator.get_document("$jsonSchema").unwrap().clone()
}

/// The schema of one of its fields, by the stored name.
fn property<T: CollectionSchema>(name: &str) -> Document {
    let schema = json_schema::<T>();
    let properties = schema.get_document("properties").unwrap();
    properties.get_document(name).unwrap().clone()
}
