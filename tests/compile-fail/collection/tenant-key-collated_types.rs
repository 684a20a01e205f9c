//! What is stored as a string, which the tokens do not show.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

type Name = String;

#[derive(Serialize, Embedded)]
struct Slug(String);

#[derive(Serialize, Embedded)]
enum Region {
    Eu,
    Us,
}

#[derive(Serialize, Embedded)]
struct Owner {
    tenant: String,
}

#[derive(Serialize, Collection)]
#[collection(name = "aliased", tenant = tenant, collation(locale = "en"))]
struct Aliased {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant: Name,
}

#[derive(Serialize, Collection)]
#[collection(name = "wrapped", tenant = tenant, collation(locale = "en"))]
struct Wrapped {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant: Slug,
}

#[derive(Serialize, Collection)]
#[collection(name = "listed", tenant = tenant, collation(locale = "en"))]
struct Listed {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant: Region,
}

#[derive(Serialize, Collection)]
#[collection(name = "nested", tenant = owner.tenant, collation(locale = "en"))]
struct Nested {
    #[serde(rename = "_id")]
    id: ObjectId,
    owner: Owner,
}

#[derive(Serialize, Collection)]
#[collection(name = "flattened", tenant = tenant, collation(locale = "en"))]
struct Flattened {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[serde(flatten)]
    owner: Owner,
}

#[derive(Serialize, Collection)]
#[collection(name = "helped", tenant = tenant, collation(locale = "en"))]
struct Helped {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[serde(with = "bson::serde_helpers::object_id::AsHexString")]
    tenant: ObjectId,
}

#[derive(Serialize, Collection)]
#[serde(tag = "kind")]
#[collection(name = "variants", tenant = tenant, collation(locale = "en"))]
enum Variants {
    One {
        #[serde(rename = "_id")]
        id: ObjectId,
        tenant: String,
    },
    Other {
        #[serde(rename = "_id")]
        id: ObjectId,
        tenant: String,
    },
}

fn main() {}
