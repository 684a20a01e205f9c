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
    allow(too_many_indexes = "why"),
    allow(bound_on_wrong_type = "why"),
    allow(bounds_empty = "why"),
    allow(pattern_invalid = "why"),
    allow(field_name_invalid = "why"),
    allow(duplicate_field_name = "why"),
    allow(unknown_serialization = "why"),
    allow(writer_dependent_encoding = "why"),
    allow(index_path_unknown = "why"),
    allow(index_path_invalid = "why"),
    allow(index_too_many_keys = "why"),
    allow(index_key_twice = "why"),
    allow(index_duplicate = "why"),
    allow(index_duplicate_name = "why"),
    allow(index_name_invalid = "why"),
    allow(index_on_id = "why"),
    allow(index_parallel_arrays = "why"),
    allow(index_unique_without_shard_key = "why"),
    allow(ttl_compound = "why"),
    allow(ttl_not_date = "why"),
    allow(ttl_out_of_range = "why"),
    allow(ttl_special_index = "why"),
    allow(ttl_unsupported_collection = "why"),
    allow(partial_operator = "why"),
    allow(partial_path_unknown = "why"),
    allow(partial_value_type = "why"),
    allow(partial_with_sparse = "why"),
    allow(partial_too_deep = "why"),
    allow(special_index_mixed = "why"),
    allow(special_index_collation = "why"),
    allow(text_more_than_one = "why"),
    allow(text_keys_apart = "why"),
    allow(text_options_without_text = "why"),
    allow(text_type = "why"),
    allow(hashed_unique = "why"),
    allow(hashed_array = "why"),
    allow(hashed_more_than_one = "why"),
    allow(wildcard_option = "why"),
    allow(geo_type = "why"),
    allow(geo_key_first = "why"),
    allow(geo_options_without_geo = "why"),
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
