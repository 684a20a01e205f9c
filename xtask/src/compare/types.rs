//! Sets of BSON types.

use bson::{Bson, Document, spec::ElementType};
use schema_rules::BSON_TYPES as ALIASES;

/// The types that `number` stands for.
const NUMBERS: [&str; 4] = ["int", "long", "double", "decimal"];

/// A set of BSON types: a bit for each alias.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Types(u32);

impl Types {
    pub(super) const ALL: Self = Self((1 << ALIASES.len()) - 1);
    pub(super) const NONE: Self = Self(0);

    /// The types of an alias of `bsonType`, or of `type`, which calls one of them `boolean`.
    pub(super) fn of_alias(alias: &str) -> Option<Self> {
        let one = |alias: &str| {
            let bit = ALIASES.iter().position(|known| *known == alias)?;
            Some(Self(1 << bit))
        };
        match alias {
            "number" => Some(
                NUMBERS
                    .iter()
                    .filter_map(|it| one(it))
                    .fold(Self::NONE, Self::or),
            ),
            "boolean" => one("bool"),
            alias => one(alias),
        }
    }

    /// What `bsonType` or `type` of a schema admits, all types where neither is there; none where a
    /// name is not known.
    pub(super) fn of_schema(schema: &Document) -> Option<Self> {
        let Some(stated) = schema.get("bsonType").or_else(|| schema.get("type")) else {
            return Some(Self::ALL);
        };
        Self::of_keyword(stated)
    }

    /// The types of the value of `bsonType` or `type`.
    pub(super) fn of_keyword(stated: &Bson) -> Option<Self> {
        let names = match stated {
            Bson::Array(names) => names.as_slice(),
            one => std::slice::from_ref(one),
        };
        names.iter().try_fold(Self::NONE, |types, name| {
            Some(types.or(Self::of_alias(name.as_str()?)?))
        })
    }

    /// The types that a value equal to this one can have: numbers are equal across their types.
    pub(super) fn of_equal(value: &Bson) -> Self {
        let alias = match value.element_type() {
            ElementType::Double
            | ElementType::Int32
            | ElementType::Int64
            | ElementType::Decimal128 => "number",
            ElementType::String => "string",
            ElementType::EmbeddedDocument => "object",
            ElementType::Array => "array",
            ElementType::Binary => "binData",
            ElementType::Undefined => "undefined",
            ElementType::ObjectId => "objectId",
            ElementType::Boolean => "bool",
            ElementType::DateTime => "date",
            ElementType::Null => "null",
            ElementType::RegularExpression => "regex",
            ElementType::DbPointer => "dbPointer",
            ElementType::JavaScriptCode => "javascript",
            ElementType::Symbol => "symbol",
            ElementType::JavaScriptCodeWithScope => "javascriptWithScope",
            ElementType::Timestamp => "timestamp",
            ElementType::MinKey => "minKey",
            ElementType::MaxKey => "maxKey",
        };
        Self::of_alias(alias).unwrap_or(Self::ALL)
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(super) fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether a value of the type of this alias can be there.
    pub(super) fn has(self, alias: &str) -> bool {
        Self::of_alias(alias).is_some_and(|types| !self.and(types).is_none())
    }

    /// Whether each of these types is one of the others.
    pub(super) fn within(self, others: Self) -> bool {
        self.without(others).is_none()
    }

    /// The aliases of the set's types.
    pub(super) fn aliases(self) -> impl Iterator<Item = &'static str> {
        let all = ALIASES.iter().enumerate();
        all.filter_map(move |(bit, alias)| (self.0 & (1 << bit) != 0).then_some(*alias))
    }

    /// The set in words.
    pub(super) fn words(self) -> String {
        if self == Self::ALL {
            return "any".to_owned();
        }
        let numbers = Self::of_alias("number").unwrap_or(Self::NONE);
        let (whole, rest) = if numbers.within(self) {
            (Some("number"), self.without(numbers))
        } else {
            (None, self)
        };
        let names: Vec<&str> = whole.into_iter().chain(rest.aliases()).collect();
        names.join(" or ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bson::doc;

    #[test]
    fn names_become_sets_and_words() {
        let number = Types::of_alias("number").expect("known");
        let schema = doc! { "bsonType": ["int", "long", "double", "decimal", "null"] };
        let types = Types::of_schema(&schema).expect("known");
        assert!(number.within(types) && !types.within(number));
        assert_eq!(types.words(), "number or null");
        assert_eq!(Types::of_alias("boolean"), Types::of_alias("bool"));
        assert_eq!(Types::of_schema(&doc! { "bsonType": "integer" }), None);
        assert_eq!(Types::of_equal(&Bson::Int32(1)), number);
        assert_eq!(Types::ALL.words(), "any");
    }
}
