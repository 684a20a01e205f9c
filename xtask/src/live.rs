//! The live state of a database, as read from the server and before any normalisation.

use std::collections::{BTreeMap, BTreeSet};

use bson::{DateTime, Document};

use crate::bookkeeping::migrations::State;
use crate::normal::NormalIndex;

/// All that planning needs to know of a live database.
#[derive(Debug, Clone, PartialEq)]
pub struct LiveDatabase {
    /// The collections, views and time series, without `system.*` and the tool's own bookkeeping.
    pub collections: Vec<LiveCollection>,
    /// What an earlier apply created or adopted.
    pub owned: Owned,
    /// What the server is and can do.
    pub facts: Facts,
    /// The server's clock at the time of reading; 1970-01-01 where it was not read.
    pub now: DateTime,
    /// The migration of each collection to its newest version, by the collection's name.
    pub migrations: BTreeMap<String, Migration>,
}

/// What is recorded of a collection's migration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Migration {
    /// The version to which it upgrades.
    pub to: u32,
    /// How far it is.
    pub state: State,
}

impl Default for LiveDatabase {
    fn default() -> Self {
        Self {
            collections: Vec::new(),
            owned: Owned::default(),
            facts: Facts::default(),
            now: DateTime::from_millis(0),
            migrations: BTreeMap::new(),
        }
    }
}

/// What the server is and can do, asked once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// Major, minor and patch version, such as `(8, 2, 1)`.
    pub version: (u32, u32, u32),
    /// The feature compatibility version; none where the user may not ask for it, or the server
    /// has none.
    pub fcv: Option<(u32, u32)>,
    /// How the server's members stand together.
    pub topology: Topology,
    /// Whose server it is.
    pub make: Make,
}

impl Default for Facts {
    /// A replica set of MongoDB 8.2, where nothing was asked.
    fn default() -> Self {
        Self {
            version: (8, 2, 0),
            fcv: None,
            topology: Topology::ReplicaSet,
            make: Make::MongoDb,
        }
    }
}

impl Facts {
    /// Whether the server has what came with this version: by its feature compatibility version,
    /// where that is known to be lower than its own.
    pub fn at_least(&self, major: u32, minor: u32) -> bool {
        let own = (self.version.0, self.version.1);
        self.fcv.map_or(own, |fcv| fcv.min(own)) >= (major, minor)
    }
}

/// How a server's members stand together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Topology {
    /// One server by itself.
    Standalone,
    /// A replica set.
    #[default]
    ReplicaSet,
    /// A sharded cluster, seen through `mongos`.
    Sharded,
}

/// Whose server it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Make {
    /// MongoDB's own, or one that shows no difference.
    #[default]
    MongoDb,
    /// One that speaks the protocol, by its name.
    Other(String),
}

/// One entry of `listCollections`, with its `listIndexes`.
#[derive(Debug, Clone, Default, PartialEq)]
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
    /// The specifications of the indexes that are still being built; not among `indexes`.
    pub building: Vec<Document>,
    /// The shard key; none where the collection is not sharded.
    pub shard_key: Option<Document>,
}

/// `type` of `listCollections`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum LiveKind {
    /// An ordinary collection.
    #[default]
    Collection,
    /// A view.
    View,
    /// A time series.
    TimeSeries,
    /// Something that a later server brought.
    Other(String),
}

/// What `_schema.objects` records as this tool's own.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Owned {
    /// Names of collections.
    pub collections: BTreeSet<String>,
    /// Pairs of a collection's name and an index's live name.
    pub indexes: BTreeSet<(String, String)>,
    /// What is recorded of a change that takes several runs, by collection and index (none where
    /// the collection itself is meant): a retirement's `hiddenSince`, a validator's `stage`.
    pub states: BTreeMap<(String, Option<String>), Document>,
    /// What each recorded index was when it was recorded ([`NormalIndex::lasting`]).
    pub lasting: BTreeMap<(String, String), String>,
    /// What belongs to other schemas in the same database, by collection and index, each with the
    /// schema's name.
    pub elsewhere: BTreeMap<(String, Option<String>), String>,
}

impl Owned {
    /// Gives up each index of the collection that is another one than was recorded: somebody dropped
    /// the recorded one, and made one of their own by its name.
    pub fn give_up_replaced(&mut self, collection: &LiveCollection) {
        for spec in &collection.indexes {
            let index = NormalIndex::live(spec);
            let key = (collection.name.clone(), index.name.clone());
            let recorded = self.lasting.get(&key);
            if recorded.is_some_and(|recorded| *recorded != index.lasting()) {
                self.states.remove(&(key.0.clone(), Some(key.1.clone())));
                self.indexes.remove(&key);
            }
        }
    }
}
