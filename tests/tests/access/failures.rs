//! What goes wrong, and what the errors tell.

use bson::{Document, doc, oid::ObjectId};
use mongo_schema_tests::{declared, samples};
use schema_core::{
    DatabaseSchema,
    driver::{AccessError, TenantScope, Update},
};
use schema_xtask::dev_server::testing::{TestDatabase, ThrowAway};
use tracker::{Task, Tracker, User};

async fn tracker() -> (TestDatabase, TenantScope<ObjectId>) {
    let database = TestDatabase::create().await.expect("a server");
    let created = declared::create(&database.database(), &Tracker::declared()).await;
    created.expect("the tracker's collections");
    let scope = TenantScope::new(&database.database(), ObjectId::new());
    (database, scope)
}

#[tokio::test]
async fn a_key_that_is_taken_is_named() {
    let (_database, scope) = tracker().await;
    let users = scope.collection::<User>();
    let ada = samples::user(*scope.tenant_id());
    users.insert_one(&ada).await.expect("inserted");
    let twin = User {
        id: ObjectId::new(),
        ..ada.clone()
    };
    let other = User {
        email: "eve@acme.example".into(),
        id: ObjectId::new(),
        ..ada.clone()
    };
    users.insert_one(&other).await.expect("inserted");
    let update = || Update::<User>::operators(doc! { "$set": { "email": &ada.email } });
    let outcomes = [
        users.insert_one(&twin).await.map(|_| ()),
        users.insert_many([&twin]).await.map(|_| ()),
        users.update_one(other.id, update()).await,
        users
            .find_one_and_update(other.id, update())
            .await
            .map(|_| ()),
        users
            .bulk_write([schema_core::driver::Write::insert(&twin)])
            .await
            .map(|_| ()),
    ];
    for outcome in outcomes {
        match outcome {
            Err(AccessError::DuplicateKey { index, .. }) => assert_eq!(index, "tenantId_1_email_1"),
            other => panic!("{other:?}"),
        }
    }
    match users.update_one(other.id, update()).await {
        Err(AccessError::DuplicateKey { key: Some(key), .. }) => {
            assert_eq!(key.get_str("email").ok(), Some(&*ada.email));
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn what_the_validator_says_is_at_hand() {
    let (_database, scope) = tracker().await;
    let tasks = scope.collection::<Task>();
    let mut task = samples::task(*scope.tenant_id());
    tasks.insert_one(&task).await.expect("inserted");
    task.title = String::new();
    let update = Update::<Task>::operators(doc! { "$set": { "title": "" } });
    let outcomes = [
        tasks
            .insert_one(Task {
                id: ObjectId::new(),
                ..task.clone()
            })
            .await
            .map(|_| ()),
        tasks.replace_one(task.id, &task).await,
        tasks.update_one(task.id, update.clone()).await,
        tasks.find_one_and_update(task.id, update).await.map(|_| ()),
    ];
    for outcome in outcomes {
        let error = outcome.expect_err("refused");
        let said = error.to_string();
        match error {
            AccessError::Invalid {
                details: Some(details),
                ..
            } => {
                assert!(details.contains_key("failingDocumentId"), "{details}");
                assert!(
                    said.contains("which breaks `minLength` of `title`;"),
                    "{said}"
                );
            }
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn what_matches_nothing_is_told() {
    let (_database, scope) = tracker().await;
    let tasks = scope.collection::<Task>();
    let task = samples::task(*scope.tenant_id());
    let update = || Update::<Task>::operators(doc! { "$set": { "position": 1_i64 } });
    let outcomes = [
        tasks.replace_one(task.id, &task).await,
        tasks.update_one(task.id, update()).await,
        tasks
            .query()
            .with_status(task.id, task.status)
            .update_one(update())
            .await
            .map(|_| ()),
    ];
    for outcome in outcomes {
        assert!(matches!(
            outcome,
            Err(AccessError::NotMatched {
                collection: "tasks"
            })
        ));
    }
    assert!(!tasks.delete_one(task.id).await.expect("asked"));
    let none = tasks
        .find_one_and_update(task.id, update())
        .await
        .expect("asked");
    assert_eq!(none, None);
}

/// A server of the test's own, as a fail point is the whole server's.
async fn own_server() -> (ThrowAway, mongodb::Client, TenantScope<ObjectId>) {
    let server = ThrowAway::start().await.expect("a server");
    let client = mongodb::Client::with_uri_str(server.uri()).await;
    let client = client.expect("a client");
    let scope = TenantScope::new(&client.database("unknown"), ObjectId::new());
    (server, client, scope)
}

#[tokio::test]
async fn a_write_concern_that_is_not_met_leaves_the_outcome_unknown() {
    let (_server, client, scope) = own_server().await;
    let users = scope.collection::<User>();
    let user = samples::user(*scope.tenant_id());
    let failed = doc! { "code": 64, "codeName": "WriteConcernFailed", "errmsg": "timed out" };
    fail(
        &client,
        doc! { "failCommands": ["insert"], "writeConcernError": failed },
    )
    .await;
    let outcome = users.insert_one(&user).await;
    assert!(
        matches!(outcome, Err(AccessError::OutcomeUnknown { .. })),
        "{outcome:?}"
    );
    assert_eq!(
        users.find_one(user.id).await.expect("read"),
        Some(user.clone())
    );
    fail(
        &client,
        doc! { "failCommands": ["delete"], "closeConnection": true },
    )
    .await;
    let outcome = users.delete_one(user.id).await;
    assert!(
        matches!(outcome, Err(AccessError::OutcomeUnknown { .. })),
        "{outcome:?}"
    );
}

/// A router that lost the primary does not know what it wrote.
#[tokio::test]
async fn a_write_that_fails_again_when_it_is_repeated_leaves_the_outcome_unknown() {
    let (_server, client, scope) = own_server().await;
    let users = scope.collection::<User>();
    let user = samples::user(*scope.tenant_id());
    let failures = doc! {
        "failCommands": ["insert", "update", "findAndModify"],
        "errorCode": 262, "errorLabels": ["RetryableWriteError"],
    };
    let update = || Update::<User>::operators(doc! { "$set": { "email": "x@y.example" } });
    fail(&client, failures.clone()).await;
    let inserted = users.insert_one(&user).await.map(|_| ());
    fail(&client, failures.clone()).await;
    let many = users.insert_many([&user]).await.map(|_| ());
    fail(&client, failures.clone()).await;
    let updated = users.update_one(user.id, update()).await;
    fail(&client, failures).await;
    let found = users
        .find_one_and_update(user.id, update())
        .await
        .map(|_| ());
    for outcome in [inserted, many, updated, found] {
        assert!(
            matches!(outcome, Err(AccessError::OutcomeUnknown { .. })),
            "{outcome:?}"
        );
    }
}

/// Twice, as the driver tries once again.
async fn fail(client: &mongodb::Client, data: Document) {
    let command =
        doc! { "configureFailPoint": "failCommand", "mode": { "times": 2 }, "data": data };
    let set = client.database("admin").run_command(command).await;
    set.expect("a fail point");
}
