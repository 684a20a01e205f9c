//! How much a collection holds, and what all looks have in common.

use bson::{Bson, Document, doc};

use super::findings::Size;
use crate::connect::Server;
use crate::error::Result;

/// The server's own numbers, over all shards.
pub(super) async fn look(server: &Server, collection: &str) -> Result<Size> {
    let pipeline = [doc! { "$collStats": { "storageStats": {} } }];
    let shards = aggregate(server, collection, &pipeline, None).await?;
    let mut size = Size::default();
    for stats in shards
        .iter()
        .filter_map(|shard| shard.get_document("storageStats").ok())
    {
        size.documents += whole(stats.get("count"));
        size.storage += whole(stats.get("storageSize"));
    }
    Ok(size)
}

/// Runs an aggregation, on disk where memory does not suffice.
pub(super) async fn aggregate(
    server: &Server,
    collection: &str,
    pipeline: &[Document],
    collation: Option<Document>,
) -> Result<Vec<Document>> {
    let mut command = doc! {
        "aggregate": collection, "pipeline": pipeline, "cursor": {}, "allowDiskUse": true,
    };
    if let Some(collation) = collation {
        command.insert("collation", collation);
    }
    server.listing(command).await
}

/// A number of documents or bytes, of whatever type the server sends it.
pub(crate) fn whole(value: Option<&Bson>) -> i64 {
    match value {
        Some(Bson::Int32(number)) => (*number).into(),
        Some(Bson::Int64(number)) => *number,
        Some(Bson::Double(number)) => *number as i64,
        _ => 0,
    }
}
