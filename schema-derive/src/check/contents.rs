//! Rules about what a field's tokens show of what is stored, at every depth inside the field.
//!
//! `schema_core::rules` has the same rules for what the tokens do not show.

use schema_rules::{
    ARRAY_WITHOUT_MAX_ITEMS, DATE_AS_STRING, DYNAMIC_FIELD_NAMES, MAP_WITHOUT_MAX_PROPERTIES,
    MONEY_AS_FLOAT, Rule, UNKNOWN_SERIALIZATION, UNSIGNED_OVERFLOW, names_a_date, names_money,
};

use super::Class;
use crate::{
    faults::Faults,
    parse::{Allows, Field},
};

/// The rules about what is inside a field. `outer` is what the collection allows.
pub(super) fn contents(field: &Field, outer: &Allows, faults: &mut Faults) {
    let at = Place {
        field,
        outer,
        levels: Vec::new(),
    };
    match field.class() {
        Some(class) if !class.is_open() => {
            at.walk(&class, faults);
            money_is_exact(field, &class, outer, faults);
            date_is_a_date(field, &class, outer, faults);
        }
        Some(_) => {}
        None if field.attrs.bson.as_deref() == Some("array") => at.array_has_a_bound(false, faults),
        None => {}
    }
}

/// A place inside a field.
struct Place<'a> {
    field: &'a Field,
    outer: &'a Allows,
    /// `items` and `values`, from the field to the place.
    levels: Vec<&'static str>,
}

impl Place<'_> {
    /// Every place from here on.
    fn walk(mut self, class: &Class, faults: &mut Faults) {
        let level = match class.present() {
            Class::Array(items) => {
                self.array_has_a_bound(**items == Class::Integer("u8"), faults);
                "items"
            }
            Class::Map(_) => {
                self.map_has_a_bound(faults);
                self.names_are_known(faults);
                "values"
            }
            Class::Integer("u64" | "usize") => return self.integer_fits(faults),
            _ => return,
        };
        self.levels.push(level);
        if let Some(inner) = class.inside() {
            self.walk(inner, faults);
        }
    }

    fn has(&self, keywords: &[&str]) -> bool {
        self.field.attrs.bounds.iter().any(|bound| {
            usize::from(bound.depth) == self.levels.len() && keywords.contains(&bound.keyword.name)
        })
    }

    /// Reports that a rule is broken here, unless it is suppressed: what is wrong, and what to write
    /// here or to do otherwise.
    fn broken(
        &self,
        rule: &Rule,
        wrong: &str,
        written: &str,
        otherwise: &str,
        faults: &mut Faults,
    ) {
        let nested = self.levels.iter().rev();
        let written = nested.fold(written.to_owned(), |inner, level| {
            format!("{level}({inner})")
        });
        let instead = format!("write `#[field({written})]`, {otherwise}");
        let allows = [&self.field.attrs.allows, self.outer];
        faults.broken_with(rule, &allows, self.field.span(), wrong, &instead);
    }

    /// What stands here, and the field.
    fn named(&self, whole: &str, inside: &str) -> String {
        let what = if self.levels.is_empty() {
            whole
        } else {
            inside
        };
        format!("{what} `{}`", self.field.name)
    }

    fn array_has_a_bound(&self, bytes: bool, faults: &mut Faults) {
        if self.has(&["max_items"]) {
            return;
        }
        let array = self.named("array field", "an array inside field");
        let (wrong, otherwise) = if bytes {
            (
                format!("{array} has no bound, and holds each byte as an integer"),
                "or store binary data with `#[serde(with = \"serde_bytes\")]`",
            )
        } else {
            (
                format!("{array} has no bound"),
                "or move the items to a collection of their own",
            )
        };
        let rule = &ARRAY_WITHOUT_MAX_ITEMS;
        self.broken(rule, &wrong, "max_items = N", otherwise, faults);
    }

    fn map_has_a_bound(&self, faults: &mut Faults) {
        if !self.has(&["max_properties"]) {
            let map = self.named("map field", "a map inside field");
            let wrong = format!("{map} has no bound");
            let rule = &MAP_WITHOUT_MAX_PROPERTIES;
            let otherwise = "or key it by an enum";
            self.broken(rule, &wrong, "max_properties = N", otherwise, faults);
        }
    }

    fn names_are_known(&self, faults: &mut Faults) {
        if !self.has(&["keys"]) {
            let map = self.named("map field", "a map inside field");
            let wrong = format!("{map} takes any name for its fields");
            let written = "keys(pattern = \"^…$\")";
            let otherwise = "key it by an enum, or store an array of documents with a field each for key and value";
            self.broken(&DYNAMIC_FIELD_NAMES, &wrong, written, otherwise, faults);
        }
    }

    fn integer_fits(&self, faults: &mut Faults) {
        if !self.has(&["maximum", "exclusive_maximum"]) {
            let integer = self.named("unsigned field", "an unsigned integer inside field");
            let wrong = format!("{integer} may be greater than the largest integer of BSON");
            let rule = &UNSIGNED_OVERFLOW;
            self.broken(rule, &wrong, "maximum = N", "or use an `i64`", faults);
        }
    }
}

/// `bson` inside `items` or `values` stands on a type whose tokens show what is inside.
pub(super) fn inner_type_is_seen(field: &Field, faults: &mut Faults) {
    if let Some((depth, _, span)) = &field.attrs.inner_bson
        && super::class::with_inner(&field.ty, *depth, &quote::quote!(())).is_none()
    {
        let wrong = format!(
            "the type of field `{}` does not show what is inside it",
            field.name
        );
        let instead = "write the array or the map out, or give `bson` for the whole field";
        faults.broken_with(&UNKNOWN_SERIALIZATION, &[], *span, &wrong, instead);
    }
}

fn money_is_exact(field: &Field, class: &Class, outer: &Allows, faults: &mut Faults) {
    let mut inside = class.present();
    while let Some(inner) = inside.inside() {
        inside = inner.present();
    }
    if *inside == Class::Float && names_money(&field.name) {
        let wrong = format!(
            "field `{}` holds money as a floating-point number",
            field.name
        );
        let allows = [&field.attrs.allows, outer];
        faults.broken(&MONEY_AS_FLOAT, &allows, field.span(), &wrong);
    }
}

fn date_is_a_date(field: &Field, class: &Class, outer: &Allows, faults: &mut Faults) {
    if *class.present() == Class::Text && names_a_date(&field.name) {
        let wrong = format!(
            "field `{}` has the name of a date and is stored as a string",
            field.name
        );
        let allows = [&field.attrs.allows, outer];
        faults.broken(&DATE_AS_STRING, &allows, field.span(), &wrong);
    }
}
