//! Every fault of a struct, in one run and in the order of the source.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "", tenant = tenant_id, level = "strict")]
#[index(keys(status, tenant_id))]
#[index(keys(tenant_id, stauts))]
#[index(keys(tenant_id), uniqe)]
#[index(keys(at), expire_after = "1d", partial = (status != "a" && !exists(at)))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    status: String,
    labels: Vec<String>,
    #[field(max_length = 5, max_lenght = 6)]
    position: i64,
    #[field(minimum = 0)]
    at: String,
}

fn main() {}
