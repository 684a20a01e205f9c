//! Users: one document a user and tenant, with the preferences embedded.

use bson::{DateTime, oid::ObjectId};
use schema_core::{Collection, Embedded};
use serde::{Deserialize, Serialize};

use crate::Tenant;

/// A user of one tenant. A person who works for two has two.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Collection)]
#[serde(rename_all = "camelCase")]
#[collection(name = "users", tenant = tenant_id, schema_version = 1)]
#[index(keys(tenant_id, email), unique)]
#[query(name = "of_email", eq(email), frequency = "10 a second")]
pub struct User {
    #[serde(rename = "_id")]
    pub id: ObjectId,
    #[field(references = Tenant)]
    pub tenant_id: ObjectId,
    pub schema_version: i32,
    /// In lower case: the application lowers it before it writes or looks up.
    #[field(max_length = 320, pattern = "^[^@A-Z]+@[^@A-Z]+$")]
    pub email: String,
    #[field(min_length = 1, max_length = 100)]
    pub name: String,
    pub preferences: Preferences,
    pub created_at: DateTime,
}

/// A user's preferences: one to one, and always read together with the user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Embedded)]
#[serde(rename_all = "camelCase")]
pub struct Preferences {
    pub theme: Theme,
    /// An IANA name, such as `Europe/Vienna`.
    #[field(min_length = 1, max_length = 64)]
    pub time_zone: String,
    pub digest: Digest,
}

/// The look of the user interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Embedded)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    System,
    Light,
    Dark,
}

/// How often a summary is mailed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Embedded)]
#[serde(rename_all = "snake_case")]
pub enum Digest {
    Never,
    Daily,
    Weekly,
}
