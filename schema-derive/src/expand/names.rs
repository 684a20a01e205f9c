//! Hashes of names, and names that a static cannot use.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::DeriveInput;

/// The hash by which the model finds a field: FNV-1a of 64 bits over its Rust name.
pub(super) fn hash(name: &str) -> u64 {
    extend(0xcbf2_9ce4_8422_2325, name)
}

fn extend(hash: u64, text: &str) -> u64 {
    text.bytes().fold(hash, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Tells apart two types of one name: a hash of the crate, the place and the name. Two calls of
/// one `macro_rules!` have the same place.
pub(super) fn identity(ident: &Ident) -> u64 {
    let krate = std::env::var("CARGO_CRATE_NAME")
        .or_else(|_| std::env::var("CARGO_PKG_NAME"))
        .unwrap_or_default();
    let place = ident.span().unwrap();
    let call = Span::call_site().unwrap();
    let parts = [
        krate,
        place.file(),
        place.line().to_string(),
        place.column().to_string(),
        call.line().to_string(),
        ident.to_string(),
    ];
    parts
        .iter()
        .fold(hash("type"), |hash, part| extend(extend(hash, part), "\0"))
}

/// A type or a path as a static can name it: `Self` by its name, the type's own lifetimes as
/// `'static`.
pub(super) fn in_static(ty: &impl ToTokens, input: &DeriveInput) -> TokenStream {
    let own: Vec<&Ident> = input
        .generics
        .lifetimes()
        .map(|parameter| &parameter.lifetime.ident)
        .collect();
    rewrite(ty.to_token_stream(), &own, &self_type(input))
}

/// The derived type with all its lifetimes `'static`.
pub(super) fn self_type(input: &DeriveInput) -> TokenStream {
    let ident = &input.ident;
    let lifetimes = input.generics.lifetimes().map(|_| quote!('static));
    if input.generics.params.is_empty() {
        quote!(#ident)
    } else {
        quote!(#ident<#(#lifetimes),*>)
    }
}

fn rewrite(tokens: TokenStream, own: &[&Ident], self_type: &TokenStream) -> TokenStream {
    let mut out = TokenStream::new();
    let mut after_quote = false;
    for token in tokens {
        let lifetime = after_quote;
        after_quote = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\'');
        match token {
            TokenTree::Ident(ident) if lifetime && own.contains(&&ident) => {
                out.extend([TokenTree::Ident(Ident::new("static", ident.span()))]);
            }
            TokenTree::Ident(ident) if ident == "Self" => out.extend(self_type.clone()),
            TokenTree::Group(group) => {
                let mut inner =
                    Group::new(group.delimiter(), rewrite(group.stream(), own, self_type));
                inner.set_span(group.span());
                out.extend([TokenTree::Group(inner)]);
            }
            token => out.extend([token]),
        }
    }
    out
}
