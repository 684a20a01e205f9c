//! The document that `--format json` prints.

use std::io::{self, Write};

use bson::{Bson, Document};
use serde::Serialize;
use serde_json::Value;

use crate::overrides::Override;
use crate::plan::{Action, Change, Class, Plan, Status, Summary, Unmanaged};

/// The version of the document's form.
const FORMAT: u32 = 1;

/// The fields in the order in which they are printed.
#[derive(Serialize)]
struct Report<'a> {
    format: u32,
    database: &'a str,
    in_sync: bool,
    data_checked: bool,
    environment: Option<&'a str>,
    overrides: &'a [Override],
    changes: Vec<Entry<'a>>,
    unmanaged: &'a [Unmanaged],
    notes: &'a [String],
    summary: Summary,
}

#[derive(Serialize)]
struct Entry<'a> {
    id: String,
    collection: &'a str,
    action: Action,
    class: Class,
    reason: &'a str,
    notes: &'a [String],
    before: Option<Value>,
    after: Option<Value>,
    command: Value,
    preparation: Vec<Value>,
    status: Status,
    error: Option<&'a str>,
}

/// Writes the plan, or what came of it, as one JSON document and a line feed. Values are relaxed
/// Extended JSON v2, their fields in the server's order.
pub fn write(out: &mut impl Write, plan: &Plan) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, &report(plan))?;
    writeln!(out)
}

/// What programs are told where a command failed before it had anything else to say.
pub fn failure(message: &str, exit_code: u8) -> Value {
    serde_json::json!({ "format": FORMAT, "error": { "message": message, "exit_code": exit_code } })
}

fn report(plan: &Plan) -> Report<'_> {
    Report {
        format: FORMAT,
        database: &plan.database,
        in_sync: plan.in_sync(),
        data_checked: plan.data_checked,
        environment: plan.scope.environment.as_deref(),
        overrides: &plan.scope.overrides,
        changes: plan.changes.iter().map(entry).collect(),
        unmanaged: &plan.unmanaged,
        notes: &plan.notes,
        summary: plan.summary(),
    }
}

fn entry(change: &Change) -> Entry<'_> {
    Entry {
        id: change.id(),
        collection: &change.collection,
        action: change.action,
        class: change.class,
        reason: &change.reason,
        notes: &change.notes,
        before: change.before.as_ref().map(value),
        after: change.after.as_ref().map(value),
        command: value(&change.command),
        preparation: change.preparation.iter().map(value).collect(),
        status: change.status,
        error: change.error.as_deref(),
    }
}

fn value(document: &Document) -> Value {
    Bson::Document(document.clone()).into_relaxed_extjson()
}
