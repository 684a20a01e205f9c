//! What is on the server before it is filled.

use std::collections::BTreeMap;

use bson::{Bson, Document, doc};
use schema_core::declared::{DeclaredCollection, DeclaredDatabase, DeclaredTenant};

use super::build::{There, is_tenants_own};
use crate::connect::Server;
use crate::error::{Error, Result};
use crate::plan::{Action, Plan};

/// How many documents of a collection are referred to at most, where none of it are made.
pub const MOST_THERE: i64 = 10_000;

/// Refuses collections that are not there as declared: without its validator and its unique indexes
/// a collection says nothing about what was put into it.
pub fn refuse_unprepared(plan: &Plan, filled: &[&str]) -> Result<()> {
    let is_in_the_way = |action| {
        matches!(
            action,
            Action::CreateCollection | Action::SetValidator | Action::ModifyCollection
        )
    };
    let mut missing: Vec<String> = plan
        .changes
        .iter()
        .filter(|change| filled.contains(&change.collection.as_str()))
        .filter(|change| is_in_the_way(change.action) || is_unique(change.after.as_ref()))
        .map(|change| format!("`{}`", change.collection))
        .collect();
    missing.dedup();
    if missing.is_empty() {
        return Ok(());
    }
    Err(Error::NotPrepared {
        collections: missing.join(", "),
    })
}

fn is_unique(after: Option<&Document>) -> bool {
    after.is_some_and(|after| after.get_bool("unique").unwrap_or(false))
}

/// How many documents each of these collections holds, where it holds any.
pub async fn held(server: &Server, collections: &[&str]) -> Result<Vec<(String, i64)>> {
    let mut held = Vec::new();
    for name in collections {
        // By the metadata: a look at every document would take its time.
        let count = server.command(doc! { "count": *name }).await?;
        let count = count.get("n").map_or(0, whole);
        if count > 0 {
            held.push(((*name).to_owned(), count));
        }
    }
    Ok(held)
}

fn whole(number: &Bson) -> i64 {
    match number {
        Bson::Int32(number) => (*number).into(),
        Bson::Int64(number) => *number,
        Bson::Double(number) => *number as i64,
        _ => 0,
    }
}

/// The documents of the collections that are not filled and that filled ones refer to: the first
/// [`MOST_THERE`] of each, by `_id`.
pub async fn there(
    server: &Server,
    declared: &DeclaredDatabase,
    counts: &BTreeMap<String, u64>,
) -> Result<BTreeMap<String, Vec<There>>> {
    let is_filled = |name: &str| counts.get(name).is_some_and(|count| *count > 0);
    let mut there = BTreeMap::new();
    for collection in &declared.collections {
        let mut others = declared.collections.iter();
        let is_referred_to = others.any(|other| {
            let mut references = other.references.iter();
            is_filled(&other.name) && references.any(|it| it.collection == collection.name)
        });
        let is_wanted = is_referred_to || is_tenants_own(collection);
        if is_wanted && !is_filled(&collection.name) {
            let found = documents(server, collection).await?;
            there.insert(collection.name.clone(), found);
        }
    }
    Ok(there)
}

async fn documents(server: &Server, collection: &DeclaredCollection) -> Result<Vec<There>> {
    let tenant = match &collection.tenant {
        Some(DeclaredTenant::Key(path)) => Some(path.as_str()),
        _ => None,
    };
    let mut projection = doc! { "_id": 1 };
    if let Some(path) = tenant {
        projection.insert(path, 1);
    }
    let find = doc! {
        "find": &collection.name, "projection": projection, "sort": { "_id": 1 }, "limit": MOST_THERE,
    };
    let keep = |document: Document| {
        Some(There {
            id: document.get("_id")?.clone(),
            tenant: tenant.and_then(|path| at(&document, path)).cloned(),
        })
    };
    server.listing_of(find, keep).await
}

/// What stands at a path that leads through documents alone.
fn at<'a>(document: &'a Document, path: &str) -> Option<&'a Bson> {
    let (first, rest) = path
        .split_once('.')
        .map_or((path, None), |(a, b)| (a, Some(b)));
    let value = document.get(first)?;
    match rest {
        Some(rest) => at(value.as_document()?, rest),
        None => Some(value),
    }
}
