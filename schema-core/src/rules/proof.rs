//! That each part of a document has a bound, where a collection asks for a `max_size`.

use schema_rules::{DOCUMENT_TOO_LARGE, STRING_WITHOUT_MAX_LENGTH};

use super::{message::Message, nearest::name_at};
use crate::model::{Doc, Gap, Halt, Sizes, Step};

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
