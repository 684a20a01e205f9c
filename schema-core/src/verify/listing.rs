//! What the server's listings of indexes and shard keys say, as documents: for whoever reads them.

use bson::{Bson, Document, doc};

/// The option by which `listIndexes` makes every entry `{spec, indexBuildInfo?}`; since 6.0 (server
/// source, `list_indexes.cpp`).
pub const WITH_BUILD_INFO: &str = "includeIndexBuildInfo";
/// Its option of before, by which an entry is `{spec, buildUUID}` while the index is being built.
pub const WITH_BUILD_UUIDS: &str = "includeBuildUUIDs";

/// The specifications of a collection's indexes, as listed.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Indexes {
    /// Of those that are built.
    pub finished: Vec<Document>,
    /// Of those that are being built.
    pub building: Vec<Document>,
}

impl Indexes {
    /// Tells the entries of `listIndexes` apart, with whichever option they were asked for. Without
    /// one, an index in the making is listed like a finished one.
    #[must_use]
    pub fn of_entries(entries: Vec<Document>) -> Self {
        let mut indexes = Self::default();
        for mut entry in entries {
            let is_building =
                entry.contains_key("buildUUID") || entry.contains_key("indexBuildInfo");
            // An index has no option of this name.
            let spec = match entry.remove("spec") {
                Some(Bson::Document(spec)) => spec,
                _ => entry,
            };
            if is_building {
                indexes.building.push(spec);
            } else {
                indexes.finished.push(spec);
            }
        }
        indexes
    }
}

/// The command that finds the shard keys of a database's collections, or of one, in the database
/// `config` of a cluster. Source: Config Database.
#[must_use]
pub fn find_shard_keys(database: &str, collection: Option<&str>) -> Document {
    let names: Bson = match collection {
        Some(name) => format!("{database}.{name}").into(),
        // `/` follows `.`, so these are the names that begin with the database's and a point.
        None => doc! { "$gte": format!("{database}."), "$lt": format!("{database}/") }.into(),
    };
    doc! {
        "find": "collections", "filter": { "_id": names, "dropped": { "$ne": true } },
        "projection": { "key": 1 },
    }
}

/// The name and the shard key of the collection that an entry of `config.collections` is about; none
/// of another database's.
#[must_use]
pub fn shard_key(mut entry: Document, database: &str) -> Option<(String, Document)> {
    let name = entry.get_str("_id").ok()?.strip_prefix(database)?;
    let name = name.strip_prefix('.')?.to_owned();
    match entry.remove("key") {
        Some(Bson::Document(key)) => Some((name, key)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(name: &str) -> Document {
        doc! { "v": 2, "key": { "a": 1 }, "name": name }
    }

    /// As MongoDB 7.0 lists with `includeIndexBuildInfo`, shortened.
    #[test]
    fn entries_with_information_are_told_apart() {
        let information =
            doc! { "buildUUID": "…", "phaseStr": "collection scan", "resumable": true };
        let indexes = Indexes::of_entries(vec![
            doc! { "spec": index("_id_") },
            doc! { "spec": index("a_1"), "indexBuildInfo": information },
        ]);
        assert_eq!(indexes.finished, [index("_id_")]);
        assert_eq!(indexes.building, [index("a_1")]);
    }

    /// As MongoDB 5.0 lists with `includeBuildUUIDs`, shortened.
    #[test]
    fn entries_with_identifiers_are_told_apart() {
        let indexes = Indexes::of_entries(vec![
            index("_id_"),
            doc! { "spec": index("a_1"), "buildUUID": "…" },
        ]);
        assert_eq!(indexes.finished, [index("_id_")]);
        assert_eq!(indexes.building, [index("a_1")]);
    }

    #[test]
    fn shard_keys_are_those_of_the_database() {
        let entry = doc! { "_id": "app.tasks", "key": { "tenantId": 1, "_id": 1 } };
        let expected = ("tasks".to_owned(), doc! { "tenantId": 1, "_id": 1 });
        assert_eq!(shard_key(entry.clone(), "app"), Some(expected));
        for other in ["other", "ap", "app.tasks"] {
            assert_eq!(shard_key(entry.clone(), other), None, "{other}");
        }
        assert_eq!(shard_key(doc! { "_id": "app.gone" }, "app"), None);
    }
}
