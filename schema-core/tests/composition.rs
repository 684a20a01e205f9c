//! Types that are stored as parts of others: flattened, generic, converted, behind helpers.

#![allow(dead_code)] // the types are here for their schemas

use std::collections::HashMap;

use bson::{DateTime, Document, doc, oid::ObjectId};
use schema_core::{Collection, CollectionSchema, Embedded, render};
use serde::{Deserialize, Serialize};

const ONE: &str = "everybody's";

fn schema<T: CollectionSchema>() -> Document {
    let options = render::collection(T::MODEL).options;
    options
        .get_document("validator")
        .unwrap()
        .get_document("$jsonSchema")
        .unwrap()
        .clone()
}

#[derive(Serialize, Deserialize, Embedded)]
#[serde(rename_all = "camelCase")]
struct Stamps {
    created_at: DateTime,
    created_by: Option<ObjectId>,
}

#[derive(Serialize, Deserialize, Embedded)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Payload {
    Text { body: String },
    Image { url: String },
}

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "posts", tenant = tenant_id)]
#[index(keys(tenant_id, created_at = -1))]
#[index(keys(tenant_id, kind, url))]
struct Post {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[serde(flatten)]
    stamps: Stamps,
    #[serde(flatten)]
    payload: Payload,
}

#[test]
fn flattened_fields_are_merged_into_each_closed_branch() {
    let branch = |kind: &str, field: &str| {
        doc! {
            "bsonType": "object",
            "required": ["_id", "tenant_id", "createdAt", "createdBy", "kind", field],
            "properties": {
                "_id": { "bsonType": "objectId" },
                "tenant_id": { "bsonType": "objectId" },
                "createdAt": { "bsonType": "date" },
                "createdBy": { "bsonType": ["objectId", "null"] },
                "kind": { "enum": [kind] },
                field: { "bsonType": "string" },
            },
            "additionalProperties": false,
        }
    };
    assert_eq!(
        schema::<Post>(),
        doc! { "bsonType": "object", "anyOf": [branch("text", "body"), branch("image", "url")] }
    );
    let keys: Vec<Document> = render::collection(Post::MODEL)
        .indexes
        .iter()
        .map(|index| index.get_document("key").unwrap().clone())
        .collect();
    assert_eq!(
        keys,
        [
            doc! { "tenant_id": 1, "createdAt": -1 },
            doc! { "tenant_id": 1, "kind": 1, "url": 1 }
        ]
    );
}

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "open", global = ONE)]
struct Open {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[serde(flatten)]
    stamps: Option<Stamps>,
    #[serde(flatten)]
    #[field(
        max_properties = 50,
        allow(dynamic_field_names = "names that users choose")
    )]
    rest: HashMap<String, i64>,
}

#[test]
fn a_flattened_map_admits_further_fields_and_an_option_requires_none() {
    assert_eq!(
        schema::<Open>(),
        doc! {
            "bsonType": "object",
            "required": ["_id"],
            "maxProperties": 53,
            "properties": {
                "_id": { "bsonType": "objectId" },
                "createdAt": { "bsonType": "date" },
                "createdBy": { "bsonType": ["objectId", "null"] },
            },
            "additionalProperties": { "bsonType": ["int", "long"] },
        }
    );
}

#[derive(Serialize, Deserialize, Embedded)]
struct Attachment {
    #[serde(flatten)]
    payload: Payload,
}

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "letters", global = ONE)]
struct Letter {
    #[serde(rename = "_id")]
    id: ObjectId,
    attachment: Option<Attachment>,
}

#[test]
fn null_is_a_form_of_an_optional_document_that_has_several() {
    let schema = schema::<Letter>();
    let attachment = schema.get_document("properties").unwrap();
    let attachment = attachment.get_document("attachment").unwrap();
    assert_eq!(
        attachment.get_array("bsonType").unwrap(),
        &vec!["object".into(), "null".into()]
    );
    let forms = attachment.get_array("anyOf").unwrap();
    assert_eq!(forms.len(), 3);
    assert_eq!(forms[2], doc! { "bsonType": "null" }.into());
}

#[derive(Serialize, Deserialize, Embedded)]
struct Res<C> {
    #[serde(
        rename = "_id",
        with = "hex_string_as_object_id",
        skip_serializing_if = "String::is_empty"
    )]
    id: String,
    name: String,
    #[field(max_items = 3)]
    versions: Vec<C>,
    cfg: C,
}

/// As in bson 2.
mod hex_string_as_object_id {
    use bson::oid::ObjectId;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(hex: &str, serializer: S) -> Result<S::Ok, S::Error> {
        ObjectId::parse_str(hex)
            .map_err(serde::ser::Error::custom)?
            .serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<String, D::Error> {
        ObjectId::deserialize(deserializer).map(ObjectId::to_hex)
    }
}

#[derive(Serialize, Deserialize, Embedded)]
struct ServerCfg {
    port: i32,
}

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "Server", global = ONE)]
#[index(keys(name), unique)]
#[index(keys(cfg.port))]
struct Servers(Res<ServerCfg>);

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "Stack", global = ONE)]
#[index(keys(name), unique)]
struct Stacks(Res<String>);

#[test]
fn one_generic_type_is_stored_in_several_collections() {
    let servers = schema::<Servers>();
    let port = doc! { "bsonType": ["int", "long"], "minimum": i32::MIN, "maximum": i32::MAX };
    let cfg = doc! {
        "bsonType": "object", "required": ["port"], "properties": { "port": port }, "additionalProperties": false,
    };
    assert_eq!(
        servers,
        doc! {
            "bsonType": "object",
            "required": ["name", "versions", "cfg"],
            "properties": {
                "_id": { "bsonType": "objectId" },
                "name": { "bsonType": "string" },
                "versions": { "bsonType": "array", "items": cfg.clone(), "maxItems": 3 },
                "cfg": cfg,
            },
            "additionalProperties": false,
        }
    );
    let stacks = schema::<Stacks>();
    assert_eq!(
        stacks
            .get_document("properties")
            .unwrap()
            .get_document("cfg")
            .unwrap(),
        &doc! { "bsonType": "string" }
    );
    assert_eq!(Servers::NAME, "Server");
    let keys = |index: &Document| index.get_document("key").unwrap().clone();
    let indexes = render::collection(Servers::MODEL).indexes;
    assert_eq!(
        indexes.iter().map(keys).collect::<Vec<_>>(),
        [doc! { "name": 1 }, doc! { "cfg.port": 1 }]
    );
}

#[derive(Clone, Serialize, Deserialize, Embedded)]
#[serde(from = "String", into = "String")]
struct Email {
    user: String,
    host: String,
}

impl From<Email> for String {
    fn from(email: Email) -> Self {
        format!("{}@{}", email.user, email.host)
    }
}

impl From<String> for Email {
    fn from(text: String) -> Self {
        let (user, host) = text.split_once('@').unwrap_or((&text, ""));
        Self {
            user: user.into(),
            host: host.into(),
        }
    }
}

#[derive(Serialize, Deserialize, Embedded)]
#[serde(transparent)]
struct Labels {
    #[field(max_items = 3)]
    all: Vec<String>,
}

#[derive(Serialize, Deserialize, Embedded)]
#[serde(tag = "type", rename = "box")]
struct Tagged {
    size: i32,
}

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "converted", global = ONE)]
struct Converted {
    #[serde(rename = "_id")]
    id: ObjectId,
    email: Email,
    labels: Labels,
    tagged: Tagged,
    #[serde(rename(serialize = "out", deserialize = "in"))]
    both: bool,
}

#[test]
fn conversions_transparent_types_and_tags_are_honoured() {
    let schema = schema::<Converted>();
    let field = |name: &str| {
        schema
            .get_document("properties")
            .unwrap()
            .get_document(name)
            .unwrap()
            .clone()
    };
    assert_eq!(field("email"), doc! { "bsonType": "string" });
    assert_eq!(
        field("labels"),
        doc! { "bsonType": "array", "items": { "bsonType": "string" }, "maxItems": 3 }
    );
    assert_eq!(field("out"), doc! { "bsonType": "bool" });
    let tagged = field("tagged");
    assert_eq!(
        tagged.get_array("required").unwrap(),
        &vec!["size".into(), "type".into()]
    );
    assert_eq!(
        tagged
            .get_document("properties")
            .unwrap()
            .get_document("type")
            .unwrap(),
        &doc! { "bsonType": "string", "enum": ["box"] }
    );
}

/// The labels of anything.
#[derive(Serialize, Deserialize, Embedded)]
struct Tags(#[field(max_items = 9, items(min_length = 1, max_length = 50))] Vec<String>);

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "tagged", global = ONE)]
struct WithTags {
    #[serde(rename = "_id")]
    id: ObjectId,
    /// The labels of this.
    #[field(max_items = 5, items(max_length = 40))]
    tags: Tags,
}

#[test]
fn bounds_on_a_newtype_and_inside_it_hold_beside_its_own() {
    let schema = schema::<WithTags>();
    let tags = schema
        .get_document("properties")
        .unwrap()
        .get_document("tags")
        .unwrap();
    assert_eq!(
        tags,
        &doc! {
            "bsonType": "array",
            "description": "The labels of this.",
            "items": { "bsonType": "string", "minLength": 1, "maxLength": 40 },
            "maxItems": 5,
        }
    );
}

/// A measurement.
#[derive(Serialize, Deserialize, Embedded)]
struct Reading(
    #[field(max_length = 20, pattern = "^[a-z]+$")] String,
    /// In degrees.
    #[field(minimum = -90, maximum = 90)]
    Option<f64>,
    #[serde(skip)] u8,
    #[field(max_items = 3, items(minimum = 1))] Vec<i64>,
);

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "measured", global = ONE)]
struct Measured {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(items(max_length = 9))]
    first: Reading,
    #[field(max_items = 5)]
    others: Vec<Reading>,
}

#[test]
fn a_tuple_struct_is_an_array_by_position_with_bounds_of_each() {
    let tuple = |most: i32| {
        doc! {
            "bsonType": "array",
            "description": "A measurement.",
            "items": [
                { "bsonType": "string", "maxLength": most, "pattern": "^[a-z]+$" },
                {
                    "bsonType": ["double", "int", "long", "null"],
                    "description": "In degrees.",
                    "minimum": -90,
                    "maximum": 90,
                },
                { "bsonType": "array", "items": { "bsonType": ["int", "long"], "minimum": 1 }, "maxItems": 3 },
            ],
            "minItems": 3,
            "maxItems": 3,
        }
    };
    let schema = schema::<Measured>();
    let properties = schema.get_document("properties").unwrap();
    assert_eq!(properties.get_document("first").unwrap(), &tuple(9));
    let others = properties.get_document("others").unwrap();
    assert_eq!(others.get_document("items").unwrap(), &tuple(20));
}
