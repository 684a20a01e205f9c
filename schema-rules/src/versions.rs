//! Rules about the shapes of a collection, from one version to the next.

use crate::{Group, Rule};

/// Its `demand` says what it is.
pub const PREVIOUS_SHAPE_MISMATCH: Rule = Rule {
    name: "previous-shape-mismatch",
    group: Group::Collection,
    starred: false,
    demand: "the shape before is one of the same collection, and stores `_id`, tenant key and \
             version in the same fields, as the same types",
    remedy: "store it as the shape before does",
    why: "A document stays the same document when its shape changes. The server refuses an update \
          of `_id`, a document with another tenant is lost to its own, and one whose version is \
          somewhere else is found by no migration.",
    fails: r#"#[collection(name = "notes", tenant = tenant_id, schema_version = 1)]
struct NoteV1 { /* … */ }

#[collection(name = "tasks", tenant = tenant_id, schema_version = 2, previous = NoteV1)]
struct Task { /* … */ }"#,
    instead: r#"#[collection(name = "tasks", tenant = tenant_id, schema_version = 1)]
struct TaskV1 { /* … */ }

#[collection(name = "tasks", tenant = tenant_id, schema_version = 2, previous = TaskV1)]
struct Task { /* … */ }"#,
    source: "Maintain Different Schema Versions",
};

/// Its `demand` says what it is.
pub const VERSION_NOT_RISING: Rule = Rule {
    name: "version-not-rising",
    group: Group::Collection,
    starred: false,
    demand: "a shape and the shape before it have versions, of which its own is the higher",
    remedy: "write `schema_version = 2`",
    why: "A document tells by its version of which shape it is. Where two shapes share one, or the \
          older shape has the higher, neither a reader nor a migration can tell what to upgrade.",
    fails: r#"#[collection(name = "tasks", tenant = tenant_id, schema_version = 1, previous = TaskV1)]
struct Task { /* … */ }"#,
    instead: r#"#[collection(name = "tasks", tenant = tenant_id, schema_version = 2, previous = TaskV1)]
struct Task { /* … */ }"#,
    source: "Maintain Different Schema Versions",
};

/// Its `demand` says what it is.
pub const VERSION_GAP: Rule = Rule {
    name: "version-gap",
    group: Group::Collection,
    starred: false,
    demand: "a shape is one version newer than the shape before it",
    remedy: "name the shape between them, or number without a gap",
    why: "Somebody may have stored documents of the version between. Without its shape they can be \
          neither read nor upgraded, and a migration would never end.",
    fails: r#"#[collection(name = "tasks", tenant = tenant_id, schema_version = 3, previous = TaskV1)]
struct Task { /* … */ }"#,
    instead: r#"#[collection(name = "tasks", tenant = tenant_id, schema_version = 3, previous = TaskV2)]
struct Task { /* … */ }"#,
    source: "Maintain Different Schema Versions",
};

/// Its `demand` says what it is.
pub const VERSION_LOOP: Rule = Rule {
    name: "version-loop",
    group: Group::Collection,
    starred: false,
    demand: "the shapes before a shape do not lead back to it",
    remedy: "remove `previous` from the oldest shape",
    why: "A chain of shapes ends at the oldest one. Where it goes round, upgrading never ends.",
    fails: r#"#[collection(name = "tasks", tenant = tenant_id, schema_version = 1, previous = Task)]
struct TaskV1 { /* … */ }

#[collection(name = "tasks", tenant = tenant_id, schema_version = 2, previous = TaskV1)]
struct Task { /* … */ }"#,
    instead: r#"#[collection(name = "tasks", tenant = tenant_id, schema_version = 1)]
struct TaskV1 { /* … */ }

#[collection(name = "tasks", tenant = tenant_id, schema_version = 2, previous = TaskV1)]
struct Task { /* … */ }"#,
    source: "Maintain Different Schema Versions",
};

/// Its `demand` says what it is.
pub const UPGRADE_MISSING: Rule = Rule {
    name: "upgrade-missing",
    group: Group::Collection,
    starred: false,
    demand: "a shape that names a shape before can be made from it",
    remedy: "write `impl Upgrade<TaskV1> for Task`",
    why: "Documents of the older shape are read, and migrated, by the application's own code: what \
          it does not know how to upgrade would be found in production.",
    fails: r#"#[collection(name = "tasks", tenant = tenant_id, schema_version = 2, previous = TaskV1)]
struct Task { /* … */ }"#,
    instead: r#"#[collection(name = "tasks", tenant = tenant_id, schema_version = 2, previous = TaskV1)]
struct Task { /* … */ }

impl Upgrade<TaskV1> for Task {
    type Error = std::convert::Infallible;

    fn upgrade(before: TaskV1) -> Result<Self, Self::Error> { /* … */ }
}"#,
    source: "Maintain Different Schema Versions",
};
