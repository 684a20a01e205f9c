//! The indexes of a collection, the finished ones and those that are still being built.
//!
//! `listIndexes` lists an index in the making like a finished one unless it is asked to tell them
//! apart.

use bson::{Document, doc};
use schema_core::verify::listing::{Indexes, WITH_BUILD_INFO, WITH_BUILD_UUIDS};

use crate::connect::Server;
use crate::error::{Error, Result};
use crate::live::{Facts, Make};

/// The commands under way that build indexes, on servers whose listings do not tell: one reply of
/// `$currentOp` for all collections. None on MongoDB's own, and where the user may not ask.
pub(super) async fn under_way(server: &Server) -> Result<Vec<Document>> {
    if server.facts().await?.make == Make::MongoDb {
        return Ok(Vec::new());
    }
    let matching = doc! {
        "command.createIndexes": { "$exists": true }, "command.$db": server.name(),
    };
    let pipeline = vec![
        doc! { "$currentOp": { "allUsers": true } },
        doc! { "$match": matching },
    ];
    let command = doc! { "aggregate": 1, "pipeline": pipeline, "cursor": {} };
    Ok(server.glimpse(command).await.unwrap_or_default())
}

/// The indexes of `collection`; none where it does not exist.
pub(super) async fn of(
    server: &Server,
    collection: &str,
    under_way: &[Document],
) -> Result<Option<Indexes>> {
    let mut command = doc! { "listIndexes": collection };
    if let Some(option) = option(server.facts().await?) {
        command.insert(option, true);
    }
    let mut listed = match server.listing(command).await {
        Ok(entries) => Indexes::of_entries(entries),
        Err(Error::NotFound { .. }) => return Ok(None),
        Err(error) => return Err(error),
    };
    let here = under_way.iter().filter(|it| is_about(it, collection));
    set_apart(&mut listed, here.flat_map(specifications));
    Ok(Some(listed))
}

/// What makes a server tell; other makes may refuse what they do not know.
fn option(facts: &Facts) -> Option<&'static str> {
    match facts.make {
        Make::MongoDb if facts.version >= (6, 0, 0) => Some(WITH_BUILD_INFO),
        Make::MongoDb => Some(WITH_BUILD_UUIDS),
        Make::Other(_) => None,
    }
}

fn is_about(operation: &Document, collection: &str) -> bool {
    let command = operation.get_document("command");
    let name = command.and_then(|command| command.get_str("createIndexes"));
    name.is_ok_and(|name| name == collection)
}

/// What a `createIndexes` under way asks for.
fn specifications(operation: &Document) -> Vec<Document> {
    let command = operation.get_document("command");
    let indexes = command.and_then(|command| command.get_array("indexes"));
    let indexes = indexes.map(Vec::as_slice).unwrap_or_default();
    indexes
        .iter()
        .filter_map(|it| it.as_document().cloned())
        .collect()
}

/// Takes what is being built out of what is listed as finished, by its name.
///
/// A command that waits for nothing but its majority, its index being finished, is taken for a
/// build as well: waiting for it does no harm.
fn set_apart(listed: &mut Indexes, building: impl Iterator<Item = Document>) {
    let name = |index: &Document| index.get_str("name").map(str::to_owned).ok();
    for index in building {
        listed.finished.retain(|it| name(it) != name(&index));
        if !listed.building.iter().any(|it| name(it) == name(&index)) {
            listed.building.push(index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(name: &str) -> Document {
        doc! { "v": 2, "key": { "a": 1 }, "name": name }
    }

    #[test]
    fn an_operation_under_way_is_no_finished_index() {
        let operation = doc! { "command": { "createIndexes": "t", "indexes": [index("a_1")] } };
        let mut listed = Indexes::of_entries(vec![index("_id_"), index("a_1")]);
        set_apart(&mut listed, specifications(&operation).into_iter());
        set_apart(&mut listed, specifications(&doc! {}).into_iter());
        assert!(is_about(&operation, "t") && !is_about(&operation, "u"));
        assert_eq!(listed.finished, [index("_id_")]);
        assert_eq!(listed.building, [index("a_1")]);
    }
}
