//! What is allowed suppresses something, as far as the tokens can tell.
//!
//! What only types decide is left to `cargo xtask rules --unused`.

use crate::{
    faults::Faults,
    parse::{Allows, Effect, Field, Index, Query, Stored},
};

/// What is allowed on the fields of a type suppresses something. To be asked when all else was
/// checked and expanded. What is poisoned was not checked.
pub(crate) fn used(form: &Stored, faults: &mut Faults) {
    for field in fields(form).filter(|field| !field.poisoned) {
        report(&field.attrs.allows, faults);
    }
}

/// The same of a collection, its fields, indexes and queries.
pub(crate) fn used_in_collection(
    outer: &Allows,
    form: &Stored,
    indexes: &[Index],
    queries: &[Query],
    faults: &mut Faults,
) {
    // What is allowed for all of it may be about what another fault kept from being checked.
    let complete = faults.count() == 0;
    used(form, faults);
    for index in indexes {
        report(&index.attrs.allows(), faults);
    }
    for query in queries {
        report(&query.allows, faults);
    }
    if complete {
        report(outer, faults);
    }
}

fn fields(form: &Stored) -> Box<dyn Iterator<Item = &Field> + '_> {
    match form {
        Stored::Document(fields) | Stored::Tuple(fields) => Box::new(fields.iter()),
        Stored::Newtype(field) => Box::new(std::iter::once(&**field)),
        Stored::Variants(all) => Box::new(all.iter().flat_map(|variant| &variant.fields)),
        Stored::Into(_) | Stored::Names(_) => Box::new(std::iter::empty()),
    }
}

fn report(allows: &Allows, faults: &mut Faults) {
    let nothing = |effect| effect == Effect::Nothing;
    for allowed in allows.0.iter().filter(|allowed| nothing(allowed.effect())) {
        let name = allowed.rule.attribute_name();
        let text = format!("`allow({name})` suppresses nothing; remove it");
        faults.add(allowed.span, text);
    }
}
