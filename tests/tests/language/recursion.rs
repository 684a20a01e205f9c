//! Types that name each other.

use bson::{doc, oid::ObjectId};
use schema_core::{Collection, Database, DatabaseSchema, Embedded};
use serde::Serialize;

use super::property;

/// A collection that references itself and another, which references it back.
#[derive(Serialize, Collection)]
#[collection(name = "folders", global = "an example")]
struct Folder {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(references = Folder)]
    parent: Option<ObjectId>,
    #[field(references = Self)]
    root: ObjectId,
    #[field(references = File, max_items = 100)]
    files: Vec<ObjectId>,
    /// Any depth of folders, of which the server sees documents alone.
    #[field(bson = "object")]
    tree: Tree,
    #[field(bson = "array", max_items = 3)]
    trees: Vec<Tree>,
    made: Stamp<ObjectId>,
}

/// A type with a parameter, whose reference is checked where it is used: here in what it references.
#[derive(Serialize, Embedded)]
struct Stamp<T> {
    #[field(references = Folder)]
    within: T,
    #[field(references = File, allow(reference_type_mismatch = "by its name"))]
    by: String,
}

#[derive(Serialize, Collection)]
#[collection(name = "files", global = "an example")]
struct File {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(references = Folder)]
    folder: ObjectId,
}

#[derive(Serialize)]
struct Tree {
    children: Vec<Tree>,
}

/// What is recursive is opaque where it recurs; its own type is known.
#[derive(Serialize, Collection)]
#[collection(name = "comments", global = "an example")]
struct Comment {
    #[serde(rename = "_id")]
    id: ObjectId,
    first: Reply,
}

#[derive(Serialize, Embedded)]
struct Reply {
    text: String,
    #[field(bson = "array", max_items = 10)]
    replies: Vec<Reply>,
}

#[derive(Database)]
#[database(name = "drive", collections(Folder, File, Comment))]
struct Drive;

#[test]
fn collections_may_reference_each_other_and_themselves() {
    let names: Vec<String> = Drive::declared()
        .collections
        .into_iter()
        .map(|collection| collection.name)
        .collect();
    assert_eq!(names, ["folders", "files", "comments"]);
}

#[test]
fn a_recursive_field_is_opaque_on_the_users_word() {
    let description = "Any depth of folders, of which the server sees documents alone.";
    let tree = doc! { "bsonType": "object", "description": description };
    assert_eq!(property::<Folder>("tree"), tree);
    let trees = doc! { "bsonType": "array", "maxItems": 3 };
    assert_eq!(property::<Folder>("trees"), trees);
    let reply = doc! {
        "bsonType": "object",
        "required": ["text", "replies"],
        "properties": {
            "text": { "bsonType": "string" },
            "replies": { "bsonType": "array", "maxItems": 10 },
        },
        "additionalProperties": false,
    };
    assert_eq!(property::<Comment>("first"), reply);
}

/// Makes a type of the same name, at the same place, in a module of its own.
macro_rules! node {
    ($module:ident, $inner:ty) => {
        mod $module {
            #[derive(serde::Serialize, schema_core::Embedded)]
            pub(super) struct Node {
                pub(super) inner: $inner,
            }
        }
    };
}
node!(one, i32);
node!(two, super::one::Node);

#[derive(Serialize, Collection)]
#[collection(name = "nodes", global = "an example")]
struct Nodes {
    #[serde(rename = "_id")]
    id: ObjectId,
    node: two::Node,
}

#[test]
fn types_of_one_name_and_place_are_told_apart() {
    let node = property::<Nodes>("node");
    let inner = node
        .get_document("properties")
        .unwrap()
        .get_document("inner")
        .unwrap();
    assert_eq!(inner.get_str("bsonType").unwrap(), "object");
}
