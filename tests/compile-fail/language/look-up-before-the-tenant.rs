//! Beside a look-up before the tenant is known, whose index is exempt, one that is neither. CASES, declaration 5.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "refresh", tenant = org)]
#[index(keys(code, org), unique)]
#[index(keys(hash), unique)]
#[index(keys(state))]
#[query(name = "redeem", eq(hash), across_tenants = "before the tenant is known")]
struct Refresh {
    #[serde(rename = "_id")]
    id: ObjectId,
    org: String,
    code: String,
    hash: String,
    state: State,
}

#[derive(Serialize, Embedded)]
enum State {
    Issued,
    Used,
}

fn main() {}
