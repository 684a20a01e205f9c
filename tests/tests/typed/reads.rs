//! Every typed read upgrades documents of older versions, and refuses what it does not know.

use std::time::Duration;

use bson::{Bson, Document, doc, oid::ObjectId};
use futures::{StreamExt, TryStreamExt};
use mongodb::{Collection as Stored, Database};
use schema_core::{
    Collection, Upgrade,
    driver::{AccessError, Result, ScopedCollection, TenantScope, Update},
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
struct Card {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant: ObjectId,
    schema_version: i32,
    board: i32,
    position: i64,
    #[field(max_items = 20, items(max_length = 100))]
    labels: Vec<String>,
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
struct Position {
    position: i64,
}

const MINE: ObjectId = ObjectId::from_bytes([0xa; 12]);
const OTHER: ObjectId = ObjectId::from_bytes([0xb; 12]);

/// The board of documents that can be read: of version 1, 2 and 3, and of none.
const GOOD: i32 = 1;
/// The board of documents that cannot, and one between them that can.
const BAD: i32 = 2;

fn id(number: u8) -> ObjectId {
    ObjectId::from_bytes([number; 12])
}

fn stored(tenant: ObjectId, number: u8, board: i32, more: Document) -> Document {
    let mut document = doc! {
        "_id": id(number), "tenant": tenant, "board": board, "position": i64::from(number),
    };
    document.extend(more);
    document
}

/// Documents 1 to 4 are good and 11 to 15 bad, but for 13; 21 is another tenant's.
fn documents() -> Vec<Document> {
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

fn current() -> Document {
    doc! { "schema_version": 3, "labels": ["a", "b"], "label_count": 2_i64 }
}

/// All that version 3 has, and a field that a later version might have added.
fn future() -> Document {
    let mut document = current();
    document.extend(doc! { "schema_version": 4, "owner": "somebody" });
    document
}

/// The collection as it is stored, and as one tenant sees it.
struct World {
    _test: TestDatabase,
    database: Database,
    bare: Stored<Document>,
    cards: ScopedCollection<Card>,
}

impl World {
    async fn with(documents: Vec<Document>) -> Self {
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

    async fn version(&self, number: u8) -> Option<i32> {
        let found = self.bare.find_one(doc! { "_id": id(number) }).await;
        let found = found.unwrap().unwrap();
        found.get_i32("schema_version").ok()
    }
}

fn card(number: u8) -> Card {
    let document = stored(
        MINE,
        number,
        if number < 10 { GOOD } else { BAD },
        current(),
    );
    bson::deserialize_from_document(document).unwrap()
}

fn good() -> Vec<Card> {
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
fn refused<V: std::fmt::Debug>(outcome: Result<V>, number: u8) {
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

const REFUSED: [u8; 4] = [11, 12, 14, 15];

#[tokio::test]
async fn a_document_of_any_known_version_is_read_by_its_id() {
    let world = World::with(documents()).await;
    let cards = &world.cards;
    let mut session = world.database.client().start_session().await.unwrap();
    for number in 1..=4 {
        assert_eq!(
            cards.find_one(id(number)).await.unwrap(),
            Some(card(number))
        );
        let found = cards.find_one(id(number)).session(&mut session).await;
        assert_eq!(found.unwrap(), Some(card(number)));
    }
    for number in REFUSED {
        refused(cards.find_one(id(number)).await, number);
        refused(
            cards.find_one(id(number)).session(&mut session).await,
            number,
        );
        refused(cards.find_many([id(1), id(number)]).await, number);
    }
    let many = [1, 2, 3, 4, 21].map(id);
    let mut found = cards.find_many(many).await.unwrap();
    found.sort_by_key(|card| card.position);
    assert_eq!(found, good());
    let mut found = cards.find_many(many).session(&mut session).await.unwrap();
    found.sort_by_key(|card| card.position);
    assert_eq!(found, good());
    assert_eq!(cards.find_one(id(21)).await.unwrap(), None);
    let versioned = cards.find_versioned(id(4)).await.unwrap().unwrap();
    assert_eq!((versioned.stored_version, versioned.value), (1, card(4)));
    assert_eq!(world.version(1).await, Some(1), "a read writes nothing");
}

#[tokio::test]
async fn a_query_yields_documents_of_every_known_version() {
    let world = World::with(documents()).await;
    let on_board = || world.cards.query().on_board(GOOD);
    let found: Vec<Card> = on_board().await.unwrap().try_collect().await.unwrap();
    assert_eq!(found, good());
    let mut found = on_board().batch_size(1).await.unwrap();
    let mut each = Vec::new();
    while found.advance().await.unwrap() {
        let version = found.current().get("schema_version").unwrap();
        each.push((version.is_some(), found.deserialize_current().unwrap()));
    }
    let versioned = [true, true, true, false];
    assert_eq!(each, versioned.into_iter().zip(good()).collect::<Vec<_>>());
    assert_eq!(on_board().first().await.unwrap(), Some(card(1)));
    let stored: Vec<_> = on_board()
        .cursor()
        .await
        .unwrap()
        .try_collect()
        .await
        .unwrap();
    assert_eq!(
        stored[0].get_str("labels").unwrap(),
        "a,b",
        "as it is stored"
    );
    let versions: Vec<_> = on_board()
        .versioned()
        .await
        .unwrap()
        .try_collect()
        .await
        .unwrap();
    let versions: Vec<u32> = versions.iter().map(|it| it.stored_version).collect();
    assert_eq!(versions, [1, 2, 3, 1]);
    let positions = world.cards.query().positions(BAD).as_type::<Position>();
    let positions: Vec<Position> = positions.await.unwrap().try_collect().await.unwrap();
    assert_eq!(
        positions.len(),
        5,
        "some fields of a document have no version"
    );
}

#[tokio::test]
async fn a_query_goes_on_behind_what_it_refuses() {
    let world = World::with(documents()).await;
    let on_board = || world.cards.query().on_board(BAD);
    let found: Vec<Result<Card>> = on_board().await.unwrap().collect().await;
    assert_eq!(found.len(), 5);
    for (number, read) in (11..).zip(found) {
        match number {
            13 => assert_eq!(read.unwrap(), card(13)),
            _ => refused(read, number),
        }
    }
    refused(on_board().first().await, 11);
    let mut found = on_board().skip(1).await.unwrap();
    assert!(found.advance().await.unwrap());
    refused(found.deserialize_current(), 12);
    assert!(found.advance().await.unwrap());
    assert_eq!(found.deserialize_current().unwrap(), card(13));
}

#[tokio::test]
async fn a_query_inside_of_a_session_reads_as_one_outside() {
    let world = World::with(documents()).await;
    let mut session = world.database.client().start_session().await.unwrap();
    let on_board = |board| world.cards.query().on_board(board);
    let mut found = on_board(GOOD).session(&mut session).await.unwrap();
    assert_eq!(found.next(&mut session).await.unwrap().unwrap(), card(1));
    assert!(found.advance(&mut session).await.unwrap());
    assert_eq!(found.deserialize_current().unwrap(), card(2));
    let rest: Vec<Card> = found.stream(&mut session).try_collect().await.unwrap();
    assert_eq!(rest, [card(3), card(4)]);
    let mut found = on_board(BAD).session(&mut session).await.unwrap();
    refused(found.next(&mut session).await.unwrap(), 11);
    refused(found.next(&mut session).await.unwrap(), 12);
    assert_eq!(found.next(&mut session).await.unwrap().unwrap(), card(13));
    let stored = on_board(GOOD).session(&mut session).cursor().await;
    let first = stored.unwrap().next(&mut session).await.unwrap().unwrap();
    assert_eq!(first.get_str("labels").unwrap(), "a,b");
}

#[tokio::test]
async fn a_page_holds_documents_of_every_known_version() {
    let world = World::with(documents()).await;
    let on_board = |board| world.cards.query().on_board(board);
    let first = on_board(GOOD).limit(3).page().await.unwrap();
    assert_eq!(first.items, good()[..3]);
    let last = on_board(GOOD)
        .after(first.next.unwrap())
        .page()
        .await
        .unwrap();
    assert_eq!(last.items, good()[3..]);
    assert!(last.next.is_none());
    refused(on_board(BAD).page().await, 11);
    let mut session = world.database.client().start_session().await.unwrap();
    let page = on_board(GOOD).page().session(&mut session).await.unwrap();
    assert_eq!(page.items, good());
}

fn to(position: i64) -> Update<Card> {
    Update::<Card>::with(|u, f| u.set(f.position(), position))
}

#[tokio::test]
async fn what_is_found_and_changed_comes_back_upgraded_before_and_after() {
    let world = World::with(documents()).await;
    let cards = &world.cards;
    let before = cards.find_one_and_update(id(1), to(50)).before().await;
    assert_eq!(before.unwrap(), Some(card(1)));
    let moved = Card {
        position: 60,
        ..card(1)
    };
    let after = cards.find_one_and_update(id(1), to(60)).await.unwrap();
    assert_eq!(after, Some(moved.clone()));
    assert_eq!(world.version(1).await, Some(1));
    let replaced = cards.find_one_and_replace(id(1), card(1)).before().await;
    assert_eq!(replaced.unwrap(), Some(moved));
    assert_eq!(world.version(1).await, Some(3));
    assert_eq!(
        cards.find_one_and_delete(id(2)).await.unwrap(),
        Some(card(2))
    );
    let first = cards.query().on_board(GOOD).find_one_and_delete().await;
    assert_eq!(first.unwrap(), Some(card(1)));
    assert_eq!(cards.find_one_and_delete(id(21)).await.unwrap(), None);
    for number in REFUSED {
        let outcome = cards.find_one_and_delete(id(number)).await;
        let written = matches!(outcome, Err(AccessError::Unreadable { written: true, .. }));
        assert!(written, "{outcome:?}");
        refused(outcome, number);
    }
    let left = world.bare.count_documents(doc! { "tenant": MINE }).await;
    assert_eq!(left.unwrap(), 3);
}

#[tokio::test]
async fn a_change_stream_tells_documents_of_every_known_version() {
    let world = World::with(vec![stored(OTHER, 30, GOOD, current())]).await;
    let mut changes = world.cards.watch().deletions().await.unwrap();
    world.bare.insert_many(documents()).await.unwrap();
    let mut next = async || {
        let next = tokio::time::timeout(Duration::from_secs(20), changes.next()).await;
        next.expect("an event in time").expect("an event")
    };
    for number in [1, 2, 3, 4, 11, 12, 13, 14, 15] {
        let told = next().await;
        if REFUSED.contains(&number) {
            refused(told, number);
        } else {
            assert_eq!(told.unwrap().full_document, Some(card(number)));
        }
    }
    let first = doc! { "_id": id(1) };
    let touch = doc! { "$set": { "touched": true } };
    world.bare.update_one(first.clone(), touch).await.unwrap();
    let updated = next().await.unwrap();
    assert_eq!(updated.full_document, Some(card(1)));
    world.bare.delete_one(first).await.unwrap();
    let deleted = next().await.unwrap();
    assert_eq!(deleted.full_document, None);
    assert_eq!(deleted.full_document_before_change, Some(card(1)));
    assert_eq!(deleted.document_key, Some(doc! { "_id": id(1) }));
    assert!(changes.resume_token().is_some());
}

#[tokio::test]
async fn a_read_writes_back_what_it_upgraded_where_it_is_asked_to() {
    let world = World::with(documents()).await;
    let cards = &world.cards;
    let mut session = world.database.client().start_session().await.unwrap();
    let inside = cards.find_one(id(1)).write_back().session(&mut session);
    assert_eq!(inside.await.unwrap(), Some(card(1)));
    assert_eq!(
        world.version(1).await,
        Some(1),
        "nothing inside of a session"
    );
    assert_eq!(
        cards.find_one(id(1)).write_back().await.unwrap(),
        Some(card(1))
    );
    assert_eq!(world.version(1).await, Some(3));
    refused(cards.find_one(id(12)).write_back().await, 12);
    assert_eq!(cards.find_one(id(21)).write_back().await.unwrap(), None);
    let both = cards.find_many([2, 3, 13, 21].map(id)).write_back();
    assert_eq!(both.await.unwrap().len(), 3);
    assert_eq!(
        (world.version(2).await, world.version(13).await),
        (Some(3), Some(3))
    );
    let page = cards.query().on_board(GOOD).page().write_back().await;
    assert_eq!(page.unwrap().items, good());
    let found = world.bare.find_one(doc! { "_id": id(4) }).await.unwrap();
    assert_eq!(found.unwrap(), stored_as_current(4));
    assert_eq!(world.version(12).await, Some(4));
    assert_eq!(world.version(21).await, Some(1), "another tenant's");
}

/// What becomes of a document without a version: its version comes last.
fn stored_as_current(number: u8) -> Document {
    let mut document = stored(MINE, number, GOOD, doc! { "labels": ["a", "b"] });
    document.extend(doc! { "label_count": 2_i64, "schema_version": 3 });
    document
}

#[tokio::test]
async fn a_write_back_that_fails_fails_no_read() {
    let world = World::with(documents()).await;
    let refuses = doc! { "collMod": "cards", "validator": { "schema_version": { "$ne": 3 } } };
    world.database.run_command(refuses).await.unwrap();
    let cards = &world.cards;
    assert!(cards.write_back(id(1)).await.is_err());
    assert_eq!(
        cards.find_one(id(1)).write_back().await.unwrap(),
        Some(card(1))
    );
    let many = cards.find_many([id(1), id(2)]).write_back().await.unwrap();
    assert_eq!(many.len(), 2);
    let page = cards.query().on_board(GOOD).page().write_back().await;
    assert_eq!(page.unwrap().items, good());
    assert_eq!(world.version(1).await, Some(1));
}

#[tokio::test]
async fn what_others_write_meanwhile_is_never_overwritten() {
    let old = doc! { "schema_version": 1, "labels": "a,b" };
    let documents = (1..=60)
        .map(|it| stored(MINE, it, GOOD, old.clone()))
        .collect();
    let world = World::with(documents).await;
    let mut written = 0;
    for number in 1..=60 {
        let still_old = doc! { "_id": id(number), "schema_version": 1 };
        let set = doc! { "$set": { "labels": "x,y" } };
        let other = async { world.bare.update_one(still_old, set).await };
        let read = async { world.cards.find_one(id(number)).write_back().await };
        let (other, read) = tokio::join!(other, read);
        assert!(read.unwrap().is_some());
        let now = world.cards.find_one(id(number)).await.unwrap().unwrap();
        let wrote = other.unwrap().matched_count == 1;
        assert_eq!(now.labels, if wrote { ["x", "y"] } else { ["a", "b"] });
        written += i32::from(wrote);
    }
    assert!(written > 0, "the other writer was never first");
}
