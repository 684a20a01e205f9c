//! `emit --target roles`: the least that plan, apply and the application need.
//!
//! Source: MongoDB manual, "Privilege Actions" and "createRole".

use bson::{Bson, Document, doc};
use schema_core::declared::DeclaredCollection;
use serde_json::{Value, json};

use super::Schema;
use super::shell::{literal, string};
use crate::bookkeeping::{history, lock, migrations, objects};
use crate::output::visible;

/// What is read of a whole database: listings, and sizes, of which a plan tells. Collections that are
/// no longer declared are among them.
const READ: [&str; 3] = ["listCollections", "listIndexes", "collStats"];

/// The `createRole` commands as one document.
pub fn document(schema: &Schema<'_>) -> Value {
    let roles: Vec<Value> = roles(schema)
        .into_iter()
        .map(|role| Bson::Document(role).into_relaxed_extjson())
        .collect();
    json!({ "format": 1, "database": schema.database, "roles": roles })
}

/// A script for mongosh that creates the roles, or brings existing ones up to date.
pub fn script(schema: &Schema<'_>) -> String {
    let roles: Vec<String> = roles(schema).into_iter().map(written).collect();
    let name = visible(schema.database);
    format!(
        "\
// The least that `cargo xtask plan`, `apply` and the application need on the database {name},
// written by `cargo xtask emit --target roles`; with `--format json`, the commands alone.
//
//   mongosh --quiet \"mongodb://admin@localhost:27017\" --file roles.js
//
// A user gets one by, for example, db.grantRolesToUser(\"app\", [{}]) on this
// database. Run it again whenever collections come or go; while one that is no longer declared is still
// there, plan and apply also need `find` on it. `apply --drop-collection NAME` also needs
// the action dropCollection on that collection. How far an index build is, and on a sharded cluster
// what collections are sharded by, the built-in role clusterMonitor on admin lets plan and apply see.

(() => {{
  \"use strict\";

  const database = db.getSiblingDB({});

  const roles = [
{}  ];

  for (const role of roles) {{
    const {{ createRole: name, privileges, roles }} = role;
    const exists = database.runCommand({{ rolesInfo: name }}).roles.length > 0;
    database.runCommand(exists ? {{ updateRole: name, privileges, roles }} : role);
    print(`${{exists ? \"~\" : \"+\"}} role ${{name}}`);
  }}
}})();
",
        string(&role_name(schema, "app")),
        string(schema.database),
        roles.concat(),
    )
}

fn written(role: Document) -> String {
    format!("    {},\n", literal(&Bson::Document(role), 4))
}

fn role_name(schema: &Schema<'_>, purpose: &str) -> String {
    format!("{}_{purpose}", schema.declared.name)
}

/// The commands, for plan, apply, the application, and a migration where there can be one.
fn roles(schema: &Schema<'_>) -> Vec<Document> {
    let of = |purpose: &str, privileges: Vec<Document>| {
        let none: [&str; 0] = [];
        doc! { "createRole": role_name(schema, purpose), "privileges": privileges, "roles": none }
    };
    let mut roles = vec![
        of("plan", plan(schema)),
        of("apply", apply(schema)),
        of("app", application(schema)),
    ];
    if schema.collections().any(|it| it.versions.is_some()) {
        roles.push(of("migrate", migrate(schema)));
    }
    roles
}

/// All that apply may do, and writing the documents of collections that name a shape before.
fn migrate(schema: &Schema<'_>) -> Vec<Document> {
    let migrated = schema.collections().filter(|it| it.versions.is_some());
    let migrated = migrated.map(|it| on(schema, &it.name, &["find", "update"]));
    apply(schema).into_iter().chain(migrated).collect()
}

/// Lists everything, and looks whether each declared collection holds a document.
fn plan(schema: &Schema<'_>) -> Vec<Document> {
    let mut privileges = vec![on(schema, "", &READ)];
    privileges.extend(
        schema
            .collections()
            .map(|it| on(schema, &it.name, &["find"])),
    );
    privileges.extend(own().map(|name| on(schema, name, &["find"])));
    privileges
}

fn apply(schema: &Schema<'_>) -> Vec<Document> {
    let mut privileges = vec![on(schema, "", &READ)];
    let changed = |it: &DeclaredCollection| on(schema, &it.name, &changes(it));
    privileges.extend(schema.collections().map(changed));
    let written = ["find", "insert", "update", "remove", "createCollection"];
    privileges.extend(own().map(|name| on(schema, name, &written)));
    privileges
}

fn changes(declared: &DeclaredCollection) -> Vec<&'static str> {
    let mut actions = vec![
        "find",
        "createCollection",
        "collMod",
        "createIndex",
        "dropIndex",
    ];
    if declared.shard_key.is_some() {
        actions.push("enableSharding");
    }
    actions
}

fn application(schema: &Schema<'_>) -> Vec<Document> {
    let used = |it: &DeclaredCollection| {
        let mut actions = vec!["find", "insert", "update", "remove"];
        if it.options.contains_key("changeStreamPreAndPostImages") {
            actions.push("changeStream");
        }
        on(schema, &it.name, &actions)
    };
    schema.collections().map(used).collect()
}

/// The tool's own collections.
fn own() -> impl Iterator<Item = &'static str> {
    [
        objects::COLLECTION,
        lock::COLLECTION,
        history::COLLECTION,
        migrations::COLLECTION,
    ]
    .into_iter()
}

/// An empty name stands for every collection of the database.
fn on(schema: &Schema<'_>, collection: &str, actions: &[&str]) -> Document {
    doc! {
        "resource": { "db": schema.database, "collection": collection },
        "actions": actions.to_vec(),
    }
}
