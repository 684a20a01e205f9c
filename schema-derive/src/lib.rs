//! The derive macros of schema-core: `#[derive(Collection)]`, `#[derive(Embedded)]` and
//! `#[derive(Database)]`.
//!
//! Each parses its attributes, checks what its own tokens show, and expands to constant data and to
//! checks that the compiler evaluates where other types are needed. The rules themselves stand in
//! `schema-rules`, everything that the data means in `schema-core`.

use proc_macro::TokenStream;

mod check;
mod expand;
mod faults;
mod parse;

/// Derives the schema of a collection from a struct.
///
/// The page `docs/attributes.md` tells what `#[collection(…)]`, `#[index(…)]`, `#[query(…)]` and
/// `#[field(…)]` take.
#[proc_macro_derive(Collection, attributes(collection, index, query, field))]
pub fn collection(input: TokenStream) -> TokenStream {
    derive(input, expand::collection)
}

/// Derives what a struct or an enum is stored as inside a document.
///
/// A struct is a document of its fields, a newtype what is inside it, a tuple struct an array with one
/// item for each of its values; `#[field(…)]` on a value bounds it at its position.
///
/// The page `docs/attributes.md` tells what `#[embedded(…)]` and `#[field(…)]` take.
#[proc_macro_derive(Embedded, attributes(embedded, field))]
pub fn embedded(input: TokenStream) -> TokenStream {
    derive(input, expand::embedded)
}

/// Derives a database from the list of its collections.
///
/// The page `docs/attributes.md` tells what `#[database(…)]` takes.
#[proc_macro_derive(Database, attributes(database))]
pub fn database(input: TokenStream) -> TokenStream {
    derive(input, expand::database)
}

/// Runs one derive: the expansion and all faults that it found, side by side.
fn derive(
    input: TokenStream,
    expand: fn(&syn::DeriveInput, &mut faults::Faults) -> proc_macro2::TokenStream,
) -> TokenStream {
    let input = syn::parse_macro_input!(input as syn::DeriveInput);
    let mut faults = faults::Faults::default();
    let expansion = expand(&input, &mut faults);
    let errors = faults.into_compile_errors();
    quote::quote!(#expansion #errors).into()
}
