//! Declared databases, drawn: whatever the language can say, in the forms that it is rendered to.

use std::collections::BTreeSet;

use bson::{Bson, Document, doc};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use schema_core::declared::{DeclaredCollection, DeclaredDatabase};
use schema_xtask::normal::{Collations, NormalIndex};

use super::{database, declared};

pub(crate) const NAMES: [&str; 4] = ["tasks", "users", "projects", "comments"];
pub(crate) const PATHS: [&str; 4] = ["a", "b", "c.d", "e"];

pub(crate) fn key() -> impl Strategy<Value = Document> {
    let directed = (
        subsequence(PATHS.to_vec(), 1..=3).prop_shuffle(),
        prop::collection::vec(select(vec![1, -1]), 3),
    );
    let directed = directed.prop_map(|(paths, directions)| {
        paths
            .into_iter()
            .zip(directions)
            .map(|(path, direction)| (path.to_owned(), Bson::Int32(direction)))
            .collect()
    });
    prop_oneof![
        8 => directed,
        1 => Just(doc! { "p": "2dsphere", "a": 1 }),
        1 => Just(doc! { "p": "hashed" }),
        1 => Just(doc! { "$**": 1 }),
        2 => subsequence(PATHS.to_vec(), 1..=2).prop_map(|paths| {
            paths.into_iter().map(|path| (path.to_owned(), Bson::from("text"))).collect()
        }),
    ]
}

pub(crate) fn filter() -> impl Strategy<Value = Document> {
    let leaf = (
        select(PATHS.to_vec()),
        -2_i32..3,
        select(vec!["$eq", "$gt", "$lte"]),
        any::<bool>(),
    );
    let leaf = leaf.prop_map(|(path, value, operator, bare)| {
        if bare {
            doc! { path: value }
        } else {
            doc! { path: { operator: value } }
        }
    });
    leaf.prop_recursive(3, 12, 3, |inner| {
        let children = prop::collection::vec(inner, 1..4);
        (select(vec!["$and", "$or"]), children)
            .prop_map(|(operator, children)| doc! { operator: children })
    })
}

pub(crate) fn collation() -> impl Strategy<Value = Document> {
    let locale = select(vec!["en", "de", "fr", "simple"]);
    (locale, prop::option::of(1..=3_i32)).prop_map(|(locale, strength)| match (locale, strength) {
        ("simple", _) | (_, None) => doc! { "locale": locale },
        (locale, Some(strength)) => doc! { "locale": locale, "strength": strength },
    })
}

prop_compose! {
    /// Options of an index, whatever its key.
    pub(crate) fn options_of_index()(
        flags in prop::collection::vec(any::<bool>(), 3),
        ttl in prop::option::of(select(vec![0, 60, 3600])),
        filter in prop::option::of(filter()),
        collation in prop::option::of(collation()),
    ) -> Document {
        let mut options = Document::new();
        for (name, on) in ["unique", "hidden", "sparse"].into_iter().zip(flags) {
            if on && !(name == "sparse" && filter.is_some()) {
                options.insert(name, true);
            }
        }
        if let Some(seconds) = ttl { options.insert("expireAfterSeconds", seconds); }
        if let Some(filter) = filter { options.insert("partialFilterExpression", filter); }
        if let Some(collation) = collation { options.insert("collation", collation); }
        options
    }
}

/// A specification that the server takes: options stay away from keys that refuse them.
pub(crate) fn index() -> impl Strategy<Value = Document> {
    (key(), options_of_index(), 0..6_u8).prop_map(|(key, mut options, number)| {
        let special = key.keys().any(|path| path == "$**")
            || key.values().any(|value| value.as_str().is_some());
        if special || key.len() > 1 {
            options.remove("expireAfterSeconds");
        }
        if special {
            options.remove("unique");
            options.remove("sparse");
            options.remove("collation");
        }
        let mut spec = doc! { "key": key, "name": format!("index_{number}") };
        spec.extend(options);
        spec
    })
}

/// Specifications that the compiler would let stand beside each other in one collection.
pub(crate) fn indexes(collations: &Collations, drawn: Vec<Document>) -> Vec<Document> {
    let (mut names, mut signatures, mut text) = (BTreeSet::new(), BTreeSet::new(), false);
    let mut kept = Vec::new();
    for spec in drawn {
        let normal = NormalIndex::declared(&spec, collations);
        let second_text = normal.is_text() && text;
        if second_text
            || names.contains(&normal.name)
            || !signatures.insert(normal.signature.text().to_owned())
        {
            continue;
        }
        text |= normal.is_text();
        names.insert(normal.name);
        kept.push(spec);
    }
    kept
}

pub(crate) fn options_of_collection() -> impl Strategy<Value = Document> {
    let schema = subsequence(PATHS.to_vec(), 1..=4).prop_shuffle();
    (
        prop::option::of(schema),
        select(vec!["strict", "moderate"]),
        any::<bool>(),
        prop::option::of(collation()),
    )
        .prop_map(|(required, level, stated, collation)| {
            let mut options = Document::new();
            if let Some(required) = required {
                let properties: Document = required
                    .iter()
                    .map(|name| {
                        (
                            (*name).to_owned(),
                            doc! { "bsonType": ["int"], "minimum": 1 }.into(),
                        )
                    })
                    .collect();
                options.insert(
                    "validator",
                    doc! { "$jsonSchema": { "required": required, "properties": properties } },
                );
            }
            if stated {
                options.insert("validationLevel", level);
            }
            if let Some(collation) = collation {
                options.insert("collation", collation);
            }
            options
        })
}

pub(crate) fn collection(name: &'static str) -> impl Strategy<Value = DeclaredCollection> {
    (
        options_of_collection(),
        prop::collection::vec(index(), 0..6),
    )
        .prop_map(move |(options, drawn)| {
            let kept = indexes(&Collations::of_declared(&options), drawn);
            declared(name, options, kept)
        })
}

pub(crate) fn collections() -> impl Strategy<Value = DeclaredDatabase> {
    subsequence(NAMES.to_vec(), 0..=NAMES.len())
        .prop_flat_map(|names| names.into_iter().map(collection).collect::<Vec<_>>())
        .prop_map(database)
}
