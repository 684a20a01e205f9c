//! What rules ask of a Rust type beyond the form in which it is stored.

/// A set of marks on a shape, one bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Marks(u8);

impl Marks {
    /// No mark.
    pub const NONE: Self = Self(0);
    /// The driver's insert and its bulk write store it differently.
    pub const WRITER_DEPENDENT: Self = Self(1);
    /// No writer can serialise it.
    pub const REFUSED: Self = Self(1 << 1);
    /// A date or a time that is stored as a string.
    pub const TEXT_DATE: Self = Self(1 << 2);
    /// An unsigned integer of 64 bits, whose upper half cannot be stored.
    pub const UNSIGNED: Self = Self(1 << 3);
    /// A GeoJSON object.
    pub const GEO: Self = Self(1 << 4);
    /// As a map's key it is a string, whatever it is elsewhere: a UUID.
    pub const UUID: Self = Self(1 << 5);
    /// As a map's key it is written by one writer and refused by another.
    pub const NO_KEY: Self = Self(1 << 6);
    /// As binary data it has sixteen bytes: a UUID.
    pub const UUID_BYTES: Self = Self(1 << 7);

    /// The marks of either.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The marks of `self` that are not of `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether there is a mark in both.
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}
