//! The helpers of `#[serde(with = "…")]`, so that a value is written as serde writes the field.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::DeriveInput;

use super::EXPANDED;
use crate::{expand::names::in_static, parse::Field};

/// `struct __With0;` and what it writes, for each field that something else than its type writes.
pub(super) fn helpers(input: &DeriveInput, private: &TokenStream, fields: &[Field]) -> TokenStream {
    let with_writer = fields.iter().enumerate().filter_map(|(at, field)| {
        let writer = field.serde.writer.as_ref()?;
        let (name, ty) = (name(at), in_static(&field.ty, input));
        Some(quote! {
            #[doc(hidden)]
            #[allow(unreachable_pub, missing_debug_implementations)]
            pub struct #name;
            impl #private::access::SerializeWith<#ty> for #name {
                fn serialize<__S: #private::access::Serializer>(
                    value: &#ty,
                    serializer: __S,
                ) -> #private::Result<__S::Ok, __S::Error> {
                    #writer(value, serializer)
                }
            }
        })
    });
    with_writer.collect()
}

/// A field's type as an item of `EmbeddedSchema::Fields`, or in a static, with what writes it.
pub(in crate::expand) fn field_type(
    input: &DeriveInput,
    private: &TokenStream,
    at: usize,
    field: &Field,
) -> TokenStream {
    let ty = field.ty.to_token_stream();
    if !EXPANDED {
        return ty;
    }
    match writer(private, at, field) {
        None => ty,
        // What has parameters is written by no helper that the expansion could name.
        Some(_) if has_type_parameters(input) => unknown_type(private),
        Some(writer) => quote!(#private::access::With<#ty, #writer>),
    }
}

/// A field whose type other crates cannot name, as an item of `EmbeddedSchema::Fields`.
pub(in crate::expand) fn unknown_type(private: &TokenStream) -> TokenStream {
    if EXPANDED {
        quote!(#private::Unknown)
    } else {
        quote!(())
    }
}

/// What writes a field, where that is not its type in the form that its schema tells.
pub(super) fn writer(private: &TokenStream, at: usize, field: &Field) -> Option<TokenStream> {
    if field.serde.writer.is_some() {
        return Some(name(at).into_token_stream());
    }
    // The user's word stands in the place of the type's schema, which may not be there.
    let said = field.attrs.bson.is_some() || field.attrs.inner_bson.is_some();
    said.then(|| quote!(#private::access::Own))
}

fn name(field: usize) -> Ident {
    format_ident!("__With{field}", span = Span::call_site())
}

/// Whether the type has parameters besides lifetimes.
pub(super) fn has_type_parameters(input: &DeriveInput) -> bool {
    let mut parameters = input.generics.params.iter();
    parameters.any(|parameter| !matches!(parameter, syn::GenericParam::Lifetime(_)))
}
