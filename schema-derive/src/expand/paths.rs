//! The paths that a collection's declarations use, each once.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::{
    checks::{Check, at},
    names::hash,
    stored::literal,
};
use crate::{
    check::position,
    parse::{Field, KeyPath, path_text, unraw},
};

/// The paths that a collection's declarations use, each once, and the variants of enums.
#[derive(Default)]
pub(super) struct Paths {
    paths: Vec<(Option<usize>, KeyPath)>,
    variants: Vec<syn::Path>,
}

impl Paths {
    /// The most paths that the model's bytes can tell apart; 64 indexes rarely need so many.
    pub(super) const MOST: usize = 255;

    /// The position of a path in the list, to which it is added if it is new.
    pub(super) fn intern(&mut self, path: &KeyPath, fields: &[Field]) -> usize {
        if let Some(known) = self.paths.iter().position(|(_, other)| other == path) {
            return known;
        }
        self.paths.push((position(fields, path), path.clone()));
        self.paths.len() - 1
    }

    /// The position as the model's byte. What has more paths is refused as a whole.
    pub(super) fn byte(&mut self, path: &KeyPath, fields: &[Field]) -> u8 {
        u8::try_from(self.intern(path, fields)).unwrap_or(u8::MAX)
    }

    /// The constant of a variant that a filter has named.
    pub(super) fn known_variant(&self, path: &syn::Path) -> Option<Ident> {
        let text = path_text(path);
        let known = self
            .variants
            .iter()
            .position(|known| path_text(known) == text);
        known.map(variant_name)
    }

    /// The constant that holds the stored name of an enum's variant. Each is an item of its own, so
    /// that a variant without one is no fault of the whole model.
    pub(super) fn variant(&mut self, path: &syn::Path) -> Ident {
        self.variants.push(path.clone());
        variant_name(self.variants.len() - 1)
    }

    /// The constants of the variants, and the checks that each is stored as a string.
    pub(super) fn variants(&self, private: &TokenStream) -> (TokenStream, Vec<Check>) {
        let all = self.variants.iter().enumerate();
        all.map(|(at, path)| variant(&variant_name(at), path, private))
            .unzip()
    }

    /// How many paths there are.
    pub(super) fn len(&self) -> usize {
        self.paths.len()
    }

    /// The model's list of `Path`.
    pub(super) fn model(&self, private: &TokenStream) -> Vec<TokenStream> {
        let paths = self.paths.iter().map(|(field, path)| {
            let text = path.text();
            if path.stored {
                return quote!(#private::Path { field: #private::Path::STORED, rest: #private::Path::END, text: #text });
            }
            // Where the first segment is a flattened type's, the compiler finds it by its hash.
            let known = usize::from(field.is_some());
            let field = field.map_or_else(
                || quote!(#private::Path::OPEN),
                |field| literal(field).into_token_stream(),
            );
            let rest = path.segments[known..]
                .iter()
                .map(|segment| hash(&segment.name).into_token_stream());
            let rest: Vec<_> = rest.collect();
            let rest = if rest.is_empty() {
                quote!(#private::Path::END)
            } else {
                quote!(&[#(#rest),*])
            };
            quote!(#private::Path { field: #field, rest: #rest, text: #text })
        });
        paths.collect()
    }
}

fn variant_name(position: usize) -> Ident {
    format_ident!("__VARIANT_{position}", span = Span::call_site())
}

fn variant(constant: &Ident, path: &syn::Path, private: &TokenStream) -> (TokenStream, Check) {
    let name = path
        .segments
        .last()
        .map(|segment| unraw(&segment.ident))
        .unwrap_or_default();
    let span = path.span();
    // The value itself is named once, so that a variant that does not exist is one error. The check
    // beside it brings `__rules` into scope.
    let item = quote_spanned! {span=>
        const #constant: #private::StoredVariant = __rules::stored_variant(&#path, #name);
    };
    (item, at(span, "variant", &quote!(#constant, #name)))
}
