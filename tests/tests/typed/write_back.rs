//! What a read upgraded, stored as the current version.

use bson::{Document, doc};

use crate::cards::{GOOD, MINE, World, card, documents, good, id, refused, stored};

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
