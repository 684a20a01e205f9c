//! Rules about fields.

use proc_macro2::Span;
use schema_rules::{
    ARRAY_WITHOUT_MAX_ITEMS, BOUND_ON_WRONG_TYPE, DUPLICATE_FIELD_NAME, FIELD_NAME_INVALID, Group,
    UNKNOWN_SERIALIZATION,
};

use syn::DeriveInput;

use super::Class;
use crate::{
    faults::Faults,
    parse::{Allows, Bound, Field, Stored, StoredType},
};

/// The rules about the fields of a type. `outer` is what the collection allows.
pub(crate) fn stored(form: &mut Stored, outer: &Allows, faults: &mut Faults) {
    match form {
        Stored::Document(fields) => document(fields, outer, faults),
        Stored::Newtype(field) => document(std::slice::from_mut(field), outer, faults),
        Stored::Variants(all) => {
            for variant in all {
                document(&mut variant.fields, outer, faults);
            }
        }
        Stored::Into(_) | Stored::Names(_) => {}
    }
}

/// The rules about the fields of a struct, alone and beside each other. `outer` is what the
/// collection allows.
fn document(fields: &mut [Field], outer: &Allows, faults: &mut Faults) {
    for field in fields.iter_mut() {
        let before = faults.count();
        field_serialization(field, faults);
        field.poisoned |= faults.count() > before;
    }
    for field in fields.iter() {
        super::allowed_where_it_fires(Group::Field, &field.attrs.allows, faults);
        name_is_valid(field, faults);
    }
    names_are_distinct(fields, faults);
    for field in fields
        .iter()
        .filter(|field| !field.poisoned && field.type_tells())
    {
        let class = Class::of(&field.ty);
        arrays_have_bounds(field, &class, outer, faults);
        for bound in &field.attrs.bounds {
            bound_applies(field, &class, bound, faults);
        }
    }
}

/// What serde is told to do is understood.
pub(crate) fn serialization(unsupported: &[(Span, String)], faults: &mut Faults) {
    for (span, key) in unsupported {
        let wrong = format!("what `#[serde({key})]` stores is not known");
        faults.broken(&UNKNOWN_SERIALIZATION, &[], *span, &wrong);
    }
}

/// What serde is told to do with a field is understood, or said with `bson`.
fn field_serialization(field: &Field, faults: &mut Faults) {
    for (span, key) in &field.serde.unsupported {
        let custom = key == "with" || key == "serialize_with";
        let wrong = format!("what `#[serde({key})]` stores is not known");
        match (custom, &field.attrs.bson) {
            (true, Some(_)) => {}
            (true, None) => {
                let instead = "say what is stored with `#[field(bson = \"…\")]`";
                faults.broken_with(&UNKNOWN_SERIALIZATION, &[], *span, &wrong, instead);
            }
            (false, _) => faults.broken(&UNKNOWN_SERIALIZATION, &[], *span, &wrong),
        }
    }
}

/// Whether a collection's type is stored as a document, as far as the tokens show.
pub(crate) fn is_a_document(input: &DeriveInput, stored: &StoredType, faults: &mut Faults) -> bool {
    let is_text = matches!(stored.form, Stored::Names(_));
    if is_text {
        let text = format!(
            "`{}` is stored as a string; derive `Collection` on what is stored as a document",
            input.ident
        );
        faults.add(input.ident.span(), text);
    }
    !is_text
}

/// The server cannot address a name with a dot, or one that starts with a dollar sign.
fn name_is_valid(field: &Field, faults: &mut Faults) {
    let name = &field.stored_name;
    if field.ident.is_some()
        && !field.serde.flatten
        && (name.is_empty() || name.contains(['.', '\0']) || name.starts_with('$'))
    {
        let wrong = format!(
            "field `{}` is stored as {}, which is no valid name",
            field.name,
            super::shown(name)
        );
        faults.broken(&FIELD_NAME_INVALID, &[], field.span(), &wrong);
    }
}

fn names_are_distinct(fields: &[Field], faults: &mut Faults) {
    for (at, field) in fields.iter().enumerate() {
        let twin = fields[..at]
            .iter()
            .find(|other| other.ident.is_some() && other.stored_name == field.stored_name);
        if let Some(twin) = twin {
            let wrong = format!(
                "fields `{}` and `{}` are both stored as `{}`",
                twin.name, field.name, field.stored_name
            );
            faults.broken(&DUPLICATE_FIELD_NAME, &[], field.span(), &wrong);
        }
    }
}

/// Each array, at whatever depth, says how many items it may hold.
fn arrays_have_bounds(field: &Field, class: &Class, outer: &Allows, faults: &mut Faults) {
    let mut depth = 0;
    let mut bound = "max_items = N".to_owned();
    let mut next = (!class.is_open()).then_some(class);
    let mut levels = Vec::new();
    while let Some(class) = next {
        let is_array = matches!(class.present(), Class::Array(_));
        if is_array && !has_max_items(field, depth) {
            let what = if depth == 0 {
                "array field"
            } else {
                "an array inside field"
            };
            let wrong = format!("{what} `{}` has no bound", field.name);
            for level in levels.iter().rev() {
                bound = format!("{level}({bound})");
            }
            let instead = format!(
                "write `#[field({bound})]`, or move the items to a collection of their own"
            );
            let allows = [&field.attrs.allows, outer];
            faults.broken_with(
                &ARRAY_WITHOUT_MAX_ITEMS,
                &allows,
                field.span(),
                &wrong,
                &instead,
            );
            return;
        }
        levels.push(if is_array { "items" } else { "values" });
        next = class.inside();
        depth += 1;
    }
}

fn has_max_items(field: &Field, depth: u8) -> bool {
    field
        .attrs
        .bounds
        .iter()
        .any(|bound| bound.depth == depth && bound.keyword.name == "max_items")
}

/// What the tokens tell of a bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Told {
    /// It says something about what it stands on.
    Applies,
    /// It says nothing about what it stands on.
    OtherKind,
    /// It stands on what is inside a value that has nothing inside.
    NothingInside,
    /// The compiler has to decide.
    Open,
}

/// What the tokens tell of a bound on a field of this class.
pub(crate) fn told(class: &Class, bound: &Bound) -> Told {
    let mut class = class;
    for _ in 0..bound.depth {
        match class.inside() {
            Some(inner) => class = inner,
            None if *class.present() == Class::Unknown => return Told::Open,
            None => return Told::NothingInside,
        }
    }
    match class.is_about(bound.keyword.about) {
        Some(true) => Told::Applies,
        Some(false) => Told::OtherKind,
        None => Told::Open,
    }
}

/// A bound stands on a value that it says something about.
fn bound_applies(field: &Field, class: &Class, bound: &Bound, faults: &mut Faults) {
    let (name, keyword) = (&field.name, bound.keyword.name);
    let wrong = match told(class, bound) {
        Told::Applies | Told::Open => return,
        Told::NothingInside => {
            format!(
                "field `{name}` is neither an array nor a map, so `{keyword}` bounds nothing inside it"
            )
        }
        Told::OtherKind => {
            let place = if bound.depth == 0 {
                "field"
            } else {
                "what is inside field"
            };
            let kind = bound.keyword.about.words();
            format!("`{keyword}` does not apply to {place} `{name}`, which is not stored as {kind}")
        }
    };
    faults.broken(&BOUND_ON_WRONG_TYPE, &[], bound.span, &wrong);
}
