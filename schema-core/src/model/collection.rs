//! A collection and a database as they are declared.

use super::{Doc, DocRef, Index, Path};

/// A collection as its `#[derive(Collection)]` declares it.
pub struct Collection {
    /// The name in the database; empty where it was broken, whose fault was already reported.
    pub name: &'static str,
    /// The name of the Rust type.
    pub type_name: &'static str,
    /// Its documents' fields.
    pub doc: DocRef,
    /// Whose documents they are.
    pub tenant: Tenant,
    /// What differs from a collection of which nothing else is said.
    pub options: &'static [CollectionOption],
    /// Every path that an index uses, each once.
    pub paths: &'static [Path],
    /// The indexes, in the order of their declaration.
    pub indexes: &'static [Index],
    /// The rules that are suppressed somewhere in it.
    pub allows: &'static [Allow],
}

impl Collection {
    /// A collection whose fault was already reported.
    pub const fn poisoned(type_name: &'static str, doc: &'static Doc) -> Self {
        let doc = DocRef::new(doc);
        let tenant = Tenant::Unknown;
        Self {
            name: "",
            type_name,
            doc,
            tenant,
            options: &[],
            paths: &[],
            indexes: &[],
            allows: &[],
        }
    }
}

/// Whose documents a collection holds.
#[derive(Debug, Clone, Copy)]
pub enum Tenant {
    /// Each document is one tenant's; the key is the path at this position of
    /// [`Collection::paths`].
    Key(u8),
    /// It belongs to no tenant, for this reason.
    Global(&'static str),
    /// It was not said; the fault was already reported.
    Unknown,
}

/// One option of a collection.
#[derive(Debug, Clone, Copy)]
pub enum CollectionOption {
    /// The version of the current shape.
    SchemaVersion {
        /// The version that the validator admits.
        version: u32,
        /// The position in [`Collection::paths`] of the field that holds it.
        path: u8,
    },
    /// `validationLevel`, where it is not `strict`.
    ValidationLevel(&'static str),
    /// `validationAction`, where it is not `error`.
    ValidationAction(&'static str),
}

/// A rule that is suppressed, with the reason.
#[derive(Debug, Clone, Copy)]
pub struct Allow {
    /// The rule's name in kebab-case.
    pub rule: &'static str,
    /// Where: empty for the whole collection, otherwise the field's Rust name or the index's keys.
    pub place: &'static str,
    /// Why.
    pub reason: &'static str,
}

/// A database as its `#[derive(Database)]` declares it.
pub struct Database {
    /// The name, which the command line may override.
    pub name: &'static str,
    /// The oldest server to be supported: its major and minor version.
    pub server: (u8, u8),
    /// The collections, in the order of their declaration.
    pub collections: &'static [&'static Collection],
}
