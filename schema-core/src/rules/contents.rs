//! Rules about what a field's type is stored as, at every depth inside the field.
//!
//! A struct's own fields were checked where it is declared, and so was what is inside a newtype.

use schema_rules::{
    ARRAY_WITHOUT_MAX_ITEMS, DATE_AS_STRING, MAP_WITHOUT_MAX_PROPERTIES, UNKNOWN_SERIALIZATION,
    UNSIGNED_OVERFLOW, WRITER_DEPENDENT_ENCODING,
};

use super::{
    array::array_sizes,
    bound::bound,
    field::reference,
    map_keys::keys,
    place::{Kind, Place},
};
use crate::model::{Array, Doc, FieldFlags, Form, Keyword, Map, Marks, Reference, Shape, Variants};

/// Which of the starred rules of [`stored_form`] are suppressed, one bit each.
#[derive(Clone, Copy)]
pub struct Allowed(pub u8);

impl Allowed {
    /// [`DYNAMIC_FIELD_NAMES`](schema_rules::DYNAMIC_FIELD_NAMES)
    pub const DYNAMIC_FIELD_NAMES: u8 = 1;
    /// [`DATE_AS_STRING`]
    pub const DATE_AS_STRING: u8 = 2;
    /// [`UNSIGNED_OVERFLOW`]
    pub const UNSIGNED_OVERFLOW: u8 = 4;

    /// Those that a field of a type with parameters allows.
    const fn of(flags: FieldFlags) -> Self {
        let names = if flags.has(FieldFlags::MAY_HAVE_ANY_NAMES) {
            Self::DYNAMIC_FIELD_NAMES
        } else {
            0
        };
        let forms = if flags.has(FieldFlags::MAY_BE_OF_ANY_FORM) {
            Self::DATE_AS_STRING | Self::UNSIGNED_OVERFLOW
        } else {
            0
        };
        Self(names | forms)
    }

    pub(super) const fn covers(self, rule: u8) -> bool {
        self.0 & rule != 0
    }
}

/// [`ARRAY_WITHOUT_MAX_ITEMS`], at every depth of the field at this position.
#[track_caller]
pub const fn array_bounds(doc: &Doc, field: usize) {
    bounded(doc.shapes[field], Place::field(doc, field));
}

/// [`ARRAY_WITHOUT_MAX_ITEMS`](schema_rules::ARRAY_WITHOUT_MAX_ITEMS) and
/// [`ARRAY_TOO_LARGE`](schema_rules::ARRAY_TOO_LARGE), of which one array breaks one.
#[track_caller]
pub const fn arrays(doc: &'static Doc, field: usize) {
    array_bounds(doc, field);
    array_sizes(doc, field);
}

/// Whether an array has no bound.
pub(super) const fn lacks_max_items(array: &Array, place: Place<'_>) -> bool {
    array.most().is_none() && !place.has(Kind::MaxItems)
}

#[track_caller]
const fn bounded(shape: &Shape, place: Place<'_>) {
    match shape.form {
        _ if shape.is_poison() => {}
        Form::Array(array) => {
            if lacks_max_items(array, place) {
                array_without_max_items(&array.items, place);
            }
            bounded(&array.items, place.inside());
        }
        Form::Tuple(items) => {
            let mut at = 0;
            while at < items.len() {
                bounded(&items[at], place.inside());
                at += 1;
            }
        }
        Form::Map(map) => bounded(&map.values, place.inside_map()),
        _ => {}
    }
}

/// The rules about the fields of a type with parameters.
#[track_caller]
const fn unchecked(doc: &'static Doc) {
    if !doc.generic {
        return;
    }
    let mut field = 0;
    while field < doc.shapes.len() {
        let flags = doc.flags(field);
        if !flags.has(FieldFlags::MAY_BE_UNBOUNDED) {
            arrays(doc, field);
        }
        if !flags.has(FieldFlags::MAPS_MAY_BE_UNBOUNDED) {
            map_bounds(doc, field);
        }
        stored_form(doc, field, Allowed::of(flags));
        field += 1;
    }
    let mut keyword = 0;
    while keyword < doc.keywords.len() {
        let placed = &doc.keywords[keyword];
        bound(doc, keyword);
        if let Keyword::References(Reference {
            target: Some(target),
            ..
        }) = placed.keyword
        {
            reference(doc, placed.field as usize, target.get());
        }
        keyword += 1;
    }
}

#[track_caller]
const fn unchecked_variants(all: &'static Variants) {
    let mut at = 0;
    while at < all.variants.len() && all.generic {
        if let Some(doc) = all.variants[at].content.doc() {
            unchecked(doc);
        }
        at += 1;
    }
}

#[cold]
#[track_caller]
const fn array_without_max_items(items: &Shape, place: Place<'_>) -> ! {
    let message = place.named("array field", "an array inside field");
    let (wrong, otherwise) = if matches!(items.form, Form::Integer(0, 255)) {
        (
            "has no bound, and holds each byte as an integer",
            ", or store binary data with `#[serde(with = \"serde_bytes\")]`",
        )
    } else {
        (
            "has no bound",
            ", or move the items to a collection of their own",
        )
    };
    let message = message.with(&[wrong]);
    place.fail_with(
        message,
        "max_items = N",
        otherwise,
        &ARRAY_WITHOUT_MAX_ITEMS,
    )
}

/// [`MAP_WITHOUT_MAX_PROPERTIES`], at every depth of the field at this position.
#[track_caller]
pub const fn map_bounds(doc: &Doc, field: usize) {
    maps(doc.shapes[field], Place::field(doc, field));
}

/// Whether a map has no bound.
pub(super) const fn lacks_max_properties(map: &Map, place: Place<'_>) -> bool {
    map.names().is_none() && !place.has(Kind::MaxProperties)
}

#[track_caller]
const fn maps(shape: &Shape, place: Place<'_>) {
    match shape.form {
        _ if shape.is_poison() => {}
        Form::Map(map) => {
            if lacks_max_properties(map, place) {
                let message = place.named("map field", "a map inside field");
                place.fail_with(
                    message.with(&["has no bound"]),
                    "max_properties = N",
                    ", or key it by an enum",
                    &MAP_WITHOUT_MAX_PROPERTIES,
                )
            }
            maps(&map.values, place.inside_map());
        }
        Form::Array(array) => maps(&array.items, place.inside()),
        Form::Tuple(items) => {
            let mut at = 0;
            while at < items.len() {
                maps(&items[at], place.inside());
                at += 1;
            }
        }
        _ => {}
    }
}

/// [`WRITER_DEPENDENT_ENCODING`], [`UNKNOWN_SERIALIZATION`] of what no writer serialises and of map
/// keys that are no strings, [`FIELD_NAME_INVALID`](schema_rules::FIELD_NAME_INVALID) of map keys, and of the rules that are not
/// allowed [`UNSIGNED_OVERFLOW`], [`DATE_AS_STRING`] and [`DYNAMIC_FIELD_NAMES`](schema_rules::DYNAMIC_FIELD_NAMES): at every depth of
/// the field at this position. Also every rule here about the fields of types with parameters that
/// it leads to, which only their users can check.
#[track_caller]
pub const fn stored_form(doc: &Doc, field: usize, allowed: Allowed) {
    form(doc.shapes[field], Place::field(doc, field), allowed);
}

#[track_caller]
const fn form(shape: &Shape, place: Place<'_>, allowed: Allowed) {
    if shape.marks.intersects(REPORTED) {
        marked(shape.marks, place, allowed);
    }
    // An array of what cannot be serialised is poison as well, and what is inside has to be found.
    match shape.form {
        Form::Array(array) => form(&array.items, place.inside(), allowed),
        Form::Map(map) => {
            keys(map, place, allowed);
            form(&map.values, place.inside_map(), allowed);
        }
        Form::Tuple(items) => {
            let mut at = 0;
            while at < items.len() {
                form(&items[at], place.inside(), allowed);
                at += 1;
            }
        }
        Form::Document(doc) => unchecked(doc.get()),
        Form::Variants(all) => unchecked_variants(all.get()),
        Form::Newtype(newtype) => {
            if let Some(doc) = newtype.doc {
                unchecked(doc.get());
            }
        }
        _ => {}
    }
}

/// The marks that a rule is about.
const REPORTED: Marks = Marks::WRITER_DEPENDENT
    .or(Marks::REFUSED)
    .or(Marks::TEXT_DATE)
    .or(Marks::UNSIGNED);

#[cold]
#[track_caller]
const fn marked(marks: Marks, place: Place<'_>, allowed: Allowed) {
    if marks.intersects(Marks::REFUSED) {
        place
            .named("field", "what is inside field")
            .with(&["is an integer of 128 bits, which BSON does not have"])
            .fail("use an `i64` or a `Decimal128`", &UNKNOWN_SERIALIZATION)
    }
    if marks.intersects(Marks::WRITER_DEPENDENT) {
        place
            .named("field", "what is inside field")
            .with(&["is stored differently by the driver's insert and by its bulk write"])
            .fail(WRITER_DEPENDENT_ENCODING.remedy, &WRITER_DEPENDENT_ENCODING)
    }
    if marks.intersects(Marks::TEXT_DATE) && !allowed.covers(Allowed::DATE_AS_STRING) {
        place
            .named("date field", "a date inside field")
            .with(&["is stored as a string"])
            .fail(DATE_AS_STRING.remedy, &DATE_AS_STRING)
    }
    if !allowed.covers(Allowed::UNSIGNED_OVERFLOW) && may_overflow(marks, place) {
        let message = place
            .named("unsigned field", "an unsigned integer inside field")
            .with(&["may be greater than the largest integer of BSON"]);
        place.fail_with(
            message,
            "maximum = N",
            ", or use an `i64`",
            &UNSIGNED_OVERFLOW,
        )
    }
}

/// Whether an unsigned integer may be greater than BSON's largest.
pub(super) const fn may_overflow(marks: Marks, place: Place<'_>) -> bool {
    marks.intersects(Marks::UNSIGNED) && !place.has(Kind::Maximum)
}
