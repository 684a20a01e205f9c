//! The application's queries, and whose documents a collection holds.

use bson::Document;

use super::{index::expression, path::stored};
use crate::{
    coverage::{Candidate, covered_by, serving},
    declared::{DeclaredQuery, DeclaredTenant},
    model::{Collection, Query, QueryOption, Role, Tenant},
};

/// Whose documents a collection holds.
pub(super) fn tenant(model: &Collection) -> Option<DeclaredTenant> {
    match model.tenant {
        Tenant::Key(path) => Some(DeclaredTenant::Key(stored(model, usize::from(path)))),
        Tenant::Global(reason) => Some(DeclaredTenant::Global(reason.to_owned())),
        Tenant::Unknown => None,
    }
}

/// Every query of a collection, whose rendered indexes these are.
pub(super) fn queries(model: &'static Collection, indexes: &[Document]) -> Vec<DeclaredQuery> {
    let queries = model.queries.iter().enumerate();
    queries
        .map(|(at, query)| {
            let serving = serving(model, at);
            DeclaredQuery {
                served_by: serving.iter().map(|one| name(*one, indexes)).collect(),
                covered: is_covered(model, at, serving.first()),
                ..declared(model, query)
            }
        })
        .collect()
}

/// The name of an index; that of the shard key is the last of the rendered ones.
fn name(index: Candidate, indexes: &[Document]) -> String {
    let rendered = match index {
        Candidate::Id => return "_id_".to_owned(),
        Candidate::Declared(at) => indexes.get(at),
        Candidate::ShardKey => indexes.last(),
    };
    let name = rendered.and_then(|index| index.get_str("name").ok());
    name.unwrap_or_default().to_owned()
}

/// Whether the query at this position says what it returns, and the index holds all of it.
fn is_covered(model: &'static Collection, query: usize, index: Option<&Candidate>) -> bool {
    let asked = &model.queries[query];
    let projects = (0..asked.term_count()).any(|term| matches!(asked.role(term), Role::Project));
    match index {
        Some(Candidate::Declared(index)) => projects && covered_by(model, query, *index).is_ok(),
        _ => false,
    }
}

fn declared(model: &Collection, query: &Query) -> DeclaredQuery {
    let mut rendered = DeclaredQuery {
        name: query.name.to_owned(),
        ..DeclaredQuery::default()
    };
    for given in query.options {
        option(model, given, &mut rendered);
    }
    if let (Some(DeclaredTenant::Key(key)), None) = (tenant(model), &rendered.across_tenants) {
        rendered.equal.push(key);
    }
    let mut lists = lists(query).iter();
    for term in 0..query.term_count() {
        let path = stored(model, query.path(term));
        match query.role(term) {
            Role::Equal => rendered.equal.push(path),
            Role::AnyOf => rendered
                .any_of
                .push((path, lists.next().copied().unwrap_or_default())),
            Role::Ascending => {
                rendered.sort.insert(path, 1);
            }
            Role::Descending => {
                rendered.sort.insert(path, -1);
            }
            Role::Range => rendered.range.push(path),
            Role::Text => rendered.text.push(path),
            Role::Near => rendered.near.push(path),
            Role::Project => rendered.project.push(path),
            // They are rendered as the filter that they stand for.
            Role::Fixed
            | Role::FixedAnyOf
            | Role::FixedRange
            | Role::FixedExists
            | Role::FixedEither => {}
        }
    }
    rendered
}

/// The most values of each list.
fn lists(query: &Query) -> &'static [u32] {
    let mut options = query.options.iter();
    let lists = options.find_map(|option| match option {
        QueryOption::Lists(lists) => Some(*lists),
        _ => None,
    });
    lists.unwrap_or_default()
}

fn option(model: &Collection, option: &QueryOption, rendered: &mut DeclaredQuery) {
    match option {
        QueryOption::Filter(filter) => rendered.filter = Some(expression(model, filter)),
        QueryOption::Frequency(words) => rendered.frequency = Some((*words).to_owned()),
        QueryOption::AcrossTenants(why) => rendered.across_tenants = Some((*why).to_owned()),
        QueryOption::Lists(_) => {}
    }
}
