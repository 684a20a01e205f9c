//! Options that are written otherwise than they are.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(
    name = "tasks",
    tenant = tenant_id,
    max_size = "64",
    shard_key(tenant_id, hash(id)),
    time_series(meta = tenant_id),
    clustered(expire_aftr = "1d"),
    capped(size = 5),
    write_concern(w = 51),
    read_concern = "majorty",
    external_index(),
    previous = "TaskV1",
    accepts("one"),
    validation(action = "log"),
    generated_id = 1
)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
}

fn main() {}
