//! The index that a shard key needs.

use bson::{Bson, Document, doc};

/// The index that the shard key needs, unless `_id_` or a declared index serves it. `options` are
/// those of the collection. Source: Shard Key Indexes.
pub(super) fn implied(
    key: &Document,
    options: &Document,
    declared: &[Document],
) -> Option<Document> {
    let id = doc! { "_id": 1 };
    let inherits = options.contains_key("collation");
    // `_id_` has the collection's collation, and a shard key's index compares simply.
    let served =
        (*key == id && !inherits) || declared.iter().any(|index| serves(index, key, inherits));
    if served {
        return None;
    }
    let mut index = doc! { "name": name(key, declared), "key": key.clone() };
    if inherits {
        index.insert("collation", doc! { "locale": "simple" });
    }
    Some(index)
}

/// Whether a declared index starts with the shard key, holds every document, and compares simply.
fn serves(index: &Document, key: &Document, inherits: bool) -> bool {
    let Ok(own) = index.get_document("key") else {
        return false;
    };
    let starts = key.iter().eq(own.iter().take(key.len()));
    let simple = match index.get_document("collation") {
        Ok(collation) => collation
            .get_str("locale")
            .is_ok_and(|locale| locale == "simple"),
        Err(_) => !inherits,
    };
    let whole = !index.contains_key("partialFilterExpression") && !is_true(index, "sparse");
    starts && simple && whole && !is_true(index, "hidden")
}

fn is_true(index: &Document, option: &str) -> bool {
    index.get(option) == Some(&Bson::Boolean(true))
}

/// The default name, or where a declared index has it, that with an ending.
fn name(key: &Document, declared: &[Document]) -> String {
    let mut name = super::index::default_name(key);
    while declared
        .iter()
        .any(|index| index.get_str("name").is_ok_and(|taken| taken == name))
    {
        name.push_str("_shard_key");
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> Document {
        doc! { "tenantId": 1, "_id": 1 }
    }

    #[test]
    fn an_index_that_starts_with_the_key_serves_it() {
        let longer = doc! { "name": "x", "key": { "tenantId": 1, "_id": 1, "at": -1 } };
        assert_eq!(implied(&key(), &doc! {}, &[longer]), None);
        assert_eq!(implied(&doc! { "_id": 1 }, &doc! {}, &[]), None);
    }

    #[test]
    fn what_leaves_out_documents_or_compares_otherwise_does_not_serve() {
        let others = [
            doc! { "name": "x", "key": { "_id": 1, "tenantId": 1 } },
            doc! { "name": "x", "key": { "tenantId": 1 } },
            doc! { "name": "x", "key": { "tenantId": 1, "_id": -1 } },
            doc! { "name": "x", "key": key(), "sparse": true },
            doc! { "name": "x", "key": key(), "hidden": true },
            doc! { "name": "x", "key": key(), "partialFilterExpression": { "a": 1 } },
            doc! { "name": "x", "key": key(), "collation": { "locale": "en" } },
        ];
        for other in others {
            let index = implied(&key(), &doc! {}, std::slice::from_ref(&other)).unwrap();
            assert_eq!(
                index,
                doc! { "name": "tenantId_1__id_1", "key": key() },
                "{other}"
            );
        }
    }

    #[test]
    fn it_compares_simply_whatever_the_collection_does() {
        let options = doc! { "collation": { "locale": "en" } };
        let inheriting = doc! { "name": "x", "key": key() };
        let index = implied(&key(), &options, &[inheriting]).unwrap();
        assert_eq!(
            index.get_document("collation").unwrap(),
            &doc! { "locale": "simple" }
        );
        assert!(implied(&doc! { "_id": 1 }, &options, &[]).is_some());
    }

    #[test]
    fn a_name_that_is_taken_gets_an_ending() {
        let taken = doc! { "name": "_id_hashed", "key": { "other": 1 } };
        let index = implied(&doc! { "_id": "hashed" }, &doc! {}, &[taken]).unwrap();
        assert_eq!(index.get_str("name").unwrap(), "_id_hashed_shard_key");
    }
}
