//! A command line for the tests: its schema is written by hand, and picked by the environment
//! variable `FIXTURE`: one by its name, or a whole one as Extended JSON.

use std::process::ExitCode;

use bson::{Document, doc};
use schema_core::DatabaseSchema;
use schema_core::declared::{
    DeclaredCollection, DeclaredDatabase, DeclaredQuery, Exception, ExceptionPlace,
};
use schema_core::model::Database;
use schema_xtask::overrides::{CollectionSettings, Overrides, Target, ValidationAction};

struct Fixture;

impl DatabaseSchema for Fixture {
    // Never rendered: what is declared is put together below.
    const MODEL: &'static Database = &Database {
        name: "fixture",
        server: (6, 0),
        collections: &[],
        external: &[],
    };

    fn declared() -> DeclaredDatabase {
        let picked = std::env::var("FIXTURE");
        let collections = match picked.as_deref() {
            Ok(text) if text.starts_with('{') => return written(text),
            Ok("many") => (0..16).map(numbered).collect(),
            Ok("fewer") => vec![tasks(vec![by_project()]), users()],
            Ok("old") => before(),
            Ok("new") => after(),
            Ok("wrong") => vec![
                collection("broken", doc! {}, vec![impossible(), by_project()]),
                users(),
            ],
            Ok("everything") => everything(),
            Ok("own-server") => vec![articles()],
            Ok("own-server-sharded") => vec![events()],
            _ => vec![tasks(vec![by_project(), by_email()]), users()],
        };
        DeclaredDatabase {
            name: "fixture".into(),
            collections,
            exceptions: exceptions(),
            ..DeclaredDatabase::default()
        }
    }
}

/// `{"external": […], "collections": [{"name", "options", "indexes", "shard_key",
/// "external_indexes", "queries"}]}`, of which only the collections and their names are needed.
fn written(text: &str) -> DeclaredDatabase {
    let whole = document(&serde_json::from_str(text).expect("JSON"));
    let collections = documents(&whole, "collections").into_iter();
    DeclaredDatabase {
        name: "fixture".into(),
        collections: collections.map(|it| written_collection(&it)).collect(),
        external: names(&whole, "external"),
        ..DeclaredDatabase::default()
    }
}

fn written_collection(it: &Document) -> DeclaredCollection {
    let options = it.get_document("options").cloned().unwrap_or_default();
    let name = it.get_str("name").expect("a name");
    DeclaredCollection {
        shard_key: it.get_document("shard_key").ok().cloned(),
        external_indexes: names(it, "external_indexes"),
        queries: documents(it, "queries").iter().map(query).collect(),
        ..collection(name, options, documents(it, "indexes"))
    }
}

fn query(it: &Document) -> DeclaredQuery {
    DeclaredQuery {
        name: it.get_str("name").expect("a name").into(),
        equal: names(it, "equal"),
        sort: it.get_document("sort").cloned().unwrap_or_default(),
        served_by: names(it, "served_by"),
        ..DeclaredQuery::default()
    }
}

fn document(json: &serde_json::Value) -> Document {
    let json = json.as_object().expect("an object").clone();
    Document::try_from(json).expect("Extended JSON")
}

fn documents(of: &Document, field: &str) -> Vec<Document> {
    let values = of.get_array(field).into_iter().flatten();
    values.filter_map(|it| it.as_document().cloned()).collect()
}

fn names(of: &Document, field: &str) -> Vec<String> {
    let values = of.get_array(field).into_iter().flatten();
    values
        .filter_map(|it| it.as_str().map(str::to_owned))
        .collect()
}

fn main() -> ExitCode {
    schema_xtask::main_with::<Fixture>(overrides)
}

/// In some environments, settings of their own.
fn overrides(target: &Target) -> Overrides {
    let warn = |it: CollectionSettings| it.validation_action(ValidationAction::Warn);
    match target.environment() {
        Some("staging") => Overrides::new().collection("tasks", warn),
        Some("mistaken") => Overrides::new().collection("taks", warn),
        Some("short-lived") => Overrides::new().index("tasks", "at_1", |it| {
            it.expire_after(std::time::Duration::from_hours(1))
        }),
        _ => Overrides::new(),
    }
}

/// One that is needed and one that is not, where the variable asks for them.
fn exceptions() -> Vec<Exception> {
    if std::env::var("FIXTURE").as_deref() != Ok("excepted") {
        return Vec::new();
    }
    let exception = |field: &str, needed| Exception {
        rule: "array-without-max-items".into(),
        type_name: "Task".into(),
        place: ExceptionPlace::Field(field.into()),
        reason: "few".into(),
        needed,
    };
    vec![exception("labels", true), exception("flags", false)]
}

fn tasks(indexes: Vec<Document>) -> DeclaredCollection {
    let schema = doc! {
        "bsonType": "object",
        "required": ["_id", "title"],
        "properties": { "_id": { "bsonType": "objectId" }, "title": { "bsonType": "string" } },
    };
    let options = doc! {
        "validator": { "$jsonSchema": schema },
        "validationLevel": "strict",
        "validationAction": "error",
    };
    collection("tasks", options, indexes)
}

/// A schema, and the one that follows it: something is created, changed in place and retired.
fn before() -> Vec<DeclaredCollection> {
    let name = |it: &str| doc! { "key": { it: 1 }, "name": format!("{it}_1") };
    let mut due = name("due");
    due.insert("expireAfterSeconds", 1_000_000_000);
    let tasks = vec![due, name("code"), name("gone")];
    vec![
        versioned(1, collection("tasks", doc! {}, tasks)),
        collection("users", accepting("name"), vec![name("name")]),
    ]
}

fn after() -> Vec<DeclaredCollection> {
    let name = |it: &str| doc! { "key": { it: 1 }, "name": format!("{it}_1") };
    let (mut due, mut code, mut users) = (name("due"), name("code"), name("name"));
    due.insert("expireAfterSeconds", 2_000_000_000);
    code.insert("unique", true);
    users.insert("hidden", true);
    let tasks = vec![due, code, name("made")];
    vec![
        versioned(2, collection("tasks", doc! {}, tasks)),
        collection("users", accepting("age"), vec![users]),
        collection("notes", accepting("text"), vec![name("text")]),
    ]
}

fn accepting(field: &str) -> Document {
    let schema = doc! { "bsonType": "object", "required": [field] };
    doc! {
        "validator": { "$jsonSchema": schema },
        "validationLevel": "strict",
        "validationAction": "error",
    }
}

fn versioned(version: u8, collection: DeclaredCollection) -> DeclaredCollection {
    DeclaredCollection {
        schema_version: Some(version.into()),
        ..collection
    }
}

fn users() -> DeclaredCollection {
    collection(
        "users",
        doc! {},
        vec![doc! { "key": { "name": 1 }, "name": "name_1" }],
    )
}

/// Options and indexes of the kinds that every server for tests has, and names that are awkward
/// elsewhere.
fn everything() -> Vec<DeclaredCollection> {
    let mut tasks = tasks(vec![
        by_project(),
        by_email(),
        doc! { "key": { "at": 1 }, "name": "at_1", "expireAfterSeconds": 0 },
        doc! { "key": { "z": 1, "1": -1 }, "name": "awkward \"name\"\n`${1}`" },
        doc! { "key": { "place": "2dsphere" }, "name": "place_2dsphere" },
        doc! { "key": { "title": 1 }, "name": "title_1", "hidden": true },
        doc! { "key": { "title": 1 }, "name": "folded", "collation": { "locale": "en", "strength": 2 } },
        doc! { "key": { "attrs.$**": 1 }, "name": "attrs.$**_1" },
        doc! { "key": { "n": 1 }, "name": "n_1", "partialFilterExpression": {
            "n": { "$gte": 4_000_000_000_i64 }, "x": { "$lt": 1.0 },
            "since": { "$gt": bson::DateTime::from_millis(0) },
            "of": bson::oid::ObjectId::from_bytes([7; 12]),
        } },
    ]);
    tasks
        .options
        .insert("changeStreamPreAndPostImages", doc! { "enabled": true });
    let series =
        doc! { "timeseries": { "timeField": "t", "metaField": "m" }, "expireAfterSeconds": 86_400 };
    vec![
        tasks,
        collection(
            "log",
            doc! { "capped": true, "size": 4096, "max": 10 },
            vec![],
        ),
        collection(
            "series",
            series,
            vec![doc! { "key": { "m": 1 }, "name": "m_1" }],
        ),
        collection(
            "clustered",
            doc! { "clusteredIndex": { "key": { "_id": 1 }, "unique": true } },
            vec![],
        ),
        collection(
            "folded",
            doc! { "collation": { "locale": "de", "strength": 1 } },
            vec![by_email()],
        ),
    ]
}

/// Kinds of indexes that not every server for tests has.
fn articles() -> DeclaredCollection {
    let indexes = vec![
        doc! { "key": { "tenantId": 1, "title": "text", "body": "text" }, "name": "search",
        "weights": { "title": 5, "body": 1 }, "default_language": "german" },
        doc! { "key": { "owner": "hashed" }, "name": "owner_hashed" },
    ];
    collection("articles", doc! {}, indexes)
}

/// A collection to be sharded.
fn events() -> DeclaredCollection {
    let key = doc! { "tenantId": 1, "_id": 1 };
    let index = doc! { "name": "tenantId_1__id_1", "key": key.clone() };
    DeclaredCollection {
        shard_key: Some(key),
        ..collection("events", doc! {}, vec![index])
    }
}

fn numbered(number: u8) -> DeclaredCollection {
    collection(
        &format!("c{number}"),
        doc! {},
        vec![by_project(), by_email()],
    )
}

fn by_project() -> Document {
    doc! { "key": { "tenantId": 1, "projectId": -1 }, "name": "tenantId_1_projectId_-1" }
}

fn by_email() -> Document {
    let some = doc! { "email": { "$exists": true } };
    doc! { "key": { "email": 1 }, "name": "email_1", "unique": true, "partialFilterExpression": some }
}

/// The server refuses it.
fn impossible() -> Document {
    doc! { "key": { "a": 1 }, "name": "a_1", "partialFilterExpression": { "a": { "$ne": 1 } } }
}

fn collection(name: &str, options: Document, indexes: Vec<Document>) -> DeclaredCollection {
    DeclaredCollection {
        name: name.into(),
        type_name: name.into(),
        schema_version: None,
        options,
        indexes,
        ..DeclaredCollection::default()
    }
}
