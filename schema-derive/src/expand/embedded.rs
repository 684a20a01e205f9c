//! `#[derive(Embedded)]`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Data, DataEnum, DeriveInput, spanned::Spanned};

use super::{
    checks::in_order,
    document::{Document, fields_item},
    has_parameters,
    names::in_static,
    poisoned_embedded, private,
};
use crate::{
    check,
    faults::Faults,
    parse::{
        Allows, EmbeddedAttrs, Field, SerdeContainer, SerdeVariant, doc_comment, fields, unraw,
    },
};

/// Expands `#[derive(Embedded)]`.
pub(crate) fn embedded(input: &DeriveInput, faults: &mut Faults) -> TokenStream {
    let attrs = EmbeddedAttrs::parse(&input.attrs, faults);
    let private = private(attrs.krate.as_ref());
    let unsupported = has_parameters(input, faults);
    let expansion = match &input.data {
        _ if unsupported => None,
        Data::Struct(data) => structure(input, &data.fields, &attrs, &private, faults),
        Data::Enum(data) => enumeration(input, data, &private, faults),
        Data::Union(_) => {
            faults.add(
                input.ident.span(),
                "a union cannot be stored; derive `Embedded` on a struct or an enum",
            );
            None
        }
    };
    let expansion = expansion.unwrap_or_else(|| poisoned_embedded(input, &private));
    quote!(const _: () = { #expansion };)
}

fn structure(
    input: &DeriveInput,
    all: &syn::Fields,
    attrs: &EmbeddedAttrs,
    private: &TokenStream,
    faults: &mut Faults,
) -> Option<TokenStream> {
    let serde = SerdeContainer::parse(&input.attrs);
    check::serialization(&serde.unsupported, faults);
    let mut fields = fields(all, serde.rename_all, serde.default, faults);
    check::document(&mut fields, &Allows::default(), faults);
    if !serde.unsupported.is_empty() {
        return None;
    }
    let document = Document {
        input,
        private,
        fields: &fields,
        additional_properties: attrs.additional_properties,
        description: doc_comment(&input.attrs),
    };
    match (all, &fields[..]) {
        (syn::Fields::Named(_), [_]) if serde.transparent.is_some() => Some(newtype(&document)),
        (syn::Fields::Named(_), _) => Some(sub_document(&document)),
        (syn::Fields::Unnamed(_), [_]) if all.len() == 1 || serde.transparent.is_some() => {
            Some(newtype(&document))
        }
        _ => {
            let stored = match all {
                syn::Fields::Unit => "null",
                _ => "an array by position",
            };
            let text = format!(
                "`{}` is stored as {stored}; write a struct with named fields",
                input.ident
            );
            faults.add(input.ident.span(), text);
            None
        }
    }
}

fn sub_document(document: &Document<'_>) -> TokenStream {
    let private = document.private;
    let model = document.model(|_| false);
    let checks = in_order(document.checks(&Allows::default()), private);
    let shape = quote!(#private::Shape::document(&__DOC));
    let implementation = implementation(document.input, private, &shape, &document.fields_item());
    quote!(#model #implementation #checks)
}

/// A newtype is stored as what is inside it, with the bounds of its field.
fn newtype(document: &Document<'_>) -> TokenStream {
    let private = document.private;
    let field = &document.fields[0];
    let model = document.model(|_| false);
    let checks = in_order(document.checks(&Allows::default()), private);
    let shape = quote!(#private::Shape::newtype(&__NEWTYPE));
    let implementation = implementation(
        document.input,
        private,
        &shape,
        &fields_item(document.input, &newtype_fields(document, field)),
    );
    quote! {
        #model
        static __NEWTYPE: #private::Newtype = #private::Newtype { inner: __DOC.shapes[0], keywords: __DOC.keywords };
        #implementation
        #checks
    }
}

/// The fields of what a newtype holds, where other crates may name it.
fn newtype_fields(document: &Document<'_>, field: &Field) -> TokenStream {
    let private = document.private;
    if field.public && !field.poisoned && field.attrs.bson.is_none() {
        let ty = in_static(&field.ty, document.input);
        quote_spanned!(field.ty.span()=> <#ty as #private::EmbeddedSchema>::Fields)
    } else {
        quote!(())
    }
}

fn implementation(
    input: &DeriveInput,
    private: &TokenStream,
    shape: &TokenStream,
    fields_item: &TokenStream,
) -> TokenStream {
    let ident = &input.ident;
    let (generics, arguments, clause) = input.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #generics #private::EmbeddedSchema for #ident #arguments #clause {
            const SHAPE: #private::Shape = #shape;
            type Leaf = Self;
            #fields_item
        }
    }
}

/// Pairs of a stored variant's Rust name and its stored name, each ended by NUL.
fn variants(data: &DataEnum, serde: &SerdeContainer, faults: &mut Faults) -> Option<String> {
    let before = faults.count();
    let mut pairs = String::new();
    for variant in &data.variants {
        let renamed = SerdeVariant::parse(&variant.attrs);
        if renamed.skipped {
            continue;
        }
        check::serialization(&renamed.unsupported, faults);
        let name = unraw(&variant.ident);
        let stored = renamed
            .rename
            .unwrap_or_else(|| serde.rename_all.variant(&name));
        if stored.contains('\0') {
            let text = format!("the stored name of variant `{name}` has a NUL; write one without");
            faults.add(variant.ident.span(), text);
        }
        pairs = pairs + &name + "\0" + &stored + "\0";
    }
    (faults.count() == before).then_some(pairs)
}

/// An enum of unit variants is stored as a string of a list.
fn enumeration(
    input: &DeriveInput,
    data: &DataEnum,
    private: &TokenStream,
    faults: &mut Faults,
) -> Option<TokenStream> {
    let serde = SerdeContainer::parse(&input.attrs);
    check::serialization(&serde.unsupported, faults);
    if let Some(variant) = data
        .variants
        .iter()
        .find(|variant| !matches!(variant.fields, syn::Fields::Unit))
    {
        let text = format!(
            "variant `{}` holds data, which is not supported; write an enum of names alone",
            variant.ident
        );
        faults.add(variant.ident.span(), text);
        return None;
    }
    if !serde.unsupported.is_empty() {
        return None;
    }
    let pairs = variants(data, &serde, faults)?;
    if pairs.is_empty() {
        faults.add(
            input.ident.span(),
            format!(
                "enum `{}` has no variant that can be stored; add one",
                input.ident
            ),
        );
        return None;
    }
    let shape = quote!(#private::Shape::enumeration(#pairs));
    Some(implementation(
        input,
        private,
        &shape,
        &fields_item(input, &quote!(())),
    ))
}
