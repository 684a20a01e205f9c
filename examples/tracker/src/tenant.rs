//! Tenants: plan, billing settings and limits. Read at every request, few, and cached.

use bson::{DateTime, oid::ObjectId};
use schema_core::{Collection, Embedded};
use serde::{Deserialize, Serialize};

/// A customer. Its own `_id` is the tenant key of all other collections.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Collection)]
#[serde(rename_all = "camelCase")]
#[collection(name = "tenants", tenant = id, schema_version = 1)]
pub struct Tenant {
    #[serde(rename = "_id")]
    pub id: ObjectId,
    pub schema_version: i32,
    #[field(min_length = 1, max_length = 100)]
    pub name: String,
    pub plan: Plan,
    pub billing: Billing,
    pub limits: Limits,
    pub created_at: DateTime,
}

/// What a tenant pays for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Embedded)]
#[serde(rename_all = "snake_case")]
pub enum Plan {
    Free,
    Team,
    Enterprise,
}

/// Where and how a tenant is billed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Embedded)]
#[serde(rename_all = "camelCase")]
pub struct Billing {
    #[field(min_length = 3, max_length = 320)]
    pub email: String,
    /// An ISO 4217 code.
    #[field(pattern = "^[A-Z]{3}$")]
    pub currency: String,
    /// What one seat costs in a month. Money is never a binary fraction.
    #[field(minimum = 0)]
    pub seat_price: bson::Decimal128,
}

/// What a tenant's plan admits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Embedded)]
#[serde(rename_all = "camelCase")]
pub struct Limits {
    #[field(minimum = 1, maximum = 10_000)]
    pub users: i32,
    #[field(minimum = 1, maximum = 10_000)]
    pub projects: i32,
}
