//! Rules about a collection as a whole.

use crate::{Group, Rule};

/// Its `demand` says what it is.
pub const COLLECTION_WITHOUT_TENANT: Rule = Rule {
    name: "collection-without-tenant",
    group: Group::Collection,
    starred: false,
    demand: "a collection says which field holds its tenant's key, or why it belongs to no tenant",
    remedy: "write `tenant = field`, or `global = \"why it belongs to no tenant\"`",
    why: "A query that forgets its tenant reads every customer's documents. When the tenant key is \
          declared, the validator makes each document carry it, each index starts with it, and the \
          data access layer adds it to each filter; when it is not, nothing can.",
    fails: r#"#[derive(Collection)]
#[collection(name = "tasks")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
}"#,
    instead: r#"#[derive(Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
}

// or, for what no tenant owns
#[collection(name = "currencies", global = "the same for everybody")]"#,
    source: "Build a Multi-Tenant Architecture",
};

/// Its `demand` says what it is.
pub const TENANT_KEY_OPTIONAL: Rule = Rule {
    name: "tenant-key-optional",
    group: Group::Collection,
    starred: false,
    demand: "the tenant key is written in every document and is never null",
    remedy: "make it a required field of a type that is never null",
    why: "A document without its tenant belongs to nobody: no scoped query finds it, no scoped \
          delete removes it, and a unique index takes all such documents for one tenant's.",
    fails: r#"#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: Option<ObjectId>,
}"#,
    instead: r#"#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
}"#,
    source: "Build a Multi-Tenant Architecture",
};

/// Its `demand` says what it is.
pub const TENANT_KEY_NOT_SCALAR: Rule = Rule {
    name: "tenant-key-not-scalar",
    group: Group::Collection,
    starred: false,
    demand: "the tenant key is one value: no array, no document, nothing inside an array",
    remedy: "store the tenant's key itself, as an ObjectId, a UUID, a string or a number",
    why: "A document is one tenant's. An array puts it into several, and a document as a key is equal \
          only to one with the same fields in the same order, so that a scoped query misses what \
          another program wrote.",
    fails: r#"#[collection(name = "tasks", tenant = tenants)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(max_items = 5)]
    tenants: Vec<ObjectId>,
}"#,
    instead: r#"#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
}"#,
    source: "Build a Multi-Tenant Architecture",
};

/// Its `demand` says what it is.
pub const TENANT_KEY_COLLATED: Rule = Rule {
    name: "tenant-key-collated",
    group: Group::Collection,
    starred: false,
    demand: "a tenant key that is a string is compared by its bytes, not by the collection's collation",
    remedy: "store it as an ObjectId, a UUID or an integer, or give the collation to the indexes that need it",
    why: "Under a collation strings that differ may be equal: by one of strength 2 the tenant `acme` is \
          `ACME`, and each would be given the other's documents. An index with a collation of its own \
          leaves the comparison of tenants as it is.",
    fails: r#"#[collection(name = "tasks", tenant = tenant, collation(locale = "en", strength = 2))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant: String,
}"#,
    instead: r#"#[collection(name = "tasks", tenant = tenant, collation(locale = "en", strength = 2))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant: ObjectId,
}"#,
    source: "Collation",
};

/// Its `demand` says what it is.
pub const ID_TYPE_UNSUPPORTED: Rule = Rule {
    name: "id-type-unsupported",
    group: Group::Collection,
    starred: false,
    demand: "an `_id` is neither an array nor a regular expression",
    remedy: "store an ObjectId, a UUID, a string, a number or a struct",
    why: "The server refuses to store such a document. Of all other types each is possible, but it \
          can never be changed: a document's `_id` is immutable.",
    fails: r#"struct Task {
    #[serde(rename = "_id")]
    #[field(max_items = 2)]
    id: Vec<String>,
}"#,
    instead: r#"struct Task {
    #[serde(rename = "_id")]
    id: TaskKey, // a struct that derives Embedded
}"#,
    source: "Documents: The _id Field",
};

/// Its `demand` says what it is.
pub const ID_FIELD_MISSING: Rule = Rule {
    name: "id-field-missing",
    group: Group::Collection,
    starred: false,
    demand: "a collection's type has a field that is stored as `_id`",
    remedy: "write `#[serde(rename = \"_id\")]` on the field that identifies a document, or \
             `generated_id` where the type does not need to know it",
    why: "The server adds an `_id` to a document that has none, and a closed validator that does \
          not list it refuses every document. A type that cannot hold the `_id` cannot update or \
          delete what it read either.",
    fails: r#"#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    id: ObjectId,
    tenant_id: ObjectId,
}"#,
    instead: r#"#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
}"#,
    source: "Documents: The _id Field",
};

/// Its `demand` says what it is.
pub const SCHEMA_VERSION_FIELD_MISSING: Rule = Rule {
    name: "schema-version-field-missing",
    group: Group::Collection,
    starred: false,
    demand: "a collection with a schema version stores it in an integer field `schema_version`",
    remedy: "write the field `schema_version: i32`",
    why: "A migration finds the documents that are still of an older shape by their version, and \
          guards each update with it. A document that does not carry its version cannot be told \
          apart.",
    fails: r#"#[collection(name = "tasks", tenant = tenant_id, schema_version = 2)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
}"#,
    instead: r#"#[collection(name = "tasks", tenant = tenant_id, schema_version = 2)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    schema_version: i32,
}"#,
    source: "Maintain Different Schema Versions",
};

/// Its `demand` says what it is.
pub const RECURSIVE_TYPE: Rule = Rule {
    name: "recursive-type",
    group: Group::Collection,
    starred: false,
    demand: "a type does not contain itself",
    remedy: "store the inner ones in a collection of their own, or as `#[field(bson = \"object\")]`",
    why: "The server's `$jsonSchema` has no references, so a document that nests to any depth \
          cannot be described, and nothing would bound how deep it grows.",
    fails: r"#[derive(Embedded)]
struct Folder {
    name: String,
    #[field(max_items = 10)]
    folders: Vec<Folder>,
}",
    instead: r#"// a collection of their own, each folder naming its parent
struct Folder {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(references = Folder)]
    parent: Option<ObjectId>,
    name: String,
}"#,
    source: "Model Tree Structures",
};
