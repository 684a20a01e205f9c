//! Which fields hold the `_id` of another collection's document.

use std::collections::HashMap;

use bson::oid::ObjectId;
use schema_core::{Collection, CollectionSchema, Embedded, render};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "users", global = "one directory of all")]
struct User {
    #[serde(rename = "_id")]
    id: ObjectId,
}

#[derive(Serialize, Embedded)]
struct Member {
    #[serde(rename = "userId")]
    #[field(references = User)]
    user: ObjectId,
}

#[derive(Serialize, Embedded)]
struct UserId(#[field(references = User)] ObjectId);

#[derive(Serialize, Embedded)]
#[allow(dead_code)] // only what it is stored as is looked at
enum Event {
    Joined(Member),
    Renamed {
        #[field(references = User)]
        by: ObjectId,
    },
    Closed,
}

#[derive(Serialize, Embedded)]
#[serde(tag = "kind", content = "of")]
#[allow(dead_code)]
enum Change {
    Left(Member),
}

#[derive(Serialize, Collection)]
#[collection(name = "teams", global = "shared by all")]
struct Team {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(references = Team)]
    parent: Option<ObjectId>,
    owner: UserId,
    #[field(max_items = 10)]
    members: Vec<Member>,
    #[field(references = User, max_items = 10)]
    watchers: Vec<ObjectId>,
    #[field(max_properties = 10)]
    #[field(keys(pattern = "^[a-z]+$"))]
    seats: HashMap<String, Member>,
    last: Event,
    change: Change,
    #[serde(flatten)]
    lead: Member,
}

#[test]
fn every_reference_has_its_stored_path() {
    let references = render::collection(Team::MODEL).references;
    let paths: Vec<(&str, &str)> = references
        .iter()
        .map(|it| (it.path.as_str(), it.collection.as_str()))
        .collect();
    assert_eq!(
        paths,
        [
            ("parent", "teams"),
            ("owner", "users"),
            ("members.userId", "users"),
            ("watchers", "users"),
            ("seats.*.userId", "users"),
            ("last.Joined.userId", "users"),
            ("last.Renamed.by", "users"),
            ("change.of.userId", "users"),
            ("userId", "users"),
        ]
    );
}
