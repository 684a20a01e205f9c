//! Each rule with a star can be suppressed where it fires, with a reason that stays in the model.
//! That each fires here without it, the compile-fail test of the same declaration shows.

#[path = "allowed/unneeded.rs"]
mod unneeded;

use std::{
    collections::{BTreeMap, BTreeSet},
    convert::Infallible,
};

use bson::oid::ObjectId;
use chrono::{DateTime, Utc};
use schema_core::{
    Collection, Database, DatabaseSchema, Embedded, Upgrade,
    declared::{Exception, ExceptionPlace},
};
use serde::{Deserialize, Serialize};

const WHY: &str = "looked up before the tenant is known";

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(status), allow(index_without_tenant = WHY))]
#[index(
    keys(email, tenant_id),
    allow(tenant_key_not_first = "sorted by e-mail first")
)]
#[index(
    keys(tenant_id, email),
    unique,
    allow(index_unique_nullable = "at most one lacks it")
)]
#[index(keys(tenant_id), allow(index_redundant = "small, for a count"))]
#[index(
    keys(tenant_id, status),
    sparse,
    allow(sparse_no_effect = "as it was made by hand")
)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    status: String,
    email: Option<String>,
    #[field(allow(array_without_max_items = "three in practice"))]
    labels: Vec<String>,
    #[field(allow(
        map_without_max_properties = "five in practice",
        dynamic_field_names = "names of branches"
    ))]
    branches: BTreeMap<String, i64>,
    #[field(pattern = "[a-z]", allow(pattern_unanchored = "one letter is enough"))]
    name: String,
    #[field(allow(unsigned_overflow = "of a disk"))]
    size: u64,
    #[field(allow(money_as_float = "an estimate"))]
    cost: f64,
    #[field(allow(date_as_string = "as the importer wrote it"))]
    due_at: String,
    #[field(references = Project, allow(reference_type_mismatch = "as hex, until it is migrated"))]
    project_id: String,
    #[field(max_items = 1000, allow(array_too_large = "rarely rewritten"))]
    votes: Vec<i32>,
}

/// The same faults where only the compiler finds them, allowed for the whole collection.
#[derive(Serialize, Collection)]
#[collection(
    name = "projects",
    tenant = tenant_id,
    allow(array_without_max_items = "few", index_unique_nullable = "few"),
    allow(map_without_max_properties = "few", dynamic_field_names = "few"),
    allow(unsigned_overflow = "few", money_as_float = "few", date_as_string = "few"),
    allow(reference_type_mismatch = "few", array_too_large = "few"),
    allow(document_too_large = "few", sparse_no_effect = "few")
)]
#[index(keys(tenant_id, email), unique)]
#[index(keys(tenant_id, owner.name), sparse)]
struct Project {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    labels: Labels,
    branches: Branches,
    size: Size,
    cost: Cost,
    due: DateTime<Utc>,
    done_at: Text,
    email: Email,
    #[field(references = Task)]
    first_task: String,
    #[field(max_items = 1000)]
    votes: Votes,
    #[field(max_length = 20_000_000)]
    text: Text,
    owner: Owner,
}

/// What is allowed inside of what is embedded.
#[derive(Serialize, Embedded)]
struct Owner {
    name: String,
    #[field(allow(array_without_max_items = "two in practice"))]
    phones: Phones,
    tags: Tags,
    kept: Kept<Labels>,
    contact: Contact,
}

#[derive(Serialize, Embedded)]
struct Tags(#[field(allow(array_without_max_items = "a newtype's"))] Labels);

#[derive(Serialize, Embedded)]
struct Kept<T> {
    #[field(allow(array_without_max_items = "a parameter's"))]
    values: T,
}

#[derive(Serialize, Embedded)]
#[expect(dead_code, reason = "it is only declared")]
enum Contact {
    Phones {
        #[field(allow(array_without_max_items = "a variant's"))]
        numbers: Phones,
    },
    None,
}

/// What is about shard keys, queries and the database.
#[derive(Serialize, Collection)]
#[collection(
    name = "events",
    tenant = tenant_id,
    shard_key(tenant_id),
    allow(shard_key_tenant_only = "tenants are small")
)]
#[index(keys(tenant_id, kind))]
#[index(
    keys(tenant_id, project_id),
    allow(index_without_query = "the support team's")
)]
#[query(
    name = "of_kinds",
    sort(kind, id),
    allow(query_without_index = "once a night")
)]
#[query(
    name = "projects",
    eq(kind),
    project(project_id),
    allow(query_not_covered = "rare")
)]
#[query(
    name = "export",
    any_of(kind, max = 500),
    allow(query_in_list_too_long = "may be slow")
)]
struct Event {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    kind: i32,
    #[field(references = Project, allow(reference_outside_database = "kept elsewhere"))]
    project_id: ObjectId,
}

#[derive(Serialize, Collection)]
#[collection(
    name = "lines",
    global = "one log",
    shard_key(id),
    allow(shard_key_monotonic = "few are written")
)]
struct Line {
    #[serde(rename = "_id")]
    id: ObjectId,
}

/// A shape before the current one, whose documents are still there.
#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "entries", global = "one log", schema_version = 1)]
struct EntryV1 {
    #[serde(rename = "_id")]
    id: ObjectId,
    schema_version: i32,
    #[field(allow(array_without_max_items = "as it was"))]
    words: Vec<String>,
}

#[derive(Serialize, Collection)]
#[collection(name = "entries", global = "one log", schema_version = 2, previous = EntryV1)]
struct Entry {
    #[serde(rename = "_id")]
    id: ObjectId,
    schema_version: i32,
    #[field(max_items = 9)]
    words: Vec<String>,
}

impl Upgrade<EntryV1> for Entry {
    type Error = Infallible;

    fn upgrade(before: EntryV1) -> Result<Self, Infallible> {
        Ok(Self {
            id: before.id,
            schema_version: 2,
            words: before.words.into_iter().take(9).collect(),
        })
    }
}

#[derive(Database)]
#[database(name = "archive", collections(Event, Line, Entry))]
struct Archive;

#[derive(Database)]
#[database(name = "tracker", collections(Task, Project))]
struct Tracker;

type Labels = Vec<String>;
type Phones = Vec<String>;
type Votes = Vec<i32>;
type Branches = BTreeMap<Text, i64>;
type Size = u64;
type Cost = f64;
type Text = String;
type Email = Option<String>;
type Id = ObjectId;
type Whole = i64;
type Moment = bson::DateTime;

/// The exceptions of a type: each rule, where, and why.
fn of<'a>(exceptions: &'a [Exception], type_name: &str) -> Vec<(&'a str, &'a str, &'a str)> {
    let own = exceptions.iter().filter(|it| it.type_name == type_name);
    own.map(|it| {
        let place = match &it.place {
            ExceptionPlace::Collection => "",
            ExceptionPlace::Field(name)
            | ExceptionPlace::Index(name)
            | ExceptionPlace::Query(name) => name,
        };
        (it.rule.as_str(), place, it.reason.as_str())
    })
    .collect()
}

#[test]
fn each_rule_with_a_star_is_allowed_somewhere() {
    let starred: BTreeSet<&str> = schema_rules::ALL
        .iter()
        .filter(|rule| rule.starred)
        .map(|rule| rule.name)
        .collect();
    let exceptions = [Tracker::declared(), Archive::declared()].map(|it| it.exceptions);
    let exceptions = exceptions.concat();
    let allowed: BTreeSet<&str> = exceptions.iter().map(|it| it.rule.as_str()).collect();
    assert_eq!(allowed, starred, "declare it in `Task`, with `allow(…)`");
}

#[test]
fn the_reasons_stay_in_the_model_with_their_places() {
    let exceptions = Tracker::declared().exceptions;
    let of_task = [
        ("index-without-tenant", "keys(status)", WHY),
        (
            "tenant-key-not-first",
            "keys(email, tenant_id)",
            "sorted by e-mail first",
        ),
        (
            "index-unique-nullable",
            "keys(tenant_id, email)",
            "at most one lacks it",
        ),
        ("index-redundant", "keys(tenant_id)", "small, for a count"),
        (
            "sparse-no-effect",
            "keys(tenant_id, status)",
            "as it was made by hand",
        ),
        ("array-without-max-items", "labels", "three in practice"),
        ("map-without-max-properties", "branches", "five in practice"),
        ("dynamic-field-names", "branches", "names of branches"),
        ("pattern-unanchored", "name", "one letter is enough"),
        ("unsigned-overflow", "size", "of a disk"),
        ("money-as-float", "cost", "an estimate"),
        ("date-as-string", "due_at", "as the importer wrote it"),
        (
            "reference-type-mismatch",
            "project_id",
            "as hex, until it is migrated",
        ),
        ("array-too-large", "votes", "rarely rewritten"),
    ];
    assert_eq!(of(&exceptions, "Task"), of_task);
    let of_project = [
        "array-without-max-items",
        "index-unique-nullable",
        "map-without-max-properties",
        "dynamic-field-names",
        "unsigned-overflow",
        "money-as-float",
        "date-as-string",
        "reference-type-mismatch",
        "array-too-large",
        "document-too-large",
        "sparse-no-effect",
    ];
    assert_eq!(
        of(&exceptions, "Project"),
        of_project.map(|rule| (rule, "", "few"))
    );
    let rule = "array-without-max-items";
    assert_eq!(
        of(&exceptions, "Owner"),
        [(rule, "phones", "two in practice")]
    );
    assert_eq!(of(&exceptions, "Tags"), [(rule, "0", "a newtype's")]);
    assert_eq!(of(&exceptions, "Kept"), [(rule, "values", "a parameter's")]);
    assert_eq!(
        of(&exceptions, "Contact"),
        [(rule, "numbers", "a variant's")]
    );
    let archive = Archive::declared().exceptions;
    let list = ("query-in-list-too-long", "export", "may be slow");
    assert!(of(&archive, "Event").contains(&list), "{archive:?}");
    let rule = "array-without-max-items";
    assert_eq!(of(&archive, "EntryV1"), [(rule, "words", "as it was")]);
}

#[test]
fn what_suppresses_something_is_needed() {
    let exceptions = [Tracker::declared(), Archive::declared()].map(|it| it.exceptions);
    let exceptions = exceptions.concat();
    let unused: Vec<&Exception> = exceptions.iter().filter(|it| !it.needed).collect();
    assert!(unused.is_empty(), "{unused:#?}");
}
