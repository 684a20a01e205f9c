//! From a declared query and its values to a filter.

use std::ops::Bound;

use bson::{Bson, Document, doc};

use super::{AccessError, Argument, Facts, Refusal, Result, argument::Given};
use crate::model::Role;

/// The conditions of the query at this position, without the tenant.
pub(super) fn conditions(
    facts: &Facts,
    query: usize,
    arguments: Vec<Argument>,
) -> Result<Conditions> {
    let (model, declared, terms) = facts.query(query);
    let refused = |refusal| AccessError::refused(facts, refusal);
    let wrong = || refused(Refusal::Arguments(model.name));
    let mut arguments = arguments.into_iter();
    let mut lists = declared.any_of.iter();
    let mut filter = Conditions::default();
    for (role, path) in taking_a_value(&terms.terms) {
        let Argument(given) = arguments.next().ok_or_else(wrong)?;
        let given = given.map_err(|source| AccessError::bson(facts, source))?;
        if let (Given::AnyOf(values), Some((path, most))) = (&given, list(role, &mut lists)) {
            within(model.name, path, *most, values.len()).map_err(refused)?;
        }
        let condition = condition(role, given).ok_or_else(wrong)?;
        filter.add(path, condition);
    }
    if arguments.next().is_some() {
        return Err(wrong());
    }
    for (path, condition) in declared.filter.iter().flatten() {
        filter.add(path, condition.clone());
    }
    Ok(filter)
}

/// The terms that take a value; all that are searched as text take one together, as the server knows
/// one `$text` alone.
fn taking_a_value(terms: &[(Role, String)]) -> impl Iterator<Item = (Role, &str)> {
    let mut searched = false;
    terms.iter().filter_map(move |(role, path)| match role {
        Role::Equal | Role::AnyOf | Role::Range | Role::Near => Some((*role, path.as_str())),
        Role::Text if !searched => {
            searched = true;
            Some((*role, "$text"))
        }
        _ => None,
    })
}

fn list<'a>(
    role: Role,
    lists: &mut impl Iterator<Item = &'a (String, u32)>,
) -> Option<&'a (String, u32)> {
    if role == Role::AnyOf {
        lists.next()
    } else {
        None
    }
}

/// Beyond what was declared, the server may sort in memory.
fn within(query: &'static str, path: &str, most: u32, given: usize) -> Result<(), Refusal> {
    if given <= most as usize {
        return Ok(());
    }
    let path = path.to_owned();
    Err(Refusal::ListTooLong {
        query,
        path,
        most,
        given,
    })
}

/// What the field of a term has to satisfy. Always by an operator, so that a value that looks like
/// one is a value.
fn condition(role: Role, given: Given) -> Option<Bson> {
    Some(match (role, given) {
        (Role::Equal, Given::Equal(value)) => doc! { "$eq": value }.into(),
        (Role::AnyOf, Given::AnyOf(values)) => doc! { "$in": values }.into(),
        (Role::Range, Given::Range(from, to)) => range(from, to).into(),
        (Role::Text, Given::Text(search)) => doc! { "$search": search }.into(),
        (Role::Near, Given::Near(near)) => doc! { "$near": near }.into(),
        _ => return None,
    })
}

fn range(from: Bound<Bson>, to: Bound<Bson>) -> Document {
    let from = match from {
        Bound::Included(value) => Some(("$gte", value)),
        Bound::Excluded(value) => Some(("$gt", value)),
        Bound::Unbounded => None,
    };
    let to = match to {
        Bound::Included(value) => Some(("$lte", value)),
        Bound::Excluded(value) => Some(("$lt", value)),
        Bound::Unbounded => None,
    };
    let ends = from.into_iter().chain(to);
    ends.map(|(operator, value)| (operator.to_owned(), value))
        .collect()
}

/// Conditions that all hold; two on one path stand beside each other.
#[derive(Debug, Clone, Default)]
pub(super) struct Conditions(Document);

impl Conditions {
    pub(super) fn add(&mut self, path: &str, condition: Bson) {
        match condition {
            // A range without ends says nothing.
            Bson::Document(operators) if operators.is_empty() && !path.starts_with('$') => {}
            condition if path == "$and" || self.0.contains_key(path) => {
                self.also(doc! { path: condition });
            }
            condition => {
                self.0.insert(path, condition);
            }
        }
    }

    /// As a filter.
    pub(super) fn document(&self) -> &Document {
        &self.0
    }

    /// These and others.
    pub(super) fn with(&self, others: &Document) -> Self {
        let mut all = self.clone();
        for (path, condition) in others {
            all.add(path, condition.clone());
        }
        all
    }

    /// One more filter that has to hold.
    pub(super) fn also(&mut self, filter: Document) {
        match self.0.get_array_mut("$and") {
            Ok(filters) => filters.push(filter.into()),
            Err(_) => {
                self.0.insert("$and", vec![Bson::from(filter)]);
            }
        }
    }
}
