//! The live state of a database, as read from the server and before any normalisation.

use std::collections::BTreeSet;

use bson::Document;

/// All that planning needs to know of a live database.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LiveDatabase {
    /// The collections, views and time series, without `system.*` and the tool's own bookkeeping.
    pub collections: Vec<LiveCollection>,
    /// What an earlier apply created or adopted.
    pub owned: Owned,
}

/// One entry of `listCollections`, with its `listIndexes`.
#[derive(Debug, Clone, PartialEq)]
pub struct LiveCollection {
    /// The collection's name.
    pub name: String,
    /// What kind of thing stands behind the name.
    pub kind: LiveKind,
    /// `options` of `listCollections`, as listed.
    pub options: Document,
    /// The specifications of `listIndexes`, as listed, `_id_` included; none for a view.
    pub indexes: Vec<Document>,
    /// Whether the collection holds at least one document.
    pub has_documents: bool,
}

/// `type` of `listCollections`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LiveKind {
    /// An ordinary collection.
    Collection,
    /// A view.
    View,
    /// A time series.
    TimeSeries,
    /// Something that a later server brought.
    Other(String),
}

/// What `_schema.objects` records as this tool's own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Owned {
    /// Names of collections.
    pub collections: BTreeSet<String>,
    /// Pairs of a collection's name and an index's live name.
    pub indexes: BTreeSet<(String, String)>,
}
