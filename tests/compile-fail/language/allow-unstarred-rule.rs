//! Each rule that cannot be allowed.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(
    name = "tasks",
    global = "an example",
    allow(collection_without_tenant = "why"),
    allow(tenant_key_optional = "why"),
    allow(id_field_missing = "why"),
    allow(schema_version_field_missing = "why"),
    allow(recursive_type = "why"),
    allow(bound_on_wrong_type = "why"),
    allow(bounds_empty = "why"),
    allow(pattern_invalid = "why"),
    allow(field_name_invalid = "why"),
    allow(duplicate_field_name = "why"),
    allow(unknown_serialization = "why"),
    allow(writer_dependent_encoding = "why"),
    allow(index_path_unknown = "why"),
    allow(index_duplicate_name = "why"),
    allow(ttl_compound = "why"),
    allow(ttl_not_date = "why"),
    allow(ttl_out_of_range = "why"),
    allow(partial_operator = "why"),
    allow(partial_path_unknown = "why"),
    allow(duplicate_collection = "why"),
)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
}

fn main() {}
