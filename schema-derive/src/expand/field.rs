//! What the model's `Doc` holds of one field.

use proc_macro2::TokenStream;
use quote::quote;
use schema_rules::{
    ARRAY_TOO_LARGE, ARRAY_WITHOUT_MAX_ITEMS, DATE_AS_STRING, DYNAMIC_FIELD_NAMES,
    MAP_WITHOUT_MAX_PROPERTIES, UNSIGNED_OVERFLOW,
};

use super::names::hash;
use crate::parse::{Bound, BoundValue, Field};

/// The hash by which a path finds a field; none finds a flattened one.
pub(super) fn hash_of(field: &Field) -> u64 {
    if field.serde.flatten {
        0
    } else {
        hash(&field.name)
    }
}

/// The set of `FieldFlags` of a field.
pub(super) fn flags(field: &Field, forced: bool) -> u8 {
    let required =
        forced || field.attrs.required || (!field.serde.sometimes_skipped && !field.serde.default);
    let allows = &field.attrs.allows;
    // What the tokens show was checked where it is declared.
    let told = field.class().is_none_or(|class| !class.is_open());
    u8::from(required)
        | u8::from(field.always_written()) << 1
        | u8::from(field.serde.none_left_out) << 2
        | u8::from(field.serde.flatten) << 3
        | u8::from(
            told || allows.covers(&ARRAY_WITHOUT_MAX_ITEMS) || allows.covers(&ARRAY_TOO_LARGE),
        ) << 4
        | u8::from(told || allows.covers(&MAP_WITHOUT_MAX_PROPERTIES)) << 5
        | u8::from(told || allows.covers(&DYNAMIC_FIELD_NAMES)) << 6
        | u8::from(told || allows.covers(&DATE_AS_STRING) || allows.covers(&UNSIGNED_OVERFLOW)) << 7
}

/// The constant of `Types` for an alias of `bson = "…"`.
pub(super) fn types(alias: &str, private: &TokenStream) -> TokenStream {
    // `binData` is BIN_DATA; `any` and `number` are sets of their own.
    let name = alias
        .char_indices()
        .fold(String::new(), |mut name, (at, ch)| {
            if at > 0 && ch.is_ascii_uppercase() {
                name.push('_');
            }
            name.push(ch.to_ascii_uppercase());
            name
        });
    // `objectId` and `javascriptWithScope` follow the same rule.
    let ident = proc_macro2::Ident::new(&name, proc_macro2::Span::call_site());
    quote!(#private::Types::#ident)
}

/// A bound as the model's `Keyword`.
pub(super) fn bound_value(bound: &Bound, private: &TokenStream) -> TokenStream {
    let variant = proc_macro2::Ident::new(bound.keyword.variant, proc_macro2::Span::call_site());
    let value = match &bound.value {
        BoundValue::Count(count) => quote!((#count)),
        BoundValue::Integer(value) => quote!((#private::Number::Integer(#value))),
        BoundValue::Float(value) => quote!((#private::Number::Float(#value))),
        BoundValue::Decimal(digits) => quote!((#private::Number::Decimal(#digits))),
        BoundValue::Text(text) => quote!((#text)),
        BoundValue::Nothing => quote!(),
    };
    quote!(#private::Keyword::#variant #value)
}
