//! What can go wrong in an operation.

use bson::{Bson, Document};

use super::{Facts, Refusal, failure, read::Unread};
use crate::{broken::Broken, upgrade::ReadError};

/// The result of an operation.
pub type Result<T, E = AccessError> = std::result::Result<T, E>;

/// Why an operation did not do what was asked.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum AccessError {
    /// Nothing was sent: it could not be proven to stay inside the tenant, or to be served by the
    /// index of its query.
    #[error("`{collection}`: {refusal}")]
    Refused {
        /// The collection's name.
        collection: &'static str,
        /// Why.
        refusal: Refusal,
    },
    /// Nothing was written: a value cannot be written as BSON, or one that was found cannot be read.
    #[error("`{collection}`: a value cannot be written as BSON, or read from it: {source}")]
    Bson {
        /// The collection's name.
        collection: &'static str,
        /// What serde says.
        source: bson::error::Error,
    },
    /// A document was found and cannot be read: it is of an unknown or newer version, not of the shape
    /// of its version, or its upgrade refuses it.
    #[error("a document of `{collection}`{}{} cannot be read: {source}",
        of_id(id.as_deref()), if *written { " was written, and" } else { "" })]
    Unreadable {
        /// The collection's name.
        collection: &'static str,
        /// Its `_id`, where it has one that can be read.
        id: Option<Box<Bson>>,
        /// Whether the operation had written to it, or deleted it, when it came back.
        written: bool,
        /// Why.
        source: ReadError,
    },
    /// Not written: another document has the same unique key. Of several documents, others may have
    /// been written; `source` tells which.
    #[error(
        "a document of `{collection}` has the same key of the unique index `{index}`; change the one that is there, or write another key"
    )]
    DuplicateKey {
        /// The collection's name.
        collection: &'static str,
        /// The unique index's name, `?` where the server does not tell it.
        index: String,
        /// The key in conflict, where the driver passes on what the server tells of it; of inserts it
        /// does not.
        key: Option<Box<Document>>,
        /// What the driver says.
        source: Box<mongodb::error::Error>,
    },
    /// Not written: the document breaks the collection's validator. Of several documents, others may
    /// have been written; `source` tells which.
    #[error("the validator of `{collection}` refuses the document{}", broken(details.as_deref()))]
    Invalid {
        /// The collection's name.
        collection: &'static str,
        /// The server's `errInfo`.
        details: Option<Box<Document>>,
        /// What the driver says.
        source: Box<mongodb::error::Error>,
    },
    /// Nothing was written: no document matched.
    #[error(
        "no document of `{collection}` matches; it is not there, not this tenant's, or not as the condition demands"
    )]
    NotMatched {
        /// The collection's name.
        collection: &'static str,
    },
    /// It may have been written or not, and what was written may yet be undone by an election.
    #[error(
        "the outcome of a write to `{collection}` is unknown; read with read concern `majority` what is there before writing again, or repeat it where doing so twice is harmless"
    )]
    OutcomeUnknown {
        /// The collection's name; `transaction` where a commit is meant.
        collection: &'static str,
        /// What the driver says.
        source: Box<mongodb::error::Error>,
    },
    /// Anything else that the driver reports.
    #[error("`{collection}`: {source}")]
    Driver {
        /// The collection's name; `transaction` where a transaction as a whole is meant.
        collection: &'static str,
        /// What the driver says.
        source: Box<mongodb::error::Error>,
    },
}

impl AccessError {
    pub(super) fn refused(facts: &Facts, refusal: Refusal) -> Self {
        let collection = facts.name();
        Self::Refused {
            collection,
            refusal,
        }
    }

    pub(super) fn bson(facts: &Facts, source: bson::error::Error) -> Self {
        let collection = facts.name();
        Self::Bson { collection, source }
    }

    /// A document that was read, and could not be.
    pub(super) fn unreadable(facts: &Facts, unread: Unread) -> Self {
        Self::Unreadable {
            collection: facts.name(),
            id: unread.id,
            written: false,
            source: unread.source,
        }
    }

    /// A document that was written, and could not be read.
    pub(super) fn written(facts: &Facts, unread: Unread) -> Self {
        Self::Unreadable {
            collection: facts.name(),
            id: unread.id,
            written: true,
            source: unread.source,
        }
    }

    /// A read that failed.
    pub(super) fn read(facts: &Facts, source: mongodb::error::Error) -> Self {
        let (collection, source) = (facts.name(), Box::new(source));
        Self::Driver { collection, source }
    }

    /// A write that failed.
    pub(super) fn write(facts: &Facts, source: mongodb::error::Error) -> Self {
        failure::of_write(facts.name(), source)
    }

    /// What the driver said, where it said something.
    pub fn driver(&self) -> Option<&mongodb::error::Error> {
        match self {
            Self::DuplicateKey { source, .. }
            | Self::Invalid { source, .. }
            | Self::OutcomeUnknown { source, .. }
            | Self::Driver { source, .. } => Some(source),
            _ => None,
        }
    }
}

/// How many broken rules are named.
const NAMED: usize = 3;

/// Which rules are broken, in a message that may be logged: by path and keyword, without values.
fn broken(err_info: Option<&Document>) -> String {
    let broken = err_info.map(Broken::of_err_info).unwrap_or_default();
    let named = broken.iter().take(NAMED).map(|it| match it.path.as_str() {
        "" => format!("`{}`", it.keyword),
        path => format!("`{}` of `{path}`", it.keyword),
    });
    let named: Vec<String> = named.collect();
    let more = match broken.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    if named.is_empty() {
        return "; `source` has what the server says".to_owned();
    }
    format!(
        ", which breaks {}{more}; `details` has the whole of it",
        named.join(", ")
    )
}

/// Which document, in a message.
fn of_id(id: Option<&Bson>) -> String {
    id.map_or_else(String::new, |id| format!(" with `_id` {id}"))
}
