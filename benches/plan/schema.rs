//! What is declared and lives on the server.

use bson::{Document, doc};
use futures::{StreamExt, TryStreamExt, stream};
use mongodb::Database;
use schema_core::declared::{DeclaredCollection, DeclaredDatabase};

use super::PARALLEL;

/// How many indexes a collection has beside `_id_`.
pub(crate) const INDEXES: usize = 10;

/// So many collections with a validator and ten indexes.
pub(crate) fn declared(count: usize) -> DeclaredDatabase {
    DeclaredDatabase {
        name: super::DATABASE.into(),
        collections: (0..count).map(collection).collect(),
        ..DeclaredDatabase::default()
    }
}

fn collection(number: usize) -> DeclaredCollection {
    let properties: Document = (0..20)
        .map(|field| {
            (
                format!("field{field}"),
                doc! { "bsonType": ["int", "long"], "minimum": 0 }.into(),
            )
        })
        .collect();
    let schema =
        doc! { "bsonType": "object", "required": ["_id", "tenantId"], "properties": properties };
    DeclaredCollection {
        name: format!("c{number}"),
        type_name: format!("C{number}"),
        options: doc! {
            "validator": { "$jsonSchema": schema },
            "validationLevel": "strict",
            "validationAction": "error",
        },
        indexes: (0..INDEXES).map(index).collect(),
        ..DeclaredCollection::default()
    }
}

fn index(number: usize) -> Document {
    let field = format!("field{number}");
    let mut spec = doc! {
        "key": { "tenantId": 1, &field: -1 },
        "name": format!("tenantId_1_{field}_-1"),
    };
    if number == 0 {
        spec.insert("partialFilterExpression", doc! { field: { "$gt": 0 } });
    }
    spec
}

/// Creates all of it.
pub(crate) async fn fill(
    database: &Database,
    declared: &DeclaredDatabase,
) -> mongodb::error::Result<()> {
    let creations = declared.collections.iter().map(|it| create(database, it));
    stream::iter(creations)
        .buffer_unordered(PARALLEL)
        .try_collect()
        .await
}

async fn create(database: &Database, declared: &DeclaredCollection) -> mongodb::error::Result<()> {
    let mut create = doc! { "create": &declared.name };
    create.extend(declared.options.clone());
    database.run_command(create).await?;
    let indexes = doc! { "createIndexes": &declared.name, "indexes": declared.indexes.clone() };
    database.run_command(indexes).await?;
    Ok(())
}
