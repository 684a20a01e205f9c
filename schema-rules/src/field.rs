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

/// Its `demand` says what it is.
pub const MAP_WITHOUT_MAX_PROPERTIES: Rule = Rule {
    name: "map-without-max-properties",
    group: Group::Field,
    starred: true,
    demand: "a map says how many fields it may hold",
    remedy: "write `#[field(max_properties = N)]`, or key it by an enum",
    why: "A map is a document that takes a field per entry. One that nothing bounds grows \
          until the whole document reaches 16 MiB and every write to it fails, and each update \
          rewrites all of it.",
    fails: r"struct Prefs {
    log: BTreeMap<String, i64>,
}",
    instead: r#"struct Prefs {
    #[field(max_properties = 50, keys(pattern = "^[a-z]+$"))]
    log: BTreeMap<String, i64>,
}"#,
    source: "Avoid Unbounded Arrays",
};

/// Its `demand` says what it is.
pub const DYNAMIC_FIELD_NAMES: Rule = Rule {
    name: "dynamic-field-names",
    group: Group::Field,
    starred: true,
    demand: "a map says what the names of its fields look like",
    remedy: "write `#[field(keys(pattern = \"^…$\"))]`, key it by an enum, or store an array of \
          documents with a field each for key and value",
    why: "The keys of a map become names of fields. A key with a dot or a leading dollar sign \
          cannot be addressed by a path, an index over names that are data needs a wildcard, \
          and no query can ask for a value under whatever name. A pattern keeps the names \
          addressable; an array of documents can be indexed.",
    fails: r"struct Prefs {
    #[field(max_properties = 50)]
    log: BTreeMap<String, i64>,
}",
    instead: r#"struct Prefs {
    #[field(max_properties = 50, keys(pattern = "^[a-z]+$"))]
    log: BTreeMap<String, i64>,
}"#,
    source: "Field Names with Periods and Dollar Signs; Model Data with the Attribute Pattern",
};

/// Its `demand` says what it is.
pub const BOUNDS_EMPTY: Rule = Rule {
    name: "bounds-empty",
    group: Group::Field,
    starred: false,
    demand: "the bounds on a field leave a value",
    remedy: "write bounds that some value keeps",
    why: "The server takes bounds that contradict each other, or the type, and then refuses \
          every document.",
    fails: r"struct Task {
    #[field(minimum = 10, maximum = 1)]
    position: i64,
}",
    instead: r"struct Task {
    #[field(minimum = 1, maximum = 10)]
    position: i64,
}",
    source: "$jsonSchema: Available Keywords",
};

/// Its `demand` says what it is.
pub const PATTERN_INVALID: Rule = Rule {
    name: "pattern-invalid",
    group: Group::Field,
    starred: false,
    demand: "a pattern is a regular expression that the server understands",
    remedy: "write a regular expression in the syntax of PCRE2",
    why: "The server compiles the patterns of a validator when it is set, and refuses the \
          whole validator for one that it cannot read. The check here knows the syntax that \
          PCRE2 shares with other engines; a pattern with what only PCRE2 has (callouts, \
          verbs, recursion, `\\Q…\\E`) is left to the server. In it `\\d` and `\\w` mean ASCII \
          alone.",
    fails: r#"struct User {
    #[field(pattern = "^[a-z+$")]
    name: String,
}"#,
    instead: r#"struct User {
    #[field(pattern = "^[a-z]+$")]
    name: String,
}"#,
    source: "$jsonSchema: Available Keywords; $regex",
};

/// Its `demand` says what it is.
pub const PATTERN_UNANCHORED: Rule = Rule {
    name: "pattern-unanchored",
    group: Group::Field,
    starred: true,
    demand: "a pattern is anchored at both ends, in each of its alternatives",
    remedy: "begin each of its alternatives with `^` and end it with `$`",
    why: "The server looks for a match anywhere in the string: `[a-z]+` admits `DROP a TABLE`. \
          And in `^a|b$` each anchor holds for one alternative only. A `$` still admits one \
          line break at the very end.",
    fails: r#"struct User {
    #[field(pattern = "[a-z]+")]
    name: String,
}"#,
    instead: r#"struct User {
    #[field(pattern = "^[a-z]+$")]
    name: String,
}"#,
    source: "$regex",
};

/// Its `demand` says what it is.
pub const UNSIGNED_OVERFLOW: Rule = Rule {
    name: "unsigned-overflow",
    group: Group::Field,
    starred: true,
    demand: "an unsigned integer of 64 bits has a maximum that BSON can hold",
    remedy: "write `#[field(maximum = N)]`, or use an `i64`",
    why: "BSON has no unsigned integers: the driver stores a `u64` or a `usize` as a `long`, \
          and a value over 9223372036854775807 fails when it is written, in production and not \
          before.",
    fails: r"struct File {
    size: u64,
}",
    instead: r"struct File {
    #[field(maximum = 1_000_000_000_000)]
    size: u64,
}",
    source: "BSON Types",
};

/// Its `demand` says what it is.
pub const MONEY_AS_FLOAT: Rule = Rule {
    name: "money-as-float",
    group: Group::Field,
    starred: true,
    demand: "money is not a floating-point number",
    remedy: "use a `bson::Decimal128`, or an `i64` of the smallest unit",
    why: "A double cannot hold most decimal fractions: 0.1 + 0.2 is not 0.3, sums drift, and \
          an exact comparison misses. A field counts as money by the words of its name: \
          amount, balance, budget, cost, fee, payment, payout, price, refund, revenue, salary, \
          surcharge, tax, wage and their plurals; not where the name also has a word that \
          tells otherwise: count, factor, id, index, multiplier, percent, percentage, rank, \
          rate, ratio, score, share, weight.",
    fails: r"struct Order {
    price: f64,
}",
    instead: r"struct Order {
    price: bson::Decimal128,
}",
    source: "Model Monetary Data",
};

/// Its `demand` says what it is.
pub const DATE_AS_STRING: Rule = Rule {
    name: "date-as-string",
    group: Group::Field,
    starred: true,
    demand: "a date is stored as a date",
    remedy: "use `bson::DateTime`, or store it as a date with a helper such as \
          `bson::serde_helpers::datetime`",
    why: "Strings compare by their characters: two forms or two time zones sort wrongly, no \
          TTL index expires them, and the date operators of aggregation refuse them. The types \
          of chrono and jiff are written as strings unless a helper says otherwise. A string \
          counts as a date where its name ends in `_at` or `_date`.",
    fails: r"struct Task {
    due_at: chrono::DateTime<Utc>,
}",
    instead: r#"struct Task {
    #[serde(with = "bson::serde_helpers::datetime::FromChrono04DateTime")]
    due_at: chrono::DateTime<Utc>,
}"#,
    source: "BSON Types: Date; TTL Indexes",
};

/// Its `demand` says what it is.
pub const WRITER_DEPENDENT_ENCODING: Rule = Rule {
    name: "writer-dependent-encoding",
    group: Group::Field,
    starred: false,
    demand: "a value is stored in one form, whichever writer stores it",
    remedy: "fix its form with a helper of `bson::serde_helpers`, wrap it in `HumanReadable<…>`, \
          or use the type of `bson`",
    why: "The driver's `insert_one` and its bulk write serialise in two ways, one of them \
          human-readable. `uuid::Uuid`, the types of the crate `time` and IP addresses tell \
          them apart: the same value is stored as binary data or an array by the one and as a \
          string by the other, and a query for it finds half of them.",
    fails: r"struct User {
    token: uuid::Uuid,
}",
    instead: r"struct User {
    token: bson::Uuid,
}",
    source: "BSON Types",
};

/// The words in a field's name that make it an amount of money: see [`MONEY_AS_FLOAT`].
pub const MONEY_WORDS: &[&str] = &[
    "amount",
    "amounts",
    "balance",
    "balances",
    "budget",
    "budgets",
    "cost",
    "costs",
    "fee",
    "fees",
    "payment",
    "payments",
    "payout",
    "payouts",
    "price",
    "prices",
    "refund",
    "refunds",
    "revenue",
    "revenues",
    "salary",
    "salaries",
    "surcharge",
    "surcharges",
    "tax",
    "taxes",
    "wage",
    "wages",
];

/// The words beside them that tell that it is none.
pub const NOT_MONEY_WORDS: &[&str] = &[
    "count",
    "factor",
    "id",
    "index",
    "multiplier",
    "percent",
    "percentage",
    "rank",
    "rate",
    "ratio",
    "score",
    "share",
    "weight",
];
