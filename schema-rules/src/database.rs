//! Rules about the collections of a database beside each other.

use crate::{Group, Rule};

/// Its `demand` says what it is.
pub const DUPLICATE_COLLECTION: Rule = Rule {
    name: "duplicate-collection",
    group: Group::Database,
    starred: false,
    demand: "no two types of a database declare the same collection",
    remedy: "leave one of them out of the database",
    why: "Each would take the other's indexes and validator for drift and undo them, at every \
          apply.",
    fails: r#"#[collection(name = "tasks", tenant = tenant_id)]
struct Task { /* … */ }

#[collection(name = "tasks", tenant = tenant_id)]
struct OldTask { /* … */ }

#[database(name = "tracker", collections(Task, OldTask))]
struct Tracker;"#,
    instead: r#"#[database(name = "tracker", collections(Task))]
struct Tracker;"#,
    source: "Databases and Collections",
};

/// Its `demand` says what it is.
pub const REFERENCE_OUTSIDE_DATABASE: Rule = Rule {
    name: "reference-outside-database",
    group: Group::Database,
    starred: true,
    demand: "a reference leads to a collection of the same database",
    remedy: "add the collection to `collections(…)`",
    why: "What is outside of the list is neither created nor validated here, and no report on \
          referential integrity looks there, so that such references dangle unseen.",
    fails: r#"struct Task {
    #[field(references = Project)]
    project_id: ObjectId,
    // …
}

#[database(name = "tracker", collections(Task))]
struct Tracker;"#,
    instead: r#"#[database(name = "tracker", collections(Project, Task))]
struct Tracker;"#,
    source: "Database References",
};

/// Its `demand` says what it is.
pub const TENANT_TYPE_MISMATCH: Rule = Rule {
    name: "tenant-type-mismatch",
    group: Group::Database,
    starred: false,
    demand: "all collections of a database store the tenant key as one type, that of the tenants' \
             own `_id`",
    remedy: "store both as one type",
    why: "The server compares types strictly: a tenant's ObjectId never equals the string of its \
          digits. What one collection calls a tenant is then nobody in the other, and a join finds \
          nothing.",
    fails: r#"#[collection(name = "tenants", tenant = id)]
struct Tenant {
    #[serde(rename = "_id")]
    id: ObjectId,
}

#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: String,
}"#,
    instead: r#"#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
}"#,
    source: "Comparison/Sort Order",
};
