//! The checks of a filter's constants against the types of their fields.

use proc_macro2::TokenStream;
use quote::quote;

use super::{
    checks::{Check, at},
    field::types,
    paths::Paths,
};
use crate::{
    check::{self, Context, Verdict, comparisons},
    parse::Filter,
};

/// What the checks of a filter need.
pub(super) struct Compared<'a> {
    /// What the rules look at.
    pub(super) context: &'a Context<'a>,
    /// The path of what expansions name.
    pub(super) private: &'a TokenStream,
    /// The rule about values, and the one about an enum's variants.
    pub(super) rules: [&'static str; 2],
}

impl Compared<'_> {
    /// Each field has values of the type that it is compared with; asked once for each field and
    /// type.
    pub(super) fn checks(&self, filter: Option<&Filter>, paths: &mut Paths) -> Vec<Check> {
        let mut checks = Vec::new();
        let mut asked = Vec::new();
        for compared in filter.into_iter().flat_map(comparisons) {
            let position = paths.intern(compared.path, self.context.fields);
            let question = (position, compared.alias.to_owned(), compared.enumeration());
            if self.context.value_fits(&compared) != Verdict::Open || asked.contains(&question) {
                continue;
            }
            asked.push(question);
            checks.push(self.check(&compared, position, paths));
        }
        checks
    }

    fn check(&self, compared: &check::Compared<'_>, position: usize, paths: &Paths) -> Check {
        let [value_rule, variant_rule] = self.rules;
        let known = |path| paths.known_variant(path);
        if let Some(variant) = compared.variant.and_then(known) {
            let arguments = quote!(&__MODEL, #position, #variant);
            return at(compared.span, variant_rule, &arguments);
        }
        let types = types(compared.alias, self.private);
        let arguments = quote!(&__MODEL, #position, #types);
        at(compared.span, value_rule, &arguments)
    }
}
