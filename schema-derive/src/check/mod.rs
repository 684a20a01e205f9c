//! What a struct's own tokens show to be wrong. One small function a rule, called from one list.
//!
//! What needs other types is left to the compiler: `expand` emits a constant check for it, at the
//! places where the tokens cannot vouch for the type.

mod class;
mod collection;
mod field;
mod index;
mod seconds;

pub(crate) use class::Class;
pub(crate) use collection::collection;
pub(crate) use field::{document, is_a_document, serialization};
pub(crate) use index::{Around, Compared, Context, Verdict, comparisons, indexes};
pub(crate) use seconds::seconds;

use crate::parse::{Field, KeyPath};

/// The position of the field that a path starts with.
pub(crate) fn position(fields: &[Field], path: &KeyPath) -> Option<usize> {
    let name = path.first();
    fields.iter().position(|field| {
        let own = if path.stored {
            &field.stored_name
        } else {
            &field.name
        };
        own == name
    })
}

/// The remedy for a name that is no field: the nearest one, or all of them.
fn nearest_field(fields: &[Field], name: &str) -> String {
    let named = fields.iter().filter(|field| field.ident.is_some());
    crate::parse::nearest(named.map(|field| field.name.as_str()), name)
}
