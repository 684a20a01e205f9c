//! Filters as the model's `Filter`.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::paths::Paths;
use crate::parse::{Comparison, Constant, ConstantValue, Field, Filter, KeyPath};

/// A filter as the model's `Filter`.
pub(super) fn filter(
    filter: &Filter,
    paths: &mut Paths,
    fields: &[Field],
    private: &TokenStream,
) -> TokenStream {
    let position =
        |path: &KeyPath, paths: &mut Paths| Literal::usize_unsuffixed(paths.intern(path, fields));
    match filter {
        Filter::And(parts) => list("And", parts, paths, fields, private),
        Filter::Or(parts) => list("Or", parts, paths, fields, private),
        Filter::Compare(path, comparison, value) => {
            let (path, comparison, value) = (
                position(path, paths),
                self::comparison(*comparison),
                constant(value, paths, private),
            );
            quote!(#private::Filter::Compare(#path, #private::Comparison::#comparison, #value))
        }
        Filter::Exists(path) => {
            let path = position(path, paths);
            quote!(#private::Filter::Exists(#path))
        }
        Filter::Type(path, alias) => {
            let (path, alias) = (position(path, paths), &alias.name);
            quote!(#private::Filter::Type(#path, #alias))
        }
        Filter::OneOf(path, values) => {
            let path = position(path, paths);
            let values = values.iter().map(|value| constant(value, paths, private));
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

fn comparison(comparison: Comparison) -> TokenStream {
    match comparison {
        Comparison::Eq => quote!(Eq),
        Comparison::Lt => quote!(Lt),
        Comparison::Lte => quote!(Lte),
        Comparison::Gt => quote!(Gt),
        Comparison::Gte => quote!(Gte),
    }
}

fn constant(value: &Constant, paths: &mut Paths, private: &TokenStream) -> TokenStream {
    match &value.value {
        ConstantValue::Null => quote!(#private::Value::Null),
        ConstantValue::Bool(value) => quote!(#private::Value::Bool(#value)),
        ConstantValue::Integer(value) => quote!(#private::Value::Integer(#value)),
        ConstantValue::Float(value) => quote!(#private::Value::Float(#value)),
        ConstantValue::Text(text) => quote!(#private::Value::String(#text)),
        ConstantValue::Date(millis) => quote!(#private::Value::Date(#millis)),
        ConstantValue::ObjectId(bytes) => quote!(#private::Value::ObjectId([#(#bytes),*])),
        ConstantValue::Variant(path) => {
            let stored = paths.variant(path);
            quote!(#private::Value::String(#private::name_of(#stored)))
        }
    }
}
