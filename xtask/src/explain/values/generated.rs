//! Values of documents that are generated, where none is there.

use bson::Document;
use schema_core::declared::{DeclaredCollection, DeclaredDatabase, DeclaredQuery};

use super::{Values, of_document, usable};
use crate::seed::{self, Asked, Request, World};

/// How many documents are generated to find one that has all values.
const GENERATED: u64 = 50;

/// Values of a document that is generated, where none is there.
pub(super) fn generated(
    declared: &DeclaredDatabase,
    collection: &DeclaredCollection,
    query: &DeclaredQuery,
) -> Values {
    let note = format!(
        "no document of `{}` has what it asks for, so its counts mean nothing; fill the collection, on a development server with `seed --docs {}=1000`",
        collection.name, collection.name,
    );
    // What cannot be generated has no values, which is said.
    let documents = documents(declared, collection).unwrap_or_default();
    let usable = usable(&documents, query);
    let mut values = usable
        .first()
        .map(|example| of_document(example, &usable, query))
        .unwrap_or_default();
    values.notes.push(note);
    values
}

fn documents(
    declared: &DeclaredDatabase,
    collection: &DeclaredCollection,
) -> seed::SeedResult<Vec<Document>> {
    // Of all collections, so that optional references lead somewhere too.
    let asked = Asked {
        total: Some(GENERATED * 20),
        named: [(collection.name.clone(), GENERATED)].into(),
        ..Asked::default()
    };
    let (counts, tenants) = seed::counts(declared, &seed::needed(declared)?, &asked);
    let request = Request {
        seed: 1,
        day: bson::DateTime::now().timestamp_millis(),
        tenants,
        counts,
        ..Request::default()
    };
    let (world, _) = World::new(declared, &request)?;
    let at = world.position(&collection.name).unwrap_or_default();
    Ok((0..GENERATED)
        .map(|number| world.document(at, number))
        .collect())
}
