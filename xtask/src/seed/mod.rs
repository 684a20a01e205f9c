//! Generated documents that satisfy a declared schema.
//!
//! A [`World`] is a function: from a seed, the collections' counts and a document's number to that
//! document. Nothing of what was made is kept, so memory does not grow with the number of documents,
//! any worker may make any of them, and a reference is the `_id` that the other document will have.

// Shares and sizes: none is near 2^53, or below 0.
#![allow(clippy::cast_precision_loss, clippy::cast_sign_loss)]

mod binary;
mod build;
mod contents;
mod decimal;
mod draw;
mod error;
mod fill;
mod geo;
mod keywords;
mod look;
mod names;
mod node;
mod number;
mod order;
mod pattern;
mod roles;
mod schema;
mod shape;
mod shares;
mod subject;
mod tenants;
mod text;
mod time;
mod unique;
mod value;
mod world;

use schema_core::declared::DeclaredDatabase;

pub use build::{Request, There};
pub use error::{SeedError, SeedResult};
pub use fill::fill;
pub use look::{MOST_THERE, held, refuse_unprepared, there};
pub use shares::{Asked, counts};
pub use world::World;

/// For each collection the positions of those that its documents must refer to.
///
/// # Errors
///
/// A validator that is not understood: see [`SeedError`].
pub fn needed(declared: &DeclaredDatabase) -> SeedResult<Vec<Vec<usize>>> {
    let all = &declared.collections;
    let one = |collection| {
        let needed = build::needed_of(collection, all)?;
        Ok(needed.into_iter().map(|(target, _)| target).collect())
    };
    all.iter().map(one).collect()
}
