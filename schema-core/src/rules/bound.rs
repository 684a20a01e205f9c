//! Whether a bound says something about what is stored, and leaves something.

use schema_rules::{BOUND_ON_WRONG_TYPE, BOUNDS_EMPTY};

use super::message::Message;
use crate::model::{Array, Doc, Form, Keyword, Map, Number, Placed, Shape, Types, names_in};

/// How a keyword fits to what stands at its place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// There is nothing at this depth.
    Nowhere,
    /// It says nothing about what is there.
    WrongType,
    /// No value of the type keeps it.
    Empty,
    /// It says something, or it is not known what is there.
    Fits,
}

impl Fit {
    const fn better(self, other: Self) -> Self {
        if self as u8 >= other as u8 {
            self
        } else {
            other
        }
    }
}

/// [`BOUND_ON_WRONG_TYPE`] and [`BOUNDS_EMPTY`] for the keyword at this position of the document's
/// list.
#[track_caller]
pub const fn bound(doc: &Doc, keyword: usize) {
    let placed = &doc.keywords[keyword];
    match fit(
        doc.shapes[placed.field as usize],
        placed.depth,
        &placed.keyword,
    ) {
        Fit::Fits => {}
        Fit::Nowhere => nowhere(doc, placed),
        Fit::WrongType => wrong_type(doc, placed),
        Fit::Empty => empty(doc, placed),
    }
}

/// How a keyword fits to what stands this deep inside a value. In a tuple it has to fit somewhere.
const fn fit(shape: &Shape, depth: u8, keyword: &Keyword) -> Fit {
    if depth == 0 {
        return fit_here(shape, keyword);
    }
    if shape.is_poison() || shape.types.is(Types::ANY) {
        return Fit::Fits;
    }
    match shape.resolved().form {
        Form::Array(array) => fit(&array.items, depth - 1, keyword),
        Form::Map(map) => fit(&map.values, depth - 1, keyword),
        Form::Tuple(items) => {
            let (mut best, mut at) = (Fit::Nowhere, 0);
            while at < items.len() {
                best = best.better(fit(&items[at], depth - 1, keyword));
                at += 1;
            }
            best
        }
        _ => Fit::Nowhere,
    }
}

const fn fit_here(shape: &Shape, keyword: &Keyword) -> Fit {
    let types = shape.types.without(Types::NULL);
    // Nothing but null, or a fault that was reported.
    if types.is_empty() {
        return Fit::Fits;
    }
    if !types.intersects(keyword.applies_to()) || !names_are_open(shape, keyword) {
        return Fit::WrongType;
    }
    if leaves_something(shape.resolved(), keyword) {
        Fit::Fits
    } else {
        Fit::Empty
    }
}

/// A pattern for names says nothing where they are known.
const fn names_are_open(shape: &Shape, keyword: &Keyword) -> bool {
    match (keyword, shape.resolved().form) {
        (Keyword::KeyPattern(_), Form::Document(_)) => false,
        (Keyword::KeyPattern(_), Form::Map(map)) => map.names().is_none(),
        _ => true,
    }
}

/// Whether some value of the type keeps the bound.
const fn leaves_something(shape: &Shape, keyword: &Keyword) -> bool {
    match &shape.form {
        Form::Integer(least, most) => leaves_integers(*least, *most, keyword),
        Form::Enumeration(pairs) => leaves_variants(pairs, keyword),
        Form::Array(array) => leaves_arrays(array, keyword),
        Form::Tuple(items) => leaves_lengths(items.len() as u32, items.len() as u32, keyword),
        Form::Map(map) => leaves_maps(map, keyword),
        _ => true,
    }
}

const fn leaves_integers(least: i64, most: i64, keyword: &Keyword) -> bool {
    match *keyword {
        Keyword::Minimum(Number::Integer(bound)) => bound <= most,
        Keyword::ExclusiveMinimum(Number::Integer(bound)) => bound < most,
        Keyword::Maximum(Number::Integer(bound)) => bound >= least,
        Keyword::ExclusiveMaximum(Number::Integer(bound)) => bound > least,
        #[allow(clippy::cast_precision_loss)] // a bound so large leaves nothing either way
        Keyword::Minimum(Number::Float(bound))
        | Keyword::ExclusiveMinimum(Number::Float(bound)) => bound <= most as f64,
        #[allow(clippy::cast_precision_loss)]
        Keyword::Maximum(Number::Float(bound))
        | Keyword::ExclusiveMaximum(Number::Float(bound)) => bound >= least as f64,
        _ => true,
    }
}

const fn leaves_arrays(array: &Array, keyword: &Keyword) -> bool {
    let least = match array.length {
        Some(length) => length,
        None => 0,
    };
    let most = match array.most() {
        Some(most) => most,
        None => u32::MAX,
    };
    leaves_lengths(least, most, keyword)
}

const fn leaves_lengths(least: u32, most: u32, keyword: &Keyword) -> bool {
    match *keyword {
        Keyword::MinItems(bound) => bound <= most,
        Keyword::MaxItems(bound) => bound >= least,
        _ => true,
    }
}

const fn leaves_maps(map: &Map, keyword: &Keyword) -> bool {
    match (*keyword, map.names()) {
        (Keyword::MinProperties(bound), Some(names)) => bound <= names_in(names) / 2,
        _ => true,
    }
}

/// Whether a variant's stored name has such a length.
const fn leaves_variants(pairs: &str, keyword: &Keyword) -> bool {
    let (least, most) = match *keyword {
        Keyword::MinLength(least) => (least, u32::MAX),
        Keyword::MaxLength(most) => (0, most),
        _ => return true,
    };
    let bytes = pairs.as_bytes();
    let (mut at, mut ends, mut length) = (0, 0, 0);
    while at < bytes.len() {
        if bytes[at] == 0 {
            if ends % 2 == 1 && least <= length && length <= most {
                return true;
            }
            ends += 1;
            length = 0;
        } else if bytes[at] & 0xc0 != 0x80 {
            // Every byte but those that continue a code point.
            length += 1;
        }
        at += 1;
    }
    false
}

/// The field that a keyword is about, behind what is said of it.
const fn about(doc: &Doc, placed: &Placed, before: &str) -> Message {
    let what = if placed.depth == 0 {
        "field `"
    } else {
        "what is inside field `"
    };
    Message::new()
        .with(&["`", placed.keyword.attribute(), "` ", before, " ", what])
        .with_name(doc.names, placed.field as usize * 2)
}

#[cold]
#[track_caller]
const fn wrong_type(doc: &Doc, placed: &Placed) -> ! {
    let message = about(doc, placed, "does not apply to");
    let message = match placed.keyword {
        Keyword::KeyPattern(_) => message.with(&["`, which is no map of names that are data"]),
        keyword => message.with(&["`, which is not stored as ", kind_of(keyword.applies_to())]),
    };
    message.fail(BOUND_ON_WRONG_TYPE.remedy, &BOUND_ON_WRONG_TYPE)
}

#[cold]
#[track_caller]
const fn empty(doc: &Doc, placed: &Placed) -> ! {
    about(doc, placed, "leaves no value of the type of")
        .with(&["`"])
        .fail(BOUNDS_EMPTY.remedy, &BOUNDS_EMPTY)
}

#[cold]
#[track_caller]
const fn nowhere(doc: &Doc, placed: &Placed) -> ! {
    Message::new()
        .with(&["field `"])
        .with_name(doc.names, placed.field as usize * 2)
        .with(&["` is neither an array nor a map, so nothing inside it can be bounded"])
        .fail(BOUND_ON_WRONG_TYPE.remedy, &BOUND_ON_WRONG_TYPE)
}

/// A set of types that keywords apply to, in words.
const fn kind_of(types: Types) -> &'static str {
    if types.is(Types::STRING) {
        "a string"
    } else if types.is(Types::NUMBER) {
        "a number"
    } else if types.intersects(Types::NUMBER) {
        "an integer or a double"
    } else if types.is(Types::ARRAY) {
        "an array"
    } else {
        "a document"
    }
}
