//! Values for a query that documents of the collection have, so that it returns some.

mod found;
mod generated;
mod ranges;

use std::collections::BTreeMap;

use bson::{Bson, Document, doc};
use schema_core::declared::{DeclaredCollection, DeclaredDatabase, DeclaredQuery};

use crate::connect::Server;
use crate::error::Result;
use found::{first, place, word};
use generated::generated;
use ranges::{among, ranges};

/// How many documents are looked at for values.
const SAMPLE: i32 = 200;
/// The most values of a list, however many are declared.
const MOST_LISTED: usize = 20;
/// Values for a query, by stored path.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Values {
    /// What fields equal.
    pub equal: Vec<(String, Bson)>,
    /// What fields equal one of.
    pub any_of: Vec<(String, Vec<Bson>)>,
    /// Between what fields lie.
    pub range: Vec<(String, (Bson, Bson))>,
    /// Longitudes and latitudes that fields are near to.
    pub near: Vec<(String, [f64; 2])>,
    /// A word that is searched.
    pub text: Option<String>,
    /// Where the values come from, if not from documents.
    pub notes: Vec<String>,
}

impl Values {
    /// Whether there are values for all that the query asks for.
    pub fn suffice(&self, query: &DeclaredQuery) -> bool {
        self.equal.len() == query.equal.len()
            && self.any_of.len() == query.any_of.len()
            && self.range.len() == query.range.len()
            && self.near.len() == query.near.len()
            && self.text.is_some() != query.text.is_empty()
    }
}

/// Values of documents that are there, and else of a generated one.
pub(super) async fn representative(
    server: &Server,
    declared: &DeclaredDatabase,
    collection: &DeclaredCollection,
    query: &DeclaredQuery,
) -> Result<Values> {
    let sample = sample(server, collection, query).await?;
    let usable = usable(&sample, query);
    let Some(example) = most_frequent(&usable, query) else {
        return Ok(generated(declared, collection, query));
    };
    let mut values = of_document(example, &usable, query);
    if !query.range.is_empty() {
        let among = among(server, collection, query, &values).await?;
        values.range = ranges(&among, query, values.range);
    }
    Ok(values)
}

/// Documents that have what the query asks for: of a random few, and where none of those does, the
/// first that do.
async fn sample(
    server: &Server,
    collection: &DeclaredCollection,
    query: &DeclaredQuery,
) -> Result<Vec<Document>> {
    let has = doc! { "$match": has_all(query) };
    let random = doc! { "$sample": { "size": SAMPLE } };
    let found = aggregate(server, collection, vec![random, has.clone()]).await?;
    if !found.is_empty() {
        return Ok(found);
    }
    aggregate(server, collection, vec![has, doc! { "$limit": SAMPLE }]).await
}

async fn aggregate(
    server: &Server,
    collection: &DeclaredCollection,
    pipeline: Vec<Document>,
) -> Result<Vec<Document>> {
    let aggregate = doc! { "aggregate": &collection.name, "pipeline": pipeline, "cursor": {} };
    server.listing(aggregate).await
}

/// The condition that every field of the query has a value, and that its constants hold.
fn has_all(query: &DeclaredQuery) -> Document {
    let mut conditions: Vec<Document> = paths(query)
        .into_iter()
        .map(|path| doc! { path: { "$exists": true, "$ne": null } })
        .collect();
    conditions.extend(query.filter.clone());
    if conditions.is_empty() {
        Document::new()
    } else {
        doc! { "$and": conditions }
    }
}

/// The fields for which the query needs values.
fn paths(query: &DeclaredQuery) -> Vec<&str> {
    let listed = query.any_of.iter().map(|(path, _)| path);
    let plain = query.equal.iter().chain(&query.range);
    let searched = query.text.iter().chain(&query.near);
    plain
        .chain(searched)
        .chain(listed)
        .map(String::as_str)
        .collect()
}

/// Those that have a value for each.
fn usable<'a>(sample: &'a [Document], query: &DeclaredQuery) -> Vec<&'a Document> {
    let has_all = |document: &&Document| {
        let near = |path: &String| place(document, path).is_some();
        let mut plain = paths(query).into_iter();
        query.near.iter().all(near)
            && plain.all(|path| {
                query.near.iter().any(|it| it == path) || first(document, path).is_some()
            })
    };
    sample.iter().filter(has_all).collect()
}

/// A document whose values most of the others share: a query returns several as a rule.
fn most_frequent<'a>(usable: &[&'a Document], query: &DeclaredQuery) -> Option<&'a Document> {
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for (at, document) in usable.iter().enumerate() {
        counts.entry(shared(document, query)).or_insert((0, at)).0 += 1;
    }
    // Of equally frequent ones the first that was seen, so that equal samples give equal values.
    let best = counts
        .values()
        .max_by(|one, two| one.0.cmp(&two.0).then(two.1.cmp(&one.1)))?;
    usable.get(best.1).copied()
}

/// What a document has for the fields that equal a value, as a key.
fn shared(document: &Document, query: &DeclaredQuery) -> String {
    let values = query.equal.iter().map(|path| first(document, path));
    format!("{:?}", values.collect::<Vec<_>>())
}

/// The values of a document; in lists, those of others beside.
fn of_document(example: &Document, others: &[&Document], query: &DeclaredQuery) -> Values {
    let of = |path: &String| first(example, path).unwrap_or(Bson::Null);
    let equal = query.equal.iter().map(|path| (path.clone(), of(path)));
    let any_of = query.any_of.iter().map(|(path, most)| {
        let alike = others
            .iter()
            .filter(|other| shared(other, query) == shared(example, query));
        let all = std::iter::once(&example).chain(alike).chain(others);
        let mut list: Vec<Bson> = Vec::new();
        for value in all.filter_map(|document| first(document, path)) {
            if !list.contains(&value) {
                list.push(value);
            }
        }
        list.truncate((*most as usize).clamp(1, MOST_LISTED));
        (path.clone(), list)
    });
    let range = query
        .range
        .iter()
        .map(|path| (path.clone(), (of(path), of(path))));
    let near = query.near.iter();
    let near = near.filter_map(|path| Some((path.clone(), place(example, path)?)));
    let text = query
        .text
        .first()
        .and_then(|path| word(&first(example, path)?));
    Values {
        equal: equal.collect(),
        any_of: any_of.collect(),
        range: range.collect(),
        near: near.collect(),
        text,
        notes: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query() -> DeclaredQuery {
        DeclaredQuery {
            equal: vec!["t".into(), "labels".into()],
            any_of: vec![("s".into(), 2)],
            range: vec!["n".into()],
            ..DeclaredQuery::default()
        }
    }

    #[test]
    fn the_values_that_most_documents_share_are_taken() {
        let sample = [
            doc! { "t": 1, "labels": ["a"], "s": "x", "n": 1 },
            doc! { "t": 2, "labels": ["b", "c"], "s": "x", "n": 5 },
            doc! { "t": 2, "labels": ["b"], "s": "y", "n": 3 },
            doc! { "t": 2, "labels": [], "s": "z", "n": 9 },
            doc! { "t": 2, "labels": ["b"], "s": "z", "n": 4 },
        ];
        let usable = usable(&sample, &query());
        assert_eq!(usable.len(), 4, "one has no label");
        let example = most_frequent(&usable, &query()).expect("an example");
        let values = of_document(example, &usable, &query());
        assert_eq!(
            values.equal,
            [("t".into(), 2.into()), ("labels".into(), "b".into())]
        );
        assert_eq!(values.any_of, [("s".into(), vec!["x".into(), "y".into()])]);
        let range = ranges(&sample[1..], &query(), values.range);
        assert_eq!(range, [("n".into(), (3.into(), 9.into()))]);
    }

    #[test]
    fn places_and_words_are_found() {
        let document = doc! {
            "a": { "type": "Polygon", "coordinates": [[[1.0, 2.0], [3.0, 4.0]]] },
            "b": [5, 6], "c": { "lng": 7.5, "lat": 8.5 }, "d": { "inner": [9.0, 1.0] },
        };
        assert_eq!(place(&document, "a"), Some([1.0, 2.0]));
        assert_eq!(place(&document, "b"), Some([5.0, 6.0]));
        assert_eq!(place(&document, "c"), Some([7.5, 8.5]));
        assert_eq!(place(&document, "d.inner"), Some([9.0, 1.0]));
        assert_eq!(place(&document, "e"), None);
        assert_eq!(word(&"a quick-witted fox".into()), Some("witted".into()));
    }
}
