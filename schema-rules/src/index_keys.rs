//! Rules about the keys of one index.

use crate::{Group, Rule};

/// Its `demand` says what it is.
pub const INDEX_PATH_INVALID: Rule = Rule {
    name: "index-path-invalid",
    group: Group::Index,
    starred: false,
    demand: "each name of a stored path is one that the server can address",
    remedy: "write names that are not empty and do not start with `$`, between single dots",
    why: "The server refuses a key with an empty name or with one that starts with a dollar sign: \
          it would be an operator.",
    fails: r#"#[index(keys("edges..to"))]"#,
    instead: r#"#[index(keys("edges.to"))]"#,
    source: "Field Names with Periods and Dollar Signs",
};

/// Its `demand` says what it is.
pub const INDEX_TOO_MANY_KEYS: Rule = Rule {
    name: "index-too-many-keys",
    group: Group::Index,
    starred: false,
    demand: "an index has at most 32 keys",
    remedy: "remove keys, or declare a wildcard index",
    why: "The server refuses an index with more than 32 keys. Long before that each write pays for \
          keys that no query bounds.",
    fails: "#[index(keys(a, b, c, d, /* 33 in all */))]",
    instead: "#[index(keys(tenant_id, status, due_at))]",
    source: "MongoDB Limits and Thresholds",
};

/// Its `demand` says what it is.
pub const INDEX_KEY_TOO_LARGE: Rule = Rule {
    name: "index-key-too-large",
    group: Group::Index,
    starred: false,
    demand: "the keys of an index take at most 2048 bytes, with their stored paths",
    remedy: "shorten the stored names, or index fewer fields",
    why: "The server refuses an index whose key pattern is larger than 2048 bytes of BSON, each key \
          with its whole path. That takes many deeply nested keys, or very long names.",
    fails: "#[index(keys(tenant_id, first_key_with_a_long_name, /* 2048 bytes in all */))]",
    instead: "#[index(keys(tenant_id, status, due_at))]",
    source: "createIndexes",
};

/// Its `demand` says what it is.
pub const INDEX_KEY_TWICE: Rule = Rule {
    name: "index-key-twice",
    group: Group::Index,
    starred: false,
    demand: "no field is a key of an index twice",
    remedy: "remove one of the two",
    why: "The server refuses an index that names a field twice: a document has one value for it, \
          so the second key orders nothing.",
    fails: "#[index(keys(tenant_id, status, status = -1))]",
    instead: "#[index(keys(tenant_id, status))]",
    source: "createIndexes",
};

/// Its `demand` says what it is.
pub const INDEX_ON_ID: Rule = Rule {
    name: "index-on-id",
    group: Group::Index,
    starred: false,
    demand: "no index is declared on `_id` alone",
    remedy: "remove the index",
    why: "Every collection has the index `{_id: 1}`, and it is unique. The server takes another \
          one for it, and refuses any option on it.",
    fails: "#[index(keys(id))]",
    instead: "#[index(keys(tenant_id, id))]",
    source: "Default _id Index",
};

/// Its `demand` says what it is.
pub const INDEX_PARALLEL_ARRAYS: Rule = Rule {
    name: "index-parallel-arrays",
    group: Group::Index,
    starred: false,
    demand: "of the keys of an index at most one leads to an array, unless they lead into the same one",
    remedy: "declare an index for each of the arrays",
    why: "An index holds an entry for each item, and for two arrays it would hold one for each \
          pair. The server accepts the index, and then refuses every document in which both are \
          arrays.",
    fails: r"#[index(keys(tenant_id, labels, watchers))]
struct Task {
    #[field(max_items = 20)]
    labels: Vec<String>,
    #[field(max_items = 20)]
    watchers: Vec<ObjectId>,
}",
    instead: r"#[index(keys(tenant_id, labels))]
#[index(keys(tenant_id, watchers))]",
    source: "Multikey Indexes: Compound Multikey Indexes",
};

/// Its `demand` says what it is.
pub const SPECIAL_INDEX_MIXED: Rule = Rule {
    name: "special-index-mixed",
    group: Group::Index,
    starred: false,
    demand: "the keys of an index are of at most one special kind",
    remedy: "declare an index for each of the kinds",
    why: "The server has an own structure for each of text, hashed, 2d and 2dsphere keys, and \
          refuses an index that would need two of them. A 2d index has one 2d key.",
    fails: r#"#[index(keys(tenant_id, place = "2dsphere", body = "text"))]"#,
    instead: r#"#[index(keys(tenant_id, place = "2dsphere"))]
#[index(keys(tenant_id, body = "text"))]"#,
    source: "Index Types",
};

/// Its `demand` says what it is.
pub const SPECIAL_INDEX_COLLATION: Rule = Rule {
    name: "special-index-collation",
    group: Group::Index,
    starred: false,
    demand: "a text or 2d index compares strings simply",
    remedy: "remove the collation",
    why: "The server refuses a collation on a text or a 2d index: a text index has rules of its \
          own for a language's words, and a 2d index compares points.",
    fails: r#"#[index(keys(tenant_id, body = "text"), collation(locale = "en"))]"#,
    instead: r#"#[index(keys(tenant_id, body = "text"), default_language = "english")]"#,
    source: "Collation: Unsupported Index Types",
};

/// Its `demand` says what it is.
pub const TEXT_MORE_THAN_ONE: Rule = Rule {
    name: "text-more-than-one",
    group: Group::Index,
    starred: false,
    demand: "a collection has at most one text index",
    remedy: "put the fields into one text index, with `weights(…)` for how much each counts",
    why: "The server refuses the second text index of a collection: a `$text` query does not say \
          which one it means.",
    fails: r#"#[index(keys(tenant_id, title = "text"))]
#[index(keys(tenant_id, body = "text"))]"#,
    instead: r#"#[index(keys(tenant_id, title = "text", body = "text"), weights(title = 10))]"#,
    source: "Text Index Restrictions",
};

/// Its `demand` says what it is.
pub const TEXT_KEYS_APART: Rule = Rule {
    name: "text-keys-apart",
    group: Group::Index,
    starred: false,
    demand: "the text keys of an index stand beside each other",
    remedy: "write the text keys one after the other",
    why: "The server keeps the words of all text keys in one place of the index's order, and \
          refuses an index that has another key between them.",
    fails: r#"#[index(keys(tenant_id, title = "text", status, body = "text"))]"#,
    instead: r#"#[index(keys(tenant_id, title = "text", body = "text", status))]"#,
    source: "Text Indexes",
};

/// Its `demand` says what it is.
pub const TEXT_OPTIONS_WITHOUT_TEXT: Rule = Rule {
    name: "text-options-without-text",
    group: Group::Index,
    starred: false,
    demand: "the options of a text index stand on an index with a text key",
    remedy: "remove the option, or write `field = \"text\"`",
    why: "The server refuses weights on any other index, and keeps the languages without ever \
          using them.",
    fails: "#[index(keys(tenant_id, title), weights(title = 10))]",
    instead: r#"#[index(keys(tenant_id, title = "text"), weights(title = 10))]"#,
    source: "Text Indexes",
};

/// Its `demand` says what it is.
pub const TEXT_TYPE: Rule = Rule {
    name: "text-type",
    group: Group::Index,
    starred: false,
    demand: "a text key is stored as a string, or as an array of strings",
    remedy: "index a string, or index the field in order",
    why: "A text index takes words from strings and from nothing else. Another value is accepted \
          and never found.",
    fails: r#"#[index(keys(tenant_id, position = "text"))]
struct Task {
    position: i64,
}"#,
    instead: "#[index(keys(tenant_id, position))]",
    source: "Text Indexes",
};

/// Its `demand` says what it is.
pub const HASHED_UNIQUE: Rule = Rule {
    name: "hashed-unique",
    group: Group::Index,
    starred: false,
    demand: "a hashed index is not unique",
    remedy: "remove `unique`, or index the field in order",
    why: "Two values may have one hash, so the server refuses `unique` on a hashed index.",
    fails: r#"#[index(keys(token = "hashed"), unique)]"#,
    instead: "#[index(keys(token), unique)]",
    source: "Hashed Indexes",
};

/// Its `demand` says what it is.
pub const HASHED_ARRAY: Rule = Rule {
    name: "hashed-array",
    group: Group::Index,
    starred: false,
    demand: "no key of a hashed index leads to an array",
    remedy: "index the array in order",
    why: "The server accepts the index, and then refuses every document that has an array there.",
    fails: r#"#[index(keys(tenant_id, labels = "hashed"))]
struct Task {
    #[field(max_items = 20)]
    labels: Vec<String>,
}"#,
    instead: "#[index(keys(tenant_id, labels))]",
    source: "Hashed Indexes",
};

/// Its `demand` says what it is.
pub const HASHED_MORE_THAN_ONE: Rule = Rule {
    name: "hashed-more-than-one",
    group: Group::Index,
    starred: false,
    demand: "an index has at most one hashed key",
    remedy: "hash one of them",
    why: "The server refuses an index of several hashed keys.",
    fails: r#"#[index(keys(tenant_id = "hashed", user_id = "hashed"))]"#,
    instead: r#"#[index(keys(tenant_id, user_id = "hashed"))]"#,
    source: "Hashed Indexes",
};

/// Its `demand` says what it is.
pub const WILDCARD_OPTION: Rule = Rule {
    name: "wildcard-option",
    group: Group::Index,
    starred: false,
    demand: "a wildcard index has only what the server admits for one",
    remedy: "declare an index of the fields themselves",
    why: "The server refuses a wildcard index that is unique, sparse or a TTL index, that has two \
          wildcards, or whose projection and other keys overlap: each path has an entry of its \
          own, so no entry stands for the document.",
    fails: "#[index(keys(attributes.*), unique)]",
    instead: "#[index(keys(attributes.*))]",
    source: "Wildcard Index Restrictions",
};

/// Its `demand` says what it is.
pub const GEO_TYPE: Rule = Rule {
    name: "geo-type",
    group: Group::Index,
    starred: false,
    demand: "a geospatial key is stored as a place",
    remedy: "index a GeoJSON object, or an array of longitude and latitude",
    why: "The server accepts the index, and then refuses every document whose value is no place.",
    fails: r#"#[index(keys(tenant_id, address = "2dsphere"))]
struct Shop {
    #[field(max_length = 200)]
    address: String,
}"#,
    instead: r#"#[index(keys(tenant_id, location = "2dsphere"))]
struct Shop {
    #[field(bson = "object")]
    location: geojson::Point,
}"#,
    source: "Geospatial Queries",
};

/// Its `demand` says what it is.
pub const GEO_KEY_FIRST: Rule = Rule {
    name: "geo-key-first",
    group: Group::Index,
    starred: false,
    demand: "a 2d key is the first of its index",
    remedy: "put the 2d key first",
    why: "The server refuses a 2d index with another key before it.",
    fails: r#"#[index(keys(tenant_id, place = "2d"))]"#,
    instead: r#"#[index(keys(place = "2d", tenant_id))]"#,
    source: "2d Indexes",
};

/// Its `demand` says what it is.
pub const GEO_OPTIONS_WITHOUT_GEO: Rule = Rule {
    name: "geo-options-without-geo",
    group: Group::Index,
    starred: false,
    demand: "the options of a geospatial index stand on an index of that kind, within its range",
    remedy: "remove the option, or index a field of that kind",
    why: "The server keeps the bounds of a 2d index and the levels of a 2dsphere index on any \
          other index without ever using them, and refuses those that are out of range.",
    fails: r#"#[index(keys(tenant_id, place = "2dsphere"), bits = 30)]"#,
    instead: r#"#[index(keys(place = "2d", tenant_id), bits = 30)]"#,
    source: "2d Indexes; createIndexes",
};
