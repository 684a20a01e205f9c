//! What `#[query(…)]` says, as the model holds it.

use bson::{DateTime, doc, oid::ObjectId};
use schema_core::{
    Collection, CollectionSchema, Embedded,
    declared::{DeclaredQuery, DeclaredTenant},
    model::{Filter, Query, QueryOption, Role},
    render,
};
use serde::Serialize;

const WHY: &str = "a token names its tenant";

#[derive(Serialize, Collection)]
#[serde(rename_all = "camelCase")]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, project_id, status, due_at = -1))]
#[index(keys(tenant_id, assignee.id, status, priority, due_at, id))]
#[index(keys(tenant_id, id), partial = (status == Status::Todo && exists(due_at)))]
#[index(keys(token))]
#[index(keys(tenant_id, token))]
#[index(keys(tenant_id, title = "text"))]
#[index(keys(tenant_id, place = "2dsphere"))]
#[index(keys(tenant_id, priority))]
#[query(name = "board", eq(project_id), sort(status, due_at = -1), frequency = "100 a second")]
#[query(
    name = "open_work",
    eq(assignee.id),
    any_of(status, max = 2),
    any_of(priority, max = 3),
    range(due_at),
    project(id, status)
)]
#[query(name = "pending", filter = (status == Status::Todo && exists(due_at)), sort(id))]
#[query(name = "by_token", eq(token), across_tenants = WHY)]
#[query(
    name = "in_any_tenant",
    eq(tenant_id, token),
    across_tenants = "for the support team"
)]
#[query(name = "search", text(title))]
#[query(name = "close_by", near(place))]
#[query(
    name = "many",
    any_of(priority, max = 500),
    allow(query_in_list_too_long = "an export, which may be slow")
)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    project_id: ObjectId,
    #[field(max_length = 200)]
    title: String,
    status: Status,
    priority: i32,
    assignee: Person,
    token: String,
    due_at: Option<DateTime>,
    #[field(bson = "object")]
    place: Place,
}

#[derive(Serialize, Embedded)]
#[allow(dead_code)] // only its variants' names are looked at
enum Status {
    Todo,
    Done,
}

#[derive(Serialize, Embedded)]
struct Person {
    id: ObjectId,
}

#[derive(Serialize)]
struct Place;

fn query(name: &str) -> &'static Query {
    let mut queries = Task::MODEL.queries.iter();
    queries.find(|query| query.name == name).unwrap()
}

fn terms(query: &Query) -> Vec<(&'static str, Role)> {
    (0..query.term_count())
        .map(|term| (Task::MODEL.paths[query.path(term)].text, query.role(term)))
        .collect()
}

#[test]
fn each_term_has_its_path_and_its_role() {
    assert_eq!(
        terms(query("board")),
        [
            ("project_id", Role::Equal),
            ("status", Role::Ascending),
            ("due_at", Role::Descending)
        ]
    );
    assert_eq!(
        terms(query("open_work")),
        [
            ("assignee.id", Role::Equal),
            ("status", Role::AnyOf),
            ("priority", Role::AnyOf),
            ("due_at", Role::Range),
            ("id", Role::Project),
            ("status", Role::Project)
        ]
    );
    assert_eq!(terms(query("search")), [("title", Role::Text)]);
    assert_eq!(terms(query("close_by")), [("place", Role::Near)]);
}

#[test]
fn what_else_is_said_is_kept() {
    let board = query("board").options;
    assert!(matches!(board, [QueryOption::Frequency("100 a second")]));
    let open_work = query("open_work").options;
    assert!(matches!(open_work, [QueryOption::Lists([2, 3])]));
    let pending = query("pending").options;
    assert!(matches!(
        pending,
        [QueryOption::Filter(Filter::And([_, _]))]
    ));
    let by_token = query("by_token").options;
    assert!(matches!(by_token, [QueryOption::AcrossTenants(reason)] if *reason == WHY));
}

#[test]
fn a_long_list_is_allowed_with_a_reason() {
    let allow = &Task::MODEL.allows[0];
    assert_eq!(allow.rule, "query-in-list-too-long");
    assert!(matches!(
        allow.place,
        schema_core::model::Place::Query("many")
    ));
}

/// Looked up before the tenant is known: an index that serves such a query needs no tenant key.
#[derive(Serialize, Collection)]
#[collection(name = "refresh", tenant = org)]
#[index(keys(code, org), unique)]
#[index(keys(hash), unique)]
#[query(
    name = "redeem",
    eq(hash),
    across_tenants = "before the tenant is known"
)]
struct Refresh {
    #[serde(rename = "_id")]
    id: ObjectId,
    org: String,
    code: String,
    hash: String,
}

#[test]
fn an_index_of_a_query_across_tenants_needs_no_tenant_key() {
    assert_eq!(Refresh::MODEL.indexes.len(), 2);
    assert!(Refresh::MODEL.allows.is_empty());
}

#[test]
fn a_query_is_rendered_in_stored_names_with_the_tenant_key_first() {
    let declared = render::collection(Task::MODEL);
    assert_eq!(
        declared.tenant,
        Some(DeclaredTenant::Key("tenantId".into()))
    );
    let of = |name: &str| {
        let mut queries = declared.queries.iter();
        queries.find(|query| query.name == name).unwrap().clone()
    };
    let board = DeclaredQuery {
        name: "board".into(),
        equal: vec!["tenantId".into(), "projectId".into()],
        sort: doc! { "status": 1, "dueAt": -1 },
        served_by: vec!["tenantId_1_projectId_1_status_1_dueAt_-1".into()],
        frequency: Some("100 a second".into()),
        ..DeclaredQuery::default()
    };
    assert_eq!(of("board"), board);
    let open_work = of("open_work");
    assert_eq!(open_work.equal, ["tenantId", "assignee.id"]);
    let lists = [("status".to_owned(), 2), ("priority".to_owned(), 3)];
    assert_eq!(open_work.any_of, lists);
    assert_eq!(open_work.range, ["dueAt"]);
    assert_eq!(open_work.project, ["_id", "status"]);
    assert!(open_work.covered);
    assert_eq!(of("pending").served_by, ["tenantId_1__id_1"]);
    assert!(!of("pending").covered);
    assert_eq!(of("search").served_by.len(), 1);
    let pending = doc! { "status": "Todo", "dueAt": { "$exists": true } };
    assert_eq!(of("pending").filter, Some(pending));
    assert_eq!(of("search").text, ["title"]);
    assert_eq!(of("close_by").near, ["place"]);
    let by_token = of("by_token");
    assert_eq!(by_token.equal, ["token"]);
    assert_eq!(by_token.across_tenants.as_deref(), Some(WHY));
}
