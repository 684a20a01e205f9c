//! Rules about how large documents and arrays become, and how deep they nest.

use crate::{Group, Rule};

/// Its `demand` says what it is.
pub const DOCUMENT_TOO_LARGE: Rule = Rule {
    name: "document-too-large",
    group: Group::Collection,
    starred: true,
    demand: "no document that the bounds admit is larger than 16 MiB, or than the collection's \
             `max_size`",
    remedy: "lower the bounds of what takes most, or move it to a collection of its own",
    why: "The server refuses a document of more than 16 MiB, so the bounds would admit what cannot \
          be stored. Long before that a document is read, cached, rewritten and sent as a whole. \
          `max_size` asks the compiler to prove a limit of your own: each part needs a bound that \
          the validator enforces, a code point counts four bytes, and the rule cannot be allowed.",
    fails: r#"#[collection(name = "pages", tenant = tenant_id, max_size = "16KiB")]
struct Page {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[field(max_length = 10000)] // up to 40,000 bytes
    text: String,
}"#,
    instead: r#"#[collection(name = "pages", tenant = tenant_id, max_size = "48KiB")]
struct Page {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[field(max_length = 10000)]
    text: String,
}"#,
    source: "MongoDB Limits and Thresholds: BSON Document Size",
};

/// Its `demand` says what it is.
pub const NESTING_TOO_DEEP: Rule = Rule {
    name: "nesting-too-deep",
    group: Group::Collection,
    starred: false,
    demand: "neither a document nor the validator that describes it nests more than 100 levels deep",
    remedy: "nest fewer types in each other, or move the inner ones to a collection of their own",
    why: "The server promises to store documents that nest up to 100 levels. A validator is stored \
          as a document too, and spends two levels on each struct and three on each array of them.",
    fails: r"#[derive(Embedded)]
struct Level1 {
    inner: Level2, // and so on, to `Level60`
}",
    instead: r"#[derive(Embedded)]
struct Level {
    #[field(max_length = 200)]
    path: String, // `1/2/3/…`
}",
    source: "MongoDB Limits and Thresholds: Nested Depth for BSON Documents",
};

/// Its `demand` says what it is.
pub const ARRAY_TOO_LARGE: Rule = Rule {
    name: "array-too-large",
    group: Group::Field,
    starred: true,
    demand: "an array holds no more than 200 items, and no more than 100 KiB",
    remedy: "lower its bounds, or move the items to a collection of their own",
    why: "An array is read and rewritten as a whole, and each index over it holds an entry per item \
          that each insert has to write. Beyond some hundred items the working set fills with \
          arrays of which a query needs a few items.",
    fails: r"struct Task {
    #[field(max_items = 1000)]
    comments: Vec<Comment>,
}",
    instead: r#"struct Task {
    #[field(max_items = 20)]
    latest_comments: Vec<Comment>,
}

// and all of them in a collection of their own
struct Comment {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(references = Task)]
    task_id: ObjectId,
}"#,
    source: "Avoid Unbounded Arrays",
};

/// Its `demand` says what it is.
pub const STRING_WITHOUT_MAX_LENGTH: Rule = Rule {
    name: "string-without-max-length",
    group: Group::Field,
    starred: false,
    demand: "where a collection has a `max_size`, each string says how long it may be",
    remedy: "write `#[field(max_length = N)]`",
    why: "`max_size` is a proof that no valid document is larger, and nothing bounds a string but \
          its `max_length`. A pattern is not understood for this purpose.",
    fails: r#"#[collection(name = "tasks", tenant = tenant_id, max_size = "64KiB")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    title: String,
}"#,
    instead: r#"#[collection(name = "tasks", tenant = tenant_id, max_size = "64KiB")]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    #[field(max_length = 200)]
    title: String,
}"#,
    source: "$jsonSchema: Available Keywords",
};
