//! How large a document and an array may become, and how deep a document may nest.

use schema_rules::{
    ARRAY_TOO_LARGE, DOCUMENT_TOO_LARGE, NESTING_TOO_DEEP, STRING_WITHOUT_MAX_LENGTH,
};

use super::{message::Message, nearest::name_at};
use crate::model::{
    Array, Collection, Doc, Form, Gap, Halt, Keyword, Nesting, Shape, Sizes, Step, Upper, most_in,
};

/// The largest document that the server stores. Source: MongoDB Limits and Thresholds, BSON
/// Document Size.
const LARGEST_DOCUMENT: u64 = 16 << 20;
/// The most items of an array that rewrites and indexes are not slowed down by.
const MOST_ITEMS: u64 = 200;
/// The most bytes of such an array.
const LARGEST_ARRAY: u64 = 100 << 10;
/// How deep documents may nest. Source: MongoDB Limits and Thresholds, Nested Depth for BSON
/// Documents.
const DEEPEST: u32 = 100;
/// The levels above a collection's schema in the reply of `listCollections`: the reply, `cursor`,
/// `firstBatch`, the collection, `options` and `validator`.
const ABOVE_SCHEMA: u32 = 6;

/// [`NESTING_TOO_DEEP`], and where it is `sized` [`DOCUMENT_TOO_LARGE`], of a collection's
/// documents.
#[track_caller]
pub const fn document(collection: &'static Collection, sized: bool) {
    let mut upper = Upper::new();
    let bytes = upper.document(collection.doc.get(), 1);
    if upper.deep {
        nesting(collection);
    }
    if sized && (upper.deep || bytes > LARGEST_DOCUMENT) {
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

/// What another rule has reported of a field, one bit each.
#[derive(Clone, Copy)]
pub struct Reported(pub u8);

impl Reported {
    /// Its arrays have no bound.
    const ITEMS: u8 = 1;
    /// Its maps have no bound.
    const PROPERTIES: u8 = 2;
    /// Its maps take any name.
    const NAMES: u8 = 4;

    const fn covers(self, gap: Gap) -> bool {
        let bit = match gap {
            Gap::Items => Self::ITEMS,
            Gap::Properties => Self::PROPERTIES,
            Gap::Names => Self::NAMES,
            Gap::Text | Gap::Binary | Gap::Opaque | Gap::Open => 0,
        };
        self.0 & bit != 0
    }
}

/// [`STRING_WITHOUT_MAX_LENGTH`], and [`DOCUMENT_TOO_LARGE`] for all else that has no bound, in the
/// field at this position of a collection that asks for a `max_size`.
#[track_caller]
pub const fn proven(doc: &'static Doc, field: usize, reported: Reported) {
    let mut sizes = Sizes::proof();
    sizes.field(doc, field);
    let Halt::At(gap) = sizes.halt else {
        return;
    };
    // What is inside another type was reported there, or is allowed there.
    if own(&sizes) && reported.covers(gap) {
        return;
    }
    gap_found(doc, field, gap, &sizes)
}

/// Whether it is in the field itself, and not in a field of another type.
const fn own(sizes: &Sizes) -> bool {
    let mut at = 0;
    while at < sizes.count && at < sizes.steps.len() {
        if matches!(sizes.steps[at], Step::Field(..) | Step::Variant(_)) {
            return false;
        }
        at += 1;
    }
    true
}

#[cold]
#[track_caller]
const fn gap_found(doc: &'static Doc, field: usize, gap: Gap, sizes: &Sizes) -> ! {
    let (whole, inside, wrong) = match gap {
        Gap::Text => ("string field", "a string inside field", "has no bound"),
        Gap::Items => ("array field", "an array inside field", "has no bound"),
        Gap::Properties => ("map field", "a map inside field", "has no bound"),
        Gap::Names => (
            "map field",
            "a map inside field",
            "takes names of any length",
        ),
        Gap::Binary => (
            "field",
            "what is inside field",
            "holds binary data, of which no validator bounds the length",
        ),
        Gap::Opaque => ("field", "what is inside field", "may be of any size"),
        Gap::Open => (
            "document field",
            "a document inside field",
            "lets any field in",
        ),
    };
    let what = if inner_levels(sizes) == 0 {
        whole
    } else {
        inside
    };
    let message = Message::new().with(&[what, " `"]);
    let message = with_path(message, doc, field, sizes);
    let message = message.with(&["` ", wrong, ", and `max_size` asks for a proof; "]);
    let (written, rule) = match gap {
        Gap::Text => ("max_length = N", &STRING_WITHOUT_MAX_LENGTH),
        Gap::Items => ("max_items = N", &DOCUMENT_TOO_LARGE),
        Gap::Properties => ("max_properties = N", &DOCUMENT_TOO_LARGE),
        _ => ("", &DOCUMENT_TOO_LARGE),
    };
    if !written.is_empty() {
        let message = with_written(message.with(&["write `#[field("]), written, sizes);
        message.with(&[")]`"]).finish(rule)
    }
    let instead = match gap {
        Gap::Binary => "store it as a string with `max_length`, or remove `max_size`",
        Gap::Names => {
            "key it by an enum, or store an array of documents with a field each for key and value"
        }
        Gap::Open => "remove `additional_properties` from its type",
        _ => "use a type of which the fields are known, or remove `max_size`",
    };
    message.with(&[instead]).finish(rule)
}

/// How many arrays and maps lead from the innermost field to the place.
const fn inner_levels(sizes: &Sizes) -> usize {
    let mut at = 0;
    while at < sizes.count
        && at < sizes.steps.len()
        && matches!(sizes.steps[at], Step::Items | Step::Values)
    {
        at += 1;
    }
    at
}

/// The text with the path to the place after it, from the collection's field on.
const fn with_path(mut message: Message, doc: &Doc, field: usize, sizes: &Sizes) -> Message {
    let mut separator = "";
    let name = name_at(doc.names, field * 2);
    if !name.is_empty() {
        message = message.with_bytes_of(name);
        separator = ".";
    }
    let kept = if sizes.count < sizes.steps.len() {
        sizes.count
    } else {
        sizes.steps.len()
    };
    let mut at = kept;
    while at > 0 {
        at -= 1;
        message = match sizes.steps[at] {
            Step::Field(names, field) => message.with(&[separator]).with_name(names, field * 2),
            Step::Variant(name) => message.with(&[separator, name]),
            Step::Items | Step::Values => continue,
        };
        separator = ".";
    }
    message
}

/// The text with what has to be written on the innermost field.
const fn with_written(mut message: Message, written: &str, sizes: &Sizes) -> Message {
    let levels = inner_levels(sizes);
    let mut level = levels;
    while level > 0 {
        level -= 1;
        let values = matches!(sizes.steps[level], Step::Values);
        message = message.with(&[if values { "values(" } else { "items(" }]);
    }
    message = message.with(&[written]);
    while level < levels {
        message = message.with(&[")"]);
        level += 1;
    }
    message
}

/// [`ARRAY_TOO_LARGE`], at every depth of the field at this position.
#[track_caller]
pub const fn array_sizes(doc: &'static Doc, field: usize) {
    arrays(doc, field, &doc.shapes[field], 0);
}

const fn too_much(items: u64, bytes: u64) -> bool {
    items > MOST_ITEMS || bytes > LARGEST_ARRAY
}

/// Whether an array at this depth of a field has a bound, and may be too large.
pub(super) const fn is_large_array(
    doc: &'static Doc,
    field: usize,
    array: &'static Array,
    depth: u8,
) -> bool {
    match most_in(doc, field, array, depth) {
        Some(most) => too_much(most, Sizes::estimate().array_in(doc, field, array, depth)),
        None => false,
    }
}

/// Whether a collection's documents may be larger than the server stores.
pub(super) const fn is_large_document(collection: &'static Collection) -> bool {
    Sizes::estimate().collection(collection) > LARGEST_DOCUMENT
}

#[track_caller]
const fn arrays(doc: &'static Doc, field: usize, shape: &Shape, depth: u8) {
    match shape.form {
        _ if shape.is_poison() => {}
        Form::Array(array) => {
            if let Some(most) = most_in(doc, field, array, depth)
                && (most > MOST_ITEMS || may_be_large(doc, field, shape))
            {
                let bytes = Sizes::estimate().array_in(doc, field, array, depth);
                if too_much(most, bytes) {
                    array_too_large(doc, field, depth, most, bytes)
                }
            }
            arrays(doc, field, &array.items, depth + 1);
        }
        Form::Map(map) => arrays(doc, field, &map.values, depth + 1),
        Form::Tuple(items) => {
            let mut at = 0;
            while at < items.len() {
                arrays(doc, field, &items[at], depth + 1);
                at += 1;
            }
        }
        _ => {}
    }
}

/// Whether a field may take more than an array should, by all of its bounds together.
const fn may_be_large(doc: &'static Doc, field: usize, shape: &Shape) -> bool {
    let (mut most, mut text, mut at) = (1_u64, 1_u64, 0);
    while at < doc.keywords.len() {
        if doc.keywords[at].field as usize == field {
            match doc.keywords[at].keyword {
                Keyword::MaxItems(count) | Keyword::MaxProperties(count) => {
                    most = most.saturating_mul(count as u64);
                }
                Keyword::MaxLength(length) => text = text.saturating_mul(length as u64),
                _ => {}
            }
        }
        at += 1;
    }
    let mut upper = Upper::new();
    let bytes = upper.values(shape, most, 1);
    let text = text.saturating_mul(most);
    upper.deep || bytes.saturating_add(text) > LARGEST_ARRAY
}

#[cold]
#[track_caller]
const fn array_too_large(doc: &Doc, field: usize, depth: u8, most: u64, bytes: u64) -> ! {
    let what = if depth == 0 {
        "array field `"
    } else {
        "an array inside field `"
    };
    let message = Message::new().with(&[what]).with_name(doc.names, field * 2);
    let message = if most > MOST_ITEMS {
        message
            .with(&["` may hold "])
            .with_count(most)
            .with(&[" items, more than 200"])
    } else {
        message
            .with(&["` may take "])
            .with_size(bytes)
            .with(&[", more than 100 KiB"])
    };
    message.fail(ARRAY_TOO_LARGE.remedy, &ARRAY_TOO_LARGE)
}

impl Message {
    /// The text with a number of 64 bits after it.
    const fn with_count(self, number: u64) -> Self {
        let text = if number >= 10 {
            self.with_count(number / 10)
        } else {
            self
        };
        text.with_number((number % 10) as u32)
    }

    /// The text with an exact number of bytes, where that can be read.
    const fn with_bytes(self, bytes: u64) -> Self {
        if bytes < 1 << 30 {
            self.with_count(bytes).with(&[" bytes"])
        } else {
            self.with_size(bytes)
        }
    }

    /// The text with about so many bytes: two digits at least, rounded up.
    const fn with_size(self, bytes: u64) -> Self {
        let (mut size, mut unit) = (bytes, 0);
        while size >= 10 << 10 && unit + 1 < UNITS.len() {
            size = size.div_ceil(1 << 10);
            unit += 1;
        }
        self.with_count(size).with(&[" ", UNITS[unit]])
    }
}

const UNITS: [&str; 5] = ["bytes", "KiB", "MiB", "GiB", "TiB"];
