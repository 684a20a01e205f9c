//! Checks that the compiler evaluates, for what the tokens cannot vouch for.
//!
//! Each is a constant item that carries the span of the user's token as a whole: so a broken rule
//! is one error there, without a note about the macro.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use schema_rules::{
    ARRAY_TOO_LARGE, ARRAY_WITHOUT_MAX_ITEMS, DATE_AS_STRING, DYNAMIC_FIELD_NAMES,
    MAP_WITHOUT_MAX_PROPERTIES, MONEY_AS_FLOAT, REFERENCE_TYPE_MISMATCH, Rule, UNSIGNED_OVERFLOW,
    names_a_date, names_money,
};

use super::{document::Document, names::in_static};
use crate::{
    check::{Class, Told, may_be_large_array, told},
    faults::suppressed,
    parse::{About, Allows, Bound, Field},
};

/// The rules about what a field of a type with parameters is stored as, which its uses check.
const CHECKED_WHERE_USED: [&Rule; 6] = [
    &ARRAY_WITHOUT_MAX_ITEMS,
    &ARRAY_TOO_LARGE,
    &MAP_WITHOUT_MAX_PROPERTIES,
    &DYNAMIC_FIELD_NAMES,
    &DATE_AS_STRING,
    &UNSIGNED_OVERFLOW,
];

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
    checks.sort_by_cached_key(|Check(span, _)| {
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
            self.leave_to_uses();
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

    /// What a field of a type with parameters allows is minded by the checks of its uses, which
    /// read it from `FieldFlags`, and of a reference from its keyword.
    fn leave_to_uses(&self) {
        let open = |field: &&Field| field.class().is_some_and(|class| class.is_open());
        for field in self.fields.iter().filter(open) {
            for rule in CHECKED_WHERE_USED {
                suppressed(rule, &[&field.attrs.allows]);
            }
        }
        let references = |field: &&Field| field.attrs.references.is_some();
        for field in self.fields.iter().filter(references) {
            suppressed(&REFERENCE_TYPE_MISMATCH, &[&field.attrs.allows]);
        }
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
        let class = field.class();
        if let Some(class) = &class
            && class.is_open()
        {
            checks.extend(contents_checks(doc, position, field, &allows));
        }
        if let Some(class) = &class
            && !class.is_open()
            && may_be_large_array(field, class)
            && !suppressed(&ARRAY_TOO_LARGE, &allows)
        {
            let arguments = quote!(#doc, #position);
            checks.push(at(field.span(), "array_sizes", &arguments));
        }
        checks.extend(self.bound_checks(doc, position, field, class.as_ref()));
        if let Some(target) = &field.attrs.references
            && !suppressed(&REFERENCE_TYPE_MISMATCH, &allows)
        {
            let span = syn::spanned::Spanned::span(target);
            let target = in_static(target, self.input);
            let arguments =
                quote!(#doc, #position, <#target as #private::CollectionSchema>::REFERENCE.get());
            checks.push(at(span, "reference", &arguments));
        }
        checks
    }

    fn bound_checks(
        &self,
        doc: &TokenStream,
        position: usize,
        field: &Field,
        class: Option<&Class>,
    ) -> Vec<Check> {
        let bounds = field.attrs.bounds.iter().enumerate();
        // What was said in place of the type was not seen by the tokens.
        // Nor how many items a set of an enum can have.
        let counts = |bound: &Bound| matches!(bound.keyword.name, "min_items" | "min_properties");
        let open = bounds.filter(|(_, bound)| {
            class.is_none_or(|class| {
                told(class, bound) == Told::Open || (counts(bound) && class.is_open())
            })
        });
        // What is about every value needs no check where it stands on the field itself.
        let open = open.filter(|(_, bound)| bound.depth > 0 || bound.keyword.about != About::Any);
        open.map(|(at_bound, bound)| {
            let keyword = self.keyword_position(position, at_bound);
            at(bound.span, "bound", &quote!(#doc, #keyword))
        })
        .collect()
    }
}

/// The checks of what the tokens do not show of a field.
fn contents_checks(
    doc: &TokenStream,
    position: usize,
    field: &Field,
    allows: &[&Allows],
) -> Vec<Check> {
    let arguments = quote!(#doc, #position);
    let allowed = [&DYNAMIC_FIELD_NAMES, &DATE_AS_STRING, &UNSIGNED_OVERFLOW];
    let allowed = allowed.iter().enumerate().fold(0_u8, |set, (bit, rule)| {
        set | u8::from(suppressed(rule, allows)) << bit
    });
    let form = quote!(#arguments, __rules::Allowed(#allowed));
    let mut checks = vec![
        at(field.span(), "not_recursive", &arguments),
        at(field.span(), "stored_form", &form),
    ];
    checks.extend(array_check(doc, position, field, allows));
    let starred = [
        (&MAP_WITHOUT_MAX_PROPERTIES, "map_bounds", true),
        (&MONEY_AS_FLOAT, "money", names_money(&field.name)),
        (&DATE_AS_STRING, "text_date", names_a_date(&field.name)),
    ];
    for (rule, check, may_break) in starred {
        if may_break && !suppressed(rule, allows) {
            checks.push(at(field.span(), check, &arguments));
        }
    }
    checks
}

/// The rules about arrays that are not allowed, in one check: an array breaks one of them.
fn array_check(
    doc: &TokenStream,
    position: usize,
    field: &Field,
    allows: &[&Allows],
) -> Option<Check> {
    let rules = [&ARRAY_WITHOUT_MAX_ITEMS, &ARRAY_TOO_LARGE];
    let check = match rules.map(|rule| suppressed(rule, allows)) {
        [false, false] => "arrays",
        [false, true] => "array_bounds",
        [true, false] => "array_sizes",
        [true, true] => return None,
    };
    Some(at(field.span(), check, &quote!(#doc, #position)))
}
