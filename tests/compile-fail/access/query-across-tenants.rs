//! A query that crosses tenants, on a tenant's collection; and one of a tenant, across them.

use bson::oid::ObjectId;
use mongodb::Database;
use schema_core::{
    Collection,
    driver::{CrossTenant, TenantScope},
};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "refresh", tenant = org)]
#[index(keys(org, at))]
#[index(keys(hash), unique)]
#[query(name = "latest", sort(at = -1))]
#[query(name = "redeem", eq(hash), across_tenants = "before the tenant is known")]
struct Refresh {
    #[serde(rename = "_id")]
    id: ObjectId,
    org: ObjectId,
    hash: String,
    at: bson::DateTime,
}

fn redeem(database: &Database, org: ObjectId) {
    let tokens = TenantScope::new(database, org).collection::<Refresh>();
    let _ = tokens.query().redeem("hash");
    let all = CrossTenant::new(database, "an example").collection::<Refresh>();
    let _ = all.query().latest();
}

fn main() {}
