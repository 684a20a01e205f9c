//! Alternatives over several fields: one index bounds no more than one of them. Those of one field are
//! bounds of its key.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, kind, priority))]
#[query(name = "pressing", eq(kind), filter = (priority == 0 || late == true))]
#[query(name = "extreme", eq(kind), filter = (priority == 0 || priority > 8))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    kind: String,
    priority: i32,
    late: bool,
}

fn main() {}
