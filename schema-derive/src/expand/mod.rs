//! Expansion: from what was parsed to constant data, and to checks that the compiler evaluates.
//!
//! Every expansion is one `const _: () = { … };` that names everything behind one import by its full
//! path, so that it means the same wherever the user's type stands.

mod access;
mod checks;
mod collation;
mod collection;
mod compared;
mod database;
mod document;
mod embedded;
mod field;
mod filter;
mod index;
mod index_options;
mod models;
mod names;
mod option_checks;
mod options;
mod paths;
mod query;
mod root_checks;
mod size_checks;
mod stored;
mod variants;

pub(crate) use collection::collection;
pub(crate) use database::database;
pub(crate) use embedded::embedded;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Path};

use crate::faults::Faults;

/// What an expansion names in `schema_core`: the item that brings it into scope, first in each block,
/// and its name there. Each full path would cost the compiler a walk from the crate's root.
fn private(krate: Option<&Path>) -> (TokenStream, TokenStream) {
    let import = krate.map_or_else(
        || {
            quote!(
                use ::schema_core::__private;
            )
        },
        |path| quote!(use #path::__private;),
    );
    (import, quote!(__private))
}

/// A list of the model. An empty one is the constant of its type, which the compiler has looked
/// through already; a literal costs a coercion and a promoted constant each.
fn list(items: &[TokenStream], of: &str, private: &TokenStream) -> TokenStream {
    if items.is_empty() {
        let of = proc_macro2::Ident::new(of, proc_macro2::Span::call_site());
        return quote!(#private::#of::NONE);
    }
    quote!(&[#(#items),*])
}

/// Whether the type has parameters for which nothing can be evaluated; the fault is added.
fn has_parameters(input: &DeriveInput, faults: &mut Faults) -> bool {
    let parameter = input
        .generics
        .params
        .iter()
        .find(|parameter| !matches!(parameter, syn::GenericParam::Lifetime(_)));
    if let Some(parameter) = parameter {
        let span = syn::spanned::Spanned::span(parameter);
        faults.add(
            span,
            format!(
                "`{}` is generic; write a newtype for each of its uses, such as `struct Users(Record<User>)`",
                input.ident
            ),
        );
    }
    parameter.is_some()
}

/// An implementation about which every rule is silent, for a type whose fault was added, so that
/// nothing is said about its uses.
fn poisoned_embedded(input: &DeriveInput, private: &TokenStream) -> TokenStream {
    let ident = &input.ident;
    let (generics, arguments, clause) = input.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #generics #private::EmbeddedSchema for #ident #arguments #clause {
            const SHAPE: #private::Shape = #private::Shape::POISON;
            type Leaf = Self;
            type Fields = ();
        }
    }
}
