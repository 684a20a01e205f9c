//! What a struct's own tokens show to be wrong. One small function a rule, called from one list.
//!
//! What needs other types is left to the compiler: `expand` emits a constant check for it, at the
//! places where the tokens cannot vouch for the type.

mod bounds;
mod class;
mod collection;
mod contents;
mod coverage;
mod field;
mod index;
mod options;
mod pattern;
mod query;
mod recursive;
mod searched;
mod seconds;
mod shard_key;
mod size;
mod time_series;
mod unused;

pub(crate) use bounds::{Told, told};
pub(crate) use class::{Class, with_inner};
pub(crate) use collection::{collection, tenant_collated};
pub(crate) use coverage::{Candidate, Witness, coverage};
pub(crate) use field::{is_a_document, serialization, stored};
pub(crate) use index::{Around, Compared, Context, Verdict, comparisons, indexes};
pub(crate) use options::options;
pub(crate) use query::queries;
pub(crate) use seconds::seconds;
pub(crate) use shard_key::{plain, shard_key};
pub(crate) use size::{
    is_of_known_size, is_open_field, known_bytes, max_size, may_be_large_array,
    may_be_large_document, most_values, unbounded_text,
};
pub(crate) use unused::{used, used_in_collection};

use schema_rules::{Group, INDEX_WITHOUT_QUERY, REFERENCE_OUTSIDE_DATABASE, Rule};

use crate::{
    faults::Faults,
    parse::{Allows, Effect, Field, KeyPath},
};

/// The position of the field that a path starts with.
pub(crate) fn position(fields: &[Field], path: &KeyPath) -> Option<usize> {
    let name = path.first();
    fields.iter().position(|field| {
        let own = if path.stored {
            &field.stored_name
        } else {
            &field.name
        };
        own == name && !field.serde.flatten
    })
}

/// Whether other types are flattened into these fields, so that the tokens do not show them all.
pub(crate) fn is_open(fields: &[Field]) -> bool {
    fields.iter().any(|field| field.serde.flatten)
}

/// Whether a path may start with one of these fields, as far as the tokens show. A stored path may.
pub(crate) fn may_start(fields: &[Field], path: &KeyPath) -> bool {
    path.stored || is_open(fields) || position(fields, path).is_some()
}

/// What is allowed on a field or an index is about one: elsewhere it would suppress nothing.
fn allowed_where_it_fires(group: Group, allows: &Allows, faults: &mut Faults) {
    // A field's reference is the one thing that a rule about the whole database says of a field,
    // and that no query uses it the one thing that a rule about queries says of an index.
    let fires = |rule: &Rule| {
        rule.group == group
            || (group == Group::Field && *rule == REFERENCE_OUTSIDE_DATABASE)
            || (group == Group::Index && *rule == INDEX_WITHOUT_QUERY)
    };
    for allowed in allows.0.iter().filter(|allowed| !fires(allowed.rule)) {
        let (name, about) = (allowed.rule.attribute_name(), allowed.rule.group.name());
        let here = group.name();
        let text = format!(
            "`{name}` is a rule of the group {about}, and cannot fire at this {here}; allow it where it fires"
        );
        faults.add(allowed.span, text);
        // There is no more to say about it.
        allowed.note(Effect::Told);
    }
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
