//! What an application does in a day: joins, bulks, streams, upserts.

use std::time::Duration;

use bson::{Document, doc, oid::ObjectId};
use futures::{StreamExt, TryStreamExt};
use mongo_schema_tests::samples;
use schema_core::driver::{TenantScope, Update, Write};
use schema_xtask::dev_server::testing::TestDatabase;
use tracker::{Comment, Task};

async fn scope() -> (TestDatabase, TenantScope<ObjectId>) {
    let database = TestDatabase::create().await.expect("a server");
    let scope = TenantScope::new(&database.database(), ObjectId::new());
    (database, scope)
}

#[tokio::test]
async fn a_join_finds_the_tenants_documents() {
    let (_database, scope) = scope().await;
    let (tasks, comments) = (scope.collection::<Task>(), scope.collection::<Comment>());
    let task = samples::task(*scope.tenant_id());
    let comment = Comment {
        task_id: task.id,
        ..samples::comment(*scope.tenant_id())
    };
    tasks.insert_one(&task).await.expect("inserted");
    comments.insert_one(&comment).await.expect("inserted");
    let join = doc! { "$lookup": {
        "from": "comments", "localField": "_id", "foreignField": "taskId", "as": "comments",
    } };
    let board = tasks.query().board(task.project_id).limit(5);
    let found = board
        .aggregate([join])
        .joins::<Comment>()
        .await
        .expect("found");
    let found: Vec<Document> = found.try_collect().await.expect("read");
    assert_eq!(found.len(), 1);
    let joined = found[0].get_array("comments").expect("comments");
    let id = joined[0]
        .as_document()
        .and_then(|it| it.get_object_id("_id").ok());
    assert_eq!(id, Some(comment.id));
}

#[tokio::test]
async fn a_bulk_does_each_of_its_writes() {
    let (_database, scope) = scope().await;
    let tasks = scope.collection::<Task>();
    let all: Vec<Task> = (0..4).map(|_| samples::task(*scope.tenant_id())).collect();
    tasks.insert_many(&all[1..]).await.expect("inserted");
    let mut replaced = all[2].clone();
    replaced.title = "Replaced".into();
    let titled = Update::<Task>::with(|u, f| u.set(f.title(), "Updated"));
    let writes = [
        Write::insert(&all[0]),
        Write::update(all[1].id, titled),
        Write::replace(all[2].id, &replaced),
        Write::delete(all[3].id),
    ];
    let done = tasks.bulk_write(writes).unordered().await.expect("written");
    assert_eq!(
        (done.inserted_count, done.modified_count, done.deleted_count),
        (1, 2, 1)
    );
    let mut found = tasks
        .find_many(all.iter().map(|it| it.id))
        .await
        .expect("found");
    found.sort_by_key(|it| it.id);
    let titles: Vec<&str> = found.iter().map(|it| it.title.as_str()).collect();
    assert_eq!(titles, [&*all[0].title, "Updated", "Replaced"]);
}

#[tokio::test]
async fn an_upsert_makes_a_document_of_the_tenant() {
    let (database, scope) = scope().await;
    let tasks = scope.collection::<Task>();
    let id = ObjectId::new();
    let titled = Update::<Task>::with(|u, f| u.set(f.title(), "New"));
    tasks
        .update_one(id, titled)
        .upsert()
        .await
        .expect("upserted");
    let bare = database.database().collection::<Document>("tasks");
    let made = bare
        .find_one(doc! { "_id": id })
        .await
        .expect("read")
        .expect("there");
    assert_eq!(
        made.get_object_id("tenantId").ok(),
        Some(*scope.tenant_id())
    );
    assert_eq!(tasks.count().await.expect("counted"), 1);
}

#[tokio::test]
async fn a_stream_tells_of_the_tenants_own_documents() {
    let (database, scope) = scope().await;
    database
        .database()
        .create_collection("tasks")
        .await
        .expect("created");
    let tasks = scope.collection::<Task>();
    let mut stream = tasks.watch().await.expect("a stream");
    let theirs = TenantScope::new(&database.database(), ObjectId::new());
    let alien = samples::task(*theirs.tenant_id());
    theirs
        .collection::<Task>()
        .insert_one(&alien)
        .await
        .expect("inserted");
    let own = samples::task(*scope.tenant_id());
    tasks.insert_one(&own).await.expect("inserted");
    let told = tokio::time::timeout(Duration::from_secs(20), stream.next()).await;
    let event = told
        .expect("an event in time")
        .expect("an event")
        .expect("readable");
    assert_eq!(event.full_document.map(|it| it.id), Some(own.id));
}
