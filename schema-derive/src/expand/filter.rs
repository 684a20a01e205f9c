//! Filters as the model's `Filter`.

use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};

use super::paths::Paths;
use crate::parse::{Comparison, Constant, ConstantValue, Field, Filter, KeyPath, unraw};

/// A filter as the model's `Filter`.
pub(super) fn filter(
    filter: &Filter,
    paths: &mut Paths,
    fields: &[Field],
    private: &TokenStream,
) -> TokenStream {
    let mut position = |path: &KeyPath| Literal::usize_unsuffixed(paths.intern(path, fields));
    match filter {
        Filter::And(parts) => list("And", parts, paths, fields, private),
        Filter::Or(parts) => list("Or", parts, paths, fields, private),
        Filter::Compare(path, comparison, value) => {
            let (path, comparison, value) = (
                position(path),
                self::comparison(*comparison),
                constant(value, private),
            );
            quote!(#private::Filter::Compare(#path, #private::Comparison::#comparison, #value))
        }
        Filter::Exists(path) => {
            let path = position(path);
            quote!(#private::Filter::Exists(#path))
        }
        Filter::Type(path, alias) => {
            let (path, alias) = (position(path), &alias.name);
            quote!(#private::Filter::Type(#path, #alias))
        }
        Filter::OneOf(path, values) => {
            let path = position(path);
            let values = values.iter().map(|value| constant(value, private));
            quote!(#private::Filter::OneOf(#path, &[#(#values),*]))
        }
    }
}

fn list(
    variant: &str,
    parts: &[Filter],
    paths: &mut Paths,
    fields: &[Field],
    private: &TokenStream,
) -> TokenStream {
    let variant = proc_macro2::Ident::new(variant, proc_macro2::Span::call_site());
    let parts: Vec<_> = parts
        .iter()
        .map(|part| filter(part, paths, fields, private))
        .collect();
    quote!(#private::Filter::#variant(&[#(#parts),*]))
}

/// The set of BSON types that an alias names.
pub(super) fn types(alias: &str, private: &TokenStream) -> TokenStream {
    let name = alias.chars().fold(String::new(), |name, ch| {
        let gap = if ch.is_uppercase() { "_" } else { "" };
        name + gap + &ch.to_ascii_uppercase().to_string()
    });
    let name = proc_macro2::Ident::new(&name, proc_macro2::Span::call_site());
    quote!(#private::Types::#name)
}

fn comparison(comparison: Comparison) -> TokenStream {
    match comparison {
        Comparison::Eq => quote!(Eq),
        Comparison::Lt => quote!(Lt),
        Comparison::Lte => quote!(Lte),
        Comparison::Gt => quote!(Gt),
        Comparison::Gte => quote!(Gte),
    }
}

fn constant(value: &Constant, private: &TokenStream) -> TokenStream {
    match &value.value {
        ConstantValue::Null => quote!(#private::Value::Null),
        ConstantValue::Bool(value) => quote!(#private::Value::Bool(#value)),
        ConstantValue::Integer(value) => quote!(#private::Value::Integer(#value)),
        ConstantValue::Float(value) => quote!(#private::Value::Float(#value)),
        ConstantValue::Text(text) => quote!(#private::Value::String(#text)),
        ConstantValue::Date(millis) => quote!(#private::Value::Date(#millis)),
        ConstantValue::ObjectId(bytes) => quote!(#private::Value::ObjectId([#(#bytes),*])),
        ConstantValue::Variant(path) => {
            let name = path
                .segments
                .last()
                .map(|segment| unraw(&segment.ident))
                .unwrap_or_default();
            let span = syn::spanned::Spanned::span(path);
            // The value itself is named once, so that a variant that does not exist is one error.
            let stored = quote_spanned!(span=> #private::stored_variant(&#path, #name));
            quote!(#private::Value::String(#stored))
        }
    }
}
