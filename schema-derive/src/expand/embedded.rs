//! `#[derive(Embedded)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use super::{
    checks::in_order,
    poisoned_embedded, private,
    stored::{Context, Expansion},
};
use crate::{
    check,
    faults::Faults,
    parse::{Allows, EmbeddedAttrs, StoredType},
};

/// Expands `#[derive(Embedded)]`.
pub(crate) fn embedded(input: &DeriveInput, faults: &mut Faults) -> TokenStream {
    let attrs = EmbeddedAttrs::parse(&input.attrs, faults);
    let (import, private) = private(attrs.krate.as_ref());
    let Some(mut stored) = StoredType::parse(input, faults) else {
        let poisoned = poisoned_embedded(input, &private);
        return quote!(const _: () = { #import #poisoned };);
    };
    let allows = Allows::default();
    check::stored(&input.ident, &mut stored.form, &allows, faults);
    let context = Context {
        input,
        private: &private,
        additional_properties: attrs.additional_properties,
        allows: &allows,
        required: &|_| false,
        fixed: &|_| None,
    };
    let expansion = Expansion::of(&context, &stored);
    let items = expansion.items(&context);
    let checks = in_order(expansion.checks, &private);
    check::used(&stored.form, faults);
    quote!(const _: () = { #import #items #checks };)
}
