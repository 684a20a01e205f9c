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
