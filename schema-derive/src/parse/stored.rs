//! A type as serde stores it.

use syn::{Data, DataEnum, DeriveInput, Ident, Type};

use super::{Field, RenameRule, SerdeContainer, SerdeVariant, doc_comment, fields, unraw};
use crate::{check, faults::Faults};

/// A type as serde stores it.
#[derive(Debug)]
pub(crate) struct StoredType {
    /// What serde's attributes say about it.
    pub(crate) serde: SerdeContainer,
    /// What it is stored as.
    pub(crate) form: Stored,
    /// The documentation comment.
    pub(crate) description: String,
}

/// What a type is stored as.
#[derive(Debug)]
pub(crate) enum Stored {
    /// A document of its fields.
    Document(Vec<Field>),
    /// The one value that is inside.
    Newtype(Box<Field>),
    /// An array of its fields, by position.
    Tuple(Vec<Field>),
    /// Another type.
    Into(Box<Type>),
    /// One of these names: pairs of a Rust name and a stored name, each ended by NUL.
    Names(String),
    /// One of these variants, some of which hold data.
    Variants(Vec<Variant>),
}

/// A variant that is stored.
#[derive(Debug)]
pub(crate) struct Variant {
    /// The name in Rust.
    pub(crate) ident: Ident,
    /// The name in the database.
    pub(crate) stored_name: String,
    /// Whether it alone is stored without a tag.
    pub(crate) untagged: bool,
    /// The documentation comment.
    pub(crate) description: String,
    /// What it holds.
    pub(crate) kind: VariantKind,
    /// Its fields.
    pub(crate) fields: Vec<Field>,
}

/// What a variant holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum VariantKind {
    /// Nothing.
    Unit,
    /// One value.
    Newtype,
    /// Values by position.
    Tuple,
    /// Named fields.
    Struct,
}

impl StoredType {
    /// Reads a type; none where it is stored in no way that is known, which is added as a fault.
    pub(crate) fn parse(input: &DeriveInput, faults: &mut Faults) -> Option<Self> {
        let serde = SerdeContainer::parse(&input.attrs);
        check::serialization(&serde.unsupported, faults);
        if !serde.unsupported.is_empty() {
            return None;
        }
        let form = match (&serde.into, &input.data) {
            (Some(ty), _) => Some(Stored::Into(Box::new(ty.clone()))),
            (None, Data::Struct(data)) => structure(input, &data.fields, &serde, faults),
            (None, Data::Enum(data)) => enumeration(input, data, &serde, faults),
            (None, Data::Union(_)) => {
                let text = "a union cannot be stored; derive it on a struct or an enum";
                faults.add(input.ident.span(), text);
                None
            }
        }?;
        let description = doc_comment(&input.attrs);
        Some(Self {
            serde,
            form,
            description,
        })
    }
}

fn structure(
    input: &DeriveInput,
    all: &syn::Fields,
    serde: &SerdeContainer,
    faults: &mut Faults,
) -> Option<Stored> {
    let mut fields = fields(all, serde.rename_all, serde.default, faults);
    match all {
        syn::Fields::Named(_) if fields.len() == 1 && serde.transparent.is_some() => {}
        syn::Fields::Named(_) => return Some(Stored::Document(fields)),
        syn::Fields::Unnamed(_)
            if fields.len() == 1 && (all.len() == 1 || serde.transparent.is_some()) => {}
        syn::Fields::Unnamed(_) if !fields.is_empty() => return Some(Stored::Tuple(fields)),
        _ => {
            let stored = if matches!(all, syn::Fields::Unit) {
                "null"
            } else {
                "an empty array"
            };
            let text = format!(
                "`{}` is stored as {stored}; write a struct with named fields",
                input.ident
            );
            faults.add(input.ident.span(), text);
            return None;
        }
    }
    Some(Stored::Newtype(Box::new(fields.remove(0))))
}

fn enumeration(
    input: &DeriveInput,
    data: &DataEnum,
    serde: &SerdeContainer,
    faults: &mut Faults,
) -> Option<Stored> {
    let before = faults.count();
    let variants: Vec<Variant> = data
        .variants
        .iter()
        .filter_map(|one| variant(one, serde, faults))
        .collect();
    if faults.count() > before {
        return None;
    }
    if variants.is_empty() {
        let text = format!(
            "enum `{}` has no variant that can be stored; add one",
            input.ident
        );
        faults.add(input.ident.span(), text);
        return None;
    }
    let tagged = serde.tag.is_some() || serde.untagged;
    let names_alone = variants
        .iter()
        .all(|one| one.kind == VariantKind::Unit && !one.untagged);
    if tagged || !names_alone {
        return Some(Stored::Variants(variants));
    }
    let pairs = variants
        .iter()
        .map(|one| format!("{}\0{}\0", unraw(&one.ident), one.stored_name));
    Some(Stored::Names(pairs.collect()))
}

fn variant(variant: &syn::Variant, serde: &SerdeContainer, faults: &mut Faults) -> Option<Variant> {
    let own = SerdeVariant::parse(&variant.attrs);
    if own.skipped {
        return None;
    }
    check::serialization(&own.unsupported, faults);
    let name = unraw(&variant.ident);
    let stored_name = own
        .rename
        .unwrap_or_else(|| serde.rename_all.variant(&name));
    if stored_name.contains('\0') {
        let text = format!("the stored name of variant `{name}` has a NUL; write one without");
        faults.add(variant.ident.span(), text);
    }
    let kind = match &variant.fields {
        syn::Fields::Unit => VariantKind::Unit,
        syn::Fields::Unnamed(list) if list.unnamed.len() == 1 => VariantKind::Newtype,
        syn::Fields::Unnamed(_) => VariantKind::Tuple,
        syn::Fields::Named(_) => VariantKind::Struct,
    };
    let rename_all = own.rename_all.unwrap_or(match kind {
        VariantKind::Struct => serde.rename_all_fields,
        _ => RenameRule::None,
    });
    Some(Variant {
        ident: variant.ident.clone(),
        stored_name,
        untagged: own.untagged,
        description: doc_comment(&variant.attrs),
        kind,
        fields: fields(&variant.fields, rename_all, false, faults),
    })
}
