//! Queries as the model's `Query`, and the checks of their paths.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{
    checks::{Check, at},
    compared::Compared,
    filter::filter,
    list,
    paths::Paths,
};
use crate::{
    check::{Candidate, Context, Verdict, Witness, position},
    parse::{KeyPath, Query},
};

/// What the expansion of a collection's queries needs.
pub(super) struct Queries<'a> {
    /// What the rules about them look at.
    pub(super) context: &'a Context<'a>,
    /// The path of what expansions name.
    pub(super) private: &'a TokenStream,
}

impl Queries<'_> {
    /// A query as the model's `Query`.
    pub(super) fn model(&self, query: &Query, paths: &mut Paths) -> TokenStream {
        let private = self.private;
        let terms = query.terms().into_iter().flat_map(|(path, role)| {
            let path = paths.intern(path, self.context.fields);
            [u8::try_from(path).unwrap_or(u8::MAX), role as u8]
        });
        let terms = Literal::byte_string(&terms.collect::<Vec<u8>>());
        let options = list(&self.options(query, paths), "QueryOption", private);
        let name = &query.name;
        quote!(#private::Query { name: #name, terms: #terms, options: #options })
    }

    fn options(&self, query: &Query, paths: &mut Paths) -> Vec<TokenStream> {
        let private = self.private;
        let mut options = Vec::new();
        let lists = query.lists();
        if !lists.is_empty() {
            options.push(quote!(#private::QueryOption::Lists(&[#(#lists),*])));
        }
        if let Some(condition) = &query.filter {
            let condition = filter(condition, paths, self.context.fields, private);
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

    /// What the tokens leave open of the query's paths and of the types behind them.
    pub(super) fn checks(&self, query: &Query, paths: &mut Paths) -> Vec<Check> {
        // Behind the first segment, only the compiler knows the fields.
        let fields = self.context.fields;
        let open = query
            .paths()
            .filter(|path| path.segments.len() > 1 || position(fields, path).is_none());
        let mut checks: Vec<Check> = open
            .map(|path| self.check("query_path", path, paths))
            .collect();
        let compared = Compared {
            context: self.context,
            private: self.private,
            rules: ["query_value", "query_variant"],
        };
        checks.extend(compared.checks(query.filter.as_ref(), paths));
        let text = query.text.iter();
        for path in text.filter(|path| self.context.is_text(path) == Verdict::Open) {
            checks.push(self.check("searched_text", path, paths));
        }
        let near = query.near.iter();
        for path in near.filter(|path| self.context.is_place(path) == Verdict::Open) {
            checks.push(self.check("searched_place", path, paths));
        }
        checks
    }

    fn check(&self, rule: &str, path: &KeyPath, paths: &mut Paths) -> Check {
        let position = paths.intern(path, self.context.fields);
        at(path.span(), rule, &quote!(&__MODEL, #position))
    }
}

/// What the compiler has to look at of queries and the indexes that may serve them.
pub(super) fn coverage_check(witness: &Witness, queries: &[Query]) -> Check {
    let codes = |candidates: &[Candidate]| {
        let codes: Vec<u8> = candidates.iter().map(|it| it.code()).collect();
        Literal::byte_string(&codes)
    };
    let (rule, query, arguments) = match witness {
        Witness::Served(query, candidates) => {
            let codes = codes(candidates);
            ("served", *query, quote!(#codes))
        }
        Witness::Covered(query, candidates) => {
            let codes = codes(candidates);
            ("covered", *query, quote!(#codes))
        }
        Witness::Unserved(query, wrong, instead) => ("unserved", *query, quote!(#wrong, #instead)),
    };
    at(
        queries[query].span,
        rule,
        &quote!(&__MODEL, #query, #arguments),
    )
}
