//! Which live index is which declared one, and what becomes of a difference: the server's table of
//! identity and conflict (MONGODB.md B1 to B5), row by row, each under the same and another name,
//! and with the live index this tool's own or not. (CASES 1 to 6, 10, 11, 17 and 18.)

use bson::{Document, doc};
use schema_core::declared::{DeclaredCollection, DeclaredDatabase};
use schema_xtask::live::{LiveCollection, LiveDatabase, LiveKind};
use schema_xtask::plan::{self, Action, Class, Plan, Scope, Status};

/// What a difference comes to.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Verdict {
    /// No difference.
    Same,
    /// A change in place.
    Modify(Class),
    /// The same index to the server, and no change in place.
    Replace,
    /// Likewise, and what the live one deletes is put off before.
    Expire,
    /// Another index, and the server allows only one of the kind: one that is not this tool's own
    /// stands in the way.
    Exclude,
    /// Another index.
    Other,
}

use Class::{Caution, Destructive, Safe};
use Verdict::{Exclude, Expire, Modify, Other, Replace, Same};

type Row = (&'static str, Document, Document, Verdict);

/// Declared, live, and what is to come of it. Neither has its name. The tables keep a line to a row,
/// and so are left out of formatting.
fn rows() -> Vec<Row> {
    let mut rows = keys();
    rows.extend(flags());
    rows.extend(expiry());
    rows.extend(collations());
    rows.extend(filters());
    rows.extend(special());
    rows.extend(several_differences());
    rows
}

#[rustfmt::skip]
fn keys() -> Vec<Row> {
    vec![
        ("one field", doc! { "key": { "a": 1 } }, doc! { "key": { "a": 1 } }, Same),
        ("a double for a direction", doc! { "key": { "a": 1 } }, doc! { "key": { "a": 1.0 } }, Same),
        ("a long for a direction", doc! { "key": { "a": -1 } }, doc! { "key": { "a": -1_i64 } }, Same),
        ("another direction", doc! { "key": { "a": 1 } }, doc! { "key": { "a": -1 } }, Other),
        ("another number", doc! { "key": { "a": 1 } }, doc! { "key": { "a": 2 } }, Other),
        ("another field", doc! { "key": { "a": 1 } }, doc! { "key": { "b": 1 } }, Other),
        ("another order", doc! { "key": { "a": 1, "b": 1 } }, doc! { "key": { "b": 1, "a": 1 } }, Other),
        ("a prefix", doc! { "key": { "a": 1 } }, doc! { "key": { "a": 1, "b": 1 } }, Other),
        ("a nested field", doc! { "key": { "a.b": 1 } }, doc! { "key": { "a": 1 } }, Other),
        ("another kind", doc! { "key": { "a": 1 } }, doc! { "key": { "a": "hashed" } }, Other),
        ("hashed", doc! { "key": { "a": "hashed" } }, doc! { "key": { "a": "hashed" } }, Same),
        ("_id among others", doc! { "key": { "a": 1, "_id": 1 } }, doc! { "key": { "a": 1, "_id": 1 } }, Same),
    ]
}

#[rustfmt::skip]
fn flags() -> Vec<Row> {
    let plain = doc! { "key": { "a": 1 } };
    let with = |name: &str, value: bson::Bson| {
        let mut spec = doc! { "key": { "a": 1 } };
        spec.insert(name, value);
        spec
    };
    vec![
        ("a version", plain.clone(), with("v", 1.into()), Same),
        ("a namespace", plain.clone(), with("ns", "db.tasks".into()), Same),
        ("background", plain.clone(), with("background", true.into()), Same),
        ("background, declared", with("background", true.into()), plain.clone(), Same),
        ("dropDups", plain.clone(), with("dropDups", true.into()), Same),
        ("unique: false", plain.clone(), with("unique", false.into()), Same),
        ("unique: 0", plain.clone(), with("unique", 0.0.into()), Same),
        ("unique: 1", with("unique", true.into()), with("unique", 1.into()), Same),
        ("not yet unique", with("unique", true.into()), plain.clone(), Modify(Caution)),
        ("on the way to unique", with("unique", true.into()), with("prepareUnique", true.into()), Modify(Caution)),
        ("no longer unique", plain.clone(), with("unique", true.into()), Other),
        ("sparse: false", plain.clone(), with("sparse", false.into()), Same),
        ("sparse: 1", with("sparse", true.into()), with("sparse", 1_i64.into()), Same),
        ("not yet sparse", with("sparse", true.into()), plain.clone(), Other),
        ("no longer sparse", plain.clone(), with("sparse", true.into()), Other),
        ("hidden: false", plain.clone(), with("hidden", false.into()), Same),
        ("to be hidden", with("hidden", true.into()), plain.clone(), Modify(Caution)),
        ("to be shown", plain.clone(), with("hidden", true.into()), Modify(Safe)),
        ("prepareUnique: false", plain.clone(), with("prepareUnique", false.into()), Same),
        ("prepareUnique left behind", plain.clone(), with("prepareUnique", true.into()), Modify(Safe)),
        ("a storage engine's options", plain.clone(), with("storageEngine", doc! { "wiredTiger": {} }.into()), Replace),
    ]
}

#[rustfmt::skip]
fn expiry() -> Vec<Row> {
    let ttl = |seconds: bson::Bson| doc! { "key": { "a": 1 }, "expireAfterSeconds": seconds };
    let none = doc! { "key": { "a": 1 } };
    vec![
        ("the same TTL", ttl(60.into()), ttl(60.into()), Same),
        ("a TTL as a double", ttl(60.into()), ttl(60.0.into()), Same),
        ("a TTL as a long", ttl(60_i64.into()), ttl(60.into()), Same),
        ("a TTL with a fraction", ttl(60.into()), ttl(60.9.into()), Same),
        ("no number for a TTL", ttl(i32::MAX.into()), ttl(f64::NAN.into()), Same),
        ("a TTL of zero", ttl(0.into()), ttl(0.0.into()), Same),
        ("a lower TTL", ttl(30.into()), ttl(60.into()), Modify(Destructive)),
        ("a higher TTL", ttl(90.into()), ttl(60.into()), Modify(Safe)),
        ("a TTL down to zero", ttl(0.into()), ttl(60.into()), Modify(Destructive)),
        ("a TTL up from zero", ttl(60.into()), ttl(0.into()), Modify(Safe)),
        ("a new TTL", ttl(60.into()), none.clone(), Modify(Destructive)),
        ("a new TTL of zero", ttl(0.into()), none.clone(), Modify(Destructive)),
        ("a TTL to be removed", none.clone(), ttl(60.into()), Expire),
        ("a TTL of zero to be removed", none.clone(), ttl(0.into()), Expire),
        ("a TTL that is put off", none, ttl(i32::MAX.into()), Replace),
    ]
}

fn full(locale: &str, strength: i32) -> Document {
    doc! {
        "locale": locale, "caseLevel": false, "caseFirst": "off", "strength": strength, "numericOrdering": false,
        "alternate": "non-ignorable", "maxVariable": "punct", "normalization": false, "backwards": false,
        "version": "57.1",
    }
}

#[rustfmt::skip]
fn collations() -> Vec<Row> {
    let with = |collation: Document| doc! { "key": { "a": 1 }, "collation": collation };
    let none = doc! { "key": { "a": 1 } };
    vec![
        ("a filled-in collation", with(doc! { "locale": "en" }), with(full("en", 3)), Same),
        ("a strength as a double", with(doc! { "locale": "en", "strength": 2.0 }), with(full("en", 2)), Same),
        ("another strength", with(doc! { "locale": "en", "strength": 1 }), with(full("en", 2)), Other),
        ("another locale", with(doc! { "locale": "de" }), with(full("en", 3)), Other),
        ("explicit simple", with(doc! { "locale": "simple" }), none.clone(), Same),
        ("a collation to be added", with(doc! { "locale": "en" }), none.clone(), Other),
        ("a collation to be removed", none, with(full("en", 3)), Other),
    ]
}

#[rustfmt::skip]
fn filters() -> Vec<Row> {
    let with = |filter: Document| doc! { "key": { "a": 1 }, "partialFilterExpression": filter };
    vec![
        ("an implicit equality", with(doc! { "f": 1 }), with(doc! { "f": { "$eq": 1.0 } }), Same),
        ("another order", with(doc! { "f": 1, "g": 2 }), with(doc! { "g": 2, "f": 1 }), Same),
        ("an explicit $and", with(doc! { "f": { "$gt": 1, "$lt": 9 } }), with(doc! { "$and": [{ "f": { "$lt": 9 } }, { "f": { "$gt": 1 } }] }), Same),
        ("a nested $and", with(doc! { "f": 1, "g": 1, "h": 1 }), with(doc! { "$and": [{ "$and": [{ "h": 1 }, { "f": 1 }] }, { "g": 1 }] }), Same),
        ("another order in $or", with(doc! { "$or": [{ "f": 1 }, { "g": 1 }] }), with(doc! { "$or": [{ "g": 1 }, { "f": 1 }] }), Same),
        ("a type by number", with(doc! { "f": { "$type": "string" } }), with(doc! { "f": { "$type": 2 } }), Same),
        ("another value", with(doc! { "f": 1 }), with(doc! { "f": 2 }), Other),
        ("another case", with(doc! { "f": "blah" }), with(doc! { "f": "BLAH" }), Other),
        ("another operator", with(doc! { "f": { "$gt": 1 } }), with(doc! { "f": { "$gte": 1 } }), Other),
        ("values in another order", with(doc! { "$and": [{ "f": 1 }, { "f": 2 }] }), with(doc! { "$and": [{ "f": 2 }, { "f": 1 }] }), Other),
        ("a filter to be added", with(doc! { "f": 1 }), doc! { "key": { "a": 1 } }, Other),
        ("a filter to be removed", doc! { "key": { "a": 1 } }, with(doc! { "f": 1 }), Other),
        ("a filter of everything", with(doc! {}), doc! { "key": { "a": 1 } }, Other),
    ]
}

#[rustfmt::skip]
fn special() -> Vec<Row> {
    let listed = doc! {
        "v": 2, "key": { "t": 1, "_fts": "text", "_ftsx": 1 }, "weights": { "body": 1, "title": 5 },
        "default_language": "english", "language_override": "language", "textIndexVersion": 3,
    };
    let text = |weights: Document| doc! { "key": { "t": 1, "title": "text", "body": "text" }, "weights": weights };
    let wildcard =
        |projection: Document| doc! { "key": { "$**": 1 }, "wildcardProjection": projection };
    vec![
        ("a text index as it is listed", text(doc! { "title": 5 }), listed.clone(), Same),
        ("weights as doubles", text(doc! { "title": 5.0, "body": 1.0 }), listed.clone(), Same),
        ("another weight", text(doc! { "title": 6 }), listed.clone(), Replace),
        ("another text field", text(doc! { "title": 5, "more": 1 }), listed.clone(), Replace),
        ("another prefix", doc! { "key": { "u": 1, "title": "text", "body": "text" }, "weights": { "title": 5 } }, listed, Exclude),
        ("text of everything", doc! { "key": { "$**": "text" } }, doc! { "key": { "_fts": "text", "_ftsx": 1 }, "weights": { "$**": 1 }, "default_language": "english", "language_override": "language" }, Same),
        ("another language", doc! { "key": { "x": "text" }, "default_language": "german" }, doc! { "key": { "_fts": "text", "_ftsx": 1 }, "weights": { "x": 1 }, "default_language": "english", "language_override": "language" }, Replace),
        ("2dsphere with a version", doc! { "key": { "p": "2dsphere" } }, doc! { "key": { "p": "2dsphere" }, "2dsphereIndexVersion": 3 }, Same),
        ("2d with bits", doc! { "key": { "p": "2d" }, "bits": 20 }, doc! { "key": { "p": "2d" }, "bits": 20_i64 }, Same),
        ("2d with explicit defaults", doc! { "key": { "p": "2d" }, "bits": 26 }, doc! { "key": { "p": "2d" } }, Replace),
        ("2d with other bounds", doc! { "key": { "p": "2d" }, "min": -10.0 }, doc! { "key": { "p": "2d" }, "min": -20.0 }, Replace),
        ("a wildcard", doc! { "key": { "$**": 1 } }, doc! { "key": { "$**": 1.0 } }, Same),
        ("a projection in another order", wildcard(doc! { "a": 1, "b": 1 }), wildcard(doc! { "b": true, "a": 1.0 }), Same),
        ("a nested projection", wildcard(doc! { "a": { "b": 1 } }), wildcard(doc! { "a.b": 1 }), Same),
        ("an implied _id", wildcard(doc! { "a": 1, "_id": 0 }), wildcard(doc! { "a": 1 }), Same),
        ("an included _id", wildcard(doc! { "a": 1, "_id": 1 }), wildcard(doc! { "a": 1 }), Other),
        ("an exclusion", wildcard(doc! { "a": 0 }), wildcard(doc! { "a": 1 }), Other),
    ]
}

#[rustfmt::skip]
fn several_differences() -> Vec<Row> {
    vec![
        ("hidden and a higher TTL", doc! { "key": { "a": 1 }, "expireAfterSeconds": 9, "hidden": true }, doc! { "key": { "a": 1 }, "expireAfterSeconds": 5 }, Modify(Caution)),
        ("hidden and a TTL to be removed", doc! { "key": { "a": 1 }, "hidden": true }, doc! { "key": { "a": 1 }, "expireAfterSeconds": 5 }, Expire),
        ("a TTL that only a compound index would get", doc! { "key": { "a": 1, "b": 1 }, "expireAfterSeconds": 5 }, doc! { "key": { "a": 1, "b": 1 } }, Replace),
        ("unique and hidden", doc! { "key": { "a": 1 }, "unique": true }, doc! { "key": { "a": 1 }, "hidden": true }, Other),
        ("unique and sparse", doc! { "key": { "a": 1 }, "unique": true, "sparse": true }, doc! { "key": { "a": 1 } }, Other),
        ("unique with a filter", doc! { "key": { "a": 1 }, "unique": true, "partialFilterExpression": { "f": 1 } }, doc! { "key": { "a": 1 }, "partialFilterExpression": { "f": { "$eq": 1 } } }, Modify(Caution)),
        ("another key and a TTL", doc! { "key": { "a": 1 }, "expireAfterSeconds": 5 }, doc! { "key": { "b": 1 } }, Other),
    ]
}

fn named(spec: &Document, name: &str) -> Document {
    let mut spec = spec.clone();
    spec.insert("name", name);
    spec
}

fn plan_of(declared: Document, live: Document, own: bool) -> Plan {
    let collection = DeclaredCollection {
        name: "tasks".into(),
        type_name: "Task".into(),
        schema_version: None,
        options: doc! {},
        indexes: vec![declared],
        ..DeclaredCollection::default()
    };
    let mut database = LiveDatabase::default();
    if own {
        let name = live.get_str("name").unwrap().to_owned();
        database.owned.indexes.insert(("tasks".into(), name));
    }
    database.collections.push(LiveCollection {
        name: "tasks".into(),
        kind: LiveKind::Collection,
        options: doc! {},
        indexes: vec![doc! { "v": 2, "key": { "_id": 1 }, "name": "_id_" }, live],
        has_documents: true,
        ..LiveCollection::default()
    });
    plan::make(
        &DeclaredDatabase {
            name: "tracker".into(),
            collections: vec![collection],
            ..DeclaredDatabase::default()
        },
        &database,
        "tracker",
        &Scope::default(),
    )
}

fn check(row: &Row, live_name: &str, own: bool) {
    let (what, declared, live, verdict) = row;
    let what = format!("{what}, live as {live_name}, own: {own}");
    let plan = plan_of(named(declared, "declared"), named(live, live_name), own);
    let actions: Vec<Action> = plan.changes.iter().map(|change| change.action).collect();
    let dropped_or_left = (own, *verdict == Other);
    let expected = match verdict {
        Same => vec![],
        Modify(_) => vec![Action::ModifyIndex],
        Replace | Exclude => vec![Action::ReplaceIndex],
        Expire => vec![Action::ModifyIndex, Action::ReplaceIndex],
        Other if own && live.contains_key("unique") => {
            vec![Action::CreateIndex, Action::DropIndex]
        }
        Other if own => vec![Action::CreateIndex, Action::HideIndex, Action::DropIndex],
        Other => vec![Action::CreateIndex],
    };
    assert_eq!(actions, expected, "{what}");
    assert_eq!(
        plan.unmanaged.len(),
        usize::from(dropped_or_left == (false, true)),
        "{what}"
    );
    let Some(change) = plan.changes.first() else {
        return;
    };
    let name = change.index.as_deref().unwrap();
    match verdict {
        Other if live_name == "declared" => assert!(
            name.starts_with("declared_") && name.len() == 17,
            "{what}: {name}"
        ),
        Other => assert_eq!(name, "declared", "{what}"),
        _ => {
            assert_eq!(name, live_name, "{what}");
            let stands_in_the_way = !own && *verdict == Exclude;
            let expected = if stands_in_the_way {
                Status::Blocked
            } else {
                Status::Planned
            };
            assert_eq!(change.status, expected, "{what}");
        }
    }
    match verdict {
        Modify(class) => assert_eq!(change.class, *class, "{what}"),
        Replace | Exclude => assert_eq!(change.class, Class::Destructive, "{what}"),
        Expire => assert_eq!(change.class, Class::Safe, "{what}"),
        _ => {}
    }
}

#[test]
fn every_row_comes_out_under_either_name_and_owner() {
    let rows = rows();
    assert!(rows.len() >= 60, "{} rows", rows.len());
    for row in &rows {
        for live_name in ["declared", "another"] {
            for own in [false, true] {
                check(row, live_name, own);
            }
        }
    }
}
