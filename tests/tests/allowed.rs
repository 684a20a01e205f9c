//! Each rule with a star can be suppressed where it fires, with a reason that stays in the model.
//! That each fires here without it, the compile-fail test of the same declaration shows.

use std::collections::{BTreeMap, BTreeSet};

use bson::oid::ObjectId;
use chrono::{DateTime, Utc};
use schema_core::{Collection, CollectionSchema, Database, DatabaseSchema, Embedded, model};
use serde::Serialize;

const WHY: &str = "looked up before the tenant is known";

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id, allow(document_too_large = "cut by the writer"))]
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
    #[field(max_items = 1000, allow(array_too_large = "read as a whole"))]
    samples: Vec<f64>,
    #[field(max_length = 20_000_000)]
    log: String,
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
}

/// The same faults where only the compiler finds them, allowed for the whole collection.
#[derive(Serialize, Collection)]
#[collection(
    name = "projects",
    tenant = tenant_id,
    allow(array_without_max_items = "few", index_unique_nullable = "few"),
    allow(map_without_max_properties = "few", dynamic_field_names = "few"),
    allow(unsigned_overflow = "few", money_as_float = "few", date_as_string = "few"),
    allow(array_too_large = "few", document_too_large = "few"),
    allow(reference_type_mismatch = "few")
)]
#[index(keys(tenant_id, email), unique)]
struct Project {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    labels: Labels,
    #[field(max_items = 1000)]
    samples: Labels,
    log: Log,
    branches: Branches,
    size: Size,
    cost: Cost,
    due: DateTime<Utc>,
    done_at: Text,
    email: Email,
    #[field(references = Task)]
    first_task: String,
}

/// What is about shard keys, queries and the database.
#[derive(Serialize, Collection)]
#[collection(
    name = "events",
    tenant = tenant_id,
    shard_key(tenant_id),
    allow(shard_key_tenant_only = "tenants are small")
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

#[derive(Database)]
#[database(name = "archive", collections(Event, Line))]
struct Archive;

/// A log.
#[derive(Serialize, Embedded)]
struct Log(#[field(max_length = 20_000_000)] String);

type Labels = Vec<String>;
type Branches = BTreeMap<Text, i64>;
type Size = u64;
type Cost = f64;
type Text = String;
type Email = Option<String>;

fn allows(collection: &model::Collection) -> Vec<(&'static str, &'static str, &'static str)> {
    let allows = collection.allows.iter();
    allows
        .map(|allow| (allow.rule, allow.place, allow.reason))
        .collect()
}

#[test]
fn each_rule_with_a_star_is_allowed_somewhere() {
    let starred: BTreeSet<&str> = schema_rules::ALL
        .iter()
        .filter(|rule| rule.starred)
        .map(|rule| rule.name)
        .collect();
    let models = std::iter::once(Task::MODEL).chain(Archive::MODEL.collections.iter().copied());
    let allowed: BTreeSet<&str> = models.flat_map(allows).map(|(rule, ..)| rule).collect();
    assert_eq!(allowed, starred, "declare it in `Task`, with `allow(…)`");
}

#[test]
fn the_reasons_stay_in_the_model_with_their_places() {
    let of_task = [
        ("document-too-large", "", "cut by the writer"),
        ("array-without-max-items", "labels", "three in practice"),
        ("array-too-large", "samples", "read as a whole"),
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
    ];
    assert_eq!(allows(Task::MODEL), of_task);
    let of_project = [
        ("array-without-max-items", "", "few"),
        ("index-unique-nullable", "", "few"),
        ("map-without-max-properties", "", "few"),
        ("dynamic-field-names", "", "few"),
        ("unsigned-overflow", "", "few"),
        ("money-as-float", "", "few"),
        ("date-as-string", "", "few"),
        ("array-too-large", "", "few"),
        ("document-too-large", "", "few"),
        ("reference-type-mismatch", "", "few"),
    ];
    assert_eq!(allows(Project::MODEL), of_project);
}
