//! Rules about the queries that an application declares.

use crate::{Group, Rule};

/// Its `demand` says what it is.
pub const QUERY_PATH_UNKNOWN: Rule = Rule {
    name: "query-path-unknown",
    group: Group::Query,
    starred: false,
    demand: "each field that a query names is a field of the collection",
    remedy: "write the name of a field",
    why: "The server matches any path without a word, also one that no document has: the query then \
          finds nothing, or sorts by nothing.",
    fails: r#"#[query(name = "board", eq(projct_id), sort(status))]"#,
    instead: r#"#[query(name = "board", eq(project_id), sort(status))]"#,
    source: "Query Documents",
};

/// Its `demand` says what it is.
pub const QUERY_IN_LIST_TOO_LONG: Rule = Rule {
    name: "query-in-list-too-long",
    group: Group::Query,
    starred: true,
    demand: "the lists of a query admit no more than 200 combinations of values",
    remedy: "lower `max`, or ask for each part on its own",
    why: "Before a sort, the server scans the index once for each combination of the lists' values \
          and merges the results. Beyond 200 scans it gives that up, reads everything that matches \
          and sorts it in memory, which fails at 100 MiB.",
    fails: r#"#[query(name = "open", any_of(status, max = 20), any_of(priority, max = 20), sort(due_at))]"#,
    instead: r#"#[query(name = "open", any_of(status, max = 4), any_of(priority, max = 5), sort(due_at))]"#,
    source: "The ESR (Equality, Sort, Range) Guideline",
};

/// Its `demand` says what it is.
pub const QUERY_WITHOUT_INDEX: Rule = Rule {
    name: "query-without-index",
    group: Group::Query,
    starred: true,
    demand: "an index serves each query: its equality fields first, in any order, then its order, \
             then its ranges, and no key between that the query does not name",
    remedy: "declare an index of its equality fields, then its order, then its ranges",
    why: "Without one the server reads every document of the collection, or of the tenant, or sorts \
          the result in memory, which fails at 100 MiB. Neither shows on a small database; both end \
          in an outage on a large one.",
    fails: r#"#[index(keys(tenant_id, project_id))]
#[query(name = "board", eq(project_id), sort(position))]"#,
    instead: r#"#[index(keys(tenant_id, project_id, position))]
#[query(name = "board", eq(project_id), sort(position))]"#,
    source: "The ESR (Equality, Sort, Range) Guideline",
};

/// Its `demand` says what it is.
pub const QUERY_NOT_COVERED: Rule = Rule {
    name: "query-not-covered",
    group: Group::Query,
    starred: true,
    demand: "the index of a query with `project(…)` holds every field that the query names, and as it is: \
             no array, no string under a collation, no null that may be a missing field",
    remedy: "add the field to the index, or take it out of `project(…)`",
    why: "`project(…)` says that the query is answered from the index alone. One field that the index does \
          not hold sends the server to every document after all.",
    fails: r#"#[index(keys(tenant_id, email))]
#[query(name = "names", eq(email), project(email, name))]"#,
    instead: r#"#[index(keys(tenant_id, email, name))]
#[query(name = "names", eq(email), project(email, name))]"#,
    source: "Query Optimization",
};

/// Its `demand` says what it is.
pub const INDEX_WITHOUT_QUERY: Rule = Rule {
    name: "index-without-query",
    group: Group::Query,
    starred: true,
    demand: "where a collection declares its queries, each index serves one of them, or is unique, expires \
             documents, or is of a kind of its own (text, geo, hashed, wildcard, the shard key's)",
    remedy: "remove it, or declare its query",
    why: "Each index costs every write and takes memory from those that are used.",
    fails: r#"#[index(keys(tenant_id, status))]
#[index(keys(tenant_id, title))]
#[query(name = "open", eq(status))]"#,
    instead: r#"#[index(keys(tenant_id, status))]
#[query(name = "open", eq(status))]"#,
    source: "Remove Unnecessary Indexes",
};

/// Its `demand` says what it is.
pub const QUERY_VALUE_TYPE: Rule = Rule {
    name: "query-value-type",
    group: Group::Query,
    starred: false,
    demand: "a query's filter compares a field with a value of its own type",
    remedy: "write a value of the field's type",
    why: "The server compares values of one type alone. A filter with a value of another type \
          matches no document, so the query never finds one.",
    fails: r#"#[query(name = "urgent", filter = (priority >= "3"))]
struct Task {
    priority: i32,
}"#,
    instead: r#"#[query(name = "urgent", filter = (priority >= 3))]"#,
    source: "Comparison/Sort Order",
};

/// Its `demand` says what it is.
pub const QUERY_SEARCH_TYPE: Rule = Rule {
    name: "query-search-type",
    group: Group::Query,
    starred: false,
    demand: "a query searches for words in strings, and by distance among places",
    remedy: "search a field of that kind",
    why: "A text index takes words from strings and from nothing else, and a geospatial index \
          measures from a GeoJSON object or an array of longitude and latitude. In a field of any \
          other type such a query finds nothing.",
    fails: r#"#[query(name = "search", text(position))]
struct Task {
    position: i64,
}"#,
    instead: r#"#[query(name = "search", text(title))]
struct Task {
    #[field(max_length = 200)]
    title: String,
}"#,
    source: "Text Indexes; Geospatial Queries",
};
