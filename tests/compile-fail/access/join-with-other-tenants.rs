use bson::oid::ObjectId;
use schema_core::Collection;
use schema_core::driver::ScopedCollection;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "notes", tenant = tenant_id)]
#[index(keys(tenant_id))]
struct Note {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
}

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "visits", tenant = site)]
struct Visit {
    #[serde(rename = "_id")]
    id: ObjectId,
    site: i64,
}

fn joined(notes: &ScopedCollection<Note>) {
    let _ = notes.aggregate([]).joins::<Visit>();
}

fn main() {}
