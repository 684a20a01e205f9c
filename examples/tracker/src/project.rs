//! Projects, with their members and settings.

use bson::{DateTime, oid::ObjectId};
use schema_core::{Collection, Embedded};
use serde::{Deserialize, Serialize};

use crate::{Tenant, User};

/// A project of one tenant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Collection)]
#[serde(rename_all = "camelCase")]
#[collection(name = "projects", tenant = tenant_id, schema_version = 1)]
#[index(keys(tenant_id, name))]
pub struct Project {
    #[serde(rename = "_id")]
    pub id: ObjectId,
    #[field(references = Tenant)]
    pub tenant_id: ObjectId,
    pub schema_version: i32,
    #[field(min_length = 1, max_length = 100)]
    pub name: String,
    /// A project has a team, not a company: what is larger is split.
    #[field(max_items = 100)]
    pub members: Vec<Member>,
    pub settings: ProjectSettings,
    pub created_at: DateTime,
}

/// A user's part in a project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Embedded)]
#[serde(rename_all = "camelCase")]
pub struct Member {
    #[field(references = User)]
    pub user_id: ObjectId,
    pub role: Role,
}

/// What a member may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Embedded)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    Owner,
    Editor,
    Viewer,
}

/// How a project is run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Embedded)]
#[serde(rename_all = "camelCase")]
pub struct ProjectSettings {
    pub private: bool,
    /// A colour of the board, such as `#1b7f5c`.
    #[field(pattern = "^#[0-9a-f]{6}$")]
    pub colour: Option<String>,
}
