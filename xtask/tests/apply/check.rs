//! `check`: documents that the declared validators would refuse, on a server and in a file.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use bson::{Bson, Document, doc};
use flate2::Compression;
use flate2::write::GzEncoder;
use schema_core::declared::{DeclaredCollection, DeclaredDatabase};
use schema_xtask::check::{self, Declared, Wanted};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::Site;

fn options() -> Document {
    doc! { "validator": { "$jsonSchema": {
        "bsonType": "object",
        "required": ["title"],
        "properties": {
            "title": { "bsonType": "string", "maxLength": 5 },
            "labels": { "bsonType": "array", "items": { "bsonType": "string", "minLength": 1 } },
            "done": { "bsonType": "bool" },
        },
    } } }
}

/// Of 20 documents 4 are refused, one of them by two rules.
fn documents() -> Vec<Document> {
    let mut documents: Vec<Document> = (0..20)
        .map(|id| doc! { "_id": id, "title": "short" })
        .collect();
    documents[3].insert("title", "too long");
    documents[5].insert("title", "much too long");
    documents[5].insert("done", "yes");
    documents[7].remove("title");
    documents[9].insert("labels", vec!["a", "", ""]);
    documents
}

async fn filled() -> Site {
    let site = Site::declaring(options(), vec![]).await;
    site.fill(documents()).await;
    site
}

/// Path, keyword and number of each fault.
fn faults(collection: &Value) -> Vec<(String, String, u64)> {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let faults = collection["faults"].as_array().expect("faults");
    let mut faults: Vec<_> = faults
        .iter()
        .map(|it| {
            (
                text(&it["path"]),
                text(&it["keyword"]),
                it["documents"].as_u64().expect("a number"),
            )
        })
        .collect();
    faults.sort();
    faults
}

fn expected() -> Vec<(String, String, u64)> {
    let fault =
        |path: &str, keyword: &str, documents| (path.to_owned(), keyword.to_owned(), documents);
    vec![
        fault("done", "bsonType", 1),
        fault("labels.*", "minLength", 1),
        fault("title", "maxLength", 2),
        fault("title", "required", 1),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn faults_are_counted_and_explained() {
    let site = filled().await;
    let told = site.json("check");
    let tasks = &told["collections"][0];
    assert_eq!((&told["format"], &told["refused"]), (&json!(1), &json!(4)));
    assert_eq!(
        (&tasks["documents"], &tasks["checked"], &tasks["refused"]),
        (&json!(20), &json!(20), &json!(4))
    );
    assert_eq!(faults(tasks), expected());
    let first = &tasks["faults"][0];
    assert_eq!(
        (&first["path"], &first["examples"][0]["_id"]),
        (&json!("title"), &json!(3))
    );
    assert_eq!(
        first["examples"][0]["message"],
        "`title` has 8 characters; at most 5 are allowed"
    );
    assert_eq!(
        (
            &first["examples"][0]["wanted"],
            &first["examples"][0]["found"]
        ),
        (&json!(5), &json!("too long"))
    );

    let finished = site.run("check --limit 1");
    assert_eq!(finished.code, Some(2), "{finished:?}");
    for line in [
        "tasks: 4 of 20 documents would be refused",
        "  2 × `title` (maxLength)",
        "      _id 3: `title` has 8 characters; at most 5 are allowed",
        "20 documents checked, 4 would be refused",
    ] {
        assert!(
            finished.out.lines().any(|it| it == line),
            "{line}: {finished:?}"
        );
    }
    assert!(
        !finished.out.contains("_id 5: `title`"),
        "one example alone: {finished:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_as_declared_is_done() {
    let site = Site::declaring(options(), vec![]).await;
    let finished = site.run("check");
    assert_eq!(
        finished.code,
        Some(0),
        "without the collection: {finished:?}"
    );
    site.fill(vec![doc! { "title": "short" }]).await;
    let finished = site.run("check");
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert!(
        finished
            .out
            .contains("tasks: 1 documents, none would be refused"),
        "{finished:?}"
    );
    assert_eq!(site.run("check --sample 0").code, Some(64));
    assert_eq!(site.run("check --only nothing").code, Some(64));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sample_is_a_part() {
    let site = filled().await;
    let told = site.json("check --sample 6");
    let tasks = &told["collections"][0];
    assert_eq!(
        (&tasks["documents"], &tasks["checked"]),
        (&json!(20), &json!(6))
    );
}

/// The server that evaluates as MongoDB does is asked by `$nor` and sends the refused ones alone; the
/// same is found.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_decides_the_same_is_found() {
    let site = filled().await;
    let collection = DeclaredCollection {
        name: "tasks".to_owned(),
        options: options(),
        ..DeclaredCollection::default()
    };
    let database = DeclaredDatabase {
        collections: vec![collection],
        ..DeclaredDatabase::default()
    };
    let declared = Declared::all(&database, &[]);
    let wanted = Wanted {
        limit: 2,
        sample: None,
    };
    let server = site.server().await;
    let [by_server, here] = [true, false].map(async |is_judge| {
        let report =
            check::collection(&server, &declared[0], wanted, is_judge, &|_, _, _| {}).await;
        report.expect("a report")
    });
    let (by_server, here) = (by_server.await, here.await);
    assert_eq!(by_server, here);
    assert_eq!(here.refused, 4);
}

/// A folder with `tasks.bson` and `tasks.bson.gz`.
fn dumped() -> (TempDir, PathBuf, PathBuf) {
    let folder = TempDir::new().expect("a folder");
    let bytes: Vec<u8> = documents()
        .iter()
        .flat_map(|it| it.to_vec().expect("BSON"))
        .collect();
    let plain = folder.path().join("tasks.bson");
    fs::write(&plain, &bytes).expect("a file");
    let compressed = folder.path().join("tasks.bson.gz");
    let mut encoder = GzEncoder::new(
        fs::File::create(&compressed).expect("a file"),
        Compression::fast(),
    );
    encoder.write_all(&bytes).expect("bytes");
    encoder.finish().expect("a file");
    (folder, plain, compressed)
}

/// No server is there to be asked.
fn without_server(arguments: &str) -> crate::support::Finished {
    let schema = crate::support::declare("tasks", options(), vec![]);
    crate::support::finished(crate::support::fixture(arguments).env("FIXTURE", schema))
}

#[test]
fn a_dump_is_checked_without_a_server() {
    let (_folder, plain, compressed) = dumped();
    for file in [plain, compressed] {
        let finished = without_server(&format!("check --format json --dump {}", file.display()));
        assert_eq!(finished.code, Some(2), "{finished:?}");
        let told: Value = serde_json::from_str(&finished.out).expect("JSON");
        assert_eq!(told["refused"], 4);
        assert_eq!(faults(&told["collections"][0]), expected());
    }
}

#[test]
fn a_file_that_is_no_dump_is_told() {
    let (folder, plain, compressed) = dumped();
    let broken = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("a file");
        let finished = without_server(&format!("check --only tasks --dump {}", path.display()));
        assert_eq!(finished.code, Some(1), "{finished:?}");
        finished.err
    };
    let whole = fs::read(plain).expect("a file");
    assert!(broken("cut.bson", &whole[..whole.len() - 3]).contains("cut short"));
    assert!(broken("text.bson", b"hello, world").contains("at byte 0 there is no BSON document"));
    let packed = fs::read(compressed).expect("a file");
    assert!(broken("cut.gz", &packed[..packed.len() / 2]).contains("cannot be read"));
    let mut spoilt = whole;
    // The type of the first field.
    spoilt[4] = 0x55;
    assert!(
        broken("spoilt.bson", &spoilt)
            .contains("the document at byte 0: the bytes are no BSON document")
    );
    let named = folder.path().join("other.bson");
    fs::write(&named, b"").expect("a file");
    let finished = without_server(&format!("check --dump {}", named.display()));
    assert_eq!(finished.code, Some(64), "{finished:?}");
    assert!(
        finished.err.contains("`other` is no declared collection"),
        "{finished:?}"
    );
    let missing = without_server("check --only tasks --dump nowhere.bson");
    assert_eq!(missing.code, Some(1), "{missing:?}");
}

/// Many kinds of fault, and values of any size, in a bounded memory.
#[test]
fn a_tally_is_bounded() {
    let schema = doc! { "properties": { "_id": {} }, "additionalProperties": false };
    let validator = schema_core::evaluate::Validator::of_schema(&schema).expect("a schema");
    let mut tally = check::Tally::new(2);
    for at in 0..2_000 {
        let document = doc! { "_id": at, format!("field{at}"): "x".repeat(10_000) };
        tally
            .ask(&validator, &document.to_vec().expect("BSON"))
            .expect("a document");
    }
    let report = tally.report("tasks", 2_000, None);
    assert_eq!(
        (report.refused, report.faults.len(), report.others),
        (2_000, 500, 1_500)
    );
    let examples = report.faults.iter().flat_map(|it| &it.examples);
    assert!(
        examples
            .clone()
            .all(|it| it.wanted == Some(Bson::Boolean(false)) && it.found.is_none())
    );
}
