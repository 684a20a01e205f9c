//! The shard keys of a cluster's collections.

use std::collections::BTreeMap;

use bson::Document;
use schema_core::verify::listing::{find_shard_keys, shard_key};

use crate::connect::Server;
use crate::error::{Error, Result};
use crate::live::Topology;

/// Shard keys by the collections' names, of one collection or of all.
///
/// Read from `config.collections` through `mongos` (manual, "Config Database"); nothing where the
/// user may not read it, and on what is no cluster.
pub(super) async fn keys(
    server: &Server,
    collection: Option<&str>,
) -> Result<BTreeMap<String, Document>> {
    if server.facts().await?.topology != Topology::Sharded {
        return Ok(BTreeMap::new());
    }
    let command = find_shard_keys(server.name(), collection);
    match server.listing_in("config", command).await {
        Ok(listed) => Ok(listed
            .into_iter()
            .filter_map(|it| shard_key(it, server.name()))
            .collect()),
        Err(Error::NotPermitted { .. } | Error::NotFound { .. }) => Ok(BTreeMap::new()),
        Err(error) => Err(error),
    }
}
