//! Rules about one field.

use crate::{Group, Rule};

/// Its `demand` says what it is.
pub const ARRAY_WITHOUT_MAX_ITEMS: Rule = Rule {
    name: "array-without-max-items",
    group: Group::Field,
    starred: true,
    demand: "an array says how many items it may hold",
    remedy: "write `#[field(max_items = N)]`, or move the items to a collection of their own",
    why: "An array that nothing bounds grows until the document reaches 16 MiB and every write to \
          it fails. Long before that each update rewrites all of it, and each index over it holds \
          an entry per item.",
    fails: r"struct Task {
    labels: Vec<String>,
}",
    instead: r"struct Task {
    #[field(max_items = 20)]
    labels: Vec<String>,
}",
    source: "Avoid Unbounded Arrays",
};

/// Its `demand` says what it is.
pub const BOUND_ON_WRONG_TYPE: Rule = Rule {
    name: "bound-on-wrong-type",
    group: Group::Field,
    starred: false,
    demand: "a bound stands on a field whose stored type it applies to",
    remedy: "remove the bound, or change the field's type",
    why: "The server ignores a keyword that does not apply to a value's type, so the bound would \
          look as if it held and never refuse anything.",
    fails: r"struct Task {
    #[field(max_length = 10)]
    position: i64,
}",
    instead: r"struct Task {
    #[field(maximum = 10)]
    position: i64,
}",
    source: "$jsonSchema: Available Keywords",
};

/// Its `demand` says what it is.
pub const REFERENCE_TYPE_MISMATCH: Rule = Rule {
    name: "reference-type-mismatch",
    group: Group::Field,
    starred: true,
    demand: "a reference is stored as exactly the type of the `_id` that it points to",
    remedy: "give the field the type of that `_id`",
    why: "An ObjectId and its hex string are different values: a query or a `$lookup` between \
          them finds nothing, and says nothing.",
    fails: r"struct Task {
    #[field(references = Project)] // whose `_id` is an ObjectId
    project_id: String,
}",
    instead: r"struct Task {
    #[field(references = Project)]
    project_id: ObjectId,
}",
    source: "Database References",
};

/// Its `demand` says what it is.
pub const FIELD_NAME_INVALID: Rule = Rule {
    name: "field-name-invalid",
    group: Group::Field,
    starred: false,
    demand: "a stored name is not empty, has no `.` and no NUL, and does not start with `$`",
    remedy: "give the field another stored name",
    why: "The server takes a dot for a path and a leading dollar sign for an operator: such a field \
          cannot be validated, indexed or updated by its name.",
    fails: r#"struct Task {
    #[serde(rename = "due.at")]
    due_at: DateTime,
}"#,
    instead: r#"struct Task {
    #[serde(rename = "dueAt")]
    due_at: DateTime,
}"#,
    source: "Field Names with Periods and Dollar Signs",
};

/// Its `demand` says what it is.
pub const DUPLICATE_FIELD_NAME: Rule = Rule {
    name: "duplicate-field-name",
    group: Group::Field,
    starred: false,
    demand: "no two fields are stored under one name",
    remedy: "give one of them another stored name",
    why: "Both would be written, one after the other under the same key, and which of them is read \
          back is not defined.",
    fails: r#"struct Task {
    title: String,
    #[serde(rename = "title")]
    name: String,
}"#,
    instead: r"struct Task {
    title: String,
    name: String,
}",
    source: "BSON Types; Documents",
};

/// Its `demand` says what it is.
pub const UNKNOWN_SERIALIZATION: Rule = Rule {
    name: "unknown-serialization",
    group: Group::Field,
    starred: false,
    demand: "what serde stores for a field is known",
    remedy: "use a type whose stored form is known",
    why: "The validator is made from what is stored. Where a custom serialisation decides that, \
          guessing from the Rust type would refuse valid documents or let wrong ones in.",
    fails: r#"struct Task {
    #[serde(with = "my_dates")]
    due_at: MyDate,
}"#,
    instead: r#"struct Task {
    due_at: bson::DateTime,
}

// or say what is stored, which nothing checks
#[serde(with = "my_dates")]
#[field(bson = "date")]
due_at: MyDate,"#,
    source: "BSON Types",
};
