//! What a server tells of a refused document, through the driver.

use bson::{Bson, Document, doc, oid::ObjectId};
use mongo_schema_tests::{declared, samples};
use mongodb::Collection;
use schema_core::evaluate::{Broken, Validate};
use schema_core::{CollectionSchema, DatabaseSchema};
use schema_xtask::dev_server::testing::TestDatabase;
use tracker::{Task, Tracker};

/// Path, keyword, wanted and found; sorted, as the server's order is its own.
fn listed(broken: &[Broken]) -> Vec<String> {
    let mut listed: Vec<String> = broken
        .iter()
        .map(|it| format!("{} {} {} {:?}", it.path, it.keyword, it.wanted, it.found))
        .collect();
    listed.sort();
    listed
}

fn broken_tasks() -> Vec<Document> {
    let breaks: [fn(&mut Document); 10] = [
        |task| drop(task.insert("title", "")),
        |task| drop(task.insert("title", "a".repeat(201))),
        |task| drop(task.insert("status", "nowhere")),
        |task| drop(task.insert("position", "first")),
        |task| drop(task.remove("createdAt")),
        |task| drop(task.insert("odd", 1)),
        |task| drop(task.insert("labels", vec!["a", "a"])),
        |task| {
            drop(task.insert(
                "labels",
                Bson::Array((0..21).map(|n| n.to_string().into()).collect()),
            ));
        },
        |task| drop(task.insert("assignee", doc! { "id": 1, "name": "" })),
        |task| {
            task.insert("commentCount", -1);
            task.insert("labels", vec![""]);
            task.remove("title");
        },
    ];
    let task = || bson::serialize_to_document(&samples::task(ObjectId::new())).unwrap();
    let broken = breaks.iter().map(|break_it| {
        let mut task = task();
        break_it(&mut task);
        task
    });
    broken.collect()
}

#[tokio::test]
async fn the_drivers_error_is_what_the_evaluator_tells() {
    let test = TestDatabase::create().await.unwrap();
    declared::create(&test.database(), &Tracker::declared())
        .await
        .unwrap();
    let tasks: Collection<Document> = test.database().collection(Task::NAME);
    for task in broken_tasks() {
        let error = tasks.insert_one(&task).await.unwrap_err();
        let told = Broken::of_error(&error);
        let expected = Task::validate_raw(&task.to_vec().unwrap()).unwrap_err();
        assert_eq!(listed(&told[&0]), listed(expected.broken()), "{task}");
    }
}

#[tokio::test]
async fn of_many_each_is_told_by_its_position() {
    let test = TestDatabase::create().await.unwrap();
    declared::create(&test.database(), &Tracker::declared())
        .await
        .unwrap();
    let tasks: Collection<Document> = test.database().collection(Task::NAME);
    let error = tasks
        .insert_many(broken_tasks())
        .ordered(false)
        .await
        .unwrap_err();
    assert!(Broken::of_error(&error).keys().copied().eq(0..10));
    let valid = bson::serialize_to_document(&samples::task(ObjectId::new())).unwrap();
    let change = doc! { "$set": { "status": "nowhere" } };
    tasks.insert_one(&valid).await.unwrap();
    let error = tasks
        .find_one_and_update(doc! {}, change)
        .await
        .unwrap_err();
    let told = Broken::of_error(&error);
    assert_eq!(
        (&*told[&0][0].path, &*told[&0][0].keyword),
        ("status", "enum")
    );
    let duplicate = tasks.insert_one(&valid).await.unwrap_err();
    assert!(Broken::of_error(&duplicate).is_empty());
}

#[test]
fn a_valid_value_is_valid() {
    samples::task(ObjectId::new()).validate().unwrap();
    let mut task = samples::task(ObjectId::new());
    task.title = String::new();
    let error = task.validate().unwrap_err();
    assert_eq!(
        error.to_string(),
        "a document of `tasks` would be refused: `title` has 0 characters; at least 1 are allowed"
    );
}
