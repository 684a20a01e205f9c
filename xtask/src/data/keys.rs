//! Documents that share a key which is to be unique.

use std::collections::BTreeSet;

use bson::{Bson, Document, doc};

use super::findings::Duplicates;
use super::size::{aggregate, whole};
use crate::connect::Server;
use crate::error::{Error, Result};

/// Finds them as a unique index would (manual, "Unique Indexes", "Multikey Indexes"): among the
/// documents that the index holds, by its collation, a key for each item of an array, missing
/// fields as null, and a key that one document has twice is none.
pub(super) async fn look(
    server: &Server,
    collection: &str,
    index: &Document,
) -> Result<Duplicates> {
    let Some(pipeline) = pipeline(index) else {
        return Err(Error::Command {
            command: "aggregate".to_owned(),
            namespace: format!("{}.{collection}", server.name()),
            detail: "the keys of such an index can't be computed outside of it".to_owned(),
        });
    };
    // The collection's own collation does not hold for an index that says another.
    let collation = match index.get("collation") {
        Some(Bson::Document(collation)) => collation.clone(),
        _ => doc! { "locale": "simple" },
    };
    let found = aggregate(server, collection, &pipeline, Some(collation)).await?;
    Ok(found
        .first()
        .map_or_else(Duplicates::default, |found| read(found, index)))
}

fn read(found: &Document, index: &Document) -> Duplicates {
    let example = found.get_document("example").cloned().unwrap_or_default();
    let values = example.get_array("_id").cloned().unwrap_or_default();
    let paths = index
        .get_document("key")
        .into_iter()
        .flat_map(Document::keys);
    let key = paths.cloned().zip(values.iter().map(value)).collect();
    let ids = ["first", "last"]
        .into_iter()
        .filter_map(|name| example.get(name).cloned());
    Duplicates {
        keys: whole(found.get("keys")),
        documents: whole(found.get("documents")),
        key,
        ids: ids.collect(),
    }
}

/// A key's value: an empty array has a key of its own.
fn value(wrapped: &Bson) -> Bson {
    let value = wrapped
        .as_document()
        .and_then(|wrapped| wrapped.get("value"));
    value.cloned().unwrap_or(Bson::Array(Vec::new()))
}

/// None where the server computes keys by rules of its own: geo, text, wildcards, positions in
/// arrays.
fn pipeline(index: &Document) -> Option<Vec<Document>> {
    let key = index.get_document("key").ok()?;
    let paths: Vec<&str> = key.keys().map(String::as_str).collect();
    let is_plain = |(path, order): (&String, &Bson)| {
        let named = |part: &str| !part.starts_with('$') && part.parse::<u32>().is_err();
        order.as_str().is_none() && path.split('.').all(named)
    };
    if !key.iter().all(is_plain) {
        return None;
    }
    let mut stages = Vec::new();
    stages.extend(held_by(index, &paths));
    stages.extend(unwound(&paths));
    stages.extend(grouped(&paths));
    Some(stages)
}

/// The documents that the index holds.
fn held_by(index: &Document, paths: &[&str]) -> Vec<Document> {
    let mut stages = Vec::new();
    if let Ok(filter) = index.get_document("partialFilterExpression") {
        stages.push(doc! { "$match": filter });
    }
    if index.contains_key("sparse") {
        let there: Vec<Document> = paths
            .iter()
            .map(|path| doc! { *path: { "$exists": true } })
            .collect();
        stages.push(doc! { "$match": { "$or": there } });
    }
    stages
}

/// A document for each item of each array that a path leads through. Paths into the same array
/// take the same item.
fn unwound(paths: &[&str]) -> Vec<Document> {
    let unwind = |path: &str| {
        doc! { "$unwind": { "path": format!("${path}"), "preserveNullAndEmptyArrays": true } }
    };
    let through: BTreeSet<&str> = paths.iter().flat_map(|path| prefixes(path)).collect();
    let mut stages: Vec<Document> = through.iter().map(|path| unwind(path)).collect();
    // An empty array at the end of a path is no missing value.
    let marked: Document = paths
        .iter()
        .enumerate()
        .map(|(number, path)| {
            let value = format!("${path}");
            let items = doc! { "$cond": [
                { "$isArray": &value },
                { "$map": { "input": &value, "in": { "value": "$$this" } } },
                [{ "value": { "$ifNull": [&value, null] } }],
            ] };
            let items = doc! { "$cond": [{ "$eq": [&value, []] }, [{ "empty": true }], items] };
            (name(number), items.into())
        })
        .collect();
    stages.push(doc! { "$project": marked });
    stages.extend((0..paths.len()).map(|number| unwind(&name(number))));
    stages
}

fn name(number: usize) -> String {
    format!("k{number}")
}

/// `a`, `a.b` of `a.b.c`, the shortest first.
fn prefixes(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('.').map(|(dot, _)| &path[..dot])
}

/// The keys that more than one document has.
fn grouped(paths: &[&str]) -> Vec<Document> {
    let keys: Vec<String> = (0..paths.len())
        .map(|number| format!("${}", name(number)))
        .collect();
    vec![
        doc! { "$group": { "_id": { "key": keys, "of": "$_id" } } },
        doc! { "$group": {
            "_id": "$_id.key", "documents": { "$sum": 1 },
            "first": { "$min": "$_id.of" }, "last": { "$max": "$_id.of" },
        } },
        doc! { "$match": { "documents": { "$gt": 1 } } },
        doc! { "$group": {
            "_id": null, "keys": { "$sum": 1 }, "documents": { "$sum": "$documents" },
            "example": { "$first": "$$ROOT" },
        } },
    ]
}
