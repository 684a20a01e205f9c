//! `#[derive(Database)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Path, spanned::Spanned};

use super::{
    checks::{Check, at, in_order},
    private,
};
use crate::{
    faults::Faults,
    parse::{DatabaseAttrs, ServerVersion},
};

/// Expands `#[derive(Database)]`.
pub(crate) fn database(input: &DeriveInput, faults: &mut Faults) -> TokenStream {
    let (attrs, whole) = DatabaseAttrs::parse(&input.attrs, faults);
    check(input, &attrs, whole, faults);
    let (import, private) = private(attrs.krate.as_ref());
    let name = attrs.name.as_ref().map_or("", |name| &name.value);
    let ServerVersion(major, minor) = attrs.server.unwrap_or(ServerVersion::DEFAULT);
    let external: Vec<String> = attrs.external().map(str::to_owned).collect();
    let collections = attrs.collections.map(|list| list.0).unwrap_or_default();
    let models = collections
        .iter()
        .map(|path| quote!(<#path as #private::CollectionSchema>::MODEL));
    let checks = collections.iter().enumerate();
    let checks = checks.flat_map(|(position, path)| collection_checks(position, path));
    let checks = in_order(checks.collect(), &private);
    let ident = &input.ident;
    let (generics, arguments, clause) = input.generics.split_for_impl();
    quote! {
        const _: () = {
            #import
            static __DATABASE: #private::Database = #private::Database {
                name: #name,
                server: (#major, #minor),
                collections: &[#(#models),*],
                external: &[#(#external),*],
            };
            #[automatically_derived]
            impl #generics #private::DatabaseSchema for #ident #arguments #clause {
                const MODEL: &'static #private::Database = &__DATABASE;
            }
            #checks
        };
    }
}

/// The checks of the collection at this position of the list, at its name there.
fn collection_checks(position: usize, path: &Path) -> Vec<Check> {
    let whole = quote!(&__DATABASE, #position);
    let mut checks = vec![
        at(path.span(), "server", &whole),
        at(path.span(), "references", &whole),
        at(path.span(), "tenant_type", &whole),
    ];
    if position > 0 {
        let list = quote!(__DATABASE.collections, #position);
        checks.push(at(path.span(), "duplicate_collection", &list));
    }
    checks
}

fn check(input: &DeriveInput, attrs: &DatabaseAttrs, whole: bool, faults: &mut Faults) {
    match &attrs.name {
        None if whole => {
            let text = format!(
                "database `{}` has no name; write `#[database(name = \"…\", collections(…))]`",
                input.ident
            );
            faults.add(input.ident.span(), text);
        }
        Some(name) if !is_valid_name(&name.value) => {
            let text = format!(
                "`{}` is no valid name of a database; write up to 63 letters, digits, `_` and `-`",
                name.value
            );
            faults.add(name.span, text);
        }
        _ => {}
    }
    let collections = attrs.collections.as_ref();
    if whole && collections.is_none_or(|list| list.0.is_empty()) {
        let text = format!(
            "database `{}` has no collections; write `collections(…)`",
            input.ident
        );
        faults.add(input.ident.span(), text);
    }
}

/// Source: MongoDB Limits and Thresholds, Naming Restrictions.
fn is_valid_name(name: &str) -> bool {
    const REFUSED: [char; 12] = ['/', '\\', '.', ' ', '"', '$', '*', '<', '>', ':', '|', '?'];
    !name.is_empty() && name.len() < 64 && !name.contains(REFUSED) && !name.contains('\0')
}
