//! Generated documents: of the tracker and of a schema of everything, on a running server.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use bson::{Bson, DateTime, Document, doc};
use futures::TryStreamExt;
use mongo_schema_tests::declared;
use schema_core::DatabaseSchema;
use schema_core::declared::DeclaredDatabase;
use schema_xtask::connect::{Manner, Server};
use schema_xtask::dev_server::testing::TestDatabase;
use schema_xtask::seed::{self, Asked, Request, World};
use tracker::Tracker;

#[path = "seed/everything.rs"]
mod everything;

const DAY: i64 = 86_400_000;

fn today() -> i64 {
    let now = DateTime::now().timestamp_millis();
    now - now.rem_euclid(DAY)
}

fn request(declared: &DeclaredDatabase, seed: u64, asked: &Asked) -> Request {
    let needed = seed::needed(declared).unwrap();
    let (counts, tenants) = seed::counts(declared, &needed, asked);
    Request {
        seed,
        day: today(),
        tenants,
        counts,
        ..Request::default()
    }
}

fn total(documents: u64) -> Asked {
    Asked {
        total: Some(documents),
        ..Asked::default()
    }
}

fn world(declared: &DeclaredDatabase, seed: u64, asked: &Asked) -> World {
    World::new(declared, &request(declared, seed, asked))
        .unwrap()
        .0
}

/// All documents, by collection.
fn documents(world: &World) -> BTreeMap<String, Vec<Document>> {
    let counts = world.counts().into_iter();
    counts
        .map(|(name, count)| {
            let at = world.position(name).unwrap();
            let all = (0..count).map(|number| world.document(at, number));
            (name.to_owned(), all.collect())
        })
        .collect()
}

async fn fill(test: &TestDatabase, declared: &DeclaredDatabase, world: World) {
    declared::create(&test.database(), declared).await.unwrap();
    let manner = Manner {
        max_time: None,
        parallel: 3,
    };
    let server = Server::connect(test.uri(), test.name(), manner)
        .await
        .unwrap();
    let world = Arc::new(world);
    seed::fill(&server, &world, &|_| {}).await.unwrap();
    for (name, count) in world.counts() {
        let there = test.database().collection::<Document>(name);
        assert_eq!(
            there.count_documents(doc! {}).await.unwrap(),
            count,
            "{name}"
        );
    }
}

#[tokio::test]
async fn the_server_takes_every_document_of_the_tracker() {
    let declared = Tracker::declared();
    for seed in [1, 2, 3] {
        let test = TestDatabase::create().await.unwrap();
        fill(&test, &declared, world(&declared, seed, &total(4_000))).await;
    }
}

#[tokio::test]
async fn the_server_takes_every_document_of_a_schema_of_everything() {
    let declared = everything::Everything::declared();
    for seed in [1, 2] {
        let test = TestDatabase::create().await.unwrap();
        fill(&test, &declared, world(&declared, seed, &total(3_000))).await;
    }
}

#[test]
fn a_seed_makes_the_same_documents_again_and_another_one_others() {
    let declared = Tracker::declared();
    let bytes = |seed| {
        let all = documents(&world(&declared, seed, &total(500)));
        let all = all.into_values().flatten();
        all.map(|document| bson::serialize_to_vec(&document).unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!(bytes(7), bytes(7));
    let one: HashSet<Vec<u8>> = bytes(7).into_iter().collect();
    assert!(bytes(8).iter().all(|document| !one.contains(document)));
}

/// The values at a stored path, those of all items of arrays.
fn at<'a>(value: &'a Bson, path: &[&str]) -> Vec<&'a Bson> {
    match (value, path) {
        (Bson::Array(items), _) => items.iter().flat_map(|item| at(item, path)).collect(),
        (value, []) => vec![value],
        (Bson::Document(document), [first, rest @ ..]) => document
            .get(first)
            .map_or_else(Vec::new, |value| at(value, rest)),
        _ => Vec::new(),
    }
}

/// Every reference is to a document that is made, of the same tenant.
fn assert_references(
    declared: &DeclaredDatabase,
    all: &BTreeMap<String, Vec<Document>>,
    tenant: &str,
) {
    let tenants: HashMap<&str, HashMap<String, Option<&Bson>>> = all
        .iter()
        .map(|(name, documents)| {
            let of = |document: &'_ Document| document.get("_id").unwrap().to_string();
            let each = documents.iter().map(|it| (of(it), it.get(tenant)));
            (name.as_str(), each.collect())
        })
        .collect();
    for collection in &declared.collections {
        for reference in &collection.references {
            let path: Vec<&str> = reference.path.split('.').collect();
            for document in &all[&collection.name] {
                let whole = Bson::Document(document.clone());
                for id in at(&whole, &path) {
                    if *id == Bson::Null {
                        continue;
                    }
                    let found = tenants[reference.collection.as_str()].get(&id.to_string());
                    let found = found.unwrap_or_else(|| panic!("{}: {document}", reference.path));
                    if let (Some(theirs), Some(own)) = (found, document.get(tenant)) {
                        assert_eq!(*theirs, own, "{}: {document}", reference.path);
                    }
                }
            }
        }
    }
}

#[test]
fn references_lead_to_documents_of_the_same_tenant() {
    let declared = Tracker::declared();
    let all = documents(&world(&declared, 5, &total(3_000)));
    assert_references(&declared, &all, "tenantId");
    // Copies are what the document that they are copied from has.
    let users: HashMap<String, &str> = all["users"]
        .iter()
        .map(|user| {
            (
                user.get("_id").unwrap().to_string(),
                user.get_str("name").unwrap(),
            )
        })
        .collect();
    for comment in &all["comments"] {
        let author = comment.get_document("author").unwrap();
        let name = users[&author.get("_id").or(author.get("id")).unwrap().to_string()];
        assert_eq!(author.get_str("name").unwrap(), name);
    }
}

#[test]
fn tenants_are_uneven_and_most_documents_are_at_the_leaves() {
    let declared = Tracker::declared();
    let all = documents(&world(&declared, 5, &total(10_000)));
    let count = |name: &str| all[name].len();
    assert_eq!(all.values().map(Vec::len).sum::<usize>(), 10_000);
    assert!(count("tenants") < count("users"));
    assert!(count("users") < count("tasks"));
    assert!(count("tasks") + count("comments") > 7_500);
    let mut sizes: HashMap<String, usize> = HashMap::new();
    for task in &all["tasks"] {
        *sizes
            .entry(task.get("tenantId").unwrap().to_string())
            .or_default() += 1;
    }
    assert_eq!(sizes.len(), count("tenants"), "each has some");
    let (most, least) = (sizes.values().max().unwrap(), sizes.values().min().unwrap());
    assert!(most > &(least * 3), "{most} {least}");
}

#[test]
fn dates_are_in_order_and_nothing_expires_at_once() {
    let declared = Tracker::declared();
    let all = documents(&world(&declared, 5, &total(5_000)));
    let date = |document: &Document, name: &str| document.get_datetime(name).ok().copied();
    for task in &all["tasks"] {
        let created = date(task, "createdAt").unwrap();
        assert!(date(task, "dueAt").is_none_or(|due| due >= created));
    }
    for comment in &all["comments"] {
        let created = date(comment, "createdAt").unwrap();
        assert!(date(comment, "editedAt").is_none_or(|edited| edited >= created));
    }
    let tomorrow = today() + DAY;
    for invitation in &all["invitations"] {
        let expires = date(invitation, "expiresAt").unwrap();
        assert!(expires >= date(invitation, "createdAt").unwrap());
        assert!(expires.timestamp_millis() > tomorrow);
    }
    for event in &all["activity"] {
        let at = date(event, "at").unwrap().timestamp_millis();
        assert!(at + 180 * DAY > tomorrow && at <= today());
    }
    let created: HashMap<String, DateTime> = all["tasks"]
        .iter()
        .map(|task| {
            (
                task.get("_id").unwrap().to_string(),
                date(task, "createdAt").unwrap(),
            )
        })
        .collect();
    for comment in &all["comments"] {
        let task = created[&comment.get("taskId").unwrap().to_string()];
        assert!(
            date(comment, "createdAt").unwrap() >= task,
            "a comment on a task that is there"
        );
    }
}

#[test]
fn a_named_collection_brings_along_what_it_needs() {
    let declared = Tracker::declared();
    let asked = Asked {
        named: [("tasks".to_owned(), 700)].into(),
        ..Asked::default()
    };
    let counts: BTreeMap<String, u64> = request(&declared, 1, &asked).counts;
    assert_eq!(counts["tasks"], 700);
    assert!(counts["projects"] > 0 && counts["tenants"] > 0);
    assert_eq!(counts["comments"], 0);
}

#[test]
fn what_must_be_referred_to_and_is_not_there_is_said() {
    let declared = Tracker::declared();
    let asked = Asked {
        total: Some(100),
        only: vec!["comments".into()],
        ..Asked::default()
    };
    let error = World::new(&declared, &request(&declared, 1, &asked)).unwrap_err();
    let told = error.to_string();
    assert!(told.contains("tenants") || told.contains("tasks"), "{told}");
    assert!(told.contains("--only"), "{told}");
}

#[tokio::test]
async fn documents_that_are_there_are_referred_to() {
    let declared = Tracker::declared();
    let test = TestDatabase::create().await.unwrap();
    let first = Asked {
        named: [("tasks".to_owned(), 300), ("users".to_owned(), 40)].into(),
        ..Asked::default()
    };
    fill(&test, &declared, world(&declared, 1, &first)).await;
    let asked = Asked {
        total: Some(500),
        only: vec!["comments".into()],
        ..Asked::default()
    };
    let mut request = request(&declared, 2, &asked);
    let manner = Manner {
        max_time: None,
        parallel: 3,
    };
    let server = Server::connect(test.uri(), test.name(), manner)
        .await
        .unwrap();
    request.there = seed::there(&server, &declared, &request.counts)
        .await
        .unwrap();
    let (world, _) = World::new(&declared, &request).unwrap();
    seed::fill(&server, &Arc::new(world), &|_| {})
        .await
        .unwrap();
    let tasks: Vec<Document> = test
        .database()
        .collection("tasks")
        .find(doc! {})
        .await
        .unwrap()
        .try_collect()
        .await
        .unwrap();
    let tenants: HashMap<String, &Bson> = tasks
        .iter()
        .map(|task| {
            (
                task.get("_id").unwrap().to_string(),
                task.get("tenantId").unwrap(),
            )
        })
        .collect();
    let comments: Vec<Document> = test
        .database()
        .collection("comments")
        .find(doc! {})
        .await
        .unwrap()
        .try_collect()
        .await
        .unwrap();
    assert_eq!(comments.len(), 500);
    for comment in &comments {
        let task = comment.get("taskId").unwrap().to_string();
        assert_eq!(tenants[&task], comment.get("tenantId").unwrap());
    }
}
