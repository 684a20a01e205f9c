//! The options of a collection.

use bson::{Bson, Document};

use super::canonical::{Canonical, numbers, numbers_in, same, sorted, truthy};
use super::{Collations, collation, schema, time_series};

/// What no declaration says, and what says nothing about the collection's shape.
const IGNORED: [&str; 13] = [
    "autoIndexId",
    "comment",
    "encryptedFields",
    "flags",
    "idIndex",
    "indexOptionDefaults",
    "recordIdsReplicated",
    "storageEngine",
    "temp",
    "uuid",
    "validationAction",
    "validationLevel",
    "validator",
];

/// A collection's options in their normal form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NormalOptions {
    /// `validator`, `validationLevel` and `validationAction`, the last two always present.
    pub validation: Canonical,
    /// The other options: `capped`, `collation`, `timeseries`, … sorted by name.
    pub others: Canonical,
}

impl NormalOptions {
    /// Normalises options as the `create` command takes them.
    pub fn declared(options: &Document, collations: &Collations) -> Self {
        Self::new(options, collations.explicit(options.get("collation")))
    }

    /// Normalises options as `listCollections` lists them.
    pub fn live(options: &Document) -> Self {
        Self::new(options, collation::live(options.get("collation")))
    }

    /// As [`live`](Self::live), beside the declared options and their normal form: a validator that
    /// is listed as it was declared, which is the rule, is not normalised again.
    pub fn live_beside(listed: &Document, declared: &Document, goal: &Self) -> Self {
        let names = ["validator", "validationLevel", "validationAction"];
        if !names
            .iter()
            .all(|name| same(listed.get(name), declared.get(name)))
        {
            return Self::live(listed);
        }
        let collation = collation::live(listed.get("collation"));
        Self {
            validation: goal.validation.clone(),
            others: Canonical::new(&others(listed, collation)),
        }
    }

    fn new(options: &Document, collation: Option<Document>) -> Self {
        Self {
            validation: Canonical::new(&schema::validation(options)),
            others: Canonical::new(&others(options, collation)),
        }
    }

    /// The whole as one document.
    pub fn document(&self) -> Document {
        let mut whole = self.validation.document().clone();
        whole.extend(self.others.document().clone());
        whole
    }
}

fn others(options: &Document, collation: Option<Document>) -> Document {
    let compared = options
        .iter()
        .filter(|(name, _)| *name != "collation" && !IGNORED.contains(&name.as_str()));
    let mut others: Document = compared.filter_map(option).collect();
    if !others.contains_key("capped") {
        others.remove("size");
        others.remove("max");
    }
    if let Some(collation) = collation {
        others.insert("collation", collation);
    }
    sorted(others)
}

/// One option in normal form; none where it is the same as not given.
fn option((name, value): (&String, &Bson)) -> Option<(String, Bson)> {
    let value = match (name.as_str(), value) {
        ("capped", value) => truthy(value).then_some(Bson::Boolean(true))?,
        ("max", value) => most(numbers_in(value))?,
        ("size", value) => size(numbers_in(value)),
        ("clusteredIndex", Bson::Document(written)) => clustered(written).into(),
        ("timeseries", Bson::Document(written)) => time_series::time_series(written).into(),
        ("changeStreamPreAndPostImages", Bson::Document(written)) => written
            .get("enabled")
            .is_some_and(truthy)
            .then(|| numbers_in(value))?,
        _ => numbers_in(value),
    };
    Some((name.clone(), value))
}

/// A capped collection's size, which servers raise to a multiple of 256 (manual, "create").
fn size(bytes: Bson) -> Bson {
    let exact = match bytes {
        Bson::Int32(bytes) => i64::from(bytes),
        Bson::Int64(bytes) => bytes,
        other => return other,
    };
    numbers_in(&Bson::Int64(exact.saturating_add(255) & !255))
}

/// A capped collection's number of documents. None at all is listed as the largest 32-bit integer,
/// once a `cappedMax` of zero has set it back (server source, `collection_options.cpp`).
fn most(documents: Bson) -> Option<Bson> {
    let is_limit = match documents {
        Bson::Int32(most) => most > 0 && most < i32::MAX,
        Bson::Int64(most) => most > 0 && most < i64::from(i32::MAX),
        _ => true,
    };
    is_limit.then_some(documents)
}

/// A clustered index without its version, and with the name that it has by default.
fn clustered(written: &Document) -> Document {
    let mut normal = numbers(written);
    normal.remove("v");
    normal.entry("name").or_insert("_id_".into());
    sorted(normal)
}

#[cfg(test)]
mod tests {
    use bson::doc;

    use super::*;

    fn agree(declared: &Document, listed: &Document) -> bool {
        let collations = Collations::of_live(listed, &[]);
        NormalOptions::declared(declared, &collations) == NormalOptions::live(listed)
    }

    #[test]
    fn what_the_server_adds_is_no_difference() {
        let pairs = [
            (
                doc! { "capped": true, "size": 1000 },
                doc! { "capped": true, "size": 1024_i64 },
            ),
            (
                doc! { "capped": true, "size": 1024 },
                doc! { "capped": true, "size": 1024, "max": i32::MAX },
            ),
            (
                doc! { "capped": true, "size": 1024, "max": 0 },
                doc! { "capped": true, "size": 1024, "max": i64::MAX },
            ),
            (doc! {}, doc! { "capped": false }),
            (
                doc! { "timeseries": { "timeField": "t", "metaField": "m" } },
                doc! { "timeseries": { "timeField": "t", "metaField": "m", "granularity": "seconds", "bucketMaxSpanSeconds": 3600 } },
            ),
            (
                doc! { "clusteredIndex": { "key": { "_id": 1 }, "unique": true } },
                doc! { "clusteredIndex": { "v": 2, "key": { "_id": 1.0 }, "name": "_id_", "unique": true } },
            ),
            (
                doc! {},
                doc! { "changeStreamPreAndPostImages": { "enabled": false } },
            ),
            (doc! { "collation": { "locale": "simple" } }, doc! {}),
        ];
        for (declared, listed) in pairs {
            assert!(agree(&declared, &listed), "{declared} and {listed}");
        }
    }

    #[test]
    fn other_options_are_a_difference() {
        let pairs = [
            (
                doc! { "capped": true, "size": 1024 },
                doc! { "capped": true, "size": 2048 },
            ),
            (doc! {}, doc! { "capped": true, "size": 1024 }),
            (doc! { "collation": { "locale": "en" } }, doc! {}),
            (
                doc! { "timeseries": { "timeField": "t", "granularity": "hours" } },
                doc! { "timeseries": { "timeField": "t", "granularity": "seconds" } },
            ),
            (doc! { "expireAfterSeconds": 0 }, doc! {}),
        ];
        for (declared, listed) in pairs {
            assert!(!agree(&declared, &listed), "{declared} and {listed}");
        }
    }
}
