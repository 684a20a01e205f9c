//! The shard keys of a cluster's collections.

use std::collections::BTreeMap;

use bson::{Bson, Document, doc};

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
    let prefix = format!("{}.", server.name());
    let names: Bson = match collection {
        Some(name) => format!("{prefix}{name}").into(),
        // `/` follows `.`, so these are the names that begin with the prefix.
        None => doc! { "$gte": &prefix, "$lt": format!("{}/", server.name()) }.into(),
    };
    let command = doc! {
        "find": "collections", "filter": { "_id": names, "dropped": { "$ne": true } },
        "projection": { "key": 1 },
    };
    match server.listing_in("config", command).await {
        Ok(listed) => Ok(listed
            .into_iter()
            .filter_map(|it| key(it, &prefix))
            .collect()),
        Err(Error::NotPermitted { .. } | Error::NotFound { .. }) => Ok(BTreeMap::new()),
        Err(error) => Err(error),
    }
}

fn key(mut listed: Document, prefix: &str) -> Option<(String, Document)> {
    let name = listed.get_str("_id").ok()?.strip_prefix(prefix)?.to_owned();
    match listed.remove("key") {
        Some(Bson::Document(key)) => Some((name, key)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_of_the_configuration_is_read() {
        let listed = doc! { "_id": "app.tasks", "key": { "tenantId": 1, "_id": 1 } };
        let expected = ("tasks".to_owned(), doc! { "tenantId": 1, "_id": 1 });
        assert_eq!(key(listed.clone(), "app."), Some(expected));
        assert_eq!(key(listed, "other."), None);
        assert_eq!(key(doc! { "_id": "app.gone" }, "app."), None);
    }
}
