//! Sets of BSON types.

use schema_rules::BSON_TYPES;

/// A set of BSON types, one bit each, in the order of their aliases in [`Types::ALIASES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Types(u32);

impl Types {
    /// The aliases that `bsonType` takes, in the order of the bits. Source: BSON Types.
    pub const ALIASES: [&'static str; 21] = BSON_TYPES;

    /// No type: of a value that was never understood.
    pub const NONE: Self = Self(0);
    /// Every type.
    pub const ANY: Self = Self((1 << 21) - 1);
    /// `double`
    pub const DOUBLE: Self = Self(1);
    /// `string`
    pub const STRING: Self = Self(1 << 1);
    /// `object`
    pub const OBJECT: Self = Self(1 << 2);
    /// `array`
    pub const ARRAY: Self = Self(1 << 3);
    /// `binData`
    pub const BIN_DATA: Self = Self(1 << 4);
    /// `undefined`
    pub const UNDEFINED: Self = Self(1 << 5);
    /// `objectId`
    pub const OBJECT_ID: Self = Self(1 << 6);
    /// `bool`
    pub const BOOL: Self = Self(1 << 7);
    /// `date`
    pub const DATE: Self = Self(1 << 8);
    /// `null`
    pub const NULL: Self = Self(1 << 9);
    /// `regex`
    pub const REGEX: Self = Self(1 << 10);
    /// `dbPointer`
    pub const DB_POINTER: Self = Self(1 << 11);
    /// `javascript`
    pub const JAVASCRIPT: Self = Self(1 << 12);
    /// `symbol`
    pub const SYMBOL: Self = Self(1 << 13);
    /// `javascriptWithScope`
    pub const JAVASCRIPT_WITH_SCOPE: Self = Self(1 << 14);
    /// `int`
    pub const INT: Self = Self(1 << 15);
    /// `timestamp`
    pub const TIMESTAMP: Self = Self(1 << 16);
    /// `long`
    pub const LONG: Self = Self(1 << 17);
    /// `decimal`
    pub const DECIMAL: Self = Self(1 << 18);
    /// `minKey`
    pub const MIN_KEY: Self = Self(1 << 19);
    /// `maxKey`
    pub const MAX_KEY: Self = Self(1 << 20);

    /// What an integer is stored as: an update with `$inc` can turn an `int` into a `long`.
    pub const INTEGER: Self = Self::INT.or(Self::LONG);
    /// Every numeric type, as the alias `number` means them.
    pub const NUMBER: Self = Self::INTEGER.or(Self::DOUBLE).or(Self::DECIMAL);

    /// The set of these bits, in the order of [`Types::ALIASES`].
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits & Self::ANY.0)
    }

    /// Its bits, in the order of [`Types::ALIASES`].
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The types of either.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The types of both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The types of `self` that are not of `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether there is a type in both.
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether both are the same set.
    pub const fn is(self, other: Self) -> bool {
        self.0 == other.0
    }

    /// Whether there is no type in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The alias of the set: that of its one type, or of its first; `number` for all numbers.
    pub const fn alias(self) -> &'static str {
        if self.is(Self::NUMBER) {
            return "number";
        }
        let bit = self.0.trailing_zeros() as usize;
        if bit < Self::ALIASES.len() {
            Self::ALIASES[bit]
        } else {
            ""
        }
    }

    /// The aliases of its types, in the order of [`Types::ALIASES`].
    pub fn aliases(self) -> impl Iterator<Item = &'static str> {
        Self::ALIASES
            .into_iter()
            .enumerate()
            .filter(move |(bit, _)| self.0 >> bit & 1 == 1)
            .map(|(_, alias)| alias)
    }
}
