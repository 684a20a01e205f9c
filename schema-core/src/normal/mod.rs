//! The one normal form in which declared and live states are compared: for planning, for
//! verifying and for drift.
//!
//! Two specifications have the same normal form if and only if the server would take them for
//! the same thing, whatever types, defaults and older spellings they were written with.

mod canonical;
mod collation;
mod index;
mod key;
mod operators;
mod options;
mod partial;
mod projection;
mod schema;
mod time_series;

pub use canonical::Canonical;
pub use canonical::{same, truthy};
pub use collation::Collations;
pub use collation::telling;
pub use index::{IndexSignature, NormalIndex};
pub use key::is_single_btree;
pub use options::NormalOptions;
