//! Documents of older shapes: read as the current one, step by step, and what has to be written so
//! that one becomes a document of the current shape.
//!
//! ```
//! use std::convert::Infallible;
//!
//! use bson::{oid::ObjectId, rawdoc};
//! use schema_core::{Collection, Upgrade, upgrade};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Serialize, Deserialize, Collection)]
//! #[collection(name = "tasks", global = "one team", schema_version = 1)]
//! struct TaskV1 {
//!     #[serde(rename = "_id")]
//!     id: ObjectId,
//!     schema_version: i32,
//!     labels: String,
//! }
//!
//! #[derive(Serialize, Deserialize, Collection)]
//! #[collection(name = "tasks", global = "one team", schema_version = 2, previous = TaskV1, accepts(1))]
//! struct Task {
//!     #[serde(rename = "_id")]
//!     id: ObjectId,
//!     schema_version: i32,
//!     #[field(max_items = 20)]
//!     labels: Vec<String>,
//! }
//!
//! impl Upgrade<TaskV1> for Task {
//!     type Error = Infallible;
//!
//!     fn upgrade(before: TaskV1) -> Result<Self, Infallible> {
//!         let labels = before.labels.split(',').map(str::to_owned).collect();
//!         Ok(Self { id: before.id, schema_version: 2, labels })
//!     }
//! }
//!
//! let stored = rawdoc! { "_id": ObjectId::new(), "schema_version": 1, "labels": "a,b" };
//! let task: Task = upgrade::read(&stored)?;
//! assert_eq!(task.labels, ["a", "b"]);
//! # Ok::<(), upgrade::ReadError>(())
//! ```

mod change;
mod error;
mod guard;
mod merge;
mod read;
mod stored;
mod versioned;

use std::fmt::Display;

pub use change::{applied, update};
pub use error::ReadError;
pub use guard::{filter, guard};
pub use read::{Older, has_version, read, through, upgraded, version_of};
pub use versioned::Versioned;

/// How a value of the shape before becomes one of this shape.
///
/// It is called for each document of an older version that is read, and for each that a migration
/// writes: it looks at nothing but its argument, and yields the same again for the same.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no upgrade from `{Previous}`; write `impl Upgrade<{Previous}> for {Self}` [upgrade-missing]",
    label = "documents of `{Previous}` cannot become `{Self}`",
    note = "`type Error = std::convert::Infallible` where each one can, else a type that says why one cannot"
)]
pub trait Upgrade<Previous>: Sized {
    /// Why a document cannot be upgraded, in words; `Infallible` where each can.
    type Error: Display;

    /// Makes a value of this shape, with this shape's version, and with the same `_id` and tenant.
    ///
    /// # Errors
    ///
    /// Where nothing can be made of the value: the document stays as it is, and is reported.
    fn upgrade(previous: Previous) -> Result<Self, Self::Error>;
}

/// What makes a document of an older shape, as BSON, one of the current shape.
pub type UpgradeFn = fn(&[u8]) -> Result<Upgraded, ReadError>;

/// A document that was upgraded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upgraded {
    /// The version at which it was read.
    pub from: u32,
    /// What the type of its own version writes of it, as BSON: all that this type knows.
    pub before: Vec<u8>,
    /// What the current type writes, as BSON.
    pub after: Vec<u8>,
}
