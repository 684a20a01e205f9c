//! Rules about the options of one index.

use crate::{Group, Rule};

/// Its `demand` says what it is.
pub const INDEX_NAME_INVALID: Rule = Rule {
    name: "index-name-invalid",
    group: Group::Index,
    starred: false,
    demand: "an index's name is not empty, has no NUL, and is neither `*` nor `_id_`",
    remedy: "choose another name",
    why: "The server refuses such a name: `*` stands for all indexes, and `_id_` is the name of \
          the one on `_id`.",
    fails: r#"#[index(keys(tenant_id, email), name = "*")]"#,
    instead: r#"#[index(keys(tenant_id, email), name = "by_email")]"#,
    source: "createIndexes",
};

/// Its `demand` says what it is.
pub const INDEX_UNIQUE_WITHOUT_SHARD_KEY: Rule = Rule {
    name: "index-unique-without-shard-key",
    group: Group::Index,
    starred: false,
    demand: "a unique index of a sharded collection starts with the shard key",
    remedy: "put the shard key's fields first",
    why: "Each shard sees its own documents alone. Only an index that starts with the shard key \
          has all documents of one key on one shard, so the server refuses any other unique index, \
          and every one beside a hashed shard key.",
    fails: r#"#[collection(name = "users", tenant = tenant_id, shard_key(tenant_id, id))]
#[index(keys(tenant_id, email), unique)]"#,
    instead: r#"#[collection(name = "users", tenant = tenant_id, shard_key(tenant_id, email))]
#[index(keys(tenant_id, email), unique)]"#,
    source: "Sharded Collection and Unique Indexes",
};

/// Its `demand` says what it is.
pub const SPARSE_NO_EFFECT: Rule = Rule {
    name: "sparse-no-effect",
    group: Group::Index,
    starred: true,
    demand: "`sparse` leaves out some document",
    remedy: "remove `sparse`, or leave the field out of a document with `skip_serializing_if`",
    why: "A sparse index leaves out a document that has none of the keys; null is a value. Where a \
          key is always written the index holds every document, and merely serves fewer queries. \
          Text and geospatial indexes are always sparse.",
    fails: "#[index(keys(tenant_id, due_at), sparse)]",
    instead: "#[index(keys(tenant_id, due_at), partial = exists(due_at))]",
    source: "Sparse Indexes",
};

/// Its `demand` says what it is.
pub const TTL_SPECIAL_INDEX: Rule = Rule {
    name: "ttl-special-index",
    group: Group::Index,
    starred: false,
    demand: "the key of a TTL index is in ascending or descending order",
    remedy: "declare an index of the plain field",
    why: "The server accepts `expireAfterSeconds` on a hashed, text or geospatial index, and never \
          deletes a document by it.",
    fails: r#"#[index(keys(at = "hashed"), expire_after = "180d")]"#,
    instead: r#"#[index(keys(at), expire_after = "180d")]"#,
    source: "TTL Indexes: Restrictions",
};

/// Its `demand` says what it is.
pub const TTL_UNSUPPORTED_COLLECTION: Rule = Rule {
    name: "ttl-unsupported-collection",
    group: Group::Index,
    starred: false,
    demand: "a TTL index stands on a collection from which the server deletes documents one by one",
    remedy: "remove the TTL, or the collection's option",
    why: "The server refuses a TTL index on a capped collection of the versions before 7.1, and \
          expires a time series as a whole.",
    fails: r#"#[collection(name = "log", tenant = tenant_id, capped(size = "1MiB"))]
#[index(keys(at), expire_after = "180d")]"#,
    instead: r#"#[collection(name = "log", tenant = tenant_id)]
#[index(keys(at), expire_after = "180d")]"#,
    source: "TTL Indexes: Restrictions",
};

/// Its `demand` says what it is.
pub const PARTIAL_VALUE_TYPE: Rule = Rule {
    name: "partial-value-type",
    group: Group::Index,
    starred: false,
    demand: "a partial filter compares a field with a value of its own type",
    remedy: "write a value of the field's type",
    why: "The server compares values of one type alone. A filter with a value of another type \
          matches no document, so the index stays empty and no query is served.",
    fails: r#"#[index(keys(tenant_id, email), partial = (priority >= "3"))]
struct Task {
    priority: i32,
}"#,
    instead: "#[index(keys(tenant_id, email), partial = (priority >= 3))]",
    source: "Comparison/Sort Order",
};

/// Its `demand` says what it is.
pub const PARTIAL_WITH_SPARSE: Rule = Rule {
    name: "partial-with-sparse",
    group: Group::Index,
    starred: false,
    demand: "an index is sparse or partial, not both",
    remedy: "remove `sparse`, and write `exists(field)` in the filter",
    why: "The server refuses an index with both.",
    fails: "#[index(keys(email), sparse, partial = (status == Status::Pending))]",
    instead: "#[index(keys(email), partial = (exists(email) && status == Status::Pending))]",
    source: "Partial Indexes: Restrictions",
};

/// Its `demand` says what it is.
pub const PARTIAL_TOO_DEEP: Rule = Rule {
    name: "partial-too-deep",
    group: Group::Index,
    starred: false,
    demand: "a partial filter nests at most four deep",
    remedy: "write it without parentheses inside parentheses",
    why: "The server refuses a filter in which more than three `&&` and `||` stand inside each \
          other.",
    fails: "#[index(keys(tenant_id), partial = (a == 1 && (b == 1 || (c == 1 && (d == 1 || e == 1)))))]",
    instead: "#[index(keys(tenant_id), partial = (a == 1 && (b == 1 || (c == 1 && one_of(d, [1, 2])))))]",
    source: "Partial Indexes",
};
