//! A plan in a file, between `plan --out` and `apply --plan`.
//!
//! ```json
//! { "kind": "plan", "format": 1, "tool": "0.1.0", "database": "tracker",
//!   "schema": { "name": "tracker", "hash": "9f86d081884c7d65…" },
//!   "live": { "tasks": "5f4d235d…" }, "environment": null, "overrides": [],
//!   "scope": { "only": [], "phase": null, "prune": false, "drop_collections": [],
//!              "observe": "1day", "hide_for": "7days" },
//!   "changes": [ { "id": "tasks/create_index/tenantId_1", "collection": "tasks",
//!                  "index": "tenantId_1", "action": "create_index", "class": "safe",
//!                  "reason": "…", "notes": [], "before": null, "after": { },
//!                  "preparation": [], "command": { }, "status": "planned" } ] }
//! ```
//!
//! `schema` is what was declared, overrides applied; `live` has a digest for each collection that is
//! changed. Documents are canonical Extended JSON, so that every number keeps its type.

mod check;
mod file;

use std::collections::BTreeMap;

use bson::{Bson, Document};
use schema_core::declared::DeclaredDatabase;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::bookkeeping::history;
use crate::error::{Error, Result};
use crate::plan::{Change, Phase, Plan, Scope};

pub use file::{read, refuse_foreign, write};

/// The version of the file's form.
const FORMAT: u32 = 1;
/// The version of this tool.
const TOOL: &str = env!("CARGO_PKG_VERSION");
/// What tells the file from other JSON.
const KIND: &str = "plan";

/// A plan as a file holds it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedPlan {
    kind: String,
    format: u32,
    tool: String,
    database: String,
    schema: SavedSchema,
    live: BTreeMap<String, String>,
    environment: Option<String>,
    overrides: Vec<Value>,
    scope: SavedScope,
    changes: Vec<SavedChange>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedSchema {
    name: String,
    hash: String,
}

/// [`Scope`] without what stands beside it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedScope {
    only: Vec<String>,
    phase: Option<Phase>,
    prune: bool,
    drop_collections: Vec<String>,
    observe: String,
    hide_for: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedChange {
    id: String,
    collection: String,
    index: Option<String>,
    action: String,
    class: String,
    reason: String,
    notes: Vec<String>,
    before: Option<Value>,
    after: Option<Value>,
    preparation: Vec<Value>,
    command: Value,
    status: String,
}

impl SavedPlan {
    /// What `plan` comes to for `declared`, to be written to a file.
    pub fn of(plan: &Plan, declared: &DeclaredDatabase) -> Result<Self> {
        Ok(Self {
            kind: KIND.to_owned(),
            format: FORMAT,
            tool: TOOL.to_owned(),
            database: plan.database.clone(),
            schema: SavedSchema {
                name: declared.name.clone(),
                hash: history::hash(declared)?,
            },
            live: plan.basis.clone(),
            environment: plan.scope.environment.clone(),
            overrides: overrides(&plan.scope)?,
            scope: SavedScope::of(&plan.scope),
            changes: plan.changes.iter().map(SavedChange::of).collect(),
        })
    }

    /// What the plan is about, and how far it may go; environment and overrides are those of
    /// `beside`.
    ///
    /// # Errors
    ///
    /// A sentence's end, for a duration that cannot be read.
    fn scope(&self, beside: &Scope) -> std::result::Result<Scope, String> {
        let duration = |text: &str| {
            humantime::parse_duration(text)
                .map_err(|error| format!("is no plan: `{text}` is no duration ({error})"))
        };
        Ok(Scope {
            only: self.scope.only.clone(),
            phase: self.scope.phase,
            prune: self.scope.prune,
            drop_collections: self.scope.drop_collections.clone(),
            observe: duration(&self.scope.observe)?,
            hide_for: duration(&self.scope.hide_for)?,
            ..beside.clone()
        })
    }
}

impl SavedScope {
    fn of(scope: &Scope) -> Self {
        Self {
            only: scope.only.clone(),
            phase: scope.phase,
            prune: scope.prune,
            drop_collections: scope.drop_collections.clone(),
            observe: humantime::format_duration(scope.observe).to_string(),
            hide_for: humantime::format_duration(scope.hide_for).to_string(),
        }
    }
}

impl SavedChange {
    fn of(change: &Change) -> Self {
        Self {
            id: change.id(),
            collection: change.collection.clone(),
            index: change.index.clone(),
            action: change.action.to_string(),
            class: change.class.to_string(),
            reason: change.reason.clone(),
            notes: change.notes.clone(),
            before: change.before.as_ref().map(canonical),
            after: change.after.as_ref().map(canonical),
            preparation: change.preparation.iter().map(canonical).collect(),
            command: canonical(&change.command),
            status: change.status.to_string(),
        }
    }

    /// What the change does, as text: JSON values alone would compare without regard to the order
    /// of their fields.
    fn deed(&self) -> String {
        let documents = (&self.before, &self.after, &self.preparation, &self.command);
        let text = serde_json::to_string(&documents).unwrap_or_default();
        format!("{} {} {text}", self.id, self.action)
    }
}

fn canonical(document: &Document) -> Value {
    Bson::Document(document.clone()).into_canonical_extjson()
}

fn overrides(scope: &Scope) -> Result<Vec<Value>> {
    let values = scope.overrides.iter().map(serde_json::to_value);
    values
        .collect::<std::result::Result<_, _>>()
        .map_err(|error| Error::Io(error.into()))
}
