//! The checks of how large a collection's documents become, and how deep they nest.

use proc_macro2::TokenStream;
use quote::quote;
use schema_rules::{
    ARRAY_WITHOUT_MAX_ITEMS, DOCUMENT_TOO_LARGE, DYNAMIC_FIELD_NAMES, MAP_WITHOUT_MAX_PROPERTIES,
};

use super::{
    checks::{Check, at},
    options::Options,
};
use crate::{
    check::{is_of_known_size, may_be_large_document, unbounded_text},
    faults::suppressed,
    parse::Field,
};

impl Options<'_> {
    /// Where the tokens cannot tell that documents are small and flat, and where a proof is asked.
    pub(super) fn size_checks(&self) -> Vec<Check> {
        let mut checks = Vec::new();
        if may_be_large_document(self.fields) {
            let (span, arguments) = (self.input.ident.span(), quote!(&__MODEL, __UPPER));
            checks.push(at(span, "document_nesting", &arguments));
            if self.attrs.max_size.is_none() && !suppressed(&DOCUMENT_TOO_LARGE, &[self.outer]) {
                checks.push(at(span, "document_size", &arguments));
            }
        }
        if let Some(size) = &self.attrs.max_size {
            let fields = self.fields.iter().enumerate();
            let fields = fields.filter(|(_, field)| !field.poisoned);
            checks.extend(fields.filter_map(|(position, field)| self.proof(position, field)));
            let count = size.value.count;
            checks.push(at(size.value.span, "max_size", &quote!(&__MODEL, #count)));
        }
        checks
    }

    /// `const __UPPER: u64 = …;`, on which both of those checks rest.
    pub(super) fn upper(&self) -> Option<TokenStream> {
        may_be_large_document(self.fields).then(|| {
            quote!(
                const __UPPER: u64 = __rules::upper(&__MODEL);
            )
        })
    }

    /// That a field's size is bounded, unless the tokens show that it is or is not.
    fn proof(&self, position: usize, field: &Field) -> Option<Check> {
        if is_of_known_size(field) || unbounded_text(field).is_some() {
            return None;
        }
        let allows = [&field.attrs.allows, self.outer];
        let rules = [
            &ARRAY_WITHOUT_MAX_ITEMS,
            &MAP_WITHOUT_MAX_PROPERTIES,
            &DYNAMIC_FIELD_NAMES,
        ];
        let says_pattern = |field: &Field| {
            let mut bounds = field.attrs.bounds.iter();
            bounds.any(|bound| bound.keyword.name == "keys")
        };
        let reported = rules.iter().enumerate().fold(0_u8, |set, (bit, rule)| {
            // A pattern satisfies the rule, and proves no size.
            let satisfied = **rule == DYNAMIC_FIELD_NAMES && says_pattern(field);
            let allowed = allows.iter().any(|allows| allows.covers(rule));
            set | u8::from(!satisfied && !allowed) << bit
        });
        let root = self.root;
        let arguments = quote!(#root, #position, __rules::Reported(#reported));
        Some(at(field.span(), "proven", &arguments))
    }
}
