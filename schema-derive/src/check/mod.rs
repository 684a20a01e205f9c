//! What a struct's own tokens show to be wrong. One small function a rule, called from one list.
//!
//! What needs other types is left to the compiler: `expand` emits a constant check for it, at the
//! places where the tokens cannot vouch for the type.

mod bounds;
mod class;
mod collection;
mod contents;
mod field;
mod index;
mod options;
mod pattern;
mod query;
mod shard_key;
mod size;
mod ttl;

pub(crate) use bounds::{Told, told};
pub(crate) use class::{Class, with_inner};
pub(crate) use collection::collection;
pub(crate) use contents::{names_a_date, names_money};
pub(crate) use field::{is_a_document, serialization, stored};
pub(crate) use index::indexes;
pub(crate) use options::options;
pub(crate) use query::queries;
pub(crate) use shard_key::{plain, shard_key};
pub(crate) use size::{
    is_of_known_size, max_size, may_be_large_array, may_be_large_document, unbounded_text,
};
pub(crate) use ttl::seconds;

use crate::parse::{Field, KeyPath};

/// The position of the field that a path starts with.
pub(crate) fn position(fields: &[Field], path: &KeyPath) -> Option<usize> {
    let name = crate::parse::unraw(path.first());
    fields
        .iter()
        .position(|field| field.name == name && !field.serde.flatten)
}

/// Whether other types are flattened into these fields, so that the tokens do not show them all.
pub(crate) fn is_open(fields: &[Field]) -> bool {
    fields.iter().any(|field| field.serde.flatten)
}

/// Whether a path may start with one of these fields, as far as the tokens show.
pub(crate) fn may_start(fields: &[Field], path: &KeyPath) -> bool {
    is_open(fields) || position(fields, path).is_some()
}

/// A name for a message.
fn shown(name: &str) -> String {
    if name.is_empty() {
        "an empty name".to_owned()
    } else {
        format!("`{}`", name.escape_debug())
    }
}

/// The remedy for a name that is no field: the nearest one, or all of them.
fn nearest_field(fields: &[Field], name: &str) -> String {
    let named = fields
        .iter()
        .filter(|field| field.ident.is_some() && !field.serde.flatten);
    crate::parse::nearest(named.map(|field| field.name.as_str()), name)
}
