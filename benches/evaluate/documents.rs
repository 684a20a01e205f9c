//! The schemas and documents.

use bson::{Bson, DateTime, Document, doc, oid::ObjectId};
use schema_core::{CollectionSchema, render};
use tracker::Task;

use super::Outcome;

/// How many documents there are of each.
const DOCUMENTS: usize = 100;

pub(super) struct Case {
    pub(super) name: &'static str,
    pub(super) schema: Document,
    pub(super) documents: Vec<Document>,
}

pub(super) fn cases() -> Outcome<Vec<Case>> {
    let options = render::collection(Task::MODEL).options;
    let validator = options.get_document("validator")?;
    Ok(vec![
        Case {
            name: "the tracker's task",
            schema: validator.get_document("$jsonSchema")?.clone(),
            documents: (0..DOCUMENTS).map(task).collect(),
        },
        Case {
            name: "a deep document",
            schema: deep_schema(8),
            documents: (0..DOCUMENTS).map(|at| deep(8, at)).collect(),
        },
    ])
}

fn task(at: usize) -> Document {
    let labels = (0..at % 6).map(|label| Bson::from(format!("label {label} of {at}")));
    let labels = Bson::Array(labels.collect());
    let assignee = if at.is_multiple_of(3) {
        Bson::Null
    } else {
        doc! { "id": ObjectId::new(), "name": format!("Person {at}") }.into()
    };
    let status = ["todo", "in_progress", "review", "done"][at % 4];
    let priority = ["0_critical", "1_high", "2_normal", "3_low"][at % 4];
    let sentence = "What was decided, by whom, and until when it has to be done. ";
    let description = sentence.repeat(at % 5 + 1);
    let title = format!("Write the report for the {at}th meeting of the board");
    let due = DateTime::from_millis(1_700_000_000_000 + at as i64);
    doc! {
        "_id": ObjectId::new(), "tenantId": ObjectId::new(), "schemaVersion": 2,
        "projectId": ObjectId::new(), "title": title, "description": description,
        "status": status, "priority": priority, "position": at as i64, "labels": labels,
        "assignee": assignee, "commentCount": at as i32, "dueAt": due,
        "createdAt": DateTime::from_millis(1_600_000_000_000),
    }
}

/// Objects in arrays in objects, each with a few fields.
fn deep_schema(depth: usize) -> Document {
    let mut schema = doc! {
        "bsonType": "object",
        "required": ["name", "amount", "kind"],
        "properties": {
            "name": { "bsonType": "string", "minLength": 1, "maxLength": 40 },
            "amount": { "bsonType": ["int", "long"], "minimum": 0, "maximum": 1_000_000 },
            "kind": { "enum": ["a", "b", "c"] },
            "tags": { "bsonType": "array", "maxItems": 5, "uniqueItems": true, "items": { "bsonType": "string" } },
        },
        "additionalProperties": false,
    };
    if depth > 0 {
        let parts = doc! { "bsonType": "array", "maxItems": 3, "items": deep_schema(depth - 1) };
        if let Ok(properties) = schema.get_document_mut("properties") {
            properties.insert("parts", parts);
        }
    }
    schema
}

/// Two parts on every second level.
fn deep(depth: usize, at: usize) -> Document {
    let kind = ["a", "b", "c"][at % 3];
    let name = format!("part {at} at {depth}");
    let mut document = doc! {
        "name": name, "amount": at as i32, "kind": kind, "tags": ["one", "two", "three"],
    };
    if depth > 0 {
        let parts = (0..=depth % 2).map(|part| Bson::from(deep(depth - 1, at + part)));
        document.insert("parts", Bson::Array(parts.collect()));
    }
    document
}
