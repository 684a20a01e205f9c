//! A command line for the tests: its schema is written by hand, and picked by the environment
//! variable `FIXTURE`.

use std::process::ExitCode;

use bson::{Document, doc};
use schema_core::DatabaseSchema;
use schema_core::declared::{DeclaredCollection, DeclaredDatabase, Exception, ExceptionPlace};
use schema_core::model::Database;

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
        let collections = match std::env::var("FIXTURE").as_deref() {
            Ok("many") => (0..16).map(numbered).collect(),
            Ok("fewer") => vec![tasks(vec![by_project()]), users()],
            Ok("old") => before(),
            Ok("new") => after(),
            Ok("wrong") => vec![
                collection("broken", doc! {}, vec![impossible(), by_project()]),
                users(),
            ],
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

fn main() -> ExitCode {
    schema_xtask::main::<Fixture>()
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
