use bson::oid::ObjectId;
use schema_core::Collection;
use schema_core::driver::{CrossCollection, ScopedCollection};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "tokens", tenant = tenant_id)]
#[index(keys(number))]
#[query(name = "redeem", eq(number), across_tenants = "before the tenant is known")]
struct Token {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    number: i64,
}

fn redeem(tokens: &ScopedCollection<Token>, across: &CrossCollection<Token>) {
    let _ = across.query().redeem(1_i64);
    let _ = tokens.query().redeem(1_i64);
}

fn main() {}
