//! Checks that the compiler evaluates, for what the tokens cannot vouch for.
//!
//! Each is a constant item that carries the span of the user's token as a whole: so a broken rule
//! is one error there, without a note about the macro.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use schema_rules::{ARRAY_WITHOUT_MAX_ITEMS, REFERENCE_TYPE_MISMATCH};

use super::{document::Document, names::in_static};
use crate::{
    check::{Class, Told, told},
    faults::suppressed,
    parse::{About, Allows, Field},
};

/// A constant item, and the user's token that it is about.
pub(super) struct Check(Span, TokenStream);

/// `const _: () = rule(…);` at the user's token. The compiler reports the span of the call, from
/// the first token of the function's path to the closing parenthesis: all of them are the user's.
pub(super) fn at(span: Span, rule: &str, arguments: &TokenStream) -> Check {
    let rule = proc_macro2::Ident::new(rule, span);
    let item = quote_spanned!(span=> const _: () = __rules::#rule(#arguments););
    Check(span, item)
}

/// The items in the order of the source, in which the compiler evaluates and reports them.
pub(super) fn in_order(mut checks: Vec<Check>, private: &TokenStream) -> TokenStream {
    if checks.is_empty() {
        return TokenStream::new();
    }
    checks.sort_by_key(|Check(span, _)| {
        let span = span.unwrap();
        (span.line(), span.column())
    });
    let items = checks.into_iter().map(|Check(_, item)| item);
    quote!(use #private::rules as __rules; #(#items)*)
}

impl Document<'_> {
    /// The checks of all fields of the model `doc`. `outer` is what the collection allows. What has
    /// parameters can only be checked where it is used.
    pub(super) fn checks(&self, doc: &TokenStream, outer: &Allows) -> Vec<Check> {
        if self.is_generic() {
            return Vec::new();
        }
        let fields = self
            .fields
            .iter()
            .enumerate()
            .filter(|(_, field)| !field.poisoned);
        fields
            .flat_map(|(position, field)| self.field_checks(doc, position, field, outer))
            .collect()
    }

    fn field_checks(
        &self,
        doc: &TokenStream,
        position: usize,
        field: &Field,
        outer: &Allows,
    ) -> Vec<Check> {
        let private = self.private;
        let allows = [&field.attrs.allows, outer];
        let mut checks = Vec::new();
        if field.serde.flatten {
            checks.push(at(field.span(), "flattened", &quote!(#doc, #position)));
        }
        if field.type_tells() {
            let class = Class::of(&field.ty);
            if class.is_open() {
                checks.push(at(field.span(), "not_recursive", &quote!(#doc, #position)));
                if !suppressed(&ARRAY_WITHOUT_MAX_ITEMS, &allows) {
                    checks.push(at(field.span(), "array_bounds", &quote!(#doc, #position)));
                }
            }
        }
        checks.extend(self.bound_checks(doc, position, field, &Class::of(&field.ty)));
        if let Some(target) = &field.attrs.references
            && !suppressed(&REFERENCE_TYPE_MISMATCH, &allows)
        {
            let span = syn::spanned::Spanned::span(target);
            let target = in_static(target, self.input);
            let arguments = quote!(#doc, #position, <#target as #private::CollectionSchema>::MODEL);
            checks.push(at(span, "reference", &arguments));
        }
        checks
    }

    fn bound_checks(
        &self,
        doc: &TokenStream,
        position: usize,
        field: &Field,
        class: &Class,
    ) -> Vec<Check> {
        let bounds = field.attrs.bounds.iter().enumerate();
        // What was said in place of the type was not seen by the tokens.
        let open =
            bounds.filter(|(_, bound)| !field.type_tells() || told(class, bound) == Told::Open);
        // What is about every value needs no check where it stands on the field itself.
        let open = open.filter(|(_, bound)| bound.depth > 0 || bound.keyword.about != About::Any);
        open.map(|(at_bound, bound)| {
            let keyword = self.keyword_position(position, at_bound);
            at(bound.span, "bound", &quote!(#doc, #keyword))
        })
        .collect()
    }
}
