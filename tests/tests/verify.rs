//! What an application's start tells of a database, on a running server.

use bson::{Document, doc};
use mongo_schema_tests::recorded::Recorded;
use mongodb::Database;
use schema_core::DatabaseSchema;
use schema_core::verify::{Found, VerifyError, ensure, verify};
use schema_xtask::dev_server::testing::TestDatabase;
use tracker::Tracker;

async fn run(database: &Database, command: Document) {
    let told = command.to_string();
    let done = database.run_command(command).await;
    done.unwrap_or_else(|error| panic!("{told}: {error}"));
}

/// The database as it is declared.
async fn create(database: &Database) {
    for collection in Tracker::declared().collections {
        let mut command = doc! { "create": &collection.name };
        command.extend(collection.options);
        run(database, command).await;
        if !collection.indexes.is_empty() {
            let command = doc! { "createIndexes": &collection.name, "indexes": collection.indexes };
            run(database, command).await;
        }
    }
}

async fn told(database: &Database) -> Vec<String> {
    let differences = verify::<Tracker>(database).await.expect("a listing");
    differences.iter().map(ToString::to_string).collect()
}

#[tokio::test]
async fn a_database_is_told_to_be_as_declared_or_how_it_differs() {
    let database = TestDatabase::create().await.expect("a server");
    let database = database.database();
    create(&database).await;
    assert_eq!(told(&database).await, Vec::<String>::new());
    ensure::<Tracker>(&database).await.expect("as declared");

    // What is not declared is no difference.
    run(&database, doc! { "create": "others" }).await;
    let foreign = doc! { "key": { "title": 1 }, "name": "by_hand" };
    run(
        &database,
        doc! { "createIndexes": "tasks", "indexes": [foreign] },
    )
    .await;
    assert_eq!(told(&database).await, Vec::<String>::new());

    run(&database, doc! { "drop": "users" }).await;
    run(&database, doc! { "drop": "comments" }).await;
    run(
        &database,
        doc! { "create": "comments", "viewOn": "tasks", "pipeline": [] },
    )
    .await;
    run(
        &database,
        doc! { "collMod": "projects", "validationAction": "warn" },
    )
    .await;
    run(
        &database,
        doc! { "dropIndexes": "tasks", "index": "tenantId_1_labels_1_createdAt_-1" },
    )
    .await;
    let expiry = doc! { "keyPattern": { "at": 1 }, "expireAfterSeconds": 60 };
    run(&database, doc! { "collMod": "activity", "index": expiry }).await;
    assert_eq!(
        told(&database).await,
        [
            "collection `users` does not exist",
            "`validationAction` of `projects` is \"warn\" on the server, \"error\" declared",
            "index `tenantId_1_labels_1_createdAt_-1` on { \"tenantId\": 1, \"labels\": 1, \"createdAt\": -1 } of `tasks` does not exist",
            "`comments` is a view",
            "`expireAfterSeconds` of index `at_1` of `activity` is 60 on the server, 15552000 declared",
        ]
    );
    let refused = ensure::<Tracker>(&database).await.expect_err("differences");
    let VerifyError::NotAsDeclared { differences, .. } = &refused else {
        panic!("{refused}");
    };
    assert_eq!(differences[0].found, Found::NoCollection);
    assert!(refused.to_string().contains("run `cargo xtask plan`"));
}

/// CASES 23: an application's start builds nothing, whatever is missing.
#[tokio::test]
async fn verifying_only_reads() {
    let database = TestDatabase::create().await.expect("a server");
    let (client, sent) = Recorded::client(database.uri()).await.expect("a client");
    let seen = client.database(database.name());
    assert_eq!(told(&seen).await.len(), 7, "nothing is there");
    run(&database.database(), doc! { "create": "tasks" }).await;
    ensure::<Tracker>(&seen).await.expect_err("much is missing");
    let names = database.database().list_collection_names().await;
    assert_eq!(names.expect("names"), ["tasks"], "nothing is made");
    let reading = [
        "hello",
        "listCollections",
        "listIndexes",
        "aggregate",
        "find",
    ];
    let sent = sent.taken();
    let sent: Vec<&String> = sent.iter().filter_map(|it| it.keys().next()).collect();
    assert!(sent.iter().any(|it| *it == "listIndexes"), "{sent:?}");
    assert!(
        sent.iter().all(|it| reading.contains(&it.as_str())),
        "{sent:?}"
    );
}
