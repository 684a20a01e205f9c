//! How large a document may become, and how deep it may nest.

use schema_rules::{DOCUMENT_TOO_LARGE, NESTING_TOO_DEEP};

use super::{message::Message, nearest::name_at};
use crate::model::{Collection, Doc, Form, Halt, Nesting, Sizes, Upper};

/// The largest document that the server stores. Source: MongoDB Limits and Thresholds, BSON
/// Document Size.
const LARGEST_DOCUMENT: u64 = 16 << 20;
/// How deep documents may nest. Source: MongoDB Limits and Thresholds, Nested Depth for BSON
/// Documents.
const DEEPEST: u32 = 100;
/// The levels above a collection's schema in the reply of `listCollections`: the reply, `cursor`,
/// `firstBatch`, the collection, `options` and `validator`.
const ABOVE_SCHEMA: u32 = 6;

/// No fewer bytes than any document of the collection takes, told in one cheap walk; all of a `u64`
/// where it may nest too deep.
pub const fn upper(collection: &'static Collection) -> u64 {
    let mut upper = Upper::new();
    let bytes = upper.document(collection.doc.get(), 1);
    if upper.deep { u64::MAX } else { bytes }
}

/// [`NESTING_TOO_DEEP`], of a collection's documents, of which [`upper`] told this.
#[track_caller]
pub const fn document_nesting(collection: &'static Collection, upper: u64) {
    if upper == u64::MAX {
        nesting(collection);
    }
}

/// [`DOCUMENT_TOO_LARGE`], of a collection's documents, of which [`upper`] told this.
#[track_caller]
pub const fn document_size(collection: &'static Collection, upper: u64) {
    if upper > LARGEST_DOCUMENT {
        size(collection);
    }
}

#[cold]
#[track_caller]
const fn size(collection: &'static Collection) {
    let bytes = Sizes::estimate().collection(collection);
    if bytes > LARGEST_DOCUMENT {
        too_large(
            collection,
            bytes,
            "` may take ",
            ", and the server stores no more than 16 MiB",
            Sizes::estimate(),
        )
    }
}

/// Whether a collection's documents may be larger than the server stores.
pub(super) const fn is_large_document(collection: &'static Collection) -> bool {
    Sizes::estimate().collection(collection) > LARGEST_DOCUMENT
}

/// [`DOCUMENT_TOO_LARGE`] where `max_size` asks for a proof. What has no bound was reported at its
/// field.
#[track_caller]
pub const fn max_size(collection: &'static Collection, most: u64) {
    let mut sizes = Sizes::proof();
    let bytes = sizes.collection(collection);
    match sizes.halt {
        Halt::No if bytes > most => too_large(
            collection,
            bytes,
            "` may take ",
            ", with four for each code point, which is more than its `max_size`",
            Sizes::proof(),
        ),
        Halt::Deep if !is_recursive(collection) && !too_deep(&nested(collection)) => Message::new()
            .with(&[
                "`",
                collection.type_name,
                "` nests too deep for its size to be computed",
            ])
            .fail("remove `max_size`", &DOCUMENT_TOO_LARGE),
        _ => {}
    }
}

const fn nested(collection: &Collection) -> Nesting {
    Nesting::of(collection.doc.get())
}

const fn is_recursive(collection: &Collection) -> bool {
    nested(collection).recursive
}

const fn too_deep(nesting: &Nesting) -> bool {
    nesting.endless || nesting.document > DEEPEST || nesting.schema + ABOVE_SCHEMA > DEEPEST
}

#[cold]
#[track_caller]
const fn nesting(collection: &'static Collection) {
    let nesting = nested(collection);
    // That has a message of its own, at the type.
    if nesting.recursive || !too_deep(&nesting) {
        return;
    }
    let doc = collection.doc.get();
    let message = Message::new().with(&["`", collection.type_name, "` nests "]);
    let message = message.with(if nesting.endless {
        &["more than "]
    } else {
        &[]
    });
    let message = if nesting.document > DEEPEST {
        message.with_number(nesting.document)
    } else {
        let message = message.with_number(nesting.document);
        let message = message.with(&[" levels deep, and its validator "]);
        message.with_number(nesting.schema + ABOVE_SCHEMA)
    };
    let message = message.with(&[" levels deep"]);
    let name = name_at(doc.names, nesting.field * 2);
    let message = if name.is_empty() {
        message
    } else {
        let message = message.with(&[" through field `"]);
        message.with_bytes_of(name).with(&["`"])
    };
    message
        .with(&[", and the server promises 100"])
        .fail(NESTING_TOO_DEEP.remedy, &NESTING_TOO_DEEP)
}

#[cold]
#[track_caller]
const fn too_large(
    collection: &'static Collection,
    bytes: u64,
    may_take: &str,
    wrong: &str,
    sizes: Sizes,
) -> ! {
    let message = Message::new().with(&["a document of `", collection.type_name, may_take]);
    let message = message.with_bytes(bytes).with(&[wrong]);
    with_largest_fields(message, described(collection.doc.get()), bytes / 20, sizes)
        .fail(DOCUMENT_TOO_LARGE.remedy, &DOCUMENT_TOO_LARGE)
}

/// The document whose fields a reader knows: a newtype's, or an enum's first, is another one's.
const fn described(doc: &'static Doc) -> &'static Doc {
    let mut doc = doc;
    while doc.shapes.len() == 1 && doc.flags(0).flattened() {
        let Form::Document(inner) = doc.shapes[0].resolved().form else {
            return doc;
        };
        doc = inner.get();
    }
    doc
}

/// How many fields are told apart, and how many are named.
const COMPARED: usize = 256;
const NAMED: usize = 3;

/// The text with the fields that take most, and more than is worth to name.
const fn with_largest_fields(
    mut message: Message,
    doc: &'static Doc,
    worth: u64,
    sizes: Sizes,
) -> Message {
    let mut sizes = sizes;
    let mut bytes = [0; COMPARED];
    let mut field = 0;
    while field < doc.shapes.len() && field < COMPARED {
        // An enum as a whole is no field.
        if !name_at(doc.names, field * 2).is_empty() {
            bytes[field] = sizes.field(doc, field);
        }
        field += 1;
    }
    let mut named = 0;
    while named < NAMED {
        let largest = position_of_largest(&bytes);
        if bytes[largest] <= worth {
            break;
        }
        let before = if named == 0 { ": `" } else { ", `" };
        let after = if named == 0 { "` may take " } else { "` " };
        message = message
            .with(&[before])
            .with_name(doc.names, largest * 2)
            .with(&[after])
            .with_size(bytes[largest]);
        bytes[largest] = 0;
        named += 1;
    }
    message
}

const fn position_of_largest(bytes: &[u64; COMPARED]) -> usize {
    let (mut largest, mut at) = (0, 0);
    while at < COMPARED {
        if bytes[at] > bytes[largest] {
            largest = at;
        }
        at += 1;
    }
    largest
}
