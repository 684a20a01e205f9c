//! What is said of a query that no index serves.

use schema_rules::coverage::{Lack, Role, serves};

use super::super::index::Context;
use super::view::{Candidate, Views};
use crate::parse::{Index, Key, KeyPath, Query};

/// How many indexes are named that come near.
const NAMED: usize = 2;

/// What is wrong: the query, and what the indexes lack that come nearest.
pub(super) fn no_index(views: &mut Views<'_>, query: &Query) -> String {
    let asked = views.query(query);
    let mut near = Vec::new();
    for (at, index) in views.declared.iter().enumerate() {
        let parts = views.index(Candidate::Declared(at), query);
        if let Err(lack) = serves(&parts.view(), &asked.view())
            && let Some(text) = lacking(views, index, query, lack)
        {
            near.push((nearness(views, index, query), text));
        }
    }
    near.sort_by_key(|(nearness, _)| std::cmp::Reverse(*nearness));
    let named: Vec<String> = near.into_iter().take(NAMED).map(|(_, text)| text).collect();
    let name = &query.name;
    if named.is_empty() {
        format!("no index serves the query `{name}`")
    } else {
        format!("no index serves the query `{name}`: {}", named.join(", "))
    }
}

/// How many of the first keys the query has something to do with.
fn nearness(views: &Views<'_>, index: &Index, query: &Query) -> usize {
    let asked: Vec<&KeyPath> = views
        .tenant(query)
        .into_iter()
        .chain(query.paths())
        .collect();
    let known = |path: &KeyPath| asked.contains(&path);
    index.key_paths().take_while(|path| known(path)).count()
}

/// What one index lacks; none of one that has nothing to do with the query.
fn lacking(views: &Views<'_>, index: &Index, query: &Query, lack: Lack) -> Option<String> {
    if nearness(views, index, query) == 0 {
        return None;
    }
    let keys = keys_text(index);
    let term = |at: usize| query.terms()[at].0;
    let missing = |path: &KeyPath| {
        let text = path.text();
        if index.key_paths().any(|key| key == path) {
            format!("`{keys}` has `{text}` too late")
        } else {
            format!("`{keys}` lacks `{text}`")
        }
    };
    Some(match lack {
        Lack::Hidden => format!("`{keys}` is hidden"),
        Lack::Filter => format!("the filter of `{keys}` does not follow from the query's"),
        Lack::Tenant => missing(views.tenant(query)?),
        Lack::Condition(at) if query.terms()[at].1 == Role::FixedEither => {
            format!("`{keys}` bounds no more than one side of `||`")
        }
        Lack::Condition(at) => missing(term(at)),
        Lack::Order(at) => {
            let text = term(at).text();
            format!("`{keys}` is not in the order of `{text}`")
        }
        Lack::Scans => format!("`{keys}` has its order only within each of too many values"),
        // What only types tell, the compiler says.
        Lack::Kind | Lack::Array(_) | Lack::Sparse(_) | Lack::Collation(_) => return None,
    })
}

/// What the indexes that serve a query lack to hold what it returns.
pub(super) fn not_covered(
    views: &Views<'_>,
    query: &Query,
    lacks: &[(Candidate, Result<(), Lack>)],
) -> String {
    let named = lacks.iter().take(NAMED).map(|(candidate, lack)| {
        let keys = match candidate {
            Candidate::Declared(at) => keys_text(&views.declared[*at]),
            Candidate::Id => "_id".to_owned(),
            Candidate::ShardKey => "shard_key".to_owned(),
        };
        match lack {
            Err(Lack::Condition(at)) => format!("`{keys}` lacks `{}`", query.terms()[*at].0.text()),
            _ => format!("`{keys}` does not hold its values as they are"),
        }
    });
    let named: Vec<String> = named.collect();
    format!(
        "no index covers the query `{}`: {}",
        query.name,
        named.join(", ")
    )
}

fn keys_text(index: &Index) -> String {
    let keys: Vec<String> = index.keys.iter().map(Key::text).collect();
    format!("keys({})", keys.join(", "))
}

/// What to write instead: the index to declare, unless none can serve the query.
pub(super) fn remedy(context: &Context<'_>, query: &Query) -> String {
    let mut terms = query.terms().into_iter();
    if terms.any(|(_, role)| role == Role::FixedEither) {
        return "declare a query for each side of its `||`, as one index bounds one".to_owned();
    }
    format!("declare `{}`", declaration(context, query))
}

/// The index to declare: equality, sort, range.
fn declaration(context: &Context<'_>, query: &Query) -> String {
    let mut keys: Vec<String> = Vec::new();
    let mut add = |path: &KeyPath, what: &str| {
        let quote = if path.stored { "\"" } else { "" };
        let text = format!("{quote}{}{quote}", path.text());
        let is_there = |key: &String| key.split(" = ").next() == Some(&text);
        if !keys.iter().any(is_there) {
            keys.push(format!("{text}{what}"));
        }
    };
    if let Some(tenant) = &context.attrs.tenant
        && query.across_tenants.is_none()
    {
        add(&tenant.value, "");
    }
    for (path, what) in parts(query) {
        add(path, what);
    }
    let exists = query.terms().into_iter();
    let exists: Vec<String> = exists
        .filter(|(_, role)| *role == Role::FixedExists)
        .map(|(path, _)| format!("exists({})", path.text()))
        .collect();
    let keys = keys.join(", ");
    if exists.is_empty() {
        format!("#[index(keys({keys}))]")
    } else {
        let filter = exists.join(" && ");
        format!("#[index(keys({keys}), partial = ({filter}))]")
    }
}

/// The keys that serve the query, in their order.
fn parts(query: &Query) -> Vec<(&KeyPath, &'static str)> {
    let terms = query.terms();
    let is_sorted = |path: &KeyPath| query.sort.iter().any(|key| key.path == *path);
    let of = |roles: &'static [Role], what: &'static str| {
        let terms = terms.clone().into_iter();
        terms
            .filter(move |(_, role)| roles.contains(role))
            .map(move |(path, _)| (path, what))
            .collect::<Vec<_>>()
    };
    let mut parts = of(&[Role::Equal, Role::Fixed], "");
    let lists = of(&[Role::AnyOf, Role::FixedAnyOf], "");
    parts.extend(lists.into_iter().filter(|(path, _)| !is_sorted(path)));
    for key in &query.sort {
        parts.push((&key.path, if key.descending { " = -1" } else { "" }));
    }
    parts.extend(of(&[Role::Text], " = \"text\""));
    parts.extend(of(&[Role::Near], " = \"2dsphere\""));
    parts.extend(of(&[Role::Range, Role::FixedRange, Role::AnyOf], ""));
    parts.extend(of(&[Role::Project], ""));
    parts
}
