//! Collations as the model's `Collation`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::parse::{Collation, ParameterValue};

/// A collation as the model's `Collation`.
pub(super) fn collation(collation: &Collation, private: &TokenStream) -> TokenStream {
    let parameters = collation.0.iter().map(|parameter| {
        let variant = Ident::new(parameter.variant, Span::call_site());
        let value = match &parameter.value {
            ParameterValue::Text(word) => quote!(#word),
            ParameterValue::Number(number) => quote!(#number),
            ParameterValue::Flag(on) => quote!(#on),
        };
        quote!(#private::CollationParameter::#variant(#value))
    });
    quote!(&[#(#parameters),*])
}
