//! Why a document could not be read.

use std::fmt;

/// A document that cannot be read as the current shape.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadError {
    /// It has no version, and none is declared to count for it.
    NoVersion {
        /// The type that was to be read.
        type_name: &'static str,
        /// The field in which the version is stored.
        field: String,
    },
    /// Its version is that of no known shape.
    UnknownVersion {
        /// The type that was to be read.
        type_name: &'static str,
        /// The version, as it is stored.
        version: String,
    },
    /// Its version is newer than the type's.
    FutureVersion {
        /// The type that was to be read.
        type_name: &'static str,
        /// The document's version.
        version: i64,
        /// The type's version.
        current: u32,
    },
    /// It is of the current version already, where an older one was to be upgraded.
    Current {
        /// The type of the current version.
        type_name: &'static str,
    },
    /// It does not have the shape of its version.
    Malformed {
        /// The type of its version.
        type_name: &'static str,
        /// What is wrong with it.
        detail: String,
    },
    /// The upgrade refused it.
    Refused {
        /// The type that was to be made.
        type_name: &'static str,
        /// The upgrade's own words.
        reason: String,
    },
    /// The upgrade did not keep `_id` or tenant, or wrote another version than its own.
    Changed {
        /// The type that was made.
        type_name: &'static str,
        /// The stored path of what is wrong.
        field: String,
    },
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoVersion { type_name, field } => write!(
                f,
                "the document has no `{field}`, by which `{type_name}` tells versions apart; write `accepts(1, unversioned)` where such documents are of version 1"
            ),
            Self::UnknownVersion { type_name, version } => write!(
                f,
                "version {version} is that of no shape before `{type_name}`; name it with `previous`, or mend the document"
            ),
            Self::FutureVersion {
                type_name,
                version,
                current,
            } => write!(
                f,
                "version {version} is newer than `{type_name}`, which is version {current}; deploy a binary that knows version {version}"
            ),
            Self::Current { type_name } => {
                write!(f, "the document is of `{type_name}`'s version already")
            }
            Self::Malformed { type_name, detail } => {
                write!(f, "the document is no `{type_name}`: {detail}")
            }
            Self::Refused { type_name, reason } => {
                write!(f, "it cannot become `{type_name}`: {reason}")
            }
            Self::Changed { type_name, field } => write!(
                f,
                "`{field}` is not what the upgrade to `{type_name}` has to write; an upgrade keeps `_id` and tenant, and writes the version of `{type_name}`"
            ),
        }
    }
}

impl std::error::Error for ReadError {}
