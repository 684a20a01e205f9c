//! A collection and a database as they are declared.

use std::mem::MaybeUninit;

use crate::upgrade::UpgradeFn;

use super::{
    Capped, Collation, Doc, DocRef, Index, Path, Query, ShardKey, TimeSeries, WriteConcern,
};

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
    /// The queries, in the order of their declaration.
    pub queries: &'static [Query],
    /// The rules that are suppressed for it, its indexes and its queries; those of fields are in [`Doc`].
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
            queries: &[],
            allows: &[],
        }
    }
}

/// A reference to a collection's model, through which the compiler does not look: see [`DocRef`].
#[derive(Debug, Clone, Copy)]
pub struct CollectionRef(MaybeUninit<&'static Collection>);

impl CollectionRef {
    /// Refers to `collection`.
    pub const fn new(collection: &'static Collection) -> Self {
        Self(MaybeUninit::new(collection))
    }

    /// The model that it refers to.
    #[allow(unsafe_code)] // the one way to read what keeps the compiler from looking inside
    pub const fn get(self) -> &'static Collection {
        // SAFETY: the field is private, and `new`, the one place that makes it, initialises it.
        unsafe { self.0.assume_init() }
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
#[derive(Clone, Copy)]
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
    /// `collation`, how strings are compared where nothing else is said.
    Collation(Collation),
    /// The most bytes of a document.
    MaxSize(u64),
    /// What it is sharded by.
    ShardKey(ShardKey),
    /// `timeseries`
    TimeSeries(TimeSeries),
    /// `clusteredIndex`, with the seconds after the date in `_id` at which a document is deleted.
    Clustered(Option<i64>),
    /// `capped`
    Capped(Capped),
    /// `changeStreamPreAndPostImages`
    ChangeStreamImages,
    /// What the application waits for when it writes.
    WriteConcern(WriteConcern),
    /// The level at which the application reads.
    ReadConcern(&'static str),
    /// The driver makes an ObjectId for `_id`, which the type does not have.
    GeneratedId,
    /// Indexes that others manage: a name, in which `*` stands for any text.
    ExternalIndex(&'static str),
    /// The shape before, and what makes a document of any older shape one of this.
    Previous(CollectionRef, UpgradeFn),
    /// The older versions that are stored beside the current one.
    Accepts(&'static [u32]),
    /// A document without a version counts as one of version 1.
    Unversioned,
}

impl CollectionOption {
    /// No options.
    pub const NONE: &'static [Self] = &[];
}

/// A rule that is suppressed, with the reason.
#[derive(Debug, Clone, Copy)]
pub struct Allow {
    /// The rule's name in kebab-case.
    pub rule: &'static str,
    /// Where.
    pub place: Place,
    /// Why.
    pub reason: &'static str,
    /// Whether the tokens show that the rule is broken there, which needs no other type.
    pub told: bool,
}

impl Allow {
    /// No rules.
    pub const NONE: &'static [Self] = &[];
}

/// Where a rule is suppressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In a whole collection: its own fields, its indexes and its queries.
    Collection,
    /// At the field of this position in its [`Doc`].
    Field(u16),
    /// At the index of this position in [`Collection::indexes`], and its keys as they are written.
    Index(u16, &'static str),
    /// At the query of this name.
    Query(&'static str),
}

/// A database as its `#[derive(Database)]` declares it.
pub struct Database {
    /// The name, which the command line may override.
    pub name: &'static str,
    /// The oldest server to be supported: its major and minor version.
    pub server: (u8, u8),
    /// The collections, in the order of their declaration.
    pub collections: &'static [&'static Collection],
    /// The collections that others manage: names, in which `*` stands for any text.
    pub external: &'static [&'static str],
}
