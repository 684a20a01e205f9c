//! Queries as the model's `Query`, and the checks of their paths.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{
    checks::{Check, at},
    compared::Compared,
    filter::filter,
    paths::Paths,
};
use crate::{
    check::{Context, Verdict, position},
    parse::{KeyPath, Query, SortKey},
};

/// What the expansion of a collection's queries needs.
pub(super) struct Queries<'a> {
    /// What the rules about them look at.
    pub(super) context: &'a Context<'a>,
    /// The path of what expansions name.
    pub(super) private: &'a TokenStream,
}

/// What a query does with a field, as the model's `Role` numbers it.
#[derive(Clone, Copy)]
enum Role {
    Equal = 0,
    AnyOf = 1,
    Ascending = 2,
    Descending = 3,
    Range = 4,
    Text = 5,
    Near = 6,
    Project = 7,
}

impl Queries<'_> {
    /// A query as the model's `Query`.
    pub(super) fn model(&self, query: &Query, paths: &mut Paths) -> TokenStream {
        let private = self.private;
        let terms = terms(query).flat_map(|(path, role)| {
            let path = paths.intern(path, self.context.fields);
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
        if !query.any_of.is_empty() {
            let lists = query.any_of.iter().map(|list| list.max);
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

/// The terms of a query, in the order of its grammar.
fn terms(query: &Query) -> impl Iterator<Item = (&KeyPath, Role)> {
    let equal = query.eq.iter().map(|path| (path, Role::Equal));
    let lists = query.any_of.iter().map(|list| (&list.path, Role::AnyOf));
    let sorted = query.sort.iter().map(|key| (&key.path, direction(key)));
    let range = query.range.iter().map(|path| (path, Role::Range));
    let text = query.text.iter().map(|path| (path, Role::Text));
    let near = query.near.iter().map(|path| (path, Role::Near));
    let project = query.project.iter().map(|path| (path, Role::Project));
    equal
        .chain(lists)
        .chain(sorted)
        .chain(range)
        .chain(text)
        .chain(near)
        .chain(project)
}

fn direction(key: &SortKey) -> Role {
    if key.descending {
        Role::Descending
    } else {
        Role::Ascending
    }
}
