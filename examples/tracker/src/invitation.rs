//! Invitations: short-lived, with a uniqueness rule of their own.

use bson::{DateTime, oid::ObjectId};
use schema_core::{Collection, Embedded};
use serde::{Deserialize, Serialize};

use crate::{Project, Role, Tenant, User};

/// An invitation to join a tenant, at most one pending per email. The server deletes it some time
/// after `expires_at`, so whoever accepts one still compares the time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Collection)]
#[serde(rename_all = "camelCase")]
#[collection(name = "invitations", tenant = tenant_id, schema_version = 1)]
#[index(keys(tenant_id, email), unique, partial = (status == InvitationStatus::Pending))]
#[index(keys(expires_at), expire_after = "0s")]
#[query(name = "pending", eq(email), filter = (status == InvitationStatus::Pending), frequency = "1 a minute")]
#[query(
    name = "acceptable",
    eq(email),
    range(expires_at),
    filter = (status == InvitationStatus::Pending),
    frequency = "1 a minute"
)]
pub struct Invitation {
    #[serde(rename = "_id")]
    pub id: ObjectId,
    #[field(references = Tenant)]
    pub tenant_id: ObjectId,
    pub schema_version: i32,
    /// In lower case, like a user's.
    #[field(max_length = 320, pattern = "^[^@A-Z]+@[^@A-Z]+$")]
    pub email: String,
    #[field(references = Project)]
    pub project_id: Option<ObjectId>,
    pub role: Role,
    pub status: InvitationStatus,
    #[field(references = User)]
    pub invited_by: ObjectId,
    pub created_at: DateTime,
    pub expires_at: DateTime,
}

/// How far an invitation came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Embedded)]
#[serde(rename_all = "snake_case")]
pub enum InvitationStatus {
    Pending,
    Accepted,
    Revoked,
}
