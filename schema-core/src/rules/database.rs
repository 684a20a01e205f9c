//! Rules about the collections of a database beside each other.

use schema_rules::{DUPLICATE_COLLECTION, REFERENCE_OUTSIDE_DATABASE, TENANT_TYPE_MISMATCH};

use super::{collection::is_id, field::Seen, message::Message};
use crate::{
    model::{Collection, Database, Doc, Form, Keyword, Path, Shape, Tenant, Types, Walk},
    variant::same,
};

/// [`DUPLICATE_COLLECTION`] for the collection at this position of the list: none before it has
/// its name.
#[track_caller]
pub const fn duplicate_collection(collections: &[&Collection], position: usize) {
    let collection = collections[position];
    let mut at = 0;
    while at < position {
        if same(collections[at].name.as_bytes(), collection.name.as_bytes())
            && !collection.name.is_empty()
        {
            if collections[at].doc.get().identity == collection.doc.get().identity {
                Message::new()
                    .with(&["`", collection.type_name, "` is listed twice"])
                    .fail("remove one of them", &DUPLICATE_COLLECTION)
            }
            Message::new()
                .with(&[
                    "`",
                    collection.type_name,
                    "` and `",
                    collections[at].type_name,
                ])
                .with(&["` both declare the collection `", collection.name, "`"])
                .fail(DUPLICATE_COLLECTION.remedy, &DUPLICATE_COLLECTION)
        }
        at += 1;
    }
}

/// [`REFERENCE_OUTSIDE_DATABASE`] for the collection at this position of the list, in its own
/// fields and in those of all that it embeds.
#[track_caller]
pub const fn references(database: &Database, position: usize) {
    let mut seen = Seen::NONE;
    references_of(
        database,
        database.collections[position].doc.get(),
        &mut seen,
    );
}

#[track_caller]
const fn references_of(database: &Database, doc: &Doc, seen: &mut Seen) {
    let mut at = 0;
    while at < doc.keywords.len() {
        let placed = &doc.keywords[at];
        reference_stays(database, doc, placed.field as usize, &placed.keyword);
        at += 1;
    }
    let mut field = 0;
    while field < doc.shapes.len() {
        references_in(database, doc, field, *doc.shapes[field], seen);
        field += 1;
    }
}

/// A keyword of a field, or of a newtype that it holds.
#[track_caller]
const fn reference_stays(database: &Database, doc: &Doc, field: usize, keyword: &Keyword) {
    if let Keyword::References(reference) = keyword
        && !reference.outside
        && !reference.collection.is_empty()
        && !has(database, reference.collection)
    {
        reference_outside_database(doc, field, reference.collection);
    }
}

/// What the value of a field embeds, each type once.
#[track_caller]
const fn references_in(
    database: &Database,
    doc: &Doc,
    field: usize,
    shape: Shape,
    seen: &mut Seen,
) {
    match shape.form {
        Form::Document(inner) if seen.enters(inner.get().identity) => {
            references_of(database, inner.get(), seen);
        }
        Form::Variants(variants) if seen.enters(variants.get().identity) => {
            let variants = variants.get().variants;
            let mut at = 0;
            while at < variants.len() {
                if let Some(inner) = variants[at].content.doc() {
                    references_of(database, inner, seen);
                }
                at += 1;
            }
        }
        Form::Array(array) => references_in(database, doc, field, array.items, seen),
        Form::Map(map) => references_in(database, doc, field, map.values, seen),
        Form::Tuple(items) => {
            let mut at = 0;
            while at < items.len() {
                references_in(database, doc, field, items[at], seen);
                at += 1;
            }
        }
        Form::Newtype(newtype) => {
            let mut at = 0;
            while at < newtype.keywords.len() {
                reference_stays(database, doc, field, &newtype.keywords[at].keyword);
                at += 1;
            }
            references_in(database, doc, field, newtype.inner, seen);
        }
        _ => {}
    }
}

/// Whether a collection of this stored name is in the database.
pub(super) const fn has(database: &Database, name: &str) -> bool {
    let mut at = 0;
    while at < database.collections.len() {
        if same(database.collections[at].name.as_bytes(), name.as_bytes()) {
            return true;
        }
        at += 1;
    }
    false
}

#[cold]
#[track_caller]
const fn reference_outside_database(doc: &Doc, field: usize, collection: &str) -> ! {
    Message::new()
        .with(&["field `"])
        .with_name(doc.names, field * 2)
        .with(&[
            "` of `",
            doc.name,
            "` references the collection `",
            collection,
        ])
        .with(&["`, which is not in this database"])
        .fail(
            REFERENCE_OUTSIDE_DATABASE.remedy,
            &REFERENCE_OUTSIDE_DATABASE,
        )
}

/// [`TENANT_TYPE_MISMATCH`] for the collection at this position of the list: its tenant key is
/// stored as that of the tenants' own collection, or else as that of the first collection.
#[track_caller]
pub const fn tenant_type(database: &Database, position: usize) {
    let collection = database.collections[position];
    let Some(own) = tenant_types(collection) else {
        return;
    };
    let Some(other) = measure(database) else {
        return;
    };
    let Some(types) = tenant_types(other) else {
        return;
    };
    if !own.is(types) {
        Message::new()
            .with(&["`", collection.type_name, "` and `", other.type_name])
            .with(&["` do not store the tenant key as one type"])
            .fail(TENANT_TYPE_MISMATCH.remedy, &TENANT_TYPE_MISMATCH)
    }
}

/// The collection whose tenant key the others are compared with.
const fn measure(database: &Database) -> Option<&'static Collection> {
    let mut first = None;
    let mut at = 0;
    while at < database.collections.len() {
        let collection = database.collections[at];
        if tenant_types(collection).is_some() {
            if is_of_tenants(collection) {
                return Some(collection);
            }
            if first.is_none() {
                first = Some(collection);
            }
        }
        at += 1;
    }
    first
}

const fn tenant_path(collection: &Collection) -> Option<&'static Path> {
    match collection.tenant {
        Tenant::Key(path) => Some(&collection.paths[path as usize]),
        Tenant::Global(_) | Tenant::Unknown => None,
    }
}

/// What the tenant key is stored as; none where that is not known.
const fn tenant_types(collection: &Collection) -> Option<Types> {
    let Some(path) = tenant_path(collection) else {
        return None;
    };
    match Walk::along(collection.doc.get(), path) {
        Walk::Found(found) => {
            let types = found.types.without(Types::NULL);
            if types.is_empty() { None } else { Some(types) }
        }
        _ => None,
    }
}

/// Whether a collection's documents are the tenants themselves.
const fn is_of_tenants(collection: &Collection) -> bool {
    match tenant_path(collection) {
        Some(path) => is_id(collection.doc.get(), path),
        None => false,
    }
}
