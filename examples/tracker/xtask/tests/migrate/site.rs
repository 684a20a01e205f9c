//! The tracker's command line on a database with tasks of version 1.

use std::process::{Child, Command, Output, Stdio};

use bson::oid::ObjectId;
use bson::{DateTime, Document, doc};
use futures::TryStreamExt;
use mongodb::{Client, Collection, Database};
use schema_core::{CollectionSchema, render};
use serde_json::Value;
use tracker::{Priority, Status, TaskV1};

/// A database, and the commands on it.
#[derive(Debug, Clone)]
pub(crate) struct Site {
    pub(crate) uri: String,
    pub(crate) name: String,
}

impl Site {
    /// The tracker's collections, of which `tasks` has the validator of version 1.
    pub(crate) async fn of_version_1(uri: &str, name: &str) -> Self {
        let site = Self {
            uri: uri.to_owned(),
            name: name.to_owned(),
        };
        let made = site.run("apply --yes -q");
        assert_eq!(made.status.code(), Some(0), "{made:?}");
        let mut command = doc! { "collMod": "tasks" };
        command.extend(render::collection(TaskV1::MODEL).options);
        let database = site.database().await;
        database.run_command(command).await.expect("collMod");
        site
    }

    pub(crate) async fn database(&self) -> Database {
        let client = Client::with_uri_str(&self.uri).await.expect("a client");
        client.database(&self.name)
    }

    pub(crate) async fn tasks(&self) -> Collection<Document> {
        self.database().await.collection("tasks")
    }

    pub(crate) async fn fill(&self, count: usize) -> Vec<ObjectId> {
        let tasks: Collection<TaskV1> = self.tasks().await.clone_with_type();
        let mut ids = Vec::with_capacity(count);
        let mut made = 0;
        while made < count {
            let chunk = (count - made).min(10_000);
            let documents: Vec<TaskV1> = (made..made + chunk).map(task).collect();
            ids.extend(documents.iter().map(|task| task.id));
            tasks.insert_many(documents).await.expect("tasks");
            made += chunk;
        }
        ids
    }

    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tracker-xtask"));
        command
            .args(arguments.split_whitespace())
            .env_remove("MONGO_SCHEMA_ENV")
            .env("MONGODB_URI", &self.uri)
            .env("MONGODB_DB", &self.name)
            .stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, arguments: &str) -> Output {
        self.command(arguments).output().expect("it starts")
    }

    pub(crate) fn start(&self, arguments: &str) -> Child {
        let mut command = self.command(arguments);
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("it starts")
    }

    /// The exit code and the one JSON document.
    pub(crate) fn json(&self, arguments: &str) -> (Option<i32>, Value) {
        let output = self.run(&format!("{arguments} --format json"));
        let value = serde_json::from_slice(&output.stdout);
        (
            output.status.code(),
            value.unwrap_or_else(|error| panic!("{error}: {output:?}")),
        )
    }

    /// Asserts that the plan is empty, and that nothing stands against the migration's end.
    pub(crate) fn assert_finished(&self) {
        let (_, plan) = self.json("plan --inspect-data");
        assert_eq!(
            plan["changes"].as_array().map(Vec::len),
            Some(0),
            "{plan:#}"
        );
        assert_eq!(
            plan["unmanaged"].as_array().map(Vec::len),
            Some(0),
            "{plan:#}"
        );
        let (code, verified) = self.json("migrate verify");
        assert_eq!(code, Some(0), "{verified:#}");
        let (code, checked) = self.json("check --only tasks");
        assert_eq!(code, Some(0), "{checked:#}");
    }

    pub(crate) async fn all(&self, filter: Document) -> Vec<Document> {
        let found = self.tasks().await.find(filter).await.expect("a cursor");
        found.try_collect().await.expect("tasks")
    }
}

/// A task of version 1.
pub(crate) fn task(number: usize) -> TaskV1 {
    TaskV1 {
        id: ObjectId::new(),
        tenant_id: ObjectId::from_bytes([1; 12]),
        schema_version: 1,
        project_id: ObjectId::from_bytes([2; 12]),
        title: format!("task {number}"),
        description: None,
        status: Status::Todo,
        priority: Priority::Normal,
        position: number as i64,
        labels: format!("bug,of {}", number % 10),
        assignee: None,
        comment_count: 0,
        due_at: None,
        created_at: DateTime::from_millis(1_700_000_000_000),
    }
}
