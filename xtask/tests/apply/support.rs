//! The fixture's binary on a database of its own.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use bson::{Document, doc};
use mongodb::{Collection, Database};
use schema_xtask::connect::{Manner, Server};
use schema_xtask::dev_server::testing::TestDatabase;
use serde_json::Value;

/// A fresh database, and commands on it.
pub(crate) struct Site {
    database: TestDatabase,
    schema: String,
}

impl Site {
    pub(crate) async fn new() -> Self {
        Self::with("").await
    }

    /// With another of the fixture's schemas.
    pub(crate) async fn with(schema: &str) -> Self {
        let database = TestDatabase::create()
            .await
            .expect("a server to test against");
        Self {
            database,
            schema: schema.to_owned(),
        }
    }

    pub(crate) fn uses(&mut self, schema: &str) {
        schema.clone_into(&mut self.schema);
    }

    /// With one collection `tasks` of these options and indexes.
    pub(crate) async fn declaring(options: Document, indexes: Vec<Document>) -> Self {
        Self::with(&tasks(options, indexes)).await
    }

    /// Declares other indexes of `tasks`.
    pub(crate) fn declares(&mut self, indexes: Vec<Document>) {
        self.schema = tasks(doc! {}, indexes);
    }

    pub(crate) fn database(&self) -> Database {
        self.database.database()
    }

    pub(crate) fn uri(&self) -> &str {
        self.database.uri()
    }

    pub(crate) fn collection(&self, name: &str) -> Collection<Document> {
        self.database().collection(name)
    }

    /// A collection of another database of the server.
    pub(crate) fn client_collection(&self, database: &str, name: &str) -> Collection<Document> {
        self.database.client().database(database).collection(name)
    }

    pub(crate) async fn server(&self) -> Server {
        let manner = Manner {
            max_time: None,
            parallel: 4,
        };
        Server::connect(self.database.uri(), self.database.name(), manner)
            .await
            .expect("a connection")
    }

    /// The name that this site's runs give the server.
    pub(crate) fn application(&self) -> &str {
        self.database.name()
    }

    fn named_uri(&self) -> String {
        let uri = self.database.uri();
        let joint = if uri.contains('?') { "&" } else { "/?" };
        format!(
            "{}{joint}appName={}",
            uri.trim_end_matches('/'),
            self.application()
        )
    }

    /// The command, not yet started.
    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = fixture(arguments);
        command
            .env("FIXTURE", &self.schema)
            .env("MONGODB_URI", self.named_uri())
            .env("MONGODB_DB", self.database.name());
        command
    }

    pub(crate) fn run(&self, arguments: &str) -> Finished {
        finished(&mut self.command(arguments))
    }

    /// The command's one JSON document.
    pub(crate) fn json(&self, arguments: &str) -> Value {
        let finished = self.run(&format!("{arguments} --format json"));
        serde_json::from_str(&finished.out).unwrap_or_else(|error| panic!("{error}: {finished:?}"))
    }

    /// Each change's id and status.
    pub(crate) fn changes(&self, arguments: &str) -> Vec<(String, String)> {
        let report = self.json(arguments);
        let changes = report["changes"].as_array().expect("changes");
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        changes
            .iter()
            .map(|change| (text(&change["id"]), text(&change["status"])))
            .collect()
    }

    /// The index of `tasks` as the server lists it.
    pub(crate) async fn index(&self, name: &str) -> Option<Document> {
        let command = doc! { "listIndexes": "tasks" };
        let cursor = self.database().run_cursor_command(command).await;
        let listed: Vec<Document> = futures::TryStreamExt::try_collect(cursor.expect("a cursor"))
            .await
            .expect("indexes");
        let mut listed = listed.into_iter();
        listed.find(|spec| spec.get_str("name").ok() == Some(name))
    }

    pub(crate) async fn fill(&self, documents: Vec<Document>) {
        let collection = self.collection("tasks");
        collection.insert_many(documents).await.expect("documents");
    }

    pub(crate) async fn command_on_server(&self, command: Document) {
        let done = self.database().run_command(command).await;
        done.expect("the server does it");
    }

    /// What `_schema.objects` records of an index of `tasks`.
    pub(crate) async fn record_of(&self, index: &str) -> Option<Document> {
        let filter = doc! { "_id.collection": "tasks", "_id.index": index };
        let found = self.collection("_schema.objects").find_one(filter).await;
        found.expect("an answer")
    }

    pub(crate) async fn index_names(&self, collection: &str) -> Vec<String> {
        let mut names = self
            .collection(collection)
            .list_index_names()
            .await
            .expect("index names");
        names.sort();
        names
    }

    pub(crate) async fn history(&self) -> Vec<Document> {
        use futures::TryStreamExt;
        let records = self.collection("_schema.history");
        let found = records
            .find(doc! {})
            .sort(doc! { "token": 1 })
            .await
            .expect("records");
        found.try_collect().await.expect("records")
    }
}

/// The fixture's schema of one collection.
fn tasks(options: Document, indexes: Vec<Document>) -> String {
    schema(&doc! { "collections": [{ "name": "tasks", "options": options, "indexes": indexes }] })
}

/// A schema of one collection.
pub(crate) fn declare(name: &str, options: Document, indexes: Vec<Document>) -> String {
    schema(&doc! { "collections": [{ "name": name, "options": options, "indexes": indexes }] })
}

/// A schema for the fixture.
pub(crate) fn schema(whole: &Document) -> String {
    bson::Bson::from(whole.clone())
        .into_canonical_extjson()
        .to_string()
}

/// The change of this id in a report.
pub(crate) fn change<'a>(report: &'a Value, id: &str) -> &'a Value {
    let changes = report["changes"].as_array().expect("changes");
    let found = changes.iter().find(|change| change["id"] == id);
    found.unwrap_or_else(|| panic!("no {id} in {report}"))
}

/// Whether a note of the change holds all of these.
pub(crate) fn says(change: &Value, parts: &[&str]) -> bool {
    let notes = change["notes"].as_array().expect("notes");
    let mut notes = notes.iter().filter_map(Value::as_str);
    notes.any(|note| parts.iter().all(|part| note.contains(part)))
}

/// How a command ended.
#[derive(Debug)]
pub(crate) struct Finished {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The fixture without any of the variables that it reads.
pub(crate) fn fixture(arguments: &str) -> Command {
    let mut command = Command::new(binary());
    command
        .args(arguments.split_whitespace())
        .env_remove("MONGODB_URI")
        .env_remove("MONGODB_DB")
        .env_remove("MONGO_SCHEMA_ENV")
        .stdin(Stdio::null());
    command
}

pub(crate) fn finished(command: &mut Command) -> Finished {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().expect("the fixture starts");
    Finished {
        code: status.code(),
        out: String::from_utf8(stdout).expect("UTF-8"),
        err: String::from_utf8(stderr).expect("UTF-8"),
    }
}

/// The fixture's binary, in a folder beside the tests'.
///
/// A run of all tests has built it already; a run of this file alone has not, or long ago.
fn binary() -> &'static Path {
    static BINARY: LazyLock<PathBuf> = LazyLock::new(|| {
        let tests = std::env::current_exe().expect("this test's path");
        let profile = tests
            .parent()
            .and_then(Path::parent)
            .expect("the profile's folder");
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args([
            "build",
            "--quiet",
            "--package",
            "schema-xtask",
            "--example",
            "fixture",
        ]);
        if profile.ends_with("release") {
            cargo.arg("--release");
        }
        assert!(
            cargo.status().expect("cargo starts").success(),
            "the fixture can be built"
        );
        profile.join("examples").join("fixture")
    });
    &BINARY
}
