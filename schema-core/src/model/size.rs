//! The largest BSON document that a shape and its bounds admit.
//!
//! A document is a length of four bytes, its elements and a NUL; an element is a byte for its type,
//! its name with a NUL, and its value; an array is a document whose names are `0`, `1` and so on.
//! Source: BSON Specification, version 1.1.
//!
//! Only what the validator enforces counts as a bound. A pattern does not: what it admits is not
//! understood here.

use super::{
    Array, Collection, CollectionOption, Doc, Form, Shape, Types,
    bounds::{Bounds, Kind},
    shape::stored_bytes,
    size_parts::{greater, integer, may_be_left_out},
};

/// How many calls the walk goes deep. Constant evaluation has 128 frames, and some are needed above
/// and below; what nests deeper than this has more levels than a document may have.
const FRAMES: u8 = 118;
/// More calls than lead from one value to a value inside it.
pub(super) const STEP: u8 = 10;
/// What a document takes beside its elements: its length, and the NUL behind them.
pub(super) const EMPTY: u64 = 5;
/// What an element takes beside its name and its value: its type, and the NUL behind its name.
pub(super) const ELEMENT: u64 = 2;
/// What a string takes beside its bytes.
pub(super) const EMPTY_STRING: u64 = 5;
/// `_id` as an ObjectId: an element, its name, its value.
const GENERATED_ID: u64 = ELEMENT + 3 + 12;
/// How many steps to a part without a bound are kept.
const STEPS: usize = 16;

/// The bytes that no valid document of the collection exceeds, with each code point at its largest
/// of four bytes; none where a part has no bound that the validator enforces.
///
/// A UUID counts as sixteen bytes on the word of its type: a validator cannot bound binary data.
pub const fn proven_size(collection: &Collection) -> Option<u64> {
    let mut sizes = Sizes::proof();
    let bytes = sizes.collection(collection);
    match sizes.halt {
        Halt::No => Some(bytes),
        Halt::Silent | Halt::Deep | Halt::At(_) => None,
    }
}

/// The bytes of the collection's largest document, with a byte per code point, and nothing for what
/// has no bound.
pub const fn estimated_size(collection: &Collection) -> u64 {
    Sizes::estimate().collection(collection)
}

/// What a part is that has no bound.
#[derive(Clone, Copy)]
pub(crate) enum Gap {
    /// A string without a length.
    Text,
    /// Binary data, of which a validator cannot bound the length.
    Binary,
    /// A value of which only the type is known.
    Opaque,
    /// An array without a number of items.
    Items,
    /// A map without a number of fields.
    Properties,
    /// A map whose names may be of any length.
    Names,
    /// A document that lets unknown fields in.
    Open,
}

/// Why a walk ended before its end.
#[derive(Clone, Copy)]
pub(crate) enum Halt {
    /// It did not.
    No,
    /// At something whose fault was already reported.
    Silent,
    /// It went too deep.
    Deep,
    /// At a part without a bound, where a proof is asked.
    At(Gap),
}

/// A step from a document to what is inside it.
#[derive(Clone, Copy)]
pub(crate) enum Step {
    /// To a field: its document's names, and its position.
    Field(&'static str, usize),
    /// To a variant, by its stored name.
    Variant(&'static str),
    /// To an array's items.
    Items,
    /// To a map's values.
    Values,
}

/// A walk through shapes that adds up sizes.
pub(crate) struct Sizes {
    /// The bytes of a code point.
    pub(super) code_point: u64,
    /// Whether it ends at the first part that has no bound; otherwise that counts for nothing.
    pub(super) proof: bool,
    /// Whether it ended before its end.
    pub(crate) halt: Halt,
    /// How it came to where it ended, from the inside to the outside.
    pub(crate) steps: [Step; STEPS],
    /// How many steps there are; those beyond [`STEPS`] are not kept.
    pub(crate) count: usize,
}

impl Sizes {
    /// A walk that counts a byte per code point, and nothing for what has no bound.
    pub(crate) const fn estimate() -> Self {
        Self {
            code_point: 1,
            proof: false,
            halt: Halt::No,
            steps: [Step::Items; STEPS],
            count: 0,
        }
    }

    /// A walk that counts four bytes per code point, and ends at what has no bound.
    pub(crate) const fn proof() -> Self {
        Self {
            code_point: 4,
            proof: true,
            ..Self::estimate()
        }
    }

    /// The largest document of a collection.
    pub(crate) const fn collection(&mut self, collection: &Collection) -> u64 {
        let doc = collection.doc.get();
        let mut generated_id = 0;
        let mut at = 0;
        while at < collection.options.len() {
            if let CollectionOption::GeneratedId = collection.options[at] {
                generated_id = GENERATED_ID;
            }
            at += 1;
        }
        self.document(doc, FRAMES).saturating_add(generated_id)
    }

    /// The largest element of the field at this position; of a flattened one, its elements.
    pub(crate) const fn field(&mut self, doc: &'static Doc, field: usize) -> u64 {
        let bounds = Bounds::on(doc, field);
        self.in_field(doc, field, &bounds, FRAMES)
    }

    /// The largest array that this shape admits at a depth of a field.
    pub(crate) const fn array_in(
        &mut self,
        doc: &'static Doc,
        field: usize,
        array: &Array,
        depth: u8,
    ) -> u64 {
        let bounds = Bounds::on(doc, field);
        self.array(array, &bounds, depth, FRAMES)
    }

    pub(super) const fn halted(&self) -> bool {
        !matches!(self.halt, Halt::No)
    }

    /// Keeps a step on the way out.
    pub(super) const fn left(&mut self, step: Step) -> u64 {
        if self.count < STEPS {
            self.steps[self.count] = step;
        }
        self.count += 1;
        0
    }

    /// Something has no bound.
    pub(super) const fn unbounded(&mut self, gap: Gap) -> u64 {
        if self.proof && !self.halted() {
            self.halt = Halt::At(gap);
        }
        0
    }

    pub(super) const fn document(&mut self, doc: &'static Doc, room: u8) -> u64 {
        if doc.additional_properties {
            self.unbounded(Gap::Open);
        }
        if self.halted() {
            return 0;
        }
        let values = self.values(doc, room - 1);
        values.saturating_add(EMPTY + doc.overhead as u64)
    }

    /// The values of a document's fields, and all of what is flattened into it.
    pub(super) const fn values(&mut self, doc: &'static Doc, room: u8) -> u64 {
        let (mut total, mut from, mut field) = (0_u64, 0, 0);
        while field < doc.shapes.len() {
            let (bounds, next) = Bounds::of_field(doc.keywords, field, from);
            let size = if doc.flags(field).flattened() {
                self.in_field(doc, field, &bounds, room - 1)
            } else {
                self.value(doc.shapes[field], &bounds, 0, room - 1)
            };
            if self.halted() {
                return self.left(Step::Field(doc.names, field));
            }
            total = total.saturating_add(size);
            (from, field) = (next, field + 1);
        }
        total
    }

    const fn in_field(
        &mut self,
        doc: &'static Doc,
        field: usize,
        bounds: &Bounds<'_>,
        room: u8,
    ) -> u64 {
        let shape = doc.shapes[field];
        if !doc.flags(field).flattened() {
            return self.value(shape, bounds, 0, room - 1);
        }
        // The validator bounds all fields together, so others may take the place of those that are
        // left out.
        let most = bounds.least(0, Kind::MaxProperties);
        let most = most.saturating_add(may_be_left_out(doc, field));
        self.spread(shape, bounds, most, room - 1)
    }

    /// The largest value of a shape, `depth` deep inside what the bounds are about.
    pub(super) const fn value(
        &mut self,
        shape: &Shape,
        bounds: &Bounds<'_>,
        depth: u8,
        room: u8,
    ) -> u64 {
        if room < STEP {
            self.halt = Halt::Deep;
            return 0;
        }
        let (size, types) = match shape.form {
            Form::Scalar => return self.scalar(shape.types, shape.marks, bounds, depth),
            Form::Integer(least, most) => (integer(least, most, bounds, depth), Types::INTEGER),
            Form::Enumeration(pairs) => return EMPTY_STRING + stored_bytes(pairs).1,
            Form::Document(doc) if doc.get().additional_properties => {
                (self.unbounded(Gap::Open), Types::OBJECT)
            }
            // Not by `document`, for a frame less.
            Form::Document(doc) => {
                let values = self.values(doc.get(), room - 1);
                let beside = EMPTY + doc.get().overhead as u64;
                (values.saturating_add(beside), Types::OBJECT)
            }
            Form::Array(array) => (self.array(array, bounds, depth, room - 1), Types::ARRAY),
            Form::Tuple(items) => (self.tuple(items, bounds, depth, room - 1), Types::ARRAY),
            Form::Map(map) => {
                let most = bounds.least(depth, Kind::MaxProperties);
                let names = self.names(map, most, bounds, depth, room - 1);
                (names.saturating_add(EMPTY), Types::OBJECT)
            }
            Form::Variants(all) => return self.largest(all.get(), true, room - 1),
            Form::Newtype(newtype) => {
                let inner = Bounds {
                    keywords: newtype.keywords,
                    outer: Some((bounds, depth)),
                };
                let size = self.value(&newtype.inner, &inner, 0, room - 1);
                (size, newtype.inner.types)
            }
        };
        // Of what the form does not describe, nothing but the type is known.
        let others = shape.types.without(types.or(Types::NULL));
        if others.is_empty() || self.halted() {
            return size;
        }
        greater(size, self.scalar(others, shape.marks, bounds, depth))
    }
}
