//! A struct's stored fields.

use super::{Allow, Placed, Shape};
use crate::{rules::name_at, variant::same};

/// A struct's stored fields, packed: one literal for all names, arrays for what every field has,
/// a sparse list for what few have. Constant evaluation pays for each literal and each string that
/// it compares, so a field is found by the hash of its name.
pub struct Doc {
    /// The Rust type's name.
    pub name: &'static str,
    /// Tells apart two types of one name: a hash of where the type stands.
    pub identity: u64,
    /// Pairs of a field's Rust name and its stored name, each ended by NUL.
    pub names: &'static str,
    /// The bytes of BSON that the fields take beside their values: for each that is not flattened a
    /// byte for its type, its stored name, and a NUL.
    pub overhead: u32,
    /// No fewer bytes than a document takes, with a byte per code point, but for what is inside the
    /// types of `open`.
    pub known: u64,
    /// The fields of types that their tokens do not show, by position, and how many values of its
    /// innermost type a field may hold.
    pub open: &'static [(u16, u32)],
    /// The hash of each field's Rust name.
    pub hashes: &'static [u64],
    /// What each field is stored as.
    pub shapes: &'static [&'static Shape],
    /// A set of [`FieldFlags`] for each field.
    pub flags: &'static [u8],
    /// Bounds and annotations, by field.
    pub keywords: &'static [Placed],
    /// The rules that are suppressed at its fields.
    pub allows: &'static [Allow],
    /// Whether fields that are not listed are let through.
    pub additional_properties: bool,
    /// The documentation comment; empty where there is none.
    pub description: &'static str,
    /// Whether it has type parameters, so that nothing was checked where it is declared.
    pub generic: bool,
}

/// What is true of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldFlags(pub u8);

impl FieldFlags {
    /// The validator requires it.
    pub const REQUIRED: u8 = 1;
    /// serde writes it always, so that no document of this program lacks it.
    pub const ALWAYS_WRITTEN: u8 = 2;
    /// serde leaves it out by `Option::is_none`, so that its own null is never written.
    pub const NONE_LEFT_OUT: u8 = 4;
    /// Its own fields stand in the place of it. The hash of its name is zero, so that no path finds it.
    pub const FLATTENED: u8 = 8;
    /// Its arrays were found to be bounded, or may go without a bound for a reason.
    pub const MAY_BE_UNBOUNDED: u8 = 16;
    /// The same of its maps.
    pub const MAPS_MAY_BE_UNBOUNDED: u8 = 32;
    /// The names of its maps' fields were found to be known, or may be anything for a reason.
    pub const MAY_HAVE_ANY_NAMES: u8 = 64;
    /// What it is stored as may break a rule that can be suppressed, for a reason.
    pub const MAY_BE_OF_ANY_FORM: u8 = 128;

    /// Whether the validator requires it.
    pub const fn required(self) -> bool {
        self.0 & Self::REQUIRED != 0
    }

    /// Whether one of these flags is set.
    pub const fn has(self, flag: u8) -> bool {
        self.0 & flag != 0
    }

    /// Whether its own fields stand in the place of it.
    pub const fn flattened(self) -> bool {
        self.0 & Self::FLATTENED != 0
    }

    /// Whether serde leaves out a `None`.
    pub const fn none_left_out(self) -> bool {
        self.0 & Self::NONE_LEFT_OUT != 0
    }
}

/// A field of a [`Doc`], unpacked.
pub struct Field {
    /// The name in Rust.
    pub name: &'static str,
    /// The name in the database.
    pub stored_name: &'static str,
    /// What it is stored as.
    pub shape: Shape,
    /// What is true of it.
    pub flags: FieldFlags,
    /// Its bounds and annotations.
    pub keywords: Vec<Placed>,
}

impl Doc {
    /// A document whose fault was already reported.
    pub const POISON: Self = Self {
        name: "",
        identity: 0,
        names: "",
        overhead: 0,
        known: 0,
        open: &[],
        hashes: &[],
        shapes: &[],
        flags: b"",
        keywords: &[],
        allows: &[],
        additional_properties: true,
        description: "",
        generic: false,
    };

    /// In place of open fields: the tokens show every type.
    pub const TOLD: &'static [(u16, u32)] = &[];

    /// The position of the field whose Rust name has this hash.
    pub const fn position(&self, hash: u64) -> Option<usize> {
        let mut at = 0;
        while at < self.hashes.len() {
            if self.hashes[at] == hash {
                return Some(at);
            }
            at += 1;
        }
        None
    }

    /// The position of the field with this stored name.
    pub const fn stored_position(&self, name: &[u8]) -> Option<usize> {
        let mut at = 0;
        while at < self.shapes.len() {
            if same(name_at(self.names, at * 2 + 1), name) {
                return Some(at);
            }
            at += 1;
        }
        None
    }

    /// What is true of the field at this position.
    pub const fn flags(&self, field: usize) -> FieldFlags {
        FieldFlags(self.flags[field])
    }

    /// The fields, unpacked, in the order of their declaration.
    pub fn fields(&self) -> impl Iterator<Item = Field> {
        let mut names = self.names.split_terminator('\0');
        self.shapes
            .iter()
            .enumerate()
            .map(move |(at, shape)| Field {
                name: names.next().unwrap_or_default(),
                stored_name: names.next().unwrap_or_default(),
                shape: **shape,
                flags: self.flags(at),
                keywords: self
                    .keywords
                    .iter()
                    .filter(|placed| usize::from(placed.field) == at)
                    .copied()
                    .collect(),
            })
    }

    /// The Rust name of the field at this position.
    pub fn name(&self, field: usize) -> &'static str {
        let mut names = self.names.split_terminator('\0');
        names.nth(field * 2).unwrap_or_default()
    }
}
