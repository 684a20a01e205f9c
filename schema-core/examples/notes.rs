//! The smallest application: one collection of one tenant's notes.

use bson::oid::ObjectId;
use schema_core::{Collection, Database, DatabaseSchema, Embedded};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Collection)]
#[serde(rename_all = "camelCase")]
#[collection(name = "notes", tenant = tenant_id)]
#[index(keys(tenant_id, author.id, created_at = -1))]
struct Note {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    author: Author,
    #[field(min_length = 1, max_length = 10_000)]
    text: String,
    #[field(max_items = 20, unique_items, items(max_length = 40))]
    labels: Vec<String>,
    created_at: bson::DateTime,
}

#[derive(Serialize, Deserialize, Embedded)]
struct Author {
    id: ObjectId,
    #[field(max_length = 100)]
    name: String,
}

#[derive(Database)]
#[database(name = "notebook", collections(Note))]
struct Notebook;

fn main() {
    let notes = &Notebook::declared().collections[0];
    println!("{}\n{}", notes.options, notes.indexes[0]);
    let name = notes.indexes[0].get_str("name").unwrap();
    assert_eq!(name, "tenantId_1_author.id_1_createdAt_-1");
}
