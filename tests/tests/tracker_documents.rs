//! The tracker's validators on a running server: valid values are accepted by each of the driver's
//! writers, and a document that breaks one rule is refused, by that rule.

use bson::{Bson, Document, doc, oid::ObjectId};
use mongo_schema_tests::{declared, samples};
use mongodb::{Collection, Database, error::ErrorKind, error::WriteFailure};
use schema_core::{CollectionSchema, DatabaseSchema};
use schema_xtask::dev_server::testing::TestDatabase;
use serde::{Serialize, de::DeserializeOwned};
use tracker::{Task, Tracker};

const VALIDATION_FAILURE: i32 = 121;
const DUPLICATE_KEY: i32 = 11000;

async fn tracker() -> TestDatabase {
    let test = TestDatabase::create().await.unwrap();
    declared::create(&test.database(), &Tracker::declared())
        .await
        .unwrap();
    test
}

/// Writes two values of a collection by all writers of the driver.
async fn write<T>(test: &TestDatabase, make: impl Fn() -> T)
where
    T: CollectionSchema + Serialize + DeserializeOwned + Send + Sync + PartialEq + std::fmt::Debug,
{
    let collection: Collection<T> = test.database().collection(T::NAME);
    let value = make();
    let id = bson::serialize_to_document(&value)
        .unwrap()
        .get("_id")
        .cloned()
        .unwrap();
    collection.insert_one(&value).await.unwrap();
    collection
        .replace_one(doc! { "_id": &id }, &value)
        .await
        .unwrap();
    assert_eq!(
        collection.find_one(doc! { "_id": &id }).await.unwrap(),
        Some(value)
    );
    collection.delete_one(doc! { "_id": &id }).await.unwrap();

    collection.insert_many([make()]).await.unwrap();
    collection.delete_many(doc! {}).await.unwrap();

    let (first, second) = (make(), make());
    let filter = doc! { "_id": bson::serialize_to_document(&first).unwrap().get("_id") };
    let models = [
        mongodb::options::WriteModel::from(collection.insert_one_model(&first).unwrap()),
        collection.replace_one_model(filter, &first).unwrap().into(),
    ];
    test.client().bulk_write(models).await.unwrap();
    collection.delete_many(doc! {}).await.unwrap();
    collection.insert_one(second).await.unwrap();
}

#[tokio::test]
async fn valid_values_are_accepted_by_every_writer() {
    let test = tracker().await;
    let tenant = ObjectId::new();
    write(&test, samples::tenant).await;
    write(&test, || samples::user(tenant)).await;
    write(&test, || samples::project(tenant)).await;
    write(&test, || samples::task(tenant)).await;
    write(&test, || samples::comment(tenant)).await;
    write(&test, || samples::activity(tenant)).await;
    write(&test, || samples::invitation(tenant)).await;
}

/// A task as a document, with one thing broken.
fn broken_task(break_it: impl FnOnce(&mut Document)) -> Document {
    let mut task = bson::serialize_to_document(&samples::task(ObjectId::new())).unwrap();
    break_it(&mut task);
    task
}

/// The code of the error that refuses the document, and the rules that it breaks, if any.
async fn refusal(
    database: &Database,
    collection: &str,
    document: Document,
) -> Option<(i32, String)> {
    let error = database
        .collection::<Document>(collection)
        .insert_one(document)
        .await
        .err()?;
    match *error.kind {
        ErrorKind::Write(WriteFailure::WriteError(error)) => Some((
            error.code,
            error
                .details
                .map(|details| details.to_string())
                .unwrap_or_default(),
        )),
        other => panic!("not a write error: {other}"),
    }
}

#[tokio::test]
async fn a_broken_rule_is_refused_by_that_rule() {
    let test = tracker().await;
    let cases: Vec<(&str, Document)> = vec![
        (
            "maxLength",
            broken_task(|task| drop(task.insert("title", "x".repeat(201)))),
        ),
        (
            "minLength",
            broken_task(|task| drop(task.insert("title", ""))),
        ),
        (
            "enum",
            broken_task(|task| drop(task.insert("status", "someday"))),
        ),
        (
            "bsonType",
            broken_task(|task| drop(task.insert("dueAt", "2026-01-01"))),
        ),
        (
            "bsonType",
            broken_task(|task| drop(task.insert("projectId", ObjectId::new().to_hex()))),
        ),
        (
            "minimum",
            broken_task(|task| drop(task.insert("commentCount", -1))),
        ),
        (
            "maximum",
            broken_task(|task| drop(task.insert("commentCount", 1_i64 << 31))),
        ),
        (
            "maxItems",
            broken_task(|task| {
                drop(task.insert("labels", (0..21).map(|n| n.to_string()).collect::<Vec<_>>()));
            }),
        ),
        (
            "uniqueItems",
            broken_task(|task| drop(task.insert("labels", vec!["a", "a"]))),
        ),
        (
            "items",
            broken_task(|task| drop(task.insert("labels", vec!["x".repeat(41)]))),
        ),
        (
            "required",
            broken_task(|task| drop(task.remove("tenantId"))),
        ),
        (
            "required",
            broken_task(|task| drop(task.remove("schemaVersion"))),
        ),
        (
            "enum",
            broken_task(|task| drop(task.insert("schemaVersion", 1))),
        ),
        (
            "additionalProperties",
            broken_task(|task| drop(task.insert("colour", "red"))),
        ),
        (
            "additionalProperties",
            broken_task(|task| {
                task.insert(
                    "assignee",
                    doc! { "id": ObjectId::new(), "name": "Ada", "age": 36 },
                );
            }),
        ),
        (
            "required",
            broken_task(|task| drop(task.insert("assignee", doc! { "id": ObjectId::new() }))),
        ),
    ];
    for (keyword, document) in cases {
        let shown = document.to_string();
        let (code, details) = refusal(&test.database(), "tasks", document)
            .await
            .unwrap_or_else(|| panic!("accepted: {shown}"));
        assert_eq!(code, VALIDATION_FAILURE, "{shown}");
        assert!(
            details.contains(&format!("\"{keyword}\"")),
            "`{keyword}` does not refuse {shown}: {details}"
        );
    }
}

#[tokio::test]
async fn a_pattern_is_refused_by_the_pattern() {
    let test = tracker().await;
    let mut user = bson::serialize_to_document(&samples::user(ObjectId::new())).unwrap();
    user.insert("email", "Ada@acme.example");
    let (code, details) = refusal(&test.database(), "users", user).await.unwrap();
    assert_eq!(code, VALIDATION_FAILURE);
    assert!(details.contains("\"pattern\""), "{details}");
}

/// `$inc` makes a `long` of an `int`, and another driver writes 2 for 2.0.
#[tokio::test]
async fn numbers_of_other_widths_are_accepted() {
    let test = tracker().await;
    for count in [Bson::Int32(3), Bson::Int64(3)] {
        let task = broken_task(|task| drop(task.insert("commentCount", count)));
        assert_eq!(refusal(&test.database(), "tasks", task).await, None);
    }
}

#[tokio::test]
async fn null_is_accepted_exactly_where_serde_writes_it() {
    let test = tracker().await;
    for (field, accepted) in [
        ("description", true),
        ("assignee", true),
        ("dueAt", true),
        ("title", false),
        ("status", false),
    ] {
        let task = broken_task(|task| drop(task.insert(field, Bson::Null)));
        assert_eq!(
            refusal(&test.database(), "tasks", task).await.is_none(),
            accepted,
            "{field}"
        );
    }
}

#[tokio::test]
async fn uniqueness_is_per_tenant_and_while_pending() {
    let test = tracker().await;
    let invitations: Collection<tracker::Invitation> = test.database().collection("invitations");
    let tenant = ObjectId::new();
    invitations
        .insert_one(samples::invitation(tenant))
        .await
        .unwrap();
    invitations
        .insert_one(samples::invitation(ObjectId::new()))
        .await
        .unwrap();
    let revoked = tracker::Invitation {
        status: tracker::InvitationStatus::Revoked,
        ..samples::invitation(tenant)
    };
    invitations.insert_one(revoked).await.unwrap();
    let again = bson::serialize_to_document(&samples::invitation(tenant)).unwrap();
    let (code, _) = refusal(&test.database(), "invitations", again)
        .await
        .unwrap();
    assert_eq!(code, DUPLICATE_KEY);
}

#[tokio::test]
async fn an_email_is_one_users_in_each_tenant() {
    let test = tracker().await;
    let users: Collection<tracker::User> = test.database().collection("users");
    let tenant = ObjectId::new();
    users.insert_one(samples::user(tenant)).await.unwrap();
    let of_another_tenant = samples::user(ObjectId::new());
    users.insert_one(of_another_tenant).await.unwrap();
    let again = bson::serialize_to_document(&samples::user(tenant)).unwrap();
    let (code, _) = refusal(&test.database(), "users", again).await.unwrap();
    assert_eq!(code, DUPLICATE_KEY);
}

/// One schema, to refuse documents by and to find them by.
#[tokio::test]
async fn the_validator_is_a_filter() {
    let test = tracker().await;
    let declared = Tracker::declared();
    let tasks = declared.collections.iter().find(|it| it.name == Task::NAME);
    let validator = tasks.unwrap().options.get_document("validator").unwrap();
    let collection: Collection<Document> = test.database().collection(Task::NAME);
    let off = doc! { "collMod": Task::NAME, "validationLevel": "off" };
    test.database().run_command(off).await.unwrap();
    let documents = [
        broken_task(|task| drop(task.insert("mark", "closed"))),
        broken_task(|task| drop(task.insert("title", ""))),
        broken_task(|_| ()),
    ];
    let valid = documents[2].get_object_id("_id").unwrap();
    collection.insert_many(&documents).await.unwrap();
    let found = collection.find_one(validator.clone()).await.unwrap();
    assert_eq!(found.unwrap().get_object_id("_id").unwrap(), valid);
    let all_but_it = doc! { "$nor": [validator] };
    for (filter, expected) in [(validator.clone(), 1), (all_but_it, 2)] {
        let count = collection.count_documents(filter).await.unwrap();
        assert_eq!(count, expected);
    }
}

#[test]
fn the_declared_indexes_are_those_of_the_query_list() {
    let declared = Tracker::declared();
    let names: Vec<(&str, &str)> = declared
        .collections
        .iter()
        .flat_map(|collection| {
            collection
                .indexes
                .iter()
                .map(|index| (collection.name.as_str(), index.get_str("name").unwrap()))
        })
        .collect();
    assert_eq!(
        names,
        [
            ("users", "tenantId_1_email_1"),
            ("projects", "tenantId_1_name_1"),
            ("tasks", "tenantId_1_projectId_1_status_1_position_1"),
            ("tasks", "tenantId_1_assignee.id_1_status_1_dueAt_1"),
            ("tasks", "tenantId_1_projectId_1_priority_1_dueAt_1"),
            ("tasks", "tenantId_1_labels_1_createdAt_-1"),
            ("comments", "tenantId_1_taskId_1_createdAt_1__id_1"),
            ("activity", "tenantId_1_projectId_1_at_-1"),
            ("activity", "at_1"),
            ("invitations", "tenantId_1_email_1"),
            ("invitations", "expiresAt_1"),
        ]
    );
    assert_eq!(Task::NAME, "tasks");
}
