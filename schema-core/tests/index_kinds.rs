//! Every kind and option of an index as `createIndexes` takes it. Text and hashed indexes run on no
//! development server: their specifications are recorded from the manual's pages "Text Indexes" and
//! "Hashed Indexes". The others are created on a running server by the tests package.

#![allow(dead_code)] // the types are here for their schemas

use std::collections::BTreeMap;

use bson::{Bson, DateTime, Decimal128, Document, doc, oid::ObjectId};
use schema_core::{Collection, CollectionSchema, Embedded, render};
use serde::Serialize;

const ONE: &str = "an example";

fn indexes<T: CollectionSchema>() -> Vec<Document> {
    render::collection(T::MODEL).indexes
}

/// That the indexes of a collection are these, option by option and in their order.
fn assert_indexes<T: CollectionSchema>(expected: &[Document]) {
    let indexes = indexes::<T>();
    for (index, expected) in indexes.iter().zip(expected) {
        assert_eq!(index, expected);
        let keys = |spec: &Document| {
            spec.get_document("key")
                .unwrap()
                .keys()
                .cloned()
                .collect::<Vec<_>>()
        };
        assert_eq!(
            keys(index),
            keys(expected),
            "{}",
            index.get_str("name").unwrap()
        );
    }
    assert_eq!(indexes.len(), expected.len());
}

#[derive(Serialize, Embedded)]
#[serde(rename_all = "camelCase")]
struct Author {
    full_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pen_name: Option<String>,
}

#[derive(Serialize, Collection)]
#[serde(rename_all = "camelCase")]
#[collection(name = "articles", tenant = tenant_id)]
#[index(
    keys(tenant_id, title = "text", body_text = "text", status),
    weights(title = 10, author.full_name = 5),
    default_language = "german",
    language_override = "idioma",
    partial = (status == "published"),
)]
#[index(keys(tenant_id = "hashed"))]
#[index(keys(tenant_id, id = "hashed", created_at = -1), sparse, allow(sparse_no_effect = "to see it"))]
#[index(keys(tenant_id, author.pen_name), hidden)]
#[index(keys(author.pen_name), unique, sparse, allow(index_without_tenant = "a pen name is unique"))]
struct Article {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    title: String,
    #[field(max_items = 20)]
    body_text: Vec<String>,
    status: String,
    author: Author,
    created_at: DateTime,
}

#[test]
fn text_and_hashed_indexes_are_as_the_manual_has_them() {
    assert_indexes::<Article>(&[
        doc! {
            "name": "tenantId_1_title_text_bodyText_text_status_1",
            "key": { "tenantId": 1, "title": "text", "bodyText": "text", "status": 1 },
            "weights": { "title": 10, "author.fullName": 5 },
            "default_language": "german",
            "language_override": "idioma",
            "partialFilterExpression": { "status": "published" },
        },
        doc! { "name": "tenantId_hashed", "key": { "tenantId": "hashed" } },
        doc! {
            "name": "tenantId_1__id_hashed_createdAt_-1",
            "key": { "tenantId": 1, "_id": "hashed", "createdAt": -1 },
            "sparse": true,
        },
        doc! {
            "name": "tenantId_1_author.penName_1",
            "key": { "tenantId": 1, "author.penName": 1 },
            "hidden": true,
        },
        doc! {
            "name": "author.penName_1",
            "key": { "author.penName": 1 },
            "unique": true,
            "sparse": true,
        },
    ]);
}

#[derive(Serialize, Collection)]
#[collection(name = "everything", global = ONE)]
#[index(keys(* = "text"))]
struct EveryText {
    #[serde(rename = "_id")]
    id: ObjectId,
}

#[derive(Serialize, Embedded)]
struct Point {
    r#type: String,
    coordinates: [f64; 2],
}

#[derive(Serialize, Embedded)]
struct Pair {
    lng: f64,
    lat: f64,
}

#[derive(Serialize, Collection)]
#[collection(name = "shops", tenant = tenant_id)]
#[index(
    keys(tenant_id, place = "2dsphere"),
    coarsest_indexed_level = 4,
    finest_indexed_level = 20
)]
#[index(keys(tenant_id, places = "2dsphere", pair = "2dsphere", open = -1))]
#[index(keys(grid = "2d", tenant_id), bits = 20, min = -500, max = 500.5)]
#[index(keys(pair = "2d"), name = "pairs")]
#[index(keys(tenant_id, opaque = "2dsphere"))]
struct Shop {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    place: Point,
    #[field(max_items = 5)]
    places: Vec<Point>,
    pair: Pair,
    grid: [f64; 2],
    #[field(bson = "object")]
    opaque: BTreeMap<String, f64>,
    open: bool,
}

#[test]
fn geospatial_indexes_are_as_the_manual_has_them() {
    assert_indexes::<Shop>(&[
        doc! {
            "name": "tenant_id_1_place_2dsphere",
            "key": { "tenant_id": 1, "place": "2dsphere" },
            "coarsestIndexedLevel": 4,
            "finestIndexedLevel": 20,
        },
        doc! {
            "name": "tenant_id_1_places_2dsphere_pair_2dsphere_open_-1",
            "key": { "tenant_id": 1, "places": "2dsphere", "pair": "2dsphere", "open": -1 },
        },
        doc! {
            "name": "grid_2d_tenant_id_1",
            "key": { "grid": "2d", "tenant_id": 1 },
            "bits": 20,
            "min": -500.0,
            "max": 500.5,
        },
        doc! { "name": "pairs", "key": { "pair": "2d" } },
        doc! { "name": "tenant_id_1_opaque_2dsphere", "key": { "tenant_id": 1, "opaque": "2dsphere" } },
    ]);
    let every_text = doc! { "name": "$**_text", "key": { "$**": "text" } };
    assert_indexes::<EveryText>(&[every_text]);
}

#[derive(Serialize, Collection)]
#[serde(rename_all = "camelCase")]
#[collection(name = "products", global = ONE)]
#[index(keys(extra_data.*))]
#[index(keys(*), wildcard_projection(include(extra_data, "raw.b"), exclude(id)))]
#[index(keys(*), name = "rest", wildcard_projection(exclude(kind, raw)), partial = exists(extra_data))]
#[index(keys(kind, *), wildcard_projection(exclude(kind)), collation(locale = "de", strength = 1))]
#[index(keys(kind = -1, raw.*))]
struct Product {
    #[serde(rename = "_id")]
    id: ObjectId,
    kind: String,
    #[field(keys(pattern = "^[a-z]+$"), max_properties = 10)]
    extra_data: BTreeMap<String, String>,
    raw: Document,
}

#[test]
fn wildcard_indexes_are_as_the_manual_has_them() {
    assert_indexes::<Product>(&[
        doc! { "name": "extraData.$**_1", "key": { "extraData.$**": 1 } },
        doc! {
            "name": "$**_1",
            "key": { "$**": 1 },
            "wildcardProjection": { "extraData": 1, "raw.b": 1, "_id": 0 },
        },
        doc! {
            "name": "rest",
            "key": { "$**": 1 },
            "wildcardProjection": { "kind": 0, "raw": 0 },
            "partialFilterExpression": { "extraData": { "$exists": true } },
        },
        doc! {
            "name": "kind_1_$**_1",
            "key": { "kind": 1, "$**": 1 },
            "collation": { "locale": "de", "strength": 1 },
            "wildcardProjection": { "kind": 0 },
        },
        doc! { "name": "kind_-1_raw.$**_1", "key": { "kind": -1, "raw.$**": 1 } },
    ]);
}

#[derive(Serialize, Collection)]
#[collection(name = "words", global = ONE)]
#[index(
    keys(word),
    collation(
        locale = "fr_CA",
        case_level,
        case_first = "upper",
        strength = 4,
        numeric_ordering = true,
        alternate = "shifted",
        max_variable = "space",
        normalization,
        backwards = false,
    )
)]
#[index(keys(word), name = "simple", collation(locale = "simple"), unique)]
#[index(keys(word = "text"), collation(locale = "simple"))]
struct Word {
    #[serde(rename = "_id")]
    id: ObjectId,
    word: String,
}

#[test]
fn a_collation_has_every_parameter_that_is_said_and_no_other() {
    let every = doc! {
        "locale": "fr_CA",
        "caseLevel": true,
        "caseFirst": "upper",
        "strength": 4,
        "numericOrdering": true,
        "alternate": "shifted",
        "maxVariable": "space",
        "normalization": true,
        "backwards": false,
    };
    let simple = doc! { "locale": "simple" };
    assert_indexes::<Word>(&[
        doc! { "name": "word_1", "key": { "word": 1 }, "collation": every },
        doc! { "name": "simple", "key": { "word": 1 }, "unique": true, "collation": &simple },
        doc! { "name": "word_text", "key": { "word": "text" }, "collation": simple },
    ]);
}

#[derive(Serialize, Embedded)]
struct Edge {
    to: String,
    weight: i32,
}

#[derive(Serialize, Embedded)]
#[embedded(additional_properties = true)]
struct Open {
    known: i32,
}

#[derive(Serialize, Collection)]
#[serde(rename_all = "camelCase")]
#[collection(name = "graphs", global = ONE)]
#[index(keys("rawData.edges.to", "labels.0" = -1, "edges.0.to", "edges.weight", "open.more", "byName.ada"))]
#[index(keys("owner.$id" = "hashed"))]
#[index(keys("open.more"), expire_after = "1d")]
#[index(keys("labels.1"), unique, partial = ("rawData.state" == "new" && exists("byName.bob")))]
struct Graph {
    #[serde(rename = "_id")]
    id: ObjectId,
    raw_data: Bson,
    #[field(max_items = 2)]
    labels: Vec<String>,
    #[field(max_items = 2)]
    edges: Vec<Edge>,
    open: Open,
    owner: Document,
    #[field(keys(pattern = "^[a-z]+$"), max_properties = 2)]
    by_name: BTreeMap<String, i32>,
}

#[test]
fn stored_paths_are_taken_as_they_are() {
    assert_indexes::<Graph>(&[
        doc! {
            "name": "rawData.edges.to_1_labels.0_-1_edges.0.to_1_edges.weight_1_open.more_1_byName.ada_1",
            "key": {
                "rawData.edges.to": 1,
                "labels.0": -1,
                "edges.0.to": 1,
                "edges.weight": 1,
                "open.more": 1,
                "byName.ada": 1,
            },
        },
        doc! { "name": "owner.$id_hashed", "key": { "owner.$id": "hashed" } },
        doc! { "name": "open.more_1", "key": { "open.more": 1 }, "expireAfterSeconds": 86_400 },
        doc! {
            "name": "labels.1_1",
            "key": { "labels.1": 1 },
            "unique": true,
            "partialFilterExpression": {
                "rawData.state": "new",
                "byName.bob": { "$exists": true },
            },
        },
    ]);
}

#[derive(Serialize, Embedded)]
#[serde(rename_all = "snake_case")]
enum State {
    New,
    InUse,
}

#[derive(Serialize, Embedded)]
struct Price {
    amount: Decimal128,
    state: State,
}

#[derive(Serialize, Collection)]
#[collection(name = "items", global = ONE)]
#[index(keys(n), name = "negative", partial = (n >= -5 && ratio < -0.5))]
#[index(keys(n), name = "before_1970", partial = (price.amount > 10 && at < date("1969-07-20T20:17:40.5+02:00")))]
#[index(keys(n), name = "variants", partial = one_of(states, [State::New, State::InUse]))]
#[index(keys(n), name = "nested", partial = (price.state == State::InUse || "states.0" == "new"))]
#[index(keys(n), name = "types", partial = (type_of(n, "long") && type_of(states, "array") && type_of(maybe, "null")))]
#[index(keys(n), name = "deep", partial = (n == 1 && (n == 2 || (n == 3 && ratio == 4))))]
#[index(keys(n), name = "missing", partial = (newer == null && one_of(maybe, [null, "x"])))]
#[index(keys(n), name = "ids", partial = (one_of(id, [object_id("65f1a5c0e13f4b2a9c8d7e6f")]) && flag == false))]
struct Item {
    #[serde(rename = "_id")]
    id: ObjectId,
    n: i64,
    ratio: f32,
    flag: bool,
    at: DateTime,
    price: Price,
    #[field(max_items = 2)]
    states: Vec<State>,
    maybe: Option<String>,
    #[serde(default)]
    newer: i32,
}

#[test]
fn filters_compare_with_values_of_every_type() {
    let at = DateTime::parse_rfc3339_str("1969-07-20T18:17:40.5Z").unwrap();
    let id = ObjectId::parse_str("65f1a5c0e13f4b2a9c8d7e6f").unwrap();
    let expected = [
        doc! { "n": { "$gte": -5 }, "ratio": { "$lt": -0.5 } },
        doc! { "price.amount": { "$gt": 10 }, "at": { "$lt": at } },
        doc! { "states": { "$in": ["new", "in_use"] } },
        doc! { "$or": [{ "price.state": "in_use" }, { "states.0": "new" }] },
        doc! { "n": { "$type": "long" }, "states": { "$type": "array" }, "maybe": { "$type": "null" } },
        doc! { "n": 1, "$or": [{ "n": 2 }, { "n": 3, "ratio": 4 }] },
        doc! { "newer": null, "maybe": { "$in": [null, "x"] } },
        doc! { "_id": { "$in": [id] }, "flag": false },
    ];
    let indexes = indexes::<Item>();
    assert_eq!(indexes.len(), expected.len());
    for (index, expected) in indexes.iter().zip(&expected) {
        let filter = index.get_document("partialFilterExpression").unwrap();
        assert_eq!(filter, expected);
    }
}
