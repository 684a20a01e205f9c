//! Rules about the collections of a database beside each other.

use schema_rules::DUPLICATE_COLLECTION;

use super::message::Message;
use crate::{model::Collection, variant::same};

/// [`DUPLICATE_COLLECTION`] for the collection at this position of the list: none before it has
/// its name.
#[track_caller]
pub const fn duplicate_collection(collections: &[&Collection], position: usize) {
    let collection = collections[position];
    let mut at = 0;
    while at < position {
        if same(collections[at].name.as_bytes(), collection.name.as_bytes())
            && !collection.name.is_empty()
        {
            if collections[at].doc.get().identity == collection.doc.get().identity {
                Message::new()
                    .with(&["`", collection.type_name, "` is listed twice"])
                    .fail("remove one of them", &DUPLICATE_COLLECTION)
            }
            Message::new()
                .with(&[
                    "`",
                    collection.type_name,
                    "` and `",
                    collections[at].type_name,
                ])
                .with(&["` both declare the collection `", collection.name, "`"])
                .fail(DUPLICATE_COLLECTION.remedy, &DUPLICATE_COLLECTION)
        }
        at += 1;
    }
}
