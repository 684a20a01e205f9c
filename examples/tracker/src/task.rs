//! Tasks: the main entity, queried four ways.

mod v1;

use bson::{DateTime, oid::ObjectId};
use schema_core::{Collection, Embedded};
use serde::{Deserialize, Serialize};

use crate::{Project, Tenant, User};
pub use v1::TaskV1;

/// A unit of work on a project's board. It carries the assignee's name and the number of its
/// comments, so that the board is drawn from tasks alone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Collection)]
#[serde(rename_all = "camelCase")]
#[collection(name = "tasks", tenant = tenant_id, schema_version = 2, previous = TaskV1)]
#[index(keys(tenant_id, project_id, status, position))]
#[index(keys(tenant_id, assignee.id, status, due_at))]
#[index(keys(tenant_id, project_id, priority, due_at))]
#[index(keys(tenant_id, labels, created_at = -1))]
#[query(
    name = "board",
    eq(project_id),
    sort(status, position),
    frequency = "50 a second"
)]
#[query(name = "open_work", eq(assignee.id), any_of(status, max = 2), sort(due_at), frequency = "20 a second")]
#[query(
    name = "due_between",
    eq(project_id),
    sort(priority),
    range(due_at),
    frequency = "5 a minute"
)]
#[query(name = "labelled", eq(labels), sort(created_at = -1), frequency = "1 a second")]
#[query(name = "with_status", eq(id, status), frequency = "5 a second")]
pub struct Task {
    #[serde(rename = "_id")]
    pub id: ObjectId,
    #[field(references = Tenant)]
    pub tenant_id: ObjectId,
    pub schema_version: i32,
    #[field(references = Project)]
    pub project_id: ObjectId,
    #[field(min_length = 1, max_length = 200)]
    pub title: String,
    #[field(max_length = 10_000)]
    pub description: Option<String>,
    pub status: Status,
    pub priority: Priority,
    /// The place in its column of the board, in ascending order.
    pub position: i64,
    #[field(max_items = 20, unique_items, items(min_length = 1, max_length = 40))]
    pub labels: Vec<String>,
    pub assignee: Option<Person>,
    /// Repaired by a periodic job: a comment is written first, then counted.
    #[field(minimum = 0)]
    pub comment_count: i32,
    pub due_at: Option<DateTime>,
    pub created_at: DateTime,
}

/// A column of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Embedded)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Todo,
    InProgress,
    Review,
    Done,
}

/// How urgent a task is. The numbers in front make the order of the strings the order of urgency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Embedded)]
pub enum Priority {
    #[serde(rename = "0_critical")]
    Critical,
    #[serde(rename = "1_high")]
    High,
    #[serde(rename = "2_normal")]
    Normal,
    #[serde(rename = "3_low")]
    Low,
}

/// A user as other documents carry a copy of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Embedded)]
#[serde(rename_all = "camelCase")]
pub struct Person {
    #[field(references = User)]
    pub id: ObjectId,
    #[field(min_length = 1, max_length = 100)]
    pub name: String,
}
