//! Rules about fields.

use proc_macro2::Span;
use schema_rules::{
    DUPLICATE_FIELD_NAME, FIELD_NAME_INVALID, Group, REFERENCE_OUTSIDE_DATABASE,
    UNKNOWN_SERIALIZATION,
};

use syn::{DeriveInput, Ident};

use crate::{
    faults::{Faults, suppressed},
    parse::{Allows, Field, Stored, StoredType, VariantKind},
};

/// The rules about the fields of the type `ident`. `outer` is what the collection allows.
pub(crate) fn stored(ident: &Ident, form: &mut Stored, outer: &Allows, faults: &mut Faults) {
    match form {
        Stored::Newtype(field) => super::recursive::not_inside(ident, field, faults),
        Stored::Tuple(fields) => {
            for field in fields {
                super::recursive::not_inside(ident, field, faults);
            }
        }
        _ => {}
    }
    match form {
        Stored::Document(fields) => document(fields, outer, faults),
        Stored::Newtype(field) => document(std::slice::from_mut(field), outer, faults),
        Stored::Tuple(fields) => tuple(fields, outer, faults),
        Stored::Variants(all) => {
            for variant in all {
                match variant.kind {
                    VariantKind::Tuple => tuple(&mut variant.fields, outer, faults),
                    _ => document(&mut variant.fields, outer, faults),
                }
            }
        }
        Stored::Into(_) | Stored::Names(_) => {}
    }
}

/// The rules about values by position: each has its own.
fn tuple(fields: &mut [Field], outer: &Allows, faults: &mut Faults) {
    for field in fields.iter_mut() {
        if field.serde.sometimes_skipped {
            let wrong = format!(
                "field `{}` may be left out, and those behind it move to its position",
                field.name
            );
            let instead = "remove `skip_serializing_if`, or write named fields";
            faults.broken_with(&UNKNOWN_SERIALIZATION, &[], field.span(), &wrong, instead);
            field.poisoned = true;
        }
    }
    document(fields, outer, faults);
}

/// The rules about the fields of a struct, alone and beside each other. `outer` is what the
/// collection allows.
fn document(fields: &mut [Field], outer: &Allows, faults: &mut Faults) {
    for field in fields.iter_mut() {
        let before = faults.count();
        field_serialization(field, faults);
        super::contents::inner_type_is_seen(field, faults);
        field.poisoned |= faults.count() > before;
        let allows = [&field.attrs.allows, outer];
        field.attrs.outside =
            field.attrs.references.is_some() && suppressed(&REFERENCE_OUTSIDE_DATABASE, &allows);
    }
    for field in fields.iter() {
        super::allowed_where_it_fires(Group::Field, &field.attrs.allows, faults);
        name_is_valid(field, faults);
    }
    names_are_distinct(fields, faults);
    for field in fields.iter().filter(|field| !field.poisoned) {
        super::contents::contents(field, outer, faults);
        super::bounds::bounds(field, outer, faults);
        super::size::arrays(field, outer, faults);
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
    let other = match stored.form {
        Stored::Names(_) => "a string",
        Stored::Tuple(_) => "an array by position",
        _ => return true,
    };
    let text = format!(
        "`{}` is stored as {other}; derive `Collection` on what is stored as a document",
        input.ident
    );
    faults.add(input.ident.span(), text);
    false
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
