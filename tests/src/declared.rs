//! A database as it is declared, made by bare driver calls.

use bson::{Document, doc};
use mongodb::{Database, error::Result};
use schema_core::declared::DeclaredDatabase;

/// Creates every collection with its validator and its indexes.
pub async fn create(database: &Database, declared: &DeclaredDatabase) -> Result<()> {
    for collection in &declared.collections {
        let mut create = doc! { "create": &collection.name };
        create.extend(collection.options.clone());
        database.run_command(create).await?;
        if !collection.indexes.is_empty() {
            create_indexes(database, &collection.name, &collection.indexes).await?;
        }
    }
    Ok(())
}

async fn create_indexes(database: &Database, collection: &str, indexes: &[Document]) -> Result<()> {
    let command = doc! { "createIndexes": collection, "indexes": indexes.to_vec() };
    database.run_command(command).await.map(drop)
}
