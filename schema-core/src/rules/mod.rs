//! Rules that need other types than the one that is derived, as constant functions.
//!
//! A derive emits `const _: () = rule(…);` with the span of the user's token, so that a broken rule
//! is an error of the compiler there. What is called in the common case only compares numbers and
//! sets; the messages are made by cold functions. A rule about something whose fault was already
//! reported is silent.

mod amounts;
mod array;
mod bound;
mod collection;
mod contents;
mod coverage;
mod database;
mod field;
mod flattened;
mod index;
mod index_keys;
mod index_pattern;
mod map_keys;
mod message;
mod named;
mod nearest;
mod on_id;
mod partial;
mod place;
mod proof;
mod query;
mod server;
mod size;
mod stored;
mod stored_path;
pub(crate) mod unused;
mod versions;

pub use crate::variant::stored_variant;
pub use array::array_sizes;
pub use bound::bound;
pub(crate) use collection::is_id;
pub use collection::{
    clustered_ttl, generated_id, id_type, shard_key_part, shard_key_start, tenant_collated,
    time_field,
};
pub use contents::{Allowed, array_bounds, arrays, map_bounds, stored_form};
pub use coverage::{covered, served, unserved};
pub use database::{duplicate_collection, references, tenant_type};
pub use field::{id_field, not_recursive, reference, schema_version, tenant_key};
pub use flattened::flattened;
pub use index::{index_path, partial_path, ttl_key, unique_key, variant};
pub(crate) use index_keys::{array_segments, shared_segments};
pub use index_keys::{hashed_key, key_type, parallel_arrays, sparse};
pub use index_pattern::{index_key_size, index_name};
pub use named::{money, text_date};
pub(crate) use nearest::name_at;
pub use on_id::index_on_id;
pub use partial::{partial_value, partial_variant, query_value, query_variant};
pub use proof::{Reported, proven};
pub use query::{query_path, searched_place, searched_text};
pub use server::server;
pub use size::{document_nesting, document_size, max_size, upper};
pub(crate) use versions::previous_of;
pub use versions::{accepted, previous, unversioned};
