//! Whether a query's constants imply a partial index's filter, proven as the server proves it: clause
//! by clause, without looking at any document. Source: Partial Indexes, query coverage.

use schema_rules::coverage::PathSet;

use super::values::{compare, equal};
use crate::model::{Collection, Comparison, Filter, Query, QueryOption, Role, Value, Walk};

/// Whether each document that the query can find satisfies the filter.
pub(super) const fn implies(
    collection: &'static Collection,
    query: &'static Query,
    filter: &Filter,
) -> bool {
    match filter {
        Filter::And(all) => {
            let mut at = 0;
            while at < all.len() {
                if !implies(collection, query, &all[at]) {
                    return false;
                }
                at += 1;
            }
            true
        }
        Filter::Or(any) => {
            let mut at = 0;
            while at < any.len() {
                if implies(collection, query, &any[at]) {
                    return true;
                }
                at += 1;
            }
            false
        }
        leaf => given_proves(collection, query, leaf) || filter_proves(query, leaf),
    }
}

/// That a value is given proves that there is one, where it is never null.
const fn given_proves(collection: &'static Collection, query: &Query, leaf: &Filter) -> bool {
    let Filter::Exists(path) = leaf else {
        return false;
    };
    let is_certain = match Walk::along(collection.doc.get(), &collection.paths[*path as usize]) {
        Walk::Found(found) => !found.presence.may_be_missing && !found.presence.may_be_null,
        _ => false,
    };
    let mut term = 0;
    while term < query.term_count() {
        let given = matches!(query.role(term), Role::Equal | Role::AnyOf);
        let bounded = matches!(query.role(term), Role::Range);
        if query.path(term) == *path as usize && (bounded || (given && is_certain)) {
            return true;
        }
        term += 1;
    }
    false
}

const fn filter_proves(query: &'static Query, leaf: &Filter) -> bool {
    let mut at = 0;
    while at < query.options.len() {
        if let QueryOption::Filter(filter) = &query.options[at] {
            return clause_proves(filter, leaf);
        }
        at += 1;
    }
    false
}

const fn clause_proves(clause: &Filter, leaf: &Filter) -> bool {
    match clause {
        Filter::And(all) => {
            let mut at = 0;
            while at < all.len() {
                if clause_proves(&all[at], leaf) {
                    return true;
                }
                at += 1;
            }
            false
        }
        Filter::Or(any) => {
            let mut at = 0;
            while at < any.len() {
                if !clause_proves(&any[at], leaf) {
                    return false;
                }
                at += 1;
            }
            !any.is_empty()
        }
        clause => leaf_proves(clause, leaf),
    }
}

const fn leaf_proves(clause: &Filter, leaf: &Filter) -> bool {
    match (clause, leaf) {
        (Filter::Exists(a), Filter::Exists(b)) => *a == *b,
        (Filter::Type(a, _), Filter::Exists(b)) => *a == *b,
        (Filter::Compare(a, _, value), Filter::Exists(b)) => {
            *a == *b && !matches!(value, Value::Null)
        }
        (Filter::OneOf(a, values), Filter::Exists(b)) => *a == *b && !has(values, &Value::Null),
        (Filter::Type(a, one), Filter::Type(b, other)) => {
            *a == *b && crate::variant::same(one.as_bytes(), other.as_bytes())
        }
        (Filter::Compare(a, Comparison::Eq, value), Filter::OneOf(b, values)) => {
            *a == *b && has(values, value)
        }
        (Filter::OneOf(a, one), Filter::OneOf(b, other)) => *a == *b && same_values(one, other),
        (Filter::OneOf(a, values), Filter::Compare(b, comparison, bound)) => {
            *a == *b && all_within(values, *comparison, bound)
        }
        (Filter::Compare(a, how, value), Filter::Compare(b, comparison, bound)) => {
            *a == *b && tightens(*how, value, *comparison, bound)
        }
        _ => false,
    }
}

const fn has(values: &[Value], wanted: &Value) -> bool {
    let mut at = 0;
    while at < values.len() {
        if equal(&values[at], wanted) {
            return true;
        }
        at += 1;
    }
    false
}

const fn same_values(one: &[Value], other: &[Value]) -> bool {
    let mut at = 0;
    while at < one.len() {
        if !has(other, &one[at]) {
            return false;
        }
        at += 1;
    }
    one.len() == other.len()
}

const fn all_within(values: &[Value], comparison: Comparison, bound: &Value) -> bool {
    let mut at = 0;
    while at < values.len() {
        if !tightens(Comparison::Eq, &values[at], comparison, bound) {
            return false;
        }
        at += 1;
    }
    !values.is_empty()
}

/// Whether what compares so with `value` compares so with `bound`.
const fn tightens(how: Comparison, value: &Value, comparison: Comparison, bound: &Value) -> bool {
    let Some(order) = compare(value, bound) else {
        return false;
    };
    match (comparison, how) {
        (Comparison::Eq, Comparison::Eq) => order == 0,
        (Comparison::Lt, Comparison::Eq | Comparison::Lte) => order < 0,
        (Comparison::Lt, Comparison::Lt) => order <= 0,
        (Comparison::Lte, Comparison::Eq | Comparison::Lt | Comparison::Lte) => order <= 0,
        (Comparison::Gt, Comparison::Eq | Comparison::Gte) => order > 0,
        (Comparison::Gt, Comparison::Gt) => order >= 0,
        (Comparison::Gte, Comparison::Eq | Comparison::Gt | Comparison::Gte) => order >= 0,
        _ => false,
    }
}

/// The paths about which the index's filter says all that the query's constants say, so that no scan
/// has to look for it again.
pub(super) const fn settled(query: &'static Query, filter: &Filter) -> PathSet {
    let mut settled = PathSet::EMPTY;
    let mut at = 0;
    while at < query.options.len() {
        if let QueryOption::Filter(asked) = &query.options[at] {
            let mut term = 0;
            while term < query.term_count() {
                let path = query.path(term) as u8;
                if query.role(term).is_fixed() && says_all(filter, asked, path) {
                    settled = settled.with(path);
                }
                term += 1;
            }
        }
        at += 1;
    }
    settled
}

/// Whether the filter implies each clause of what is asked that is about the path.
const fn says_all(filter: &Filter, asked: &Filter, path: u8) -> bool {
    match asked {
        Filter::And(parts) | Filter::Or(parts) => {
            let mut at = 0;
            while at < parts.len() {
                if !says_all(filter, &parts[at], path) {
                    return false;
                }
                at += 1;
            }
            true
        }
        Filter::Compare(own, ..)
        | Filter::Exists(own)
        | Filter::Type(own, _)
        | Filter::OneOf(own, _) => *own != path || clause_proves(filter, asked),
    }
}
