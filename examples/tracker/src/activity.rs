//! Activity: events that are only appended, and expire.

use bson::{DateTime, oid::ObjectId};
use schema_core::{Collection, Embedded};
use serde::{Deserialize, Serialize};

use crate::{Person, Project, Task, Tenant};

/// Something that happened in a project. It is deleted half a year later.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Collection)]
#[serde(rename_all = "camelCase")]
#[collection(name = "activity", tenant = tenant_id, schema_version = 1)]
#[index(keys(tenant_id, project_id, at = -1))]
#[index(keys(at), expire_after = "180d")]
#[query(name = "of_project", eq(project_id), sort(at = -1), frequency = "10 a second")]
pub struct Activity {
    #[serde(rename = "_id")]
    pub id: ObjectId,
    #[field(references = Tenant)]
    pub tenant_id: ObjectId,
    pub schema_version: i32,
    #[field(references = Project)]
    pub project_id: ObjectId,
    #[field(references = Task)]
    pub task_id: Option<ObjectId>,
    pub actor: Person,
    pub verb: Verb,
    pub at: DateTime,
}

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Embedded)]
#[serde(rename_all = "snake_case")]
pub enum Verb {
    ProjectCreated,
    TaskCreated,
    TaskMoved,
    TaskAssigned,
    CommentAdded,
    MemberJoined,
}
