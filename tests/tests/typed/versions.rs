//! Documents of older shapes through the typed access.

use bson::{DateTime, Document, doc, oid::ObjectId};
use futures::TryStreamExt;
use mongodb::Collection;
use schema_core::driver::{ScopedCollection, TenantScope};
use schema_xtask::dev_server::testing::TestDatabase;
use tracker::{Priority, Status, Task, TaskV1};

fn old(tenant_id: ObjectId) -> TaskV1 {
    TaskV1 {
        id: ObjectId::new(),
        tenant_id,
        schema_version: 1,
        project_id: ObjectId::from_bytes([2; 12]),
        title: "an old task".to_owned(),
        description: None,
        status: Status::Todo,
        priority: Priority::Normal,
        position: 1,
        labels: "bug,ui".to_owned(),
        assignee: None,
        comment_count: 0,
        due_at: None,
        created_at: DateTime::from_millis(0),
    }
}

#[tokio::test]
async fn old_documents_are_read_as_current_ones_and_written_back_unless_somebody_was_faster() {
    let test = TestDatabase::create().await.unwrap();
    let database = test.database();
    let stored: Collection<Document> = database.collection("tasks");
    let (mine, other) = (ObjectId::new(), ObjectId::new());
    let (task, foreign) = (old(mine), old(other));
    let raw = stored.clone_with_type::<TaskV1>();
    raw.insert_many([&task, &foreign]).await.unwrap();
    let tasks: ScopedCollection<Task> = TenantScope::new(&database, mine).collection();

    let found = tasks
        .query()
        .board(task.project_id)
        .versioned()
        .await
        .unwrap();
    let found: Vec<_> = found.try_collect().await.unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].stored_version, found[0].value.schema_version),
        (1, 2)
    );
    assert_eq!(found[0].value.labels, ["bug", "ui"]);
    let one = tasks.find_versioned(task.id).await.unwrap().unwrap();
    assert_eq!(one.value, found[0].value);
    assert!(tasks.find_versioned(foreign.id).await.unwrap().is_none());

    assert!(
        !tasks.write_back(foreign.id).await.unwrap(),
        "another tenant's"
    );
    assert!(tasks.write_back(task.id).await.unwrap());
    assert!(
        !tasks.write_back(task.id).await.unwrap(),
        "it is current already"
    );
    assert_eq!(tasks.find_one(task.id).await.unwrap().unwrap(), one.value);
    let untouched = stored
        .find_one(doc! { "_id": foreign.id })
        .await
        .unwrap()
        .unwrap();
    assert_eq!(untouched.get_i32("schemaVersion").unwrap(), 1);

    let newer = doc! { "$set": { "schemaVersion": 3 } };
    stored
        .update_one(doc! { "_id": task.id }, newer)
        .await
        .unwrap();
    let refused = tasks.find_versioned(task.id).await.unwrap_err();
    assert!(
        refused.to_string().contains("newer than `Task`"),
        "{refused}"
    );
}
