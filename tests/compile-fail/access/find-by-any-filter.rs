use bson::{doc, oid::ObjectId};
use schema_core::Collection;
use schema_core::driver::ScopedCollection;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "notes", tenant = tenant_id)]
struct Note {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
}

fn any_filter(notes: &ScopedCollection<Note>) {
    let _ = notes.find(doc! { "score": 1 });
    let _ = notes.update_many(doc! {}, doc! { "$set": { "score": 1 } });
    let _ = notes.delete_many(doc! {});
    let _ = notes.driver();
}

fn main() {}
