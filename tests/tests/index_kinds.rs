//! Every kind and option of an index that the development server has, created from a declaration:
//! the server takes it, lists it as it is declared, and indexes documents by it.

use std::collections::BTreeMap;

use bson::{Bson, DateTime, Document, doc, oid::ObjectId};
use futures::TryStreamExt;
use mongo_schema_tests::declared;
use mongodb::Database;
use schema_core::{Collection, Database as Declared, DatabaseSchema, Embedded};
use schema_xtask::{
    dev_server::testing::TestDatabase,
    normal::{Collations, NormalIndex},
};
use serde::Serialize;

#[derive(Serialize, Embedded)]
struct Point {
    r#type: String,
    coordinates: [f64; 2],
}

#[derive(Serialize, Collection)]
#[serde(rename_all = "camelCase")]
#[collection(name = "shops", tenant = tenant_id)]
#[index(keys(tenant_id, place = "2dsphere", opened_at = -1))]
#[index(keys(tenant_id, near = "2dsphere"))]
#[index(keys(grid = "2d", tenant_id), bits = 20, min = -500, max = 500)]
#[index(
    keys(tenant_id, name),
    unique,
    collation(locale = "en", strength = 2, numeric_ordering)
)]
#[index(
    keys(tenant_id, name),
    name = "by_bytes",
    collation(locale = "simple"),
    hidden
)]
#[index(
    keys(nick_name),
    unique,
    sparse,
    allow(index_without_tenant = "a nickname is everybody's")
)]
#[index(keys(opened_at), expire_after = "3650d")]
#[index(keys(tenant_id, opened_at), name = "old", partial = (opened_at < date("1969-07-20T20:17:40Z") && stock >= -5))]
#[index(keys(tenant_id, stock), name = "some", partial = (kind == Kind::Small || (one_of(kind, [Kind::Large]) && exists(nick_name))))]
#[index(keys(tenant_id, "raw.edges.to", "labels.0" = -1))]
struct Shop {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    place: Point,
    near: [f64; 2],
    grid: [f64; 2],
    #[field(max_length = 50)]
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    nick_name: Option<String>,
    opened_at: DateTime,
    stock: i32,
    kind: Kind,
    raw: Bson,
    #[field(max_items = 3)]
    labels: Vec<String>,
}

#[derive(Serialize, Embedded)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Small,
    Large,
}

#[derive(Serialize, Collection)]
#[serde(rename_all = "camelCase")]
#[collection(name = "products", global = "an example")]
#[index(keys(extra_data.*))]
#[index(keys(*), wildcard_projection(include(extra_data, raw)))]
#[index(keys(*), name = "rest", wildcard_projection(exclude(kind)))]
#[index(keys(kind, *), wildcard_projection(exclude(kind)), collation(locale = "de", strength = 1))]
#[index(keys(kind = -1, raw.*))]
struct Product {
    #[serde(rename = "_id")]
    id: ObjectId,
    kind: String,
    #[field(max_properties = 10, keys(pattern = "^[a-z]+$"))]
    extra_data: BTreeMap<String, String>,
    raw: Document,
}

#[derive(Declared)]
#[database(name = "kinds", server = "7.0", collections(Shop, Product))]
struct Kinds;

async fn kinds() -> TestDatabase {
    let test = TestDatabase::create().await.unwrap();
    declared::create(&test.database(), &Kinds::declared())
        .await
        .unwrap();
    test
}

async fn listed(database: &Database, collection: &str) -> Vec<Document> {
    let list = doc! { "listIndexes": collection };
    let cursor = database.run_cursor_command(list).await.unwrap();
    cursor.try_collect().await.unwrap()
}

#[tokio::test]
async fn the_server_lists_each_index_as_it_is_declared() {
    let test = kinds().await;
    for collection in Kinds::declared().collections {
        let live = listed(&test.database(), &collection.name).await;
        assert_eq!(
            live.len(),
            collection.indexes.len() + 1,
            "{}",
            collection.name
        );
        let collations = Collations::of_live(&collection.options, &live);
        for index in &collection.indexes {
            let name = index.get_str("name").unwrap();
            let twin = live
                .iter()
                .find(|live| live.get_str("name").ok() == Some(name));
            let twin = twin.unwrap_or_else(|| panic!("{name} is not listed"));
            let declared = NormalIndex::declared(index, &collations);
            assert_eq!(NormalIndex::live(twin), declared, "{name}");
        }
    }
}

fn shop(tenant_id: ObjectId, name: &str) -> Shop {
    Shop {
        id: ObjectId::new(),
        tenant_id,
        place: Point {
            r#type: "Point".into(),
            coordinates: [16.4, 48.2],
        },
        near: [16.4, 48.2],
        grid: [-499.0, 499.0],
        name: name.into(),
        nick_name: None,
        opened_at: DateTime::now(),
        stock: 0,
        kind: Kind::Large,
        raw: doc! { "edges": [{ "to": 1 }] }.into(),
        labels: vec!["new".into()],
    }
}

/// Values of the declared types are indexed by every kind, and the collation decides what is equal.
#[tokio::test]
async fn documents_are_indexed_by_every_kind() {
    let test = kinds().await;
    let shops = test.database().collection::<Shop>("shops");
    let tenant = ObjectId::new();
    shops.insert_one(shop(tenant, "Bäckerei 2")).await.unwrap();
    shops.insert_one(shop(tenant, "Bäckerei 10")).await.unwrap();
    shops
        .insert_one(shop(ObjectId::new(), "BÄCKEREI 2"))
        .await
        .unwrap();
    let equal = shops.insert_one(shop(tenant, "bäckerei 2")).await;
    let error = equal.unwrap_err().to_string();
    assert!(error.contains("E11000"), "{error}");

    let products = test.database().collection::<Product>("products");
    let product = Product {
        id: ObjectId::new(),
        kind: "book".into(),
        extra_data: [("pages".to_owned(), "300".to_owned())].into(),
        raw: doc! { "a": { "b": 1 } },
    };
    products.insert_one(product).await.unwrap();
}
