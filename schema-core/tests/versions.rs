//! Shapes before the current one: what is admitted, read, and written.

use std::convert::Infallible;

use bson::{Bson, Document, RawDocumentBuf, doc, oid::ObjectId, rawdoc};
use schema_core::{
    Collection, CollectionSchema, Database, DatabaseSchema, Embedded, Upgrade,
    declared::DeclaredVersions,
    render,
    upgrade::{self, ReadError, Versioned},
};
use serde::{Deserialize, Serialize};

#[derive(Debug, Serialize, Deserialize, Collection)]
#[serde(rename_all = "camelCase")]
#[collection(name = "tasks", tenant = tenant_id, schema_version = 1)]
struct TaskV1 {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: i64,
    schema_version: i32,
    labels: String,
}

#[derive(Debug, Serialize, Deserialize, Collection)]
#[serde(rename_all = "camelCase")]
#[collection(name = "tasks", tenant = tenant_id, schema_version = 2, previous = TaskV1)]
struct TaskV2 {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: i64,
    schema_version: i32,
    #[field(max_items = 20)]
    labels: Vec<String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, Collection)]
#[serde(rename_all = "camelCase")]
#[collection(name = "tasks", tenant = tenant_id, schema_version = 3, previous = TaskV2,
    accepts(1, unversioned))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: i64,
    schema_version: i32,
    #[field(max_items = 20)]
    labels: Vec<String>,
    label_count: i64,
}

impl Upgrade<TaskV1> for TaskV2 {
    type Error = String;

    fn upgrade(before: TaskV1) -> Result<Self, String> {
        if before.labels == "poison" {
            return Err("it is poisoned".to_owned());
        }
        let labels = before.labels.split(',').filter(|label| !label.is_empty());
        Ok(Self {
            id: before.id,
            tenant_id: before.tenant_id,
            schema_version: 2,
            labels: labels.map(str::to_owned).collect(),
        })
    }
}

impl Upgrade<TaskV2> for Task {
    type Error = Infallible;

    fn upgrade(before: TaskV2) -> Result<Self, Infallible> {
        // What a mistaken upgrade does, for a tenant that asks for it.
        let tenant_id = if before.tenant_id == 13 {
            14
        } else {
            before.tenant_id
        };
        let schema_version = if tenant_id == 15 { 2 } else { 3 };
        Ok(Self {
            id: before.id,
            tenant_id,
            schema_version,
            label_count: before.labels.len() as i64,
            labels: before.labels,
        })
    }
}

#[derive(Database)]
#[database(name = "tracker", collections(Task))]
struct Tracker;

fn versions<C: CollectionSchema>() -> DeclaredVersions {
    render::collection(C::MODEL).versions.expect("versions")
}

fn stored(version: impl Into<Bson>, labels: &str) -> RawDocumentBuf {
    let document = doc! {
        "_id": ObjectId::from_bytes([7; 12]), "tenantId": 1_i64, "schemaVersion": version.into(),
        "labels": labels,
    };
    RawDocumentBuf::try_from(&document).expect("BSON")
}

fn read(document: &RawDocumentBuf) -> Result<Task, ReadError> {
    upgrade::read(document)
}

#[test]
fn accepted_versions_are_admitted_beside_the_current_one_each_by_its_own_branch() {
    let options = render::collection(Task::MODEL).options;
    let schema = options
        .get_document("validator")
        .and_then(|it| it.get_document("$jsonSchema"));
    let shapes = schema
        .and_then(|schema| schema.get_array("anyOf"))
        .expect("branches");
    let versions: Vec<&Document> = shapes.iter().filter_map(Bson::as_document).collect();
    let admitted = |branch: &Document| {
        let properties = branch.get_document("properties").expect("properties");
        let version = properties
            .get_document("schemaVersion")
            .expect("the version");
        version.get_array("enum").expect("a list").clone()
    };
    assert_eq!(versions.len(), 2, "version 2 is not accepted");
    assert_eq!(admitted(versions[0]), [Bson::Int32(3)]);
    assert_eq!(admitted(versions[1]), [Bson::Int32(1)]);
    let requires = |branch: &Document| {
        let required = branch.get_array("required").expect("a list");
        required.contains(&"schemaVersion".into())
    };
    assert!(requires(versions[0]));
    assert!(
        !requires(versions[1]),
        "a document without a version counts as version 1"
    );
    let final_phase = render::collection(TaskV2::MODEL).options;
    assert!(!final_phase.to_string().contains("anyOf"));
}

#[test]
fn the_shapes_before_are_declared() {
    let declared = versions::<Task>();
    assert_eq!(declared.field, "schemaVersion");
    assert_eq!(declared.current.version, 3);
    let older: Vec<_> = declared
        .older
        .iter()
        .map(|it| (it.version, &*it.type_name))
        .collect();
    assert_eq!(older, [(2, "TaskV2"), (1, "TaskV1")]);
    assert_eq!(
        (&*declared.accepted, declared.unversioned),
        (&[1][..], true)
    );
    assert!(render::collection(TaskV1::MODEL).versions.is_none());
    assert!(!versions::<TaskV2>().unversioned);
}

#[test]
fn each_known_version_is_read_step_by_step() {
    let task = read(&stored(1, "a,b")).expect("a task");
    assert_eq!((task.schema_version, task.label_count), (3, 2));
    assert_eq!(task.labels, ["a", "b"]);
    let mut second = doc! { "_id": ObjectId::new(), "tenantId": 1_i64, "schemaVersion": 2_i64 };
    second.insert("labels", vec!["x"]);
    let second = RawDocumentBuf::try_from(&second).expect("BSON");
    assert_eq!(read(&second).expect("a task").labels, ["x"]);
    let current = bson::serialize_to_raw_document_buf(&task).expect("BSON");
    assert_eq!(read(&current), Ok(task));
}

#[test]
fn a_document_without_a_version_counts_as_version_1_where_declared_so() {
    let bare = rawdoc! { "_id": ObjectId::new(), "tenantId": 1_i64, "labels": "a" };
    assert_eq!(read(&bare).expect("a task").labels, ["a"]);
    let refused = upgrade::read::<TaskV2>(&bare).expect_err("not declared for version 2");
    assert!(matches!(refused, ReadError::NoVersion { .. }), "{refused}");
}

#[test]
fn null_in_the_place_of_a_version_counts_as_none() {
    let null = stored(Bson::Null, "a");
    assert_eq!(read(&null).expect("a task").labels, ["a"]);
    let [(_, upgrade)] = Tracker::upgrades()[..] else {
        panic!("one collection");
    };
    assert_eq!(upgrade(null.as_bytes()).expect("an upgrade").from, 1);
}

/// As a shell writes them: the validator admits both types of an integer.
#[test]
fn a_tenant_of_another_integer_type_is_the_same_tenant() {
    let stored = rawdoc! {
        "_id": ObjectId::new(), "tenantId": 1, "schemaVersion": 1_i64, "labels": "a",
    };
    let [(_, upgrade)] = Tracker::upgrades()[..] else {
        panic!("one collection");
    };
    assert_eq!(upgrade(stored.as_bytes()).expect("an upgrade").from, 1);
}

#[derive(Serialize, Deserialize, Embedded)]
struct Key {
    number: i64,
}

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "keyed", global = "a test", schema_version = 1)]
struct KeyedV1 {
    #[serde(rename = "_id")]
    id: Key,
    schema_version: i32,
}

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "keyed", global = "a test", schema_version = 2, previous = KeyedV1)]
struct Keyed {
    #[serde(rename = "_id")]
    id: Key,
    schema_version: i32,
}

impl Upgrade<KeyedV1> for Keyed {
    type Error = Infallible;

    fn upgrade(before: KeyedV1) -> Result<Self, Infallible> {
        let id = Key {
            number: before.id.number.max(7),
        };
        Ok(Self {
            id,
            schema_version: 2,
        })
    }
}

#[test]
fn an_id_is_never_written_and_may_have_another_integer_type() {
    let stored = |number: i32| rawdoc! { "_id": { "number": number }, "schema_version": 1 };
    let kept = stored(7);
    let upgraded = upgrade::upgraded::<Keyed>(kept.as_bytes()).expect("an upgrade");
    let update = upgrade::update(&kept, &upgraded).expect("an update");
    assert_eq!(update, rawdoc! { "$set": { "schema_version": 2 } }.into());
    match upgrade::upgraded::<Keyed>(stored(1).as_bytes()) {
        Err(ReadError::Changed { field, .. }) => assert_eq!(field, "_id"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_cannot_be_read_is_refused_by_name() {
    let message = |document: &RawDocumentBuf| read(document).expect_err("refused").to_string();
    let future = message(&stored(4, ""));
    assert!(
        future.contains("version 4 is newer than `Task`, which is version 3"),
        "{future}"
    );
    let unknown = message(&stored(0, ""));
    assert!(
        unknown.contains("version 0 is that of no shape before `Task`"),
        "{unknown}"
    );
    assert!(message(&stored("two", "")).contains("is that of no shape"));
    assert!(message(&stored(1, "poison")).contains("it is poisoned"));
    let malformed = message(&stored(2, "no array"));
    assert!(
        malformed.contains("the document is no `TaskV2`"),
        "{malformed}"
    );
}

#[test]
fn a_cursor_yields_documents_of_all_versions() {
    let read: Versioned<Task> =
        bson::deserialize_from_slice(stored(1, "a").as_bytes()).expect("a task");
    assert_eq!((read.stored_version, read.value.schema_version), (1, 3));
    let error = bson::deserialize_from_slice::<Versioned<Task>>(stored(9, "a").as_bytes());
    assert!(
        error
            .expect_err("refused")
            .to_string()
            .contains("newer than `Task`")
    );
}

#[test]
fn a_database_knows_the_upgrades_of_its_collections() {
    let upgrades = Tracker::upgrades();
    let [(name, upgrade)] = &upgrades[..] else {
        panic!("{} upgrades", upgrades.len());
    };
    assert_eq!(name, "tasks");
    let stored = stored(1, "a,b");
    let upgraded = upgrade(stored.as_bytes()).expect("an upgrade");
    assert_eq!(upgraded.from, 1);
    let expected = rawdoc! {
        "$set": { "schemaVersion": 3, "labels": ["a", "b"], "labelCount": 2_i64 },
    };
    assert_eq!(
        upgrade::update(&stored, &upgraded).expect("an update"),
        expected.into()
    );
    let again = upgrade(&upgraded.after).expect_err("no document is upgraded twice");
    assert!(matches!(again, ReadError::Current { .. }));
}

#[test]
fn an_upgrade_keeps_tenant_and_writes_its_own_version() {
    let of_tenant = |tenant: i64| {
        let mut document = rawdoc! { "_id": ObjectId::new(), "schemaVersion": 1, "labels": "" };
        document.append(bson::raw::cstr!("tenantId"), tenant);
        let [(_, upgrade)] = Tracker::upgrades()[..] else {
            panic!("one collection");
        };
        upgrade(document.as_bytes())
    };
    let field = |tenant| match of_tenant(tenant) {
        Err(ReadError::Changed { field, .. }) => field,
        other => panic!("{other:?}"),
    };
    assert_eq!(field(13), "tenantId");
    assert_eq!(field(15), "schemaVersion");
    assert!(of_tenant(1).is_ok());
}

#[test]
fn what_an_upgrade_gave_another_version_is_not_read_either() {
    let document = rawdoc! {
        "_id": ObjectId::new(), "tenantId": 15_i64, "schemaVersion": 1, "labels": "",
    };
    match read(&document) {
        Err(ReadError::Changed { field, .. }) => assert_eq!(field, "schemaVersion"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_guard_holds_the_whole_document() {
    let stored = stored(1, "a");
    let guard = upgrade::guard(Task::MODEL, &stored).expect("a guard");
    let document = Document::try_from(&*stored).expect("BSON");
    let expected = doc! {
        "_id": { "$eq": ObjectId::from_bytes([7; 12]) },
        "schemaVersion": 1,
        "$and": [{ "$expr": { "$eq": ["$$ROOT", { "$literal": document }] } }],
    };
    assert_eq!(Document::try_from(&*guard).expect("BSON"), expected);
}
