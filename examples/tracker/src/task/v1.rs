//! Tasks as they were before version 2.

use std::convert::Infallible;

use bson::{DateTime, oid::ObjectId};
use schema_core::{Collection, Upgrade};
use serde::{Deserialize, Serialize};

use super::{Person, Priority, Status, Task};

/// A task whose labels are one text, separated by commas.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Collection)]
#[serde(rename_all = "camelCase")]
#[collection(name = "tasks", tenant = tenant_id, schema_version = 1)]
pub struct TaskV1 {
    #[serde(rename = "_id")]
    pub id: ObjectId,
    pub tenant_id: ObjectId,
    pub schema_version: i32,
    pub project_id: ObjectId,
    #[field(min_length = 1, max_length = 200)]
    pub title: String,
    #[field(max_length = 10_000)]
    pub description: Option<String>,
    pub status: Status,
    pub priority: Priority,
    pub position: i64,
    #[field(max_length = 1000)]
    pub labels: String,
    pub assignee: Option<Person>,
    #[field(minimum = 0)]
    pub comment_count: i32,
    pub due_at: Option<DateTime>,
    pub created_at: DateTime,
}

impl Upgrade<TaskV1> for Task {
    type Error = Infallible;

    fn upgrade(before: TaskV1) -> Result<Self, Infallible> {
        Ok(Self {
            id: before.id,
            tenant_id: before.tenant_id,
            schema_version: 2,
            project_id: before.project_id,
            title: before.title,
            description: before.description,
            status: before.status,
            priority: before.priority,
            position: before.position,
            labels: labels(&before.labels),
            assignee: before.assignee,
            comment_count: before.comment_count,
            due_at: before.due_at,
            created_at: before.created_at,
        })
    }
}

/// The labels of a text, in their order, each once.
fn labels(text: &str) -> Vec<String> {
    let mut labels: Vec<String> = Vec::new();
    for label in text.split(',').map(str::trim) {
        if !label.is_empty() && !labels.iter().any(|known| known == label) {
            labels.push(label.to_owned());
        }
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::labels;

    #[test]
    fn labels_are_told_apart() {
        assert_eq!(labels(" bug,ui ,, bug"), ["bug", "ui"]);
        assert!(labels("").is_empty());
    }
}
