//! Rules about the options of a collection, its shard key and its versions.

use crate::{Group, Rule};

/// Its `demand` says what it is.
pub const SHARD_KEY_TENANT_ONLY: Rule = Rule {
    name: "shard-key-tenant-only",
    group: Group::Collection,
    starred: true,
    demand: "a shard key does not consist of the tenant key alone",
    remedy: "add a key that tells a tenant's documents apart, such as `id`",
    why: "All documents with one value of the shard key stay in one chunk for ever. With the tenant \
          alone, the largest tenant's chunk can neither be split nor moved, and its shard fills up \
          while the others idle.",
    fails: "#[collection(name = \"tasks\", tenant = tenant_id, shard_key(tenant_id))]",
    instead: "#[collection(name = \"tasks\", tenant = tenant_id, shard_key(tenant_id, id))]",
    source: "Choose a Shard Key",
};

/// Its `demand` says what it is.
pub const SHARD_KEY_MONOTONIC: Rule = Rule {
    name: "shard-key-monotonic",
    group: Group::Collection,
    starred: true,
    demand: "a shard key does not start with a value that only ever grows",
    remedy: "hash it, or put a key before it that spreads the inserts",
    why: "An ObjectId, a counter and a date grow with every insert, so all new documents belong to \
          the last chunk, and one shard takes all writes of the cluster.",
    fails: "#[collection(name = \"events\", global = \"one log\", shard_key(id))]",
    instead: "#[collection(name = \"events\", global = \"one log\", shard_key(hashed(id)))]",
    source: "Choose a Shard Key",
};

/// Its `demand` says what it is.
pub const SHARD_KEY_PATH_UNKNOWN: Rule = Rule {
    name: "shard-key-path-unknown",
    group: Group::Collection,
    starred: false,
    demand: "each part of a shard key is a field of the collection",
    remedy: "write the name of a field",
    why: "The server shards by any path without a word, also by one that no document has. Then \
          every document has the same shard key, null, and all of them are in one chunk.",
    fails: "#[collection(name = \"tasks\", tenant = tenant_id, shard_key(tenant, id))]",
    instead: "#[collection(name = \"tasks\", tenant = tenant_id, shard_key(tenant_id, id))]",
    source: "Shard Keys",
};

/// Its `demand` says what it is.
pub const SHARD_KEY_ARRAY: Rule = Rule {
    name: "shard-key-array",
    group: Group::Collection,
    starred: false,
    demand: "no part of a shard key is an array, or lies inside one",
    remedy: "shard by a field that has one value",
    why: "A document is in exactly one chunk. The server refuses each insert of a document that has \
          an array at a path of the shard key.",
    fails: "#[collection(name = \"tasks\", tenant = tenant_id, shard_key(tenant_id, labels))]",
    instead: "#[collection(name = \"tasks\", tenant = tenant_id, shard_key(tenant_id, id))]",
    source: "Shard Keys",
};

/// Its `demand` says what it is.
pub const TIME_SERIES_FIELD: Rule = Rule {
    name: "time-series-field",
    group: Group::Collection,
    starred: false,
    demand: "the time of a time series is a date in every document, its meta field another field \
             of the collection itself, and its tenant key in the meta field",
    remedy: "name a required field of type `bson::DateTime`",
    why: "The server refuses a measurement without a date at the time field. It groups measurements \
          by the meta field into buckets, so what a query always names, the tenant, belongs there; \
          elsewhere each query unpacks the buckets of all tenants.",
    fails: r#"#[collection(name = "readings", global = "one plant", time_series(time = at))]
struct Reading {
    #[serde(rename = "_id")]
    id: ObjectId,
    at: Option<bson::DateTime>,
}"#,
    instead: r#"#[collection(name = "readings", global = "one plant", time_series(time = at))]
struct Reading {
    #[serde(rename = "_id")]
    id: ObjectId,
    at: bson::DateTime,
}"#,
    source: "Create and Query a Time Series Collection",
};

/// Its `demand` says what it is.
pub const UNSUPPORTED_COMBINATION: Rule = Rule {
    name: "unsupported-combination",
    group: Group::Collection,
    starred: false,
    demand: "options stand beside each other only where the server takes them together",
    remedy: "remove one of them",
    why: "The server refuses the collection, or the index, when it is created: at the first deploy, \
          and not before.",
    fails: r#"#[collection(name = "log", global = "one log", clustered, capped(size = "1MiB"))]"#,
    instead: r#"#[collection(name = "log", global = "one log", capped(size = "1MiB"))]"#,
    source: "create",
};

/// Its `demand` says what it is.
pub const SERVER_TOO_OLD: Rule = Rule {
    name: "server-too-old",
    group: Group::Collection,
    starred: false,
    demand: "what a collection uses is there on the oldest server that its database supports",
    remedy: "raise `server = \"…\"`, or leave it out",
    why: "An older server refuses an option that it does not know, so the schema could be applied \
          in one place and not in another.",
    fails: r#"#[collection(name = "tasks", tenant = tenant_id, validation(action = "errorAndLog"))]
struct Task { /* … */ }

#[database(name = "tracker", collections(Task), server = "7.0")]
struct Tracker;"#,
    instead: r#"#[database(name = "tracker", collections(Task), server = "8.1")]
struct Tracker;"#,
    source: "Release Notes",
};

/// Its `demand` says what it is.
pub const ACCEPTED_VERSION_UNKNOWN: Rule = Rule {
    name: "accepted-version-unknown",
    group: Group::Collection,
    starred: false,
    demand: "a version that is accepted beside the current one is that of a shape before",
    remedy: "name the shape before with `previous = Type`",
    why: "While a migration runs, the validator admits the documents of both shapes. It can only \
          describe a shape that is known, and a shape is a type.",
    fails: r#"#[collection(name = "tasks", tenant = tenant_id, schema_version = 2, accepts(1))]
struct Task { /* … */ }"#,
    instead: r#"#[collection(name = "tasks", tenant = tenant_id, schema_version = 1)]
struct TaskV1 { /* … */ }

#[collection(name = "tasks", tenant = tenant_id, schema_version = 2, previous = TaskV1, accepts(1))]
struct Task { /* … */ }"#,
    source: "Maintain Different Schema Versions",
};
