//! Enums whose variants hold data.

use std::mem::MaybeUninit;

use super::Doc;

/// An enum that is stored as more than a name.
pub struct Variants {
    /// The Rust type's name.
    pub name: &'static str,
    /// Tells apart two types of one name: a hash of where the type stands.
    pub identity: u64,
    /// How a stored value tells its variant.
    pub tagging: Tagging,
    /// The variants that are ever stored.
    pub variants: &'static [Variant],
    /// Whether fields that are not listed are let through.
    pub additional_properties: bool,
    /// The documentation comment; empty where there is none.
    pub description: &'static str,
    /// Whether it has type parameters, so that nothing was checked where it is declared.
    pub generic: bool,
}

/// How a stored value tells its variant: serde's four representations.
#[derive(Debug, Clone, Copy)]
pub enum Tagging {
    /// By the name of its only field.
    External,
    /// By a field beside the variant's own.
    Internal(Key),
    /// By one field, with the variant's content in another.
    Adjacent(Key, Key),
    /// Not at all.
    Untagged,
}

/// A field's name that serde adds.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// The stored name.
    pub name: &'static str,
    /// Its hash, by which a path finds it.
    pub hash: u64,
}

/// One variant.
pub struct Variant {
    /// The hash of the name in Rust, by which a path finds it.
    pub hash: u64,
    /// The name in the database.
    pub stored_name: &'static str,
    /// What it holds.
    pub content: Content,
    /// Whether it alone is stored without a tag.
    pub untagged: bool,
}

/// What a variant holds.
#[derive(Clone, Copy)]
pub enum Content {
    /// Nothing.
    Unit,
    /// One value, field 0 of the document.
    Newtype(&'static Doc),
    /// Values by position, the fields of the document.
    Tuple(&'static Doc),
    /// Named fields.
    Struct(&'static Doc),
}

impl Content {
    /// Its fields.
    pub const fn doc(&self) -> Option<&'static Doc> {
        match *self {
            Self::Unit => None,
            Self::Newtype(doc) | Self::Tuple(doc) | Self::Struct(doc) => Some(doc),
        }
    }
}

/// A reference to an enum's model, through which the compiler does not look: see
/// [`DocRef`](super::DocRef).
#[derive(Clone, Copy)]
pub struct VariantsRef(MaybeUninit<&'static Variants>);

impl VariantsRef {
    /// Refers to `variants`.
    pub const fn new(variants: &'static Variants) -> Self {
        Self(MaybeUninit::new(variants))
    }

    /// The model that it refers to.
    #[allow(unsafe_code)] // the one way to read what keeps the compiler from looking inside
    pub const fn get(self) -> &'static Variants {
        // SAFETY: the field is private, and `new`, the one place that makes it, initialises it.
        unsafe { self.0.assume_init() }
    }
}
