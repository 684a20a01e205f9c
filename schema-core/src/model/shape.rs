//! What a value of a Rust type is stored as.

use std::mem::MaybeUninit;

use super::{Doc, Keyword, Marks, Placed, Types, Variants, VariantsRef, bounds::Bounds};

/// What a value of a Rust type is stored as: small, copied freely, and of static parts alone.
#[derive(Clone, Copy)]
pub struct Shape {
    /// The BSON types that it may have. None at all: the shape is poison, its fault was already
    /// reported, and every rule is silent about it.
    pub types: Types,
    /// What is known beyond the BSON type.
    pub form: Form,
    /// Whether the outermost Rust type is an `Option`, and so can be told to leave out its null.
    pub option: Optionality,
    /// What rules ask of the Rust type beyond what is stored.
    pub marks: Marks,
}

/// Where a shape's null comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Optionality {
    /// Not an `Option`.
    Plain,
    /// An `Option` of something that is never null.
    Option,
    /// An `Option` of something that may be null itself, such as `Option<Option<T>>`.
    OptionOfNull,
}

/// What is known of a value beyond its BSON type.
#[derive(Clone, Copy)]
pub enum Form {
    /// Nothing.
    Scalar,
    /// An integer's smallest and largest value.
    Integer(i64, i64),
    /// A string of a list: pairs of a variant's Rust name and its stored name, each ended by NUL.
    Enumeration(&'static str),
    /// A document with known fields.
    Document(DocRef),
    /// An array.
    Array(&'static Array),
    /// An array of this many items, each with a shape of its own.
    Tuple(&'static [Shape]),
    /// A document whose field names are data.
    Map(&'static Map),
    /// One of an enum's variants, some of which hold data.
    Variants(VariantsRef),
    /// Another type with bounds of its own.
    Newtype(&'static Newtype),
}

/// An array's items.
#[derive(Clone, Copy)]
pub struct Array {
    /// What each item is stored as.
    pub items: Shape,
    /// The number of items, where the Rust type fixes it.
    pub length: Option<u32>,
    /// Whether the Rust type holds no two equal items.
    pub unique: bool,
}

impl Array {
    /// The most items that the Rust type can hold, where it says: a fixed length, or the number of
    /// values of what the items of a set are.
    pub const fn most(&self) -> Option<u32> {
        match (self.length, self.items.resolved().form) {
            (None, Form::Enumeration(pairs)) if self.unique => {
                let null = self.items.types.intersects(Types::NULL);
                Some(names_in(pairs) / 2 + null as u32)
            }
            (length, _) => length,
        }
    }
}

/// A map's keys and values.
#[derive(Clone, Copy)]
pub struct Map {
    /// What a key would be stored as by itself. As a field's name it is always a string.
    pub keys: Shape,
    /// What each value is stored as.
    pub values: Shape,
}

impl Map {
    /// What a field's name looks like, where the Rust type of the keys says: a UUID, or a newtype
    /// with a pattern.
    pub const fn pattern(&self) -> Option<&'static str> {
        if self.keys.marks.intersects(Marks::UUID) {
            return Some("^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$");
        }
        let Form::Newtype(newtype) = self.keys.form else {
            return None;
        };
        let mut at = 0;
        while at < newtype.keywords.len() {
            if let Keyword::Pattern(pattern) = newtype.keywords[at].keyword {
                return Some(pattern);
            }
            at += 1;
        }
        None
    }

    /// The names that a field may have, where the keys are an enum's: pairs of a variant's Rust
    /// name and its stored name, each ended by NUL.
    pub const fn names(&self) -> Option<&'static str> {
        match self.keys.resolved().form {
            Form::Enumeration(pairs) => Some(pairs),
            _ => None,
        }
    }
}

/// How many names a list holds, each ended by NUL.
pub(crate) const fn names_in(list: &str) -> u32 {
    let bytes = list.as_bytes();
    let (mut at, mut count) = (0, 0);
    while at < bytes.len() {
        if bytes[at] == 0 {
            count += 1;
        }
        at += 1;
    }
    count
}

/// Of pairs of a Rust name and a stored name, each ended by NUL: the bytes of all stored names, and
/// those of the longest.
pub(crate) const fn stored_bytes(pairs: &str) -> (u64, u64) {
    let bytes = pairs.as_bytes();
    let (mut total, mut longest) = (0, 0);
    let (mut at, mut start, mut stored) = (0, 0, false);
    while at < bytes.len() {
        if bytes[at] == 0 {
            let length = (at - start) as u64;
            if stored {
                total += length;
                longest = if length > longest { length } else { longest };
            }
            (start, stored) = (at + 1, !stored);
        }
        at += 1;
    }
    (total, longest)
}

/// A newtype: stored as its inner type, with bounds of its own. A tuple struct is one whose inner
/// type is a tuple, and so is each of its positions, for the bounds that stand on it.
#[derive(Clone, Copy)]
pub struct Newtype {
    /// What the inner type is stored as.
    pub inner: Shape,
    /// The bounds on the newtype's field.
    pub keywords: &'static [Placed],
    /// Where a derive declares it: the document of its fields.
    pub doc: Option<DocRef>,
}

impl Newtype {
    /// What stands at a position of a tuple struct, of which `doc` has the fields.
    pub const fn position(doc: &'static Doc, field: usize) -> Self {
        Self {
            inner: *doc.shapes[field],
            keywords: Bounds::on(doc, field).keywords,
            doc: None,
        }
    }
}

impl Shape {
    /// A shape that was never understood; every rule is silent about it.
    pub const POISON: Self = Self::scalar(Types::NONE);

    /// A value of which nothing but its BSON types is known.
    pub const fn scalar(types: Types) -> Self {
        Self::new(types, Form::Scalar)
    }

    /// A value that is no `Option`.
    pub const fn new(types: Types, form: Form) -> Self {
        Self {
            types,
            form,
            option: Optionality::Plain,
            marks: Marks::NONE,
        }
    }

    /// The same with these marks besides its own.
    #[must_use]
    pub const fn marked(self, marks: Marks) -> Self {
        Self {
            marks: self.marks.or(marks),
            ..self
        }
    }

    /// An array of items of one shape. An array of what is not understood is not understood.
    pub const fn array(array: &'static Array) -> Self {
        let types = if array.items.is_poison() {
            Types::NONE
        } else {
            Types::ARRAY
        };
        Self::new(types, Form::Array(array))
    }

    /// An array of as many items as these, each of its own shape.
    pub const fn tuple(items: &'static [Self]) -> Self {
        Self::new(Types::ARRAY, Form::Tuple(items))
    }

    /// A document whose field names are data. A map of what is not understood is not understood.
    pub const fn map(map: &'static Map) -> Self {
        let types = if map.values.is_poison() {
            Types::NONE
        } else {
            Types::OBJECT
        };
        Self::new(types, Form::Map(map))
    }

    /// An integer of a Rust type with this range.
    pub const fn integer(minimum: i64, maximum: i64) -> Self {
        Self::new(Types::INTEGER, Form::Integer(minimum, maximum))
    }

    /// A document with known fields.
    pub const fn document(doc: &'static Doc) -> Self {
        Self::new(Types::OBJECT, Form::Document(DocRef::new(doc)))
    }

    /// A string of a list: pairs of a Rust name and a stored name, each ended by NUL.
    pub const fn enumeration(pairs: &'static str) -> Self {
        Self::new(Types::STRING, Form::Enumeration(pairs))
    }

    /// One of an enum's variants, which are stored as these types.
    pub const fn variants(types: Types, variants: &'static Variants) -> Self {
        Self::new(types, Form::Variants(VariantsRef::new(variants)))
    }

    /// What a newtype is stored as. Its marks stay behind: they were reported where it is declared.
    pub const fn newtype(newtype: &'static Newtype) -> Self {
        Self {
            types: newtype.inner.types,
            form: Form::Newtype(newtype),
            option: newtype.inner.option,
            marks: Marks::NONE,
        }
    }

    /// An `Option` of this.
    #[must_use]
    pub const fn optional(self) -> Self {
        if self.is_poison() {
            return self;
        }
        let option = if self.types.intersects(Types::NULL) {
            Optionality::OptionOfNull
        } else {
            Optionality::Option
        };
        Self {
            types: self.types.or(Types::NULL),
            form: self.form,
            option,
            marks: self.marks,
        }
    }

    /// The types that are stored when serde leaves out a `None`.
    pub const fn types_without_none(&self) -> Types {
        match self.option {
            Optionality::Option => self.types.without(Types::NULL),
            Optionality::Plain | Optionality::OptionOfNull => self.types,
        }
    }

    /// Whether its fault was already reported.
    pub const fn is_poison(&self) -> bool {
        self.types.is_empty()
    }

    /// The shape behind any newtypes.
    pub const fn resolved(&self) -> &Self {
        let mut shape = self;
        while let Form::Newtype(newtype) = shape.form {
            shape = &newtype.inner;
        }
        shape
    }
}

/// A reference to the model of an embedded document.
///
/// The compiler validates a constant through every reference that it holds. A model that held
/// plain references to the models of its fields' types would therefore need itself to be validated
/// wherever a type contains itself, which ends in a page of cycle notes (E0391). It does not look
/// through a `MaybeUninit`, so recursion compiles this far and gets a rule's message of its own.
#[derive(Clone, Copy)]
pub struct DocRef(MaybeUninit<&'static Doc>);

impl DocRef {
    /// Refers to `doc`.
    pub const fn new(doc: &'static Doc) -> Self {
        Self(MaybeUninit::new(doc))
    }

    /// The model that it refers to.
    #[allow(unsafe_code)] // the one way to read what keeps the compiler from looking inside
    pub const fn get(self) -> &'static Doc {
        // SAFETY: the field is private, and `new`, the one place that makes it, initialises it.
        unsafe { self.0.assume_init() }
    }
}
