//! Rules about one index, or two beside each other.

use crate::{Group, Rule};

/// Its `demand` says what it is.
pub const INDEX_WITHOUT_TENANT: Rule = Rule {
    name: "index-without-tenant",
    group: Group::Index,
    starred: true,
    demand: "an index of a tenant's collection has the tenant key among its keys",
    remedy: "put the tenant key first",
    why: "Every query names its tenant. An index without the tenant key makes it read the matching \
          entries of all tenants and throw away all but one's, so the largest customer decides how \
          fast everybody's queries are. A unique index without it even lets one tenant's documents \
          refuse another's. A TTL index is exempt: it can only have one key.",
    fails: r#"#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(project_id, status))]"#,
    instead: r#"#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, project_id, status))]"#,
    source: "The ESR (Equality, Sort, Range) Guideline",
};

/// Its `demand` says what it is.
pub const TENANT_KEY_NOT_FIRST: Rule = Rule {
    name: "tenant-key-not-first",
    group: Group::Index,
    starred: true,
    demand: "an index that has the tenant key has it first",
    remedy: "put the tenant key first",
    why: "The tenant key is matched by equality in every query, so it belongs before what is sorted \
          or compared. Behind another key it cannot bound the scan when that other key is absent, \
          and the index cannot serve as a shard key's prefix. A unique index is exempt: its order \
          does not change what it refuses.",
    fails: r#"#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(project_id, tenant_id))]"#,
    instead: r#"#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, project_id))]"#,
    source: "The ESR (Equality, Sort, Range) Guideline",
};

/// Its `demand` says what it is.
pub const INDEX_PATH_UNKNOWN: Rule = Rule {
    name: "index-path-unknown",
    group: Group::Index,
    starred: false,
    demand: "each key of an index is a field of the collection",
    remedy: "write the name of a field",
    why: "The server indexes any path without a word, also one that no document has. Such an index \
          is written at every insert, and no query ever uses it.",
    fails: r"#[index(keys(tenant_id, asignee.id))]",
    instead: r"#[index(keys(tenant_id, assignee.id))]",
    source: "Compound Indexes",
};

/// Its `demand` says what it is.
pub const INDEX_DUPLICATE_NAME: Rule = Rule {
    name: "index-duplicate-name",
    group: Group::Index,
    starred: false,
    demand: "no two indexes of a collection have one name",
    remedy: "write `name = \"…\"` on one of them",
    why: "The server refuses the second of two indexes with the same name. The default name is made \
          of the keys alone, so two indexes that differ in their options need names of their own.",
    fails: r#"#[index(keys(tenant_id, email))]
#[index(keys(tenant_id, email), unique, partial = (status == "pending"))]"#,
    instead: r#"#[index(keys(tenant_id, email))]
#[index(keys(tenant_id, email), unique, partial = (status == "pending"), name = "one_pending")]"#,
    source: "createIndexes",
};

/// Its `demand` says what it is.
pub const INDEX_UNIQUE_NULLABLE: Rule = Rule {
    name: "index-unique-nullable",
    group: Group::Index,
    starred: true,
    demand: "a key of a unique index is always there and never null",
    remedy: "make the field required, or add `partial = exists(field)` or a filter that excludes null",
    why: "A unique index takes a missing field for null, so the second document without a value is \
          refused as a duplicate of the first.",
    fails: r"#[index(keys(tenant_id, email), unique)]
struct User {
    email: Option<String>,
}",
    instead: r#"#[index(keys(tenant_id, email), unique)]
struct User {
    email: String,
}

// or unique among those that have one
#[index(keys(tenant_id, email), unique, partial = type_of(email, "string"))]"#,
    source: "Unique Indexes",
};

/// Its `demand` says what it is.
pub const TTL_COMPOUND: Rule = Rule {
    name: "ttl-compound",
    group: Group::Index,
    starred: false,
    demand: "a TTL index has one key",
    remedy: "write an index of that one key beside the compound one",
    why: "The server refuses `expireAfterSeconds` on an index of several keys.",
    fails: r#"#[index(keys(tenant_id, at), expire_after = "180d")]"#,
    instead: r#"#[index(keys(tenant_id, at))]
#[index(keys(at), expire_after = "180d")]"#,
    source: "TTL Indexes: Restrictions",
};

/// Its `demand` says what it is.
pub const TTL_NOT_DATE: Rule = Rule {
    name: "ttl-not-date",
    group: Group::Index,
    starred: false,
    demand: "the key of a TTL index is stored as a date, or as an array of dates",
    remedy: "store the field as `bson::DateTime`",
    why: "A document expires only where the field holds a BSON date. Strings, numbers and \
          timestamps are accepted, indexed, and never deleted.",
    fails: r#"#[index(keys(at), expire_after = "180d")]
struct Activity {
    at: String,
}"#,
    instead: r#"#[index(keys(at), expire_after = "180d")]
struct Activity {
    at: bson::DateTime,
}"#,
    source: "TTL Indexes: Expiration of Data",
};

/// Its `demand` says what it is.
pub const TTL_OUT_OF_RANGE: Rule = Rule {
    name: "ttl-out-of-range",
    group: Group::Index,
    starred: false,
    demand: "a TTL is a whole number of seconds from 0 to 2147483647",
    remedy: "write whole seconds from 0 to 2147483647, such as `180d`",
    why: "The server refuses a negative or larger value, and cuts off a fraction without a word.",
    fails: r#"#[index(keys(at), expire_after = "100years")]"#,
    instead: r#"#[index(keys(at), expire_after = "180d")]"#,
    source: "TTL Indexes",
};

/// Its `demand` says what it is.
pub const PARTIAL_OPERATOR: Rule = Rule {
    name: "partial-operator",
    group: Group::Index,
    starred: false,
    demand: "a partial filter, and a query's that one may serve, uses only what the server admits there",
    remedy: "use `==`, `<`, `<=`, `>`, `>=`, `&&`, `||`, `exists(f)`, `type_of(f, \"…\")` or `one_of(f, […])`",
    why: "The server refuses an index whose filter uses `$ne`, `$nin`, `$not`, `$exists: false`, a \
          regular expression or a comparison between two fields, and the application that creates \
          it fails at every start.",
    fails: r"#[index(keys(tenant_id, email), partial = (status != Status::Done))]",
    instead: r"#[index(keys(tenant_id, email), partial = one_of(status, [Status::Todo, Status::Doing]))]",
    source: "Partial Indexes",
};

/// Its `demand` says what it is.
pub const PARTIAL_PATH_UNKNOWN: Rule = Rule {
    name: "partial-path-unknown",
    group: Group::Index,
    starred: false,
    demand: "each field of a partial filter is a field of the collection",
    remedy: "write the name of a field",
    why: "A filter on a field that no document has matches none, so the index stays empty and no \
          query is served.",
    fails: r"#[index(keys(tenant_id, email), partial = (stauts == Status::Pending))]",
    instead: r"#[index(keys(tenant_id, email), partial = (status == Status::Pending))]",
    source: "Partial Indexes",
};
