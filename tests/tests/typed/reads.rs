//! Every typed read upgrades documents of older versions, and refuses what it does not know.

use std::time::Duration;

use bson::doc;
use futures::{StreamExt, TryStreamExt};
use schema_core::driver::{AccessError, Result, Update};

use crate::cards::{
    BAD, Card, GOOD, MINE, OTHER, Position, REFUSED, World, card, current, documents, good, id,
    refused, stored,
};

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
    let mut moved = card(1);
    moved.position = 60;
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
