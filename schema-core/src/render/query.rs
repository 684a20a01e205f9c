//! The application's queries, and whose documents a collection holds.

use super::{index::expression, path::stored};
use crate::{
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

/// Every query of a collection.
pub(super) fn queries(model: &Collection) -> Vec<DeclaredQuery> {
    model
        .queries
        .iter()
        .map(|query| declared(model, query))
        .collect()
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
            Role::Fixed | Role::FixedAnyOf | Role::FixedRange | Role::FixedExists => {}
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
