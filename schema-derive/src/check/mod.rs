//! What a struct's own tokens show to be wrong. One small function a rule, called from one list.
//!
//! What needs other types is left to the compiler: `expand` emits a constant check for it, at the
//! places where the tokens cannot vouch for the type.

mod class;
mod collection;
mod field;
mod index;
mod ttl;

pub(crate) use class::Class;
pub(crate) use collection::collection;
pub(crate) use field::{document, serialization};
pub(crate) use index::indexes;
pub(crate) use ttl::seconds;

use crate::parse::{Field, KeyPath};

/// The position of the field that a path starts with.
pub(crate) fn position(fields: &[Field], path: &KeyPath) -> Option<usize> {
    let name = crate::parse::unraw(path.first());
    fields.iter().position(|field| field.name == name)
}

/// The remedy for a name that is no field: the nearest one, or all of them.
fn nearest_field(fields: &[Field], name: &str) -> String {
    let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
    let near = names
        .iter()
        .map(|known| (strsim::damerau_levenshtein(known, name), known))
        .min();
    match near {
        Some((distance, known)) if distance <= 1 + name.len() / 4 => {
            format!("did you mean `{known}`?")
        }
        _ => format!("write one of `{}`", names.join("`, `")),
    }
}
