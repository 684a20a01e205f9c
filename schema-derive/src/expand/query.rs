//! Queries as the model's `Query`, and the checks of their paths.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{
    checks::{Check, at},
    filter::filter,
    paths::Paths,
};
use crate::{
    check::position,
    parse::{Field, Query},
};

/// What the expansion of a collection's queries needs.
pub(super) struct Queries<'a> {
    /// The stored fields.
    pub(super) fields: &'a [Field],
    /// The path of what expansions name.
    pub(super) private: &'a TokenStream,
}

impl Queries<'_> {
    /// A query as the model's `Query`.
    pub(super) fn model(&self, query: &Query, paths: &mut Paths) -> TokenStream {
        let private = self.private;
        let terms = query.terms().into_iter().flat_map(|(path, role)| {
            let path = paths.intern(path, self.fields);
            [u8::try_from(path).unwrap_or(u8::MAX), role as u8]
        });
        let terms = Literal::byte_string(&terms.collect::<Vec<u8>>());
        let options = self.options(query, paths);
        let name = &query.name;
        quote!(#private::Query { name: #name, terms: #terms, options: &[#(#options),*] })
    }

    fn options(&self, query: &Query, paths: &mut Paths) -> Vec<TokenStream> {
        let private = self.private;
        let mut options = Vec::new();
        let lists = query.lists();
        if !lists.is_empty() {
            options.push(quote!(#private::QueryOption::Lists(&[#(#lists),*])));
        }
        if let Some(condition) = &query.filter {
            let condition = filter(condition, paths, self.fields, private);
            options.push(quote!(#private::QueryOption::Filter(#condition)));
        }
        if let Some(frequency) = &query.frequency {
            let frequency = &frequency.value;
            options.push(quote!(#private::QueryOption::Frequency(#frequency)));
        }
        if let Some(across) = &query.across_tenants {
            let reason = &across.value;
            options.push(quote!(#private::QueryOption::AcrossTenants(#reason)));
        }
        options
    }

    /// Behind the first segment, only the compiler knows the fields.
    pub(super) fn checks(&self, query: &Query, paths: &mut Paths) -> Vec<Check> {
        let open = query
            .paths()
            .filter(|path| path.segments.len() > 1 || position(self.fields, path).is_none());
        let checks = open.map(|path| {
            let position = paths.intern(path, self.fields);
            let arguments = quote!(&__MODEL, #position);
            at(path.span(), "query_path", &arguments)
        });
        checks.collect()
    }
}
