//! Cards of three versions, and of some that cannot be read.

use bson::{Bson, Document, doc, oid::ObjectId};
use mongodb::{Collection as Stored, Database};
use schema_core::{
    Collection, Upgrade,
    driver::{AccessError, Result, ScopedCollection, TenantScope},
    upgrade::ReadError,
};
use schema_xtask::dev_server::testing::TestDatabase;
use serde::{Deserialize, Serialize};

#[derive(Debug, Serialize, Deserialize, Collection)]
#[collection(name = "cards", tenant = tenant, schema_version = 1, change_stream_images)]
struct CardV1 {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant: ObjectId,
    schema_version: i32,
    board: i32,
    position: i64,
    #[field(max_length = 100)]
    labels: String,
}

#[derive(Debug, Serialize, Deserialize, Collection)]
#[collection(
    name = "cards",
    tenant = tenant,
    schema_version = 2,
    previous = CardV1,
    change_stream_images
)]
struct CardV2 {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant: ObjectId,
    schema_version: i32,
    board: i32,
    position: i64,
    #[field(max_items = 20, items(max_length = 100))]
    labels: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Collection)]
#[collection(
    name = "cards",
    tenant = tenant,
    schema_version = 3,
    previous = CardV2,
    accepts(1, 2, unversioned),
    change_stream_images
)]
#[index(keys(tenant, board, position))]
#[query(name = "on_board", eq(board), sort(position))]
#[query(name = "positions", eq(board), sort(position), project(position))]
pub(crate) struct Card {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant: ObjectId,
    schema_version: i32,
    board: i32,
    pub(crate) position: i64,
    #[field(max_items = 20, items(max_length = 100))]
    pub(crate) labels: Vec<String>,
    label_count: i64,
}

impl Upgrade<CardV1> for CardV2 {
    type Error = String;

    fn upgrade(before: CardV1) -> Result<Self, String> {
        if before.labels == "poison" {
            return Err("it is poisoned".to_owned());
        }
        Ok(Self {
            id: before.id,
            tenant: before.tenant,
            schema_version: 2,
            board: before.board,
            position: before.position,
            labels: before.labels.split(',').map(str::to_owned).collect(),
        })
    }
}

impl Upgrade<CardV2> for Card {
    type Error = std::convert::Infallible;

    fn upgrade(before: CardV2) -> Result<Self, Self::Error> {
        Ok(Self {
            id: before.id,
            tenant: before.tenant,
            schema_version: 3,
            board: before.board,
            position: before.position,
            label_count: before.labels.len() as i64,
            labels: before.labels,
        })
    }
}

/// A position, which a query projects.
#[derive(Debug, PartialEq, Deserialize)]
pub(crate) struct Position {
    position: i64,
}

pub(crate) const MINE: ObjectId = ObjectId::from_bytes([0xa; 12]);
pub(crate) const OTHER: ObjectId = ObjectId::from_bytes([0xb; 12]);

/// The board of documents that can be read: of version 1, 2 and 3, and of none.
pub(crate) const GOOD: i32 = 1;
/// The board of documents that cannot, and one between them that can.
pub(crate) const BAD: i32 = 2;

pub(crate) fn id(number: u8) -> ObjectId {
    ObjectId::from_bytes([number; 12])
}

pub(crate) fn stored(tenant: ObjectId, number: u8, board: i32, more: Document) -> Document {
    let mut document = doc! {
        "_id": id(number), "tenant": tenant, "board": board, "position": i64::from(number),
    };
    document.extend(more);
    document
}

/// Documents 1 to 4 are good and 11 to 15 bad, but for 13; 21 is another tenant's.
pub(crate) fn documents() -> Vec<Document> {
    let list = ["a", "b"];
    vec![
        stored(MINE, 1, GOOD, doc! { "schema_version": 1, "labels": "a,b" }),
        stored(MINE, 2, GOOD, doc! { "schema_version": 2, "labels": list }),
        stored(MINE, 3, GOOD, current()),
        stored(MINE, 4, GOOD, doc! { "labels": "a,b" }),
        stored(MINE, 11, BAD, doc! { "schema_version": 0, "labels": "a,b" }),
        stored(MINE, 12, BAD, future()),
        stored(MINE, 13, BAD, doc! { "schema_version": 1, "labels": "a,b" }),
        stored(
            MINE,
            14,
            BAD,
            doc! { "schema_version": 1, "labels": "poison" },
        ),
        stored(MINE, 15, BAD, doc! { "schema_version": 2, "labels": "a,b" }),
        stored(
            OTHER,
            21,
            GOOD,
            doc! { "schema_version": 1, "labels": "SECRET" },
        ),
    ]
}

pub(crate) fn current() -> Document {
    doc! { "schema_version": 3, "labels": ["a", "b"], "label_count": 2_i64 }
}

/// All that version 3 has, and a field that a later version might have added.
fn future() -> Document {
    let mut document = current();
    document.extend(doc! { "schema_version": 4, "owner": "somebody" });
    document
}

/// The collection as it is stored, and as one tenant sees it.
pub(crate) struct World {
    _test: TestDatabase,
    pub(crate) database: Database,
    pub(crate) bare: Stored<Document>,
    pub(crate) cards: ScopedCollection<Card>,
}

impl World {
    pub(crate) async fn with(documents: Vec<Document>) -> Self {
        let test = TestDatabase::create().await.unwrap();
        let database = test.database();
        let images =
            doc! { "create": "cards", "changeStreamPreAndPostImages": { "enabled": true } };
        database.run_command(images).await.unwrap();
        let bare: Stored<Document> = database.collection("cards");
        bare.insert_many(documents).await.unwrap();
        let cards = TenantScope::new(&database, MINE).collection();
        Self {
            _test: test,
            database,
            bare,
            cards,
        }
    }

    pub(crate) async fn version(&self, number: u8) -> Option<i32> {
        let found = self.bare.find_one(doc! { "_id": id(number) }).await;
        let found = found.unwrap().unwrap();
        found.get_i32("schema_version").ok()
    }
}

pub(crate) fn card(number: u8) -> Card {
    let document = stored(
        MINE,
        number,
        if number < 10 { GOOD } else { BAD },
        current(),
    );
    bson::deserialize_from_document(document).unwrap()
}

pub(crate) fn good() -> Vec<Card> {
    (1..=4).map(card).collect()
}

/// Why the document of this number could not be read, which the error has to name.
fn why<V: std::fmt::Debug>(outcome: Result<V>, number: u8) -> ReadError {
    match outcome {
        Err(error @ AccessError::Unreadable { .. }) => {
            assert!(error.to_string().contains(&id(number).to_hex()), "{error}");
            let AccessError::Unreadable {
                id: named, source, ..
            } = error
            else {
                unreachable!()
            };
            assert_eq!(named.as_deref(), Some(&Bson::from(id(number))));
            source
        }
        other => panic!("{number}: {other:?}"),
    }
}

#[track_caller]
pub(crate) fn refused<V: std::fmt::Debug>(outcome: Result<V>, number: u8) {
    let source = why(outcome, number);
    let by_name = match number {
        11 => matches!(&source, ReadError::UnknownVersion { version, .. } if version == "0"),
        12 => matches!(
            source,
            ReadError::FutureVersion {
                version: 4,
                current: 3,
                ..
            }
        ),
        14 => matches!(
            source,
            ReadError::Refused {
                type_name: "CardV2",
                ..
            }
        ),
        15 => matches!(
            source,
            ReadError::Malformed {
                type_name: "CardV2",
                ..
            }
        ),
        _ => false,
    };
    assert!(by_name, "{number}: {source}");
}

pub(crate) const REFUSED: [u8; 4] = [11, 12, 14, 15];
