//! A schema language for MongoDB.
//!
//! An application annotates its domain structs with `#[derive(Collection)]`; the compiler rejects
//! what is known to go wrong in production, and the declarations render to `$jsonSchema` validators
//! and createIndexes specifications. The page `docs/attributes.md` tells what the attributes take.
#![doc = "```"]
#![doc = include_str!("../examples/notes.rs")]
#![doc = "```"]

#[cfg(any(feature = "driver", feature = "evaluate"))]
mod broken;
pub mod codes;
pub mod coverage;
pub mod declared;
#[cfg(feature = "driver")]
pub mod driver;
#[cfg(feature = "evaluate")]
pub mod evaluate;
#[cfg(feature = "geojson")]
pub mod geo;
pub mod model;
#[cfg(feature = "normal")]
pub mod normal;
mod path_type;
pub mod render;
#[doc(hidden)]
pub mod rules;
mod schema;
mod shapes;
pub mod upgrade;
mod variant;
#[cfg(feature = "normal")]
pub mod verify;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

pub use schema::{CollectionSchema, DatabaseSchema, EmbeddedSchema};
pub use schema_derive::{Collection, Database, Embedded};
pub use shapes::StoredBy;
pub use upgrade::Upgrade;
