//! The ends of a query's ranges.

use std::cmp::Ordering;

use bson::{Bson, Document, doc};
use schema_core::declared::{DeclaredCollection, DeclaredQuery};

use super::Values;
use super::found::{first, number};
use crate::connect::Server;
use crate::error::Result;
use crate::explain::find;

/// How many documents are looked at for the ends of a range.
const RANGE: i32 = 1_000;

/// Documents that the query finds, whatever its ranges.
pub(super) async fn among(
    server: &Server,
    collection: &DeclaredCollection,
    query: &DeclaredQuery,
    values: &Values,
) -> Result<Vec<Document>> {
    let open = DeclaredQuery {
        range: Vec::new(),
        project: query.range.clone(),
        sort: Document::new(),
        ..query.clone()
    };
    let without = Values {
        range: Vec::new(),
        ..values.clone()
    };
    let mut command = find(collection, &open, &without);
    let has = query
        .range
        .iter()
        .map(|path| doc! { path: { "$ne": null } });
    let filter = command.get_document("filter").cloned().unwrap_or_default();
    let all: Vec<Document> = std::iter::once(filter).chain(has).collect();
    command.insert("filter", doc! { "$and": all });
    command.insert("limit", RANGE);
    server.listing(command).await
}

/// The least and the greatest value of each range.
pub(super) fn ranges(
    among: &[Document],
    query: &DeclaredQuery,
    otherwise: Vec<(String, (Bson, Bson))>,
) -> Vec<(String, (Bson, Bson))> {
    let ends = |path: &String, (least, most): (Bson, Bson)| {
        let values = among.iter().filter_map(|document| first(document, path));
        values.fold((least, most), |(least, most), value| {
            match (compare(&value, &least), compare(&value, &most)) {
                (Some(Ordering::Less), _) => (value, most),
                (_, Some(Ordering::Greater)) => (least, value),
                _ => (least, most),
            }
        })
    };
    let paths = query.range.iter().zip(otherwise);
    paths
        .map(|(path, (_, own))| (path.clone(), ends(path, own)))
        .collect()
}

/// How two values of one type compare; nothing where they are of different ones.
fn compare(one: &Bson, two: &Bson) -> Option<Ordering> {
    match (one, two) {
        (Bson::DateTime(one), Bson::DateTime(two)) => Some(one.cmp(two)),
        (Bson::String(one), Bson::String(two)) => Some(one.cmp(two)),
        (Bson::ObjectId(one), Bson::ObjectId(two)) => Some(one.cmp(two)),
        (Bson::Timestamp(one), Bson::Timestamp(two)) => Some(one.cmp(two)),
        (Bson::Boolean(one), Bson::Boolean(two)) => Some(one.cmp(two)),
        (one, two) => number(one)?.partial_cmp(&number(two)?),
    }
}
