//! Comments: one document each, because nothing bounds how many a task has.

use bson::{DateTime, oid::ObjectId};
use schema_core::Collection;
use serde::{Deserialize, Serialize};

use crate::{Person, Task, Tenant};

/// A comment on a task.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Collection)]
#[serde(rename_all = "camelCase")]
#[collection(name = "comments", tenant = tenant_id, schema_version = 1)]
#[index(keys(tenant_id, task_id, created_at, id))]
#[query(
    name = "of_task",
    eq(task_id),
    sort(created_at, id),
    frequency = "10 a second"
)]
pub struct Comment {
    #[serde(rename = "_id")]
    pub id: ObjectId,
    #[field(references = Tenant)]
    pub tenant_id: ObjectId,
    pub schema_version: i32,
    #[field(references = Task)]
    pub task_id: ObjectId,
    pub author: Person,
    #[field(min_length = 1, max_length = 10_000)]
    pub body: String,
    pub created_at: DateTime,
    pub edited_at: Option<DateTime>,
}
