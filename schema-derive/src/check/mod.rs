//! What a struct's own tokens show to be wrong. One small function a rule, called from one list.
//!
//! What needs other types is left to the compiler: `expand` emits a constant check for it, at the
//! places where the tokens cannot vouch for the type.

mod class;
mod collection;
mod field;
mod index;
mod options;
mod query;
mod shard_key;
mod ttl;

pub(crate) use class::Class;
pub(crate) use collection::collection;
pub(crate) use field::{Told, document, is_a_document, serialization, told};
pub(crate) use index::indexes;
pub(crate) use options::options;
pub(crate) use query::queries;
pub(crate) use shard_key::{plain, shard_key};
pub(crate) use ttl::seconds;

use crate::parse::{Field, KeyPath};

/// The position of the field that a path starts with.
pub(crate) fn position(fields: &[Field], path: &KeyPath) -> Option<usize> {
    let name = crate::parse::unraw(path.first());
    fields.iter().position(|field| field.name == name)
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
    let named = fields.iter().filter(|field| field.ident.is_some());
    crate::parse::nearest(named.map(|field| field.name.as_str()), name)
}
