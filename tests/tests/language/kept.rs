//! Beside each rule's compile-fail test: the nearest declaration that keeps the rule.

use std::collections::BTreeMap;

use bson::{DateTime, oid::ObjectId};
use schema_core::{Collection, CollectionSchema, Database, Embedded, model::Tenant};
use serde::Serialize;

use super::{declared, json_schema, property};

type Labels = Vec<String>;
type Position = i64;
type At = Option<DateTime>;

/// tenant-key-optional, schema-version-field-missing, array-without-max-items, bound-on-wrong-type,
/// reference-type-mismatch, field-name-invalid, duplicate-field-name, unknown-serialization.
#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = owner.tenant_id, schema_version = 1)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    owner: Owner,
    schema_version: Version,
    #[field(max_items = 5)]
    labels: Labels,
    #[field(maximum = 5)]
    position: Position,
    array: [i64; 4],
    #[field(
        max_properties = 5,
        keys(pattern = "^[a-z]+$"),
        values(max_items = 2, items(max_length = 3))
    )]
    map: BTreeMap<String, Labels>,
    #[field(max_items = 3, items(max_items = 2))]
    rows: Vec<Labels>,
    #[field(references = Tenants, max_items = 3)]
    tenants: Vec<ObjectId>,
    #[field(references = Tenants)]
    maybe: Option<ObjectId>,
    #[serde(rename = "a$b")]
    dollar: bool,
    #[serde(rename = "größe")]
    size: bool,
    #[serde(skip, rename = "größe")]
    #[allow(dead_code)]
    unstored: bool,
    #[serde(serialize_with = "millis")]
    #[field(bson = "long", minimum = 0)]
    written_by_hand: DateTime,
}

type Version = u8;

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde calls it
fn millis<S: serde::Serializer>(at: &DateTime, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_i64(at.timestamp_millis())
}

#[derive(Serialize, Embedded)]
struct Owner {
    tenant_id: ObjectId,
}

/// collection-without-tenant: the document is the tenant, or no tenant's.
#[derive(Serialize, Collection)]
#[collection(name = "tenants", tenant = id)]
struct Tenants {
    #[serde(rename = "_id")]
    id: ObjectId,
}

/// tenant-key-collated: an ObjectId, which no collation compares.
#[derive(Serialize, Collection)]
#[collection(name = "collated", tenant = tenant_id, collation(locale = "en", strength = 2))]
struct Collated {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
}

/// tenant-key-collated: strings, compared by their bytes in the collection and by a collation in an index.
#[derive(Serialize, Collection)]
#[collection(name = "named", tenant = tenant, collation(locale = "simple"))]
#[index(keys(tenant, name), collation(locale = "en", strength = 2))]
struct Named {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant: String,
    name: String,
}

/// Every rule about an index.
#[derive(Serialize, Collection)]
#[collection(name = "users", tenant = tenant_id)]
#[index(keys(tenant_id, email), unique)]
#[index(keys(email, tenant_id), unique)] // a unique index may have the tenant key anywhere
#[index(keys(tenant_id, email = -1))] // another default name
#[index(keys(tenant_id, email), name = "adults", partial = (age >= 18))]
#[index(keys(tenant_id, phone), unique, partial = type_of(phone, "string"))]
#[index(keys(tenant_id, nick), unique, partial = exists(nick))]
#[index(keys(tenant_id, age), unique, partial = (age > 0 && name == "a"))]
#[index(keys(tenant_id, slug, deleted_at), unique)] // a date beside a required key marks what is deleted
#[index(keys(tenant_id, people.name), unique)] // never empty
#[index(keys(tenant_id, name, slug), name = "tenant_id_1_people.nam_1")] // nearly a default name
#[index(keys(tenant_id, wide.a, wide.b, wide.c, wide.d, wide.e, wide.f, wide.g, wide.h, wide.i, wide.j, wide.k, wide.l, wide.m))]
#[index(keys(seen), expire_after = "0s")]
#[index(keys(visits), expire_after = "2147483647s")]
#[index(keys(people.at), expire_after = "1d")]
#[index(keys(deleted_at), expire_after = "1d")] // the server allows one key, which exempts the tenant
struct User {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    email: String,
    phone: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nick: Option<String>,
    age: Option<i32>,
    name: String,
    slug: String,
    seen: At,
    #[field(max_items = 5)]
    visits: Vec<DateTime>,
    deleted_at: At,
    #[field(min_items = 1, max_items = 5)]
    people: Vec<Person>,
    wide: Wide,
}

/// index-key-too-large: many keys, and short ones.
#[derive(Serialize, Embedded)]
struct Wide {
    a: i32,
    b: i32,
    c: i32,
    d: i32,
    e: i32,
    f: i32,
    g: i32,
    h: i32,
    i: i32,
    j: i32,
    k: i32,
    l: i32,
    m: i32,
}

#[derive(Serialize, Embedded)]
struct Person {
    name: String,
    at: DateTime,
}

/// Every rule about a query but for its index.
#[derive(Serialize, Collection)]
#[collection(name = "shops", tenant = tenant_id, allow(query_without_index = "an example"))]
#[query(name = "grown_up", filter = (owner.age >= 18 && owner.nick == null))]
#[query(name = "open", filter = one_of(state, [State::Open]), sort(id))]
#[query(name = "numbered", filter = (marks == 3 && type_of(at, "date")))]
#[query(name = "search", text(words, owner.names))]
#[query(name = "close_by", near(owner.place))]
#[query(name = "around", near(place))]
#[query(name = "behind_data", filter = ("data.x" == 1), text("data.text"))]
struct Shop {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    owner: Keeper,
    state: State,
    #[field(max_items = 5)]
    marks: Vec<Position>,
    at: At,
    words: Option<String>,
    place: [f64; 2],
    data: bson::Document,
}

#[derive(Serialize, Embedded)]
struct Keeper {
    age: i32,
    nick: Option<String>,
    #[field(max_items = 3)]
    names: Labels,
    place: Place,
}

#[derive(Serialize, Embedded)]
#[allow(dead_code)] // only its variants' names are looked at
enum State {
    Open,
    Closed,
}

#[derive(Serialize, Embedded)]
struct Place {
    r#type: String,
    coordinates: [f64; 2],
}

/// duplicate-collection: names differ in case.
#[derive(Serialize, Collection)]
#[collection(name = "Users", global = "an example")]
struct OtherUser {
    #[serde(rename = "_id")]
    id: ObjectId,
}

#[derive(Database)]
#[database(name = "tracker", collections(Task, Tenants, User, Shop, OtherUser))]
struct Tracker;

#[test]
fn what_keeps_the_rules_compiles() {
    use schema_core::DatabaseSchema;
    let tracker = Tracker::declared();
    let counts: Vec<usize> = tracker
        .collections
        .iter()
        .map(|one| one.indexes.len())
        .collect();
    assert_eq!(counts, [0, 0, 15, 0, 0]);
    for model in [Task::MODEL, Collated::MODEL, Named::MODEL] {
        assert!(matches!(model.tenant, Tenant::Key(_)), "{}", model.name);
    }
    assert!(matches!(
        OtherUser::MODEL.tenant,
        Tenant::Global("an example")
    ));
}

#[test]
fn the_names_are_any_that_the_server_can_address() {
    let schema = json_schema::<Task>();
    let properties = schema.get_document("properties").unwrap();
    assert!(properties.contains_key("a$b") && properties.contains_key("größe"));
    let by_hand = bson::doc! { "bsonType": "long", "minimum": 0 };
    assert_eq!(property::<Task>("written_by_hand"), by_hand);
}

#[test]
fn a_ttl_may_be_nothing_or_as_long_as_the_server_admits() {
    let indexes = declared::<User>().indexes;
    let ttls = indexes
        .iter()
        .filter_map(|index| index.get_i32("expireAfterSeconds").ok());
    assert_eq!(ttls.collect::<Vec<_>>(), [0, i32::MAX, 86400, 86400]);
}
