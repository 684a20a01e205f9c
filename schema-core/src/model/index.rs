//! Indexes, and the paths and filters that they are made of.

pub use schema_rules::coverage::KeyKind;

use super::Collation;

/// A path to a field, as `assignee.id` writes it, or a stored path that is taken as it is.
#[derive(Debug, Clone, Copy)]
pub struct Path {
    /// The position of the first segment's field in the document, [`Path::OPEN`] or
    /// [`Path::STORED`].
    pub field: u16,
    /// The hashes of the other segments' Rust names; of all of them where the first is open.
    pub rest: &'static [u64],
    /// The path in Rust names, for people; a stored path as the server takes it.
    pub text: &'static str,
}

/// An index as `#[index(…)]` declares it.
#[derive(Debug, Clone, Copy)]
pub struct Index {
    /// Two bytes a key: the position of its path in `Collection::paths`, and its [`KeyKind`].
    pub keys: &'static [u8],
    /// What else is said of it.
    pub options: &'static [IndexOption],
}

/// One option of an index.
#[derive(Debug, Clone, Copy)]
pub enum IndexOption {
    /// `name`
    Name(&'static str),
    /// `unique: true`
    Unique,
    /// `sparse: true`
    Sparse,
    /// `hidden: true`
    Hidden,
    /// `expireAfterSeconds`, in seconds.
    ExpireAfter(i32),
    /// `partialFilterExpression`
    Partial(Filter),
    /// `collation`
    Collation(Collation),
    /// `weights`: the position of a path in `Collection::paths`, and its weight.
    Weights(&'static [(u8, i32)]),
    /// `default_language`
    DefaultLanguage(&'static str),
    /// `language_override`
    LanguageOverride(&'static str),
    /// `wildcardProjection`: the positions of paths in `Collection::paths`, and whether each is
    /// included or excluded.
    WildcardProjection(&'static [(u8, bool)]),
    /// `bits` of a `2d` index.
    Bits(i32),
    /// `min` of a `2d` index.
    Min(f64),
    /// `max` of a `2d` index.
    Max(f64),
    /// `coarsestIndexedLevel` of a `2dsphere` index.
    CoarsestIndexedLevel(i32),
    /// `finestIndexedLevel` of a `2dsphere` index.
    FinestIndexedLevel(i32),
}

impl IndexOption {
    /// No options.
    pub const NONE: &'static [Self] = &[];
}

/// A condition on a document, as `partial = (…)` writes it.
#[derive(Debug, Clone, Copy)]
pub enum Filter {
    /// `$and`
    And(&'static [Filter]),
    /// `$or`
    Or(&'static [Filter]),
    /// A comparison of the path at this position of `Collection::paths` with a constant.
    Compare(u8, Comparison, Value),
    /// `$exists: true`
    Exists(u8),
    /// `$type`, by its alias.
    Type(u8, &'static str),
    /// `$in`
    OneOf(u8, &'static [Value]),
}

/// How a path is compared with a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// `$eq`
    Eq,
    /// `$lt`
    Lt,
    /// `$lte`
    Lte,
    /// `$gt`
    Gt,
    /// `$gte`
    Gte,
}

/// A constant in a filter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    /// `null`
    Null,
    /// A boolean.
    Bool(bool),
    /// A whole number.
    Integer(i64),
    /// Any other number.
    Float(f64),
    /// A string, or an enum's variant by its stored name.
    String(&'static str),
    /// A date, in milliseconds since 1970.
    Date(i64),
    /// The bytes of an ObjectId.
    ObjectId([u8; 12]),
}

impl Path {
    /// No paths.
    pub const NONE: &'static [Self] = &[];

    /// No segments behind the first.
    pub const END: &'static [u64] = &[];

    /// In place of a position: the derive could not tell which field the first segment is.
    pub const OPEN: u16 = u16::MAX;

    /// In place of a position: the text is a stored path, taken as it is.
    pub const STORED: u16 = u16::MAX - 1;

    /// Whether it is a stored path, about whose types nothing is known.
    pub const fn is_stored(&self) -> bool {
        self.field == Self::STORED
    }

    /// How many segments there are.
    pub const fn len(&self) -> usize {
        self.rest.len() + if self.field == Self::OPEN { 0 } else { 1 }
    }

    /// Whether there is no segment, which no path has.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The hash of the segment at this position, which is not the first of a path whose first
    /// segment is known by its position.
    pub const fn hash(&self, segment: usize) -> u64 {
        self.rest[segment - if self.field == Self::OPEN { 0 } else { 1 }]
    }
}

impl Index {
    /// No indexes.
    pub const NONE: &'static [Self] = &[];

    /// How many keys it has.
    pub const fn key_count(&self) -> usize {
        self.keys.len() / 2
    }

    /// The position in `Collection::paths` of the key at this position.
    pub const fn path(&self, key: usize) -> usize {
        self.keys[key * 2] as usize
    }

    /// How the key at this position is indexed.
    pub const fn kind(&self, key: usize) -> KeyKind {
        KeyKind::of(self.keys[key * 2 + 1])
    }
}
