//! Rules about the indexes of a collection beside each other.

use crate::{Group, Rule};

/// Its `demand` says what it is.
pub const INDEX_DUPLICATE: Rule = Rule {
    name: "index-duplicate",
    group: Group::Index,
    starred: false,
    demand: "no two indexes of a collection are the same to the server",
    remedy: "remove one of them",
    why: "The server tells indexes apart by key, uniqueness, sparseness, collation and filter. It \
          refuses a second one that differs in nothing else, whatever its name and its other \
          options.",
    fails: r#"#[index(keys(tenant_id, email))]
#[index(keys(tenant_id, email), hidden, name = "again")]"#,
    instead: "#[index(keys(tenant_id, email))]",
    source: "createIndexes",
};

/// Its `demand` says what it is.
pub const INDEX_REDUNDANT: Rule = Rule {
    name: "index-redundant",
    group: Group::Index,
    starred: true,
    demand: "no index is the beginning of another",
    remedy: "remove it",
    why: "An index serves every query that its first keys alone would serve, in either direction. \
          The shorter one is written at each insert and kept in memory for nothing.",
    fails: r"#[index(keys(tenant_id, project_id))]
#[index(keys(tenant_id, project_id, status))]",
    instead: "#[index(keys(tenant_id, project_id, status))]",
    source: "Compound Indexes: Index Prefixes",
};

/// Its `demand` says what it is.
pub const TOO_MANY_INDEXES: Rule = Rule {
    name: "too-many-indexes",
    group: Group::Collection,
    starred: false,
    demand: "a collection has at most 64 indexes, the one on `_id` among them",
    remedy: "remove some of them",
    why: "The server refuses the 65th. Each of them is written at every insert.",
    fails: r"#[index(keys(tenant_id, a))]
// … and 63 more",
    instead: "#[index(keys(tenant_id, a))]",
    source: "MongoDB Limits and Thresholds",
};
