//! The index on `_id`, where the tokens do not show which field that is.

use schema_rules::INDEX_ON_ID;

use super::{message::Message, nearest::name_at};
use crate::{
    model::{Collection, Content, Doc, Form, Path, Shape, Variants},
    variant::same,
};

/// [`INDEX_ON_ID`] for the one key of an index, the path at this position of the collection's list,
/// which starts in a flattened type.
#[track_caller]
pub const fn index_on_id(collection: &Collection, path: usize) {
    let path = &collection.paths[path];
    if path.field == Path::OPEN && path.rest.len() == 1 && is_id(collection.doc.get(), path.rest[0])
    {
        Message::new()
            .with(&["`", path.text, "` alone is indexed already"])
            .fail(INDEX_ON_ID.remedy, &INDEX_ON_ID)
    }
}

/// Whether the field whose Rust name has this hash is stored as `_id`.
const fn is_id(doc: &Doc, hash: u64) -> bool {
    if let Some(field) = doc.position(hash) {
        return same(name_at(doc.names, field * 2 + 1), b"_id");
    }
    let mut field = 0;
    while field < doc.shapes.len() {
        if doc.flags(field).flattened() && is_id_in(*doc.shapes[field], hash) {
            return true;
        }
        field += 1;
    }
    false
}

const fn is_id_in(shape: Shape, hash: u64) -> bool {
    match shape.form {
        Form::Document(doc) => is_id(doc.get(), hash),
        Form::Newtype(newtype) => is_id_in(newtype.inner, hash),
        Form::Variants(variants) => is_id_in_variants(variants.get(), hash),
        _ => false,
    }
}

const fn is_id_in_variants(all: &Variants, hash: u64) -> bool {
    let mut at = 0;
    while at < all.variants.len() {
        let found = match all.variants[at].content {
            Content::Struct(doc) => is_id(doc, hash),
            Content::Newtype(doc) => is_id_in(*doc.shapes[0], hash),
            Content::Unit | Content::Tuple(_) => false,
        };
        if found {
            return true;
        }
        at += 1;
    }
    false
}
