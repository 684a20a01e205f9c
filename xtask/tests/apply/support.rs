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
    schema: &'static str,
}

impl Site {
    pub(crate) async fn new() -> Self {
        Self::with("").await
    }

    /// With another of the fixture's schemas.
    pub(crate) async fn with(schema: &'static str) -> Self {
        let database = TestDatabase::create()
            .await
            .expect("a server to test against");
        Self { database, schema }
    }

    pub(crate) fn uses(&mut self, schema: &'static str) {
        self.schema = schema;
    }

    pub(crate) fn database(&self) -> Database {
        self.database.database()
    }

    pub(crate) fn collection(&self, name: &str) -> Collection<Document> {
        self.database().collection(name)
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

    fn uri(&self) -> String {
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
            .env("FIXTURE", self.schema)
            .env("MONGODB_URI", self.uri())
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
