//! Where a page, a stream or an answer could tell more, less or something else than what is there.

use std::time::Duration;

use bson::{Bson, Document, doc, oid::ObjectId};
use futures::StreamExt;
use schema_core::{
    Collection, CollectionSchema, Embedded,
    driver::{AccessError, Find, PageKey, ReadAs, TenantScope},
};
use schema_xtask::dev_server::testing::TestDatabase;
use serde::{Deserialize, Serialize};

/// A value that different variants store as different types.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Embedded)]
#[serde(untagged)]
enum Mark {
    Number(f64),
    Word(#[field(max_length = 10)] String),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Collection)]
#[collection(name = "samples", tenant = tenant)]
#[index(keys(tenant, mark))]
#[index(keys(tenant, count))]
#[index(keys(tenant, id))]
#[query(name = "by_mark", sort(mark))]
#[query(name = "by_mark_down", sort(mark = -1))]
#[query(name = "by_count", sort(count))]
#[query(name = "latest", sort(id = -1))]
#[query(name = "within", sort(tenant, count))]
struct Sample {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant: ObjectId,
    mark: Option<Mark>,
    count: f64,
}

/// The documents of one tenant, by what is stored for `mark` and `count`.
async fn filled(stored: &[(Bson, Bson)]) -> (TestDatabase, TenantScope<ObjectId>) {
    let database = TestDatabase::create().await.expect("a server");
    let tenant = ObjectId::new();
    let collection = database.database().collection::<Document>(Sample::NAME);
    for (mark, count) in stored {
        for tenant in [tenant, ObjectId::new()] {
            let document = doc! {
                "_id": ObjectId::new(), "tenant": tenant, "mark": mark.clone(), "count": count.clone(),
            };
            collection.insert_one(document).await.expect("inserted");
        }
    }
    let scope = TenantScope::new(&database.database(), tenant);
    (database, scope)
}

/// The ids of all documents, page by page.
async fn paged<T>(size: u32, query: impl Fn() -> Find<T>, id: fn(&T) -> ObjectId) -> Vec<ObjectId>
where
    T: ReadAs<Item = T>,
{
    let mut ids = Vec::new();
    let mut next: Option<PageKey> = None;
    loop {
        let page = query().limit(size);
        let page = match next {
            Some(key) => page.after(key).page().await,
            None => page.page().await,
        };
        let page = page.expect("a page");
        ids.extend(page.items.iter().map(id));
        assert!(ids.len() < 100, "pages of {size} repeat");
        match page.next {
            Some(key) => next = Some(key),
            None => return ids,
        }
    }
}

fn each_once(ids: &[ObjectId], expected: usize, what: &str) {
    let different: std::collections::BTreeSet<_> = ids.iter().collect();
    assert_eq!((ids.len(), different.len()), (expected, expected), "{what}");
}

#[tokio::test]
async fn pages_pass_over_no_type_and_no_nan() {
    let stored: Vec<(Bson, Bson)> = [
        Bson::Null,
        1.0.into(),
        "a".into(),
        f64::NAN.into(),
        2.5.into(),
        "b".into(),
        f64::NAN.into(),
        f64::NEG_INFINITY.into(),
        Bson::Null,
    ]
    .into_iter()
    .map(|mark| (mark, 1.0.into()))
    .collect();
    let (_database, scope) = filled(&stored).await;
    let samples = scope.collection::<Sample>();
    for size in [1, 2, 4] {
        let up = paged(size, || samples.query().by_mark(), |it| it.id).await;
        each_once(&up, stored.len(), &format!("up by {size}"));
        let down = paged(size, || samples.query().by_mark_down(), |it| it.id).await;
        each_once(&down, stored.len(), &format!("down by {size}"));
    }
}

#[tokio::test]
async fn equal_numbers_of_different_types_come_once() {
    let stored: Vec<(Bson, Bson)> = [
        1.into(),
        1_i64.into(),
        1.0.into(),
        0.0.into(),
        (-0.0).into(),
    ]
    .into_iter()
    .map(|count| (Bson::Null, count))
    .collect();
    let (_database, scope) = filled(&stored).await;
    let samples = scope.collection::<Sample>();
    for size in [1, 2, 3] {
        let ids = paged(size, || samples.query().by_count(), |it| it.id).await;
        each_once(&ids, stored.len(), &format!("by {size}"));
        let ids = paged(size, || samples.query().within(), |it| it.id).await;
        each_once(&ids, stored.len(), &format!("within the tenant by {size}"));
    }
}

/// Nothing comes behind null in descending order; the tenant stays in what is asked for.
#[tokio::test]
async fn a_made_up_key_behind_which_nothing_comes_keeps_the_tenant() {
    let (_database, scope) = filled(&[(Bson::Null, 1.0.into())]).await;
    let key = doc! { "values": [Bson::Null], "seen": [] };
    let key: PageKey = bson::deserialize_from_document(key).expect("a key");
    let find = || {
        let samples = scope.collection::<Sample>();
        samples.query().latest().after(key.clone())
    };
    let filter = find().command().expect("a command");
    let filter = filter.get_document("filter").expect("a filter").to_string();
    assert!(filter.contains("tenant"), "{filter}");
    assert_eq!(find().page().await.expect("a page").items, []);
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Collection)]
#[collection(name = "names", tenant = tenant, collation(locale = "en", strength = 2))]
#[index(keys(tenant, name))]
#[query(name = "by_name", sort(name))]
struct Named {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant: ObjectId,
    #[field(max_length = 20)]
    name: String,
}

#[tokio::test]
async fn strings_that_a_collation_takes_for_equal_come_once() {
    let database = TestDatabase::create().await.expect("a server");
    let create = doc! { "create": Named::NAME, "collation": { "locale": "en", "strength": 2 } };
    let created = database.database().run_command(create).await;
    created.expect("a collection");
    let tenant = ObjectId::new();
    let names = ["ada", "Ada", "ADA", "aDa", "bob", "Bob", "eve"];
    let all = names.map(|name| Named {
        id: ObjectId::new(),
        tenant,
        name: name.into(),
    });
    let scope = TenantScope::new(&database.database(), tenant);
    let handle = scope.collection::<Named>();
    handle.insert_many(&all).await.expect("inserted");
    for size in [1, 2, 3, 5] {
        let ids = paged(size, || handle.query().by_name(), |it| it.id).await;
        each_once(&ids, names.len(), &format!("by {size}"));
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Collection)]
#[collection(name = "letters", tenant = tenant)]
#[index(keys(tenant))]
struct Letter {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant: ObjectId,
    #[field(max_length = 100)]
    text: String,
}

/// An `_id` is free again when its document is deleted. Who takes it sees no change of the document
/// that was there before, which a token of earlier leads back to.
#[tokio::test]
async fn a_stream_does_not_tell_what_was_written_under_an_id_before() {
    let database = TestDatabase::create().await.expect("a server");
    let [mine, other] = [(); 2].map(|()| TenantScope::new(&database.database(), ObjectId::new()));
    let (own, theirs) = (mine.collection::<Letter>(), other.collection::<Letter>());
    let letter = |scope: &TenantScope<ObjectId>, id, text: &str| Letter {
        id,
        tenant: *scope.tenant_id(),
        text: text.into(),
    };
    let id = ObjectId::new();
    let mut stream = own.watch().await.expect("a stream");
    own.insert_one(letter(&mine, ObjectId::new(), "first"))
        .await
        .expect("inserted");
    let token = stream.next().await.expect("an event").expect("an event").id;
    theirs
        .insert_one(letter(&other, id, "theirs"))
        .await
        .expect("inserted");
    let secret = doc! { "$set": { "text": "SECRET" } };
    let update = schema_core::driver::Update::operators(secret);
    theirs.update_one(id, update).await.expect("updated");
    assert!(theirs.delete_one(id).await.expect("deleted"));
    own.insert_one(letter(&mine, id, "mine"))
        .await
        .expect("inserted");
    let mut stream = own.watch().resume_after(token).await.expect("a stream");
    let mut told = Vec::new();
    while let Ok(Some(event)) =
        tokio::time::timeout(Duration::from_millis(500), stream.next()).await
    {
        told.push(format!("{:?}", event.expect("an event")));
    }
    assert!(!told.is_empty());
    assert!(!told.join("\n").contains("SECRET"), "{told:#?}");
}

/// What was deleted and then cannot be read is no write that was not sent.
#[tokio::test]
async fn a_change_whose_document_cannot_be_read_is_told_as_done() {
    let database = TestDatabase::create().await.expect("a server");
    let scope = TenantScope::new(&database.database(), ObjectId::new());
    let letters = scope.collection::<Letter>();
    let id = ObjectId::new();
    let strange = doc! { "_id": id, "tenant": *scope.tenant_id(), "text": 5 };
    let bare = database.database().collection::<Document>(Letter::NAME);
    bare.insert_one(strange).await.expect("inserted");
    let outcome = letters.find_one_and_delete(id).await;
    assert_eq!(bare.count_documents(doc! {}).await.expect("counted"), 0);
    match outcome {
        Err(AccessError::Unreadable { .. }) => {}
        other => panic!("{other:?}"),
    }
}
