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
    allow(field_name_invalid = "why"),
    allow(duplicate_field_name = "why"),
    allow(unknown_serialization = "why"),
    allow(index_path_unknown = "why"),
    allow(index_duplicate_name = "why"),
    allow(ttl_compound = "why"),
    allow(ttl_not_date = "why"),
    allow(ttl_out_of_range = "why"),
    allow(partial_operator = "why"),
    allow(partial_path_unknown = "why"),
    allow(tenant_key_not_scalar = "why"),
    allow(id_type_unsupported = "why"),
    allow(accepted_version_unknown = "why"),
    allow(shard_key_path_unknown = "why"),
    allow(shard_key_array = "why"),
    allow(time_series_field = "why"),
    allow(unsupported_combination = "why"),
    allow(server_too_old = "why"),
    allow(query_path_unknown = "why"),
    allow(tenant_type_mismatch = "why"),
    allow(duplicate_collection = "why"),
)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
}

fn main() {}
