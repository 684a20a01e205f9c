//! Rules about the queries that an application declares.

use schema_rules::coverage::MOST_SCANS;
use schema_rules::{QUERY_IN_LIST_TOO_LONG, QUERY_PATH_UNKNOWN, UNSUPPORTED_COMBINATION};
use syn::Ident;

use super::{may_start, nearest_field};
use crate::{
    faults::Faults,
    parse::{Allows, CollectionAttrs, Field, KeyPath, Query},
};

/// The rules about each query, and about their names beside each other. A query with an unknown
/// path is left out of what is returned.
pub(crate) fn queries(
    ident: &Ident,
    attrs: &CollectionAttrs,
    fields: &[Field],
    outer: &Allows,
    mut all: Vec<Query>,
    faults: &mut Faults,
) -> Vec<Query> {
    let mut sound = Vec::new();
    for (at, query) in all.iter().enumerate() {
        let before = faults.count();
        name_is_a_function(query, faults);
        name_is_distinct(query, &all[..at], faults);
        says_something(query, faults);
        tenant_is_implied(attrs, query, faults);
        conditions_are_distinct(query, faults);
        sort_keys_are_distinct(query, faults);
        searches_stand_alone(query, faults);
        lists_are_short(query, outer, faults);
        sound.push(faults.count() == before);
    }
    for (query, sound) in all.iter_mut().zip(sound) {
        query.sound = sound;
    }
    all.retain(|query| paths_are_fields(ident, query, fields, faults));
    all
}

/// A query becomes a function of its name.
fn name_is_a_function(query: &Query, faults: &mut Faults) {
    let name = &query.name;
    let usable = syn::parse_str::<Ident>(name).is_ok_and(|ident| ident != "_");
    if !usable || name.starts_with("r#") {
        let text = format!("`{name}` cannot be the name of a function; write one in snake_case");
        faults.add(query.span, text);
    } else if name.starts_with("__") {
        let text = format!("`{name}` is reserved; write a name that does not start with `__`");
        faults.add(query.span, text);
    }
}

fn name_is_distinct(query: &Query, before: &[Query], faults: &mut Faults) {
    if before.iter().any(|other| other.name == query.name) {
        let text = format!(
            "two queries have the name `{}`; rename one of them",
            query.name
        );
        faults.add(query.span, text);
    }
}

/// Each path starts with a field of the struct; what follows, the compiler checks.
fn paths_are_fields(ident: &Ident, query: &Query, fields: &[Field], faults: &mut Faults) -> bool {
    let before = faults.count();
    for path in query.paths().filter(|path| !may_start(fields, path)) {
        let name = path.first().to_owned();
        let wrong = format!("`{name}` is not a field of `{ident}`");
        let instead = nearest_field(fields, &name);
        faults.broken_with(&QUERY_PATH_UNKNOWN, &[], path.span(), &wrong, &instead);
    }
    faults.count() == before
}

fn says_something(query: &Query, faults: &mut Faults) {
    let empty = query.conditions().next().is_none()
        && query.sort.is_empty()
        && query.filter.is_none()
        && query.text.is_empty()
        && query.near.is_empty();
    if empty {
        let text = format!(
            "query `{}` has neither a condition nor an order; write `eq(…)`, `range(…)` or `sort(…)`",
            query.name
        );
        faults.add(query.span, text);
    }
}

/// The tenant key is an equality field of every query, unless it says why it crosses tenants.
fn tenant_is_implied(attrs: &CollectionAttrs, query: &Query, faults: &mut Faults) {
    match (&attrs.tenant, &query.across_tenants) {
        (Some(tenant), None) => {
            let tenant = tenant.value.text();
            let written = query.conditions().find(|path| path.text() == tenant);
            if let Some(path) = written {
                let text =
                    format!("the tenant key `{tenant}` is part of every query; remove it here");
                faults.add(path.span(), text);
            }
        }
        (None, Some(across)) if attrs.global.is_some() => {
            let text = "the collection belongs to no tenant; remove `across_tenants`";
            faults.add(across.span, text);
        }
        _ => {}
    }
}

/// A field has one condition on given values.
fn conditions_are_distinct(query: &Query, faults: &mut Faults) {
    let conditions: Vec<&KeyPath> = query.conditions().collect();
    for (at, path) in conditions.iter().enumerate() {
        if conditions[..at]
            .iter()
            .any(|other| other.text() == path.text())
        {
            let text = format!(
                "`{}` has two conditions in one query; keep one of them",
                path.text()
            );
            faults.add(path.span(), text);
        }
    }
}

fn sort_keys_are_distinct(query: &Query, faults: &mut Faults) {
    for (at, key) in query.sort.iter().enumerate() {
        if query.sort[..at]
            .iter()
            .any(|other| other.path.text() == key.path.text())
        {
            let text = format!(
                "`{}` is sorted by twice; remove one of them",
                key.path.text()
            );
            faults.add(key.path.span(), text);
        }
    }
}

/// A query searches by one thing. Source: $text; $near.
fn searches_stand_alone(query: &Query, faults: &mut Faults) {
    if let (Some(_), Some(near)) = (query.text.first(), query.near.first()) {
        let wrong = "a query cannot search by text and by distance";
        faults.broken(&UNSUPPORTED_COMBINATION, &[], near.span(), wrong);
    }
    if let Some(second) = query.near.get(1) {
        faults.add(
            second.span(),
            "a query searches by distance from one field; remove the others",
        );
    }
}

fn lists_are_short(query: &Query, outer: &Allows, faults: &mut Faults) {
    let scans = query.any_of.iter().fold(1_u64, |scans, list| {
        scans.saturating_mul(u64::from(list.max))
    });
    let Some(last) = query.any_of.last() else {
        return;
    };
    if scans > MOST_SCANS {
        let wrong = format!(
            "the lists of query `{}` admit {scans} combinations, more than {MOST_SCANS}",
            query.name
        );
        let allows = [&query.allows, outer];
        faults.broken(&QUERY_IN_LIST_TOO_LONG, &allows, last.path.span(), &wrong);
    }
}
