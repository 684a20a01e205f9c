//! Two tenants' data.

use std::collections::BTreeMap;

use bson::{Bson, Document, doc, oid::ObjectId};
use futures::{Stream, TryStreamExt};
use mongodb::{Client, Collection, Cursor, Database};
use schema_core::{
    Collection, CollectionSchema, Embedded,
    driver::{AccessError, GlobalCollection, ScopedCollection, TenantScope},
};
use schema_xtask::dev_server::testing::TestDatabase;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What stands in each document of the other tenant.
pub(crate) const SECRET: &str = "SECRET";

/// The tenant whose handles are used.
pub(crate) const MINE: ObjectId = ObjectId::from_bytes([0xa; 12]);

/// The other tenant.
pub(crate) const OTHER: ObjectId = ObjectId::from_bytes([0xb; 12]);

/// How many documents each tenant has in each collection.
pub(crate) const EACH: usize = 3;

/// A document of a tenant whose key is a field of its own, and which may have further fields.
#[derive(Debug, Clone, Serialize, Deserialize, Collection)]
#[collection(
    name = "papers",
    tenant = tenant,
    additional_properties = true,
    change_stream_images
)]
#[index(keys(tenant, group, rank))]
#[query(name = "in_group", eq(group), sort(rank))]
pub(crate) struct Paper {
    #[serde(rename = "_id")]
    pub(crate) id: ObjectId,
    pub(crate) tenant: ObjectId,
    pub(crate) group: i32,
    pub(crate) rank: i64,
    #[field(max_length = 100)]
    pub(crate) text: String,
    #[serde(flatten)]
    #[field(
        max_properties = 5,
        allow(dynamic_field_names = "what else a caller sends")
    )]
    pub(crate) more: BTreeMap<String, Bson>,
}

/// A document of a tenant that points at a paper; without images of before.
#[derive(Debug, Clone, Serialize, Deserialize, Collection)]
#[collection(name = "notes", tenant = tenant)]
#[index(keys(tenant, group))]
#[query(name = "in_group", eq(group))]
pub(crate) struct Note {
    #[serde(rename = "_id")]
    pub(crate) id: ObjectId,
    pub(crate) tenant: ObjectId,
    pub(crate) group: i32,
    #[field(max_length = 100)]
    pub(crate) text: String,
}

/// A document whose tenant key is inside of another.
#[derive(Debug, Clone, Serialize, Deserialize, Collection)]
#[collection(name = "readings", tenant = meta.tenant)]
#[index(keys(meta.tenant, group))]
#[query(name = "in_group", eq(group))]
pub(crate) struct Reading {
    #[serde(rename = "_id")]
    pub(crate) id: ObjectId,
    pub(crate) meta: Meta,
    pub(crate) group: i32,
    #[field(max_length = 100)]
    pub(crate) text: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, Embedded)]
pub(crate) struct Meta {
    pub(crate) tenant: ObjectId,
    pub(crate) sensor: i32,
}

/// The tenants themselves.
#[derive(Debug, Clone, Serialize, Deserialize, Collection)]
#[collection(name = "orgs", tenant = id)]
pub(crate) struct Org {
    #[serde(rename = "_id")]
    pub(crate) id: ObjectId,
    #[field(max_length = 100)]
    pub(crate) text: String,
}

/// A document of a tenant by name, in a collection that takes `acme` and `ACME` for the same. The compiler
/// would refuse it (`tenant-key-collated`), had it not been told that something else is stored.
#[derive(Debug, Clone, Serialize, Deserialize, Collection)]
#[collection(name = "badges", tenant = tenant, collation(locale = "en", strength = 2))]
#[index(keys(tenant, group))]
#[query(name = "in_group", eq(group))]
pub(crate) struct Badge {
    #[serde(rename = "_id")]
    pub(crate) id: ObjectId,
    #[field(bson = "objectId")]
    pub(crate) tenant: String,
    pub(crate) group: i32,
    #[field(max_length = 100)]
    pub(crate) text: String,
}

/// A document that is nobody's.
#[derive(Debug, Clone, Serialize, Deserialize, Collection)]
#[collection(name = "countries", global = "the same for all")]
#[index(keys(group))]
#[query(name = "in_group", eq(group))]
pub(crate) struct Country {
    #[serde(rename = "_id")]
    pub(crate) id: ObjectId,
    pub(crate) group: i32,
}

/// The database, and the tenant whose handles are used: `mine`, beside `other`.
#[derive(Clone)]
pub(crate) struct World {
    database: Arc<TestDatabase>,
    pub(crate) mine: ObjectId,
    pub(crate) other: ObjectId,
}

/// A document's id: the same for each run.
pub(crate) fn id(tenant: ObjectId, number: usize) -> ObjectId {
    let mut bytes = tenant.bytes();
    bytes[11] = u8::try_from(number + 1).expect("few documents");
    ObjectId::from_bytes(bytes)
}

impl World {
    pub(crate) async fn create() -> Self {
        let database = TestDatabase::create()
            .await
            .expect("a server to test against");
        let world = Self {
            database: Arc::new(database),
            mine: MINE,
            other: OTHER,
        };
        let images =
            doc! { "create": "papers", "changeStreamPreAndPostImages": { "enabled": true } };
        world.db().run_command(images).await.expect("a collection");
        let badges = doc! { "create": "badges", "collation": { "locale": "en", "strength": 2 } };
        world.db().run_command(badges).await.expect("a collection");
        let place = doc! { "key": { "place": "2d" }, "name": "place" };
        world.index(Paper::MODEL, &[place]).await;
        for model in [Note::MODEL, Reading::MODEL, Country::MODEL] {
            world.index(model, &[]).await;
        }
        world
    }

    /// Builds the declared indexes and others. Without the validators, which would refuse some of what
    /// the bare driver does.
    async fn index(&self, model: &'static schema_core::model::Collection, others: &[Document]) {
        let declared = schema_core::render::collection(model);
        let indexes = [declared.indexes, others.to_vec()].concat();
        let build = doc! { "createIndexes": model.name, "indexes": indexes };
        self.db().run_command(build).await.expect("indexes");
    }

    pub(crate) fn db(&self) -> Database {
        self.database.database()
    }

    pub(crate) fn client(&self) -> &Client {
        self.database.client()
    }

    /// The bare driver's collection.
    pub(crate) fn bare(&self, name: &str) -> Collection<Document> {
        self.db().collection(name)
    }

    pub(crate) fn scope(&self) -> TenantScope<ObjectId> {
        TenantScope::new(&self.db(), self.mine)
    }

    pub(crate) fn papers(&self) -> ScopedCollection<Paper> {
        self.scope().collection()
    }

    pub(crate) fn notes(&self) -> ScopedCollection<Note> {
        self.scope().collection()
    }

    /// The key is named by a path through a type that no other crate can name, and so given as it is
    /// stored.
    pub(crate) fn readings(&self) -> ScopedCollection<Reading> {
        TenantScope::new(&self.db(), Bson::from(self.mine)).collection()
    }

    pub(crate) fn orgs(&self) -> ScopedCollection<Org> {
        self.scope().collection()
    }

    pub(crate) fn badges(&self) -> ScopedCollection<Badge> {
        TenantScope::new(&self.db(), "acme".to_owned()).collection()
    }

    pub(crate) fn countries(&self) -> GlobalCollection<Country> {
        GlobalCollection::new(&self.db())
    }

    /// Both tenants' documents, and no others.
    pub(crate) async fn fill(&self) {
        for name in self.db().list_collection_names().await.expect("names") {
            let known = ["papers", "notes", "readings", "orgs", "countries", "badges"];
            let collection = self.bare(&name);
            if known.contains(&name.as_str()) {
                collection.delete_many(doc! {}).await.expect("emptied");
            } else {
                collection.drop().await.expect("dropped");
            }
        }
        for (tenant, text) in [(self.mine, "own"), (self.other, SECRET)] {
            for number in 0..EACH {
                for (name, document) in documents(tenant, text, number) {
                    self.bare(name)
                        .insert_one(document)
                        .await
                        .expect("inserted");
                }
            }
            let org = doc! { "_id": tenant, "text": text };
            self.bare("orgs").insert_one(org).await.expect("inserted");
        }
        for (tenant, text) in [("acme", "own"), ("ACME", SECRET)] {
            let badge = doc! { "tenant": tenant, "group": 1, "text": text };
            self.bare("badges")
                .insert_one(badge)
                .await
                .expect("inserted");
        }
        let country = doc! { "_id": ObjectId::from_bytes([1; 12]), "group": 1 };
        self.bare("countries")
            .insert_one(country)
            .await
            .expect("inserted");
    }

    /// All that is not this tenant's own, in whatever collection, and whatever tenant it names.
    pub(crate) async fn of_others(&self) -> Vec<Document> {
        let mut others = Vec::new();
        for name in self.db().list_collection_names().await.expect("names") {
            let path = match name.as_str() {
                "readings" => "meta.tenant",
                "orgs" => "_id",
                _ => "tenant",
            };
            let collection = self.bare(&name);
            let all = collection.find(doc! {}).sort(doc! { "_id": 1 });
            let all: Vec<Document> = all.await.expect("found").try_collect().await.expect("read");
            let alien = |document: &Document| {
                let own = match name.as_str() {
                    "badges" => Bson::from("acme"),
                    _ => Bson::from(self.mine),
                };
                name == "stolen" || at(document, path) != Some(&own)
            };
            others.extend(all.into_iter().filter(alien));
        }
        others
    }
}

fn at<'a>(document: &'a Document, path: &str) -> Option<&'a Bson> {
    match path.split_once('.') {
        None => document.get(path),
        Some((first, rest)) => at(document.get_document(first).ok()?, rest),
    }
}

/// A paper with an id that none has.
pub(crate) fn new_paper(tenant: ObjectId) -> Paper {
    paper(tenant, ObjectId::new(), 9)
}

pub(crate) fn paper(tenant: ObjectId, id: ObjectId, rank: i64) -> Paper {
    Paper {
        id,
        tenant,
        group: 1,
        rank,
        text: "written".into(),
        more: BTreeMap::new(),
    }
}

fn documents(tenant: ObjectId, text: &str, number: usize) -> [(&'static str, Document); 3] {
    let (id, rank) = (id(tenant, number), i64::try_from(number).expect("few"));
    [
        (
            "papers",
            doc! { "_id": id, "tenant": tenant, "group": 1, "rank": rank, "text": text, "place": [0, 0] },
        ),
        (
            "notes",
            doc! { "_id": id, "tenant": tenant, "group": 1, "text": text },
        ),
        (
            "readings",
            doc! { "_id": id, "meta": { "tenant": tenant, "sensor": 1 }, "group": 1, "text": text },
        ),
    ]
}

/// All that a cursor yields, or why it cannot be had.
pub(crate) async fn all<R, E: std::fmt::Debug>(
    found: Result<impl Stream<Item = Result<R, E>>, AccessError>,
) -> Result<Vec<R>, AccessError> {
    Ok(found?.try_collect().await.expect("documents can be read"))
}

/// The same of the bare driver's.
pub(crate) async fn every(cursor: mongodb::error::Result<Cursor<Document>>) -> Vec<Document> {
    let Ok(cursor) = cursor else {
        return Vec::new();
    };
    cursor.try_collect().await.unwrap_or_default()
}

/// A count, told as a secret where it counts another tenant's documents.
pub(crate) fn counted(count: u64) -> String {
    if count > EACH as u64 {
        format!("{SECRET} {count}")
    } else {
        count.to_string()
    }
}
