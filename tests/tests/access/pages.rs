//! Pages by key: every document once, whatever its neighbours are.

use bson::{DateTime, Document, doc, oid::ObjectId};
use schema_core::{
    Collection, CollectionSchema,
    driver::{AccessError, Find, PageKey, Refusal, ScopedCollection, TenantScope},
};
use schema_xtask::dev_server::testing::TestDatabase;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Serialize, Deserialize, Collection)]
#[collection(name = "events", tenant = tenant)]
#[index(keys(tenant, kind, at = -1, rank))]
#[index(keys(tenant, at, id))]
#[query(name = "newest", eq(kind), sort(at = -1, rank))]
#[query(name = "oldest", eq(kind), sort(at, rank = -1))]
#[query(name = "in_order", sort(at, id))]
#[query(name = "unsorted", eq(kind))]
struct Event {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant: ObjectId,
    #[field(max_length = 10)]
    kind: String,
    at: Option<DateTime>,
    rank: i32,
}

/// Documents with equal values of the sort, without a value, and another tenant's among them.
async fn filled() -> (TestDatabase, ScopedCollection<Event>) {
    let database = TestDatabase::create().await.expect("a server");
    let tenant = ObjectId::new();
    let mut events = Vec::new();
    for number in 0..40 {
        let at = (number % 5 != 0).then(|| DateTime::from_millis(i64::from(number % 4) * 1000));
        for tenant in [tenant, ObjectId::new()] {
            let (id, kind, rank) = (ObjectId::new(), "a".to_owned(), number % 3);
            events.push(Event {
                id,
                tenant,
                kind,
                at,
                rank,
            });
        }
    }
    let collection = database.database().collection::<Event>(Event::NAME);
    collection.insert_many(&events).await.expect("inserted");
    let declared = schema_core::render::collection(Event::MODEL);
    let build = doc! { "createIndexes": Event::NAME, "indexes": declared.indexes };
    database
        .database()
        .run_command(build)
        .await
        .expect("indexes");
    let scope = TenantScope::new(&database.database(), tenant);
    let handle = scope.collection();
    (database, handle)
}

/// All documents, page by page.
async fn paged(size: u32, query: impl Fn() -> Find<Event>) -> Vec<Event> {
    let mut all = Vec::new();
    let mut next: Option<PageKey> = None;
    loop {
        let page = query().limit(size);
        let page = match next {
            Some(key) => page.after(key).page().await,
            None => page.page().await,
        };
        let page = page.expect("a page");
        all.extend(page.items);
        match page.next {
            // What a client was handed comes back the same.
            Some(key) => {
                let key = bson::serialize_to_bson(&key).expect("written");
                next = Some(bson::deserialize_from_bson(key).expect("read"));
            }
            None => return all,
        }
    }
}

#[tokio::test]
async fn each_document_comes_once_and_in_order() {
    let (_database, events) = filled().await;
    for size in [1, 3, 7, 40, 41, 100] {
        let newest = paged(size, || events.query().newest("a")).await;
        let keys: Vec<_> = newest
            .iter()
            .map(|it| (std::cmp::Reverse(it.at), it.rank))
            .collect();
        assert_sorted_and_complete(&keys, &newest, size);
        let oldest = paged(size, || events.query().oldest("a")).await;
        let keys: Vec<_> = oldest
            .iter()
            .map(|it| (it.at, std::cmp::Reverse(it.rank)))
            .collect();
        assert_sorted_and_complete(&keys, &oldest, size);
        let in_order = paged(size, || events.query().in_order()).await;
        let keys: Vec<_> = in_order.iter().map(|it| (it.at, it.id)).collect();
        assert_sorted_and_complete(&keys, &in_order, size);
    }
}

fn assert_sorted_and_complete<K: Ord>(keys: &[K], events: &[Event], size: u32) {
    assert!(keys.is_sorted(), "pages of {size}");
    let ids: std::collections::BTreeSet<_> = events.iter().map(|it| it.id).collect();
    assert_eq!((ids.len(), events.len()), (40, 40), "pages of {size}");
}

/// Each of the filters behind a key by itself, as the server merges them only where each comes in order.
/// The development server sorts their union; MongoDB merges it.
#[tokio::test]
async fn each_part_of_a_later_page_is_served_in_order_by_the_same_index() {
    let (database, events) = filled().await;
    let first = events
        .query()
        .newest("a")
        .limit(10)
        .page()
        .await
        .expect("a page");
    let second = events.query().newest("a").after(first.next.expect("a key"));
    let mut find = second.command().expect("a command");
    let filter = find.get_document("filter").expect("a filter").clone();
    let parts = filter.get_array("$or").expect("parts");
    assert_eq!(parts.len(), 4, "{filter}");
    for part in parts {
        find.insert("filter", part.clone());
        let explain = doc! { "explain": find.clone(), "verbosity": "queryPlanner" };
        let explained = database
            .database()
            .run_command(explain)
            .await
            .expect("explained");
        let planner = explained.get_document("queryPlanner").expect("a planner");
        let plan = planner
            .get_document("winningPlan")
            .expect("a plan")
            .to_string();
        assert!(
            plan.contains("tenant_1_kind_1_at_-1_rank_1"),
            "{part} {plan}"
        );
        assert!(!plan.contains("\"SORT\""), "{part} {plan}");
    }
}

#[tokio::test]
async fn keys_of_other_queries_and_unsorted_ones_are_refused() {
    let (_database, events) = filled().await;
    let unsorted = events.query().unsorted("a").page().await.map(|_| ());
    assert!(refused(unsorted).contains("is not sorted"));
    let key: Document = doc! { "values": [1], "seen": [] };
    let key: PageKey = bson::deserialize_from_document(key).expect("a key");
    let other = events
        .query()
        .newest("a")
        .after(key)
        .page()
        .await
        .map(|_| ());
    assert!(refused(other).contains("from another query"));
}

fn refused(outcome: Result<(), AccessError>) -> String {
    match outcome {
        Err(AccessError::Refused {
            refusal: refusal @ Refusal::NotPaged(..),
            ..
        }) => refusal.to_string(),
        other => panic!("{other:?}"),
    }
}
