//! Keys are written as the driver's insert writes the field.

use bson::{Bson, oid::ObjectId};
use schema_core::{
    Collection,
    driver::{CollectionAccess, TenantScoped},
};
use serde::Serialize;
use tracker::{Task, Tenant};

/// Each key by a helper.
#[derive(Serialize, Collection)]
#[collection(name = "notes", tenant = org)]
struct Note {
    #[serde(rename = "_id", with = "bson::serde_helpers::object_id::FromHexString")]
    id: String,
    #[serde(with = "bson::serde_helpers::uuid_1::AsBinary")]
    org: uuid::Uuid,
}

#[test]
fn keys_are_written_by_their_helpers() {
    let id = ObjectId::new();
    assert_eq!(Task::encode_id(&id).unwrap(), Bson::from(id));
    assert_eq!(Task::encode_tenant(&id).unwrap(), Bson::from(id));
    assert_eq!(Tenant::encode_tenant(&id).unwrap(), Bson::from(id));

    let note = Note {
        id: id.to_hex(),
        org: uuid::Uuid::from_u128(7),
    };
    let document = bson::serialize_to_raw_document_buf(&note).unwrap();
    let stored = |key: &str| Bson::try_from(document.get(key).unwrap().unwrap()).unwrap();
    assert_eq!(Note::encode_id(&note.id).unwrap(), stored("_id"));
    assert_eq!(Note::encode_tenant(&note.org).unwrap(), stored("org"));
    assert!(matches!(stored("org"), Bson::Binary(_)));
}
