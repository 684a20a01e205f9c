//! A history as it happens to a real database.

use bson::{Bson, Document, doc};
use futures::TryStreamExt;
use mongodb::Database;
use proptest::sample::Index;

use crate::drawn::Deed;

/// Does what the deed says, as far as there is something to do it to and the server lets it happen.
pub(crate) async fn done(database: &Database, deed: &Deed) {
    let names = collections(database).await;
    match deed {
        Deed::AddedCollection(number) => {
            let name = format!("foreign_{number}");
            insert(database, &name, &[doc! { "x": 1 }, doc! { "x": 1 }]).await;
            build(
                database,
                &name,
                &doc! { "key": { "x": 1 }, "name": "theirs" },
                "theirs",
            )
            .await;
        }
        _ if names.is_empty() => {}
        Deed::BuiltIndex(one, spec) => {
            build(database, one.get::<String>(&names), spec, "hand_made").await;
        }
        Deed::RebuiltIndex(one, two, spec) => {
            if let Some((collection, index)) = pick(database, &names, one, two).await {
                drop_index(database, &collection, &index).await;
                build(database, &collection, spec, &index).await;
            }
        }
        Deed::DroppedIndex(one, two) => {
            if let Some((collection, index)) = pick(database, &names, one, two).await {
                drop_index(database, &collection, &index).await;
            }
        }
        Deed::HidIndex(one, two, on) => {
            modify(database, &names, one, two, doc! { "hidden": on }).await;
        }
        Deed::PreparedIndex(one, two) => {
            modify(database, &names, one, two, doc! { "prepareUnique": true }).await;
        }
        Deed::LoosenedValidator(one, state) => {
            let mut command = doc! { "collMod": one.get::<String>(&names) };
            match state {
                None => command.insert("validator", doc! {}),
                Some((level, action)) => {
                    command.insert("validationLevel", *level);
                    command.insert("validationAction", *action)
                }
            };
            tried(database, command).await;
        }
        Deed::WroteDocuments(one, documents) => {
            insert(database, one.get::<String>(&names), documents).await;
        }
    }
}

/// The names of all collections but the tool's own and those that nobody declared.
async fn collections(database: &Database) -> Vec<String> {
    let mut names = database.list_collection_names().await.expect("a listing");
    names.retain(|name| !name.starts_with("_schema.") && !name.starts_with("foreign_"));
    names.sort();
    names
}

async fn pick(
    database: &Database,
    names: &[String],
    one: &Index,
    two: &Index,
) -> Option<(String, String)> {
    let collection = one.get::<String>(names);
    let mut indexes: Vec<String> = listed(database, collection)
        .await
        .iter()
        .map(|spec| spec.get_str("name").expect("a name").to_owned())
        .filter(|name| name != "_id_")
        .collect();
    indexes.sort();
    (!indexes.is_empty()).then(|| (collection.clone(), two.get::<String>(&indexes).clone()))
}

/// The specifications of a collection's indexes.
pub(crate) async fn listed(database: &Database, collection: &str) -> Vec<Document> {
    let listed = database
        .run_cursor_command(doc! { "listIndexes": collection })
        .await
        .expect("a listing");
    let mut listed: Vec<Document> = listed.try_collect().await.expect("a listing");
    listed.sort_by_key(|spec| spec.get_str("name").map(str::to_owned).unwrap_or_default());
    listed
}

async fn build(database: &Database, collection: &str, spec: &Document, name: &str) {
    let mut spec = spec.clone();
    spec.insert("name", name);
    tried(
        database,
        doc! { "createIndexes": collection, "indexes": [spec] },
    )
    .await;
}

async fn drop_index(database: &Database, collection: &str, index: &str) {
    tried(database, doc! { "dropIndexes": collection, "index": index }).await;
}

async fn modify(
    database: &Database,
    names: &[String],
    one: &Index,
    two: &Index,
    setting: Document,
) {
    let Some((collection, index)) = pick(database, names, one, two).await else {
        return;
    };
    let mut change = doc! { "name": index };
    change.extend(setting);
    tried(database, doc! { "collMod": collection, "index": change }).await;
}

/// Past validators: they were not always there.
async fn insert(database: &Database, collection: &str, documents: &[Document]) {
    let documents: Vec<Bson> = documents.iter().cloned().map(Bson::from).collect();
    let command = doc! {
        "insert": collection, "documents": documents, "ordered": false,
        "bypassDocumentValidation": true,
    };
    tried(database, command).await;
}

/// What the server refuses did not happen.
async fn tried(database: &Database, command: Document) {
    let _ = database.run_command(command).await;
}
