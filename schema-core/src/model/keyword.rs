//! Bounds and annotations of a field.

use super::{CollectionRef, Types};

/// A keyword and the place where it stands.
#[derive(Debug, Clone, Copy)]
pub struct Placed {
    /// The field's position in its document.
    pub field: u16,
    /// How deep inside the field: 0 the field itself, 1 its items or a map's values, and so on.
    pub depth: u8,
    /// The keyword.
    pub keyword: Keyword,
}

impl Placed {
    /// No bounds.
    pub const NONE: &'static [Self] = &[];
}

/// A bound or an annotation, as `#[field(…)]` gives it.
#[derive(Debug, Clone, Copy)]
pub enum Keyword {
    /// `minLength`, in code points.
    MinLength(u32),
    /// `maxLength`, in code points.
    MaxLength(u32),
    /// `pattern`
    Pattern(&'static str),
    /// `minimum`
    Minimum(Number),
    /// `maximum`
    Maximum(Number),
    /// `minimum` with `exclusiveMinimum: true`
    ExclusiveMinimum(Number),
    /// `maximum` with `exclusiveMaximum: true`
    ExclusiveMaximum(Number),
    /// `multipleOf`
    MultipleOf(Number),
    /// `minItems`
    MinItems(u32),
    /// `maxItems`
    MaxItems(u32),
    /// `uniqueItems`
    UniqueItems,
    /// `minProperties`
    MinProperties(u32),
    /// `maxProperties`
    MaxProperties(u32),
    /// What the names of a map's fields look like: a key of `patternProperties`.
    KeyPattern(&'static str),
    /// The narrowest `bsonType` that the Rust type is written as.
    StrictBsonType,
    /// `title`
    Title(&'static str),
    /// `description`
    Description(&'static str),
    /// The collection whose `_id` the value is.
    References(Reference),
}

/// A number in a bound.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    /// A whole number.
    Integer(i64),
    /// Any other, in binary.
    Float(f64),
    /// Any other, in decimal, as it is written.
    Decimal(&'static str),
}

/// The collection that a reference points to: a name, and not its model, so that collections may
/// reference each other and themselves.
#[derive(Debug, Clone, Copy)]
pub struct Reference {
    /// The collection's stored name.
    pub collection: &'static str,
    /// Whether it may be outside of the database, by a reason.
    pub outside: bool,
    /// Its model, where the uses of a type with parameters have to compare the types.
    pub target: Option<CollectionRef>,
}

impl Keyword {
    /// The name in `#[field(…)]`.
    pub const fn attribute(&self) -> &'static str {
        match self {
            Self::MinLength(_) => "min_length",
            Self::MaxLength(_) => "max_length",
            Self::Pattern(_) => "pattern",
            Self::Minimum(_) => "minimum",
            Self::Maximum(_) => "maximum",
            Self::ExclusiveMinimum(_) => "exclusive_minimum",
            Self::ExclusiveMaximum(_) => "exclusive_maximum",
            Self::MultipleOf(_) => "multiple_of",
            Self::MinItems(_) => "min_items",
            Self::MaxItems(_) => "max_items",
            Self::UniqueItems => "unique_items",
            Self::MinProperties(_) => "min_properties",
            Self::MaxProperties(_) => "max_properties",
            Self::KeyPattern(_) => "keys",
            Self::StrictBsonType => "strict_bson_type",
            Self::Title(_) => "title",
            Self::Description(_) => "description",
            Self::References(_) => "references",
        }
    }

    /// The BSON types that the keyword says something about. Source: $jsonSchema, Available
    /// Keywords.
    pub const fn applies_to(&self) -> Types {
        match self {
            Self::MinLength(_) | Self::MaxLength(_) | Self::Pattern(_) => Types::STRING,
            Self::Minimum(_)
            | Self::Maximum(_)
            | Self::ExclusiveMinimum(_)
            | Self::ExclusiveMaximum(_)
            | Self::MultipleOf(_) => Types::NUMBER,
            Self::StrictBsonType => Types::INTEGER.or(Types::DOUBLE),
            Self::MinItems(_) | Self::MaxItems(_) | Self::UniqueItems => Types::ARRAY,
            Self::MinProperties(_) | Self::MaxProperties(_) | Self::KeyPattern(_) => Types::OBJECT,
            Self::Title(_) | Self::Description(_) | Self::References(_) => Types::ANY,
        }
    }
}
