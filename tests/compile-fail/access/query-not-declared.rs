use bson::oid::ObjectId;
use schema_core::Collection;
use schema_core::driver::ScopedCollection;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "notes", tenant = tenant_id)]
#[index(keys(tenant_id, rank))]
#[query(name = "of_rank", eq(rank))]
struct Note {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    rank: i32,
    score: i32,
}

fn undeclared(notes: &ScopedCollection<Note>) {
    let _ = notes.query().of_rank(1);
    let _ = notes.query().of_score(1);
}

fn main() {}
