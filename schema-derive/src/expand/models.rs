//! Where the parts of a type's model stand: in statics, or, where the type has parameters, which a
//! static cannot name, in the constants of a trait that the expansion brings along.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{DeriveInput, GenericParam, Generics, parse_quote};

use crate::parse::Field;

/// The parts of a type's model.
pub(super) struct Models {
    /// Whether the type has parameters.
    pub(super) generic: bool,
    parts: Vec<(Ident, TokenStream, TokenStream)>,
}

impl Models {
    /// No parts yet.
    pub(super) fn new(input: &DeriveInput) -> Self {
        let mut params = input.generics.params.iter();
        let generic = params.any(|param| !matches!(param, GenericParam::Lifetime(_)));
        Self {
            generic,
            parts: Vec::new(),
        }
    }

    /// Adds a part, and returns how it is named as a `&'static`.
    pub(super) fn add(
        &mut self,
        name: &str,
        ty: &str,
        value: TokenStream,
        private: &TokenStream,
    ) -> TokenStream {
        let name = Ident::new(name, Span::call_site());
        let ty = Ident::new(ty, Span::call_site());
        self.parts
            .push((name.clone(), quote!(#private::#ty), value));
        self.reference(&name)
    }

    fn reference(&self, name: &Ident) -> TokenStream {
        if self.generic {
            quote!(<Self as __Models>::#name)
        } else {
            quote!(&#name)
        }
    }

    /// The items that hold the parts.
    pub(super) fn items(&self, input: &DeriveInput, generics: &Generics) -> TokenStream {
        let (names, types, values) = self.columns();
        if !self.generic {
            return quote!(#(static #names: #types = #values;)*);
        }
        let ident = &input.ident;
        let (parameters, arguments, clause) = generics.split_for_impl();
        quote! {
            trait __Models {
                #(const #names: &'static #types;)*
            }
            impl #parameters __Models for #ident #arguments #clause {
                #(const #names: &'static #types = &#values;)*
            }
        }
    }

    fn columns(&self) -> (Vec<&Ident>, Vec<&TokenStream>, Vec<&TokenStream>) {
        let names = self.parts.iter().map(|(name, ..)| name).collect();
        let types = self.parts.iter().map(|(_, ty, _)| ty).collect();
        let values = self.parts.iter().map(|(.., value)| value).collect();
        (names, types, values)
    }
}

/// The type's parameters; each that a stored field mentions has to be stored in a known form.
pub(super) fn bounded(input: &DeriveInput, fields: &[&Field], private: &TokenStream) -> Generics {
    let mut generics = input.generics.clone();
    let mentioned: Vec<Ident> = input
        .generics
        .type_params()
        .filter(|param| {
            fields
                .iter()
                .any(|field| mentions(field.ty.to_token_stream(), &param.ident))
        })
        .map(|param| param.ident.clone())
        .collect();
    let clause = generics.make_where_clause();
    for param in mentioned {
        clause
            .predicates
            .push(parse_quote!(#param: #private::EmbeddedSchema));
    }
    generics
}

fn mentions(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        proc_macro2::TokenTree::Ident(ident) => ident == *name,
        proc_macro2::TokenTree::Group(group) => mentions(group.stream(), name),
        _ => false,
    })
}
