//! What differs, and how it is said.

use std::fmt;

use bson::{Bson, Document};

/// One way in which a live database is not as declared.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The collection's name.
    pub collection: String,
    /// What was found there.
    pub found: Found,
}

/// What was found in place of what is declared.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Found {
    /// The collection does not exist.
    NoCollection,
    /// Something else has its name: a `view`, a `timeseries`.
    OtherKind(String),
    /// An option differs: `validator`, `validationLevel`, `capped`, …; none where it is absent.
    Option {
        /// The option's name.
        name: String,
        /// Its live value in normal form.
        live: Option<Bson>,
        /// Its declared value in normal form.
        declared: Option<Bson>,
    },
    /// An index does not exist, under any name.
    NoIndex {
        /// Its declared name.
        name: String,
        /// Its key.
        key: Document,
    },
    /// An index is still being built.
    IndexBuilding {
        /// Its name on the server.
        name: String,
    },
    /// An index exists whose other options differ: `expireAfterSeconds`, `hidden`, …
    IndexOption {
        /// The index's name on the server.
        index: String,
        /// The option's name.
        name: String,
        /// Its live value in normal form.
        live: Option<Bson>,
        /// Its declared value in normal form.
        declared: Option<Bson>,
    },
    /// On a sharded cluster, the collection is sharded by another key, or not at all.
    ShardKey {
        /// The live key; none where it is not sharded.
        live: Option<Document>,
        /// The declared key.
        declared: Document,
    },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let collection = &self.collection;
        match &self.found {
            Found::NoCollection => write!(f, "collection `{collection}` does not exist"),
            Found::OtherKind(kind) => write!(f, "`{collection}` is a {kind}"),
            Found::Option {
                name,
                live,
                declared,
            } => {
                write!(f, "`{name}` of `{collection}` ")?;
                differs(f, live.as_ref(), declared.as_ref())
            }
            Found::NoIndex { name, key } => {
                write!(
                    f,
                    "index `{name}` on {key} of `{collection}` does not exist"
                )
            }
            Found::IndexBuilding { name } => {
                write!(f, "index `{name}` of `{collection}` is still being built")
            }
            Found::IndexOption {
                index,
                name,
                live,
                declared,
            } => {
                write!(f, "`{name}` of index `{index}` of `{collection}` ")?;
                differs(f, live.as_ref(), declared.as_ref())
            }
            Found::ShardKey {
                live: Some(live),
                declared,
            } => write!(f, "`{collection}` is sharded by {live}, not by {declared}"),
            Found::ShardKey { declared, .. } => {
                write!(
                    f,
                    "`{collection}` is not sharded, and {declared} is declared"
                )
            }
        }
    }
}

/// A value that is longer than this is not told.
const TOLD: usize = 60;

fn differs(
    f: &mut fmt::Formatter<'_>,
    live: Option<&Bson>,
    declared: Option<&Bson>,
) -> fmt::Result {
    let told = |value: Option<&Bson>| value.map_or("absent".to_owned(), Bson::to_string);
    let (live, declared) = (told(live), told(declared));
    if live.len() > TOLD || declared.len() > TOLD {
        return f.write_str("differs");
    }
    write!(f, "is {live} on the server, {declared} declared")
}
