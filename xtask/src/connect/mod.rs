//! The connection to a server, and the one place where the driver's failures get their sentences.

mod failure;
mod redact;

use std::time::Duration;

use bson::{Document, doc};
use futures::TryStreamExt;
use mongodb::options::{ClientOptions, ReadPreference, SelectionCriteria, WriteConcern};
use mongodb::{Client, Collection, Database};

use crate::error::{Error, Result};
pub(crate) use failure::code;
pub use redact::{Redactor, uri_database};

/// How long to look for a server where the connection string says nothing about it.
const SELECTION_TIMEOUT: Duration = Duration::from_secs(5);
/// How long one connection may take to come about.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(4);
/// How long reading the connection string may take: `mongodb+srv` asks the name service.
const RESOLVE_TIMEOUT: Duration = Duration::from_secs(4);
/// How long a majority may take to confirm a change after it was made, in milliseconds.
const MAJORITY_TIMEOUT_MS: i64 = 60_000;

/// One database on one server, with what every command to it has in common.
#[derive(Debug, Clone)]
pub struct Server {
    database: Database,
    addresses: String,
    redactor: Redactor,
    max_time: Option<Duration>,
    parallel: usize,
}

/// How to talk to a server.
#[derive(Debug, Clone, Copy)]
pub struct Manner {
    /// `maxTimeMS` of every command; the server's own limit where none is given.
    pub max_time: Option<Duration>,
    /// How many commands may run at the same time; at least 1.
    pub parallel: usize,
}

impl Server {
    /// Connects to the server of `uri` and makes sure that it answers and takes writes.
    ///
    /// Reads go to the primary and writes wait for a majority, whatever the connection string
    /// says: a schema that a failover could undo is not there.
    pub async fn connect(uri: &str, database: &str, manner: Manner) -> Result<Self> {
        let options = options(uri, manner.parallel).await?;
        let addresses = addresses(&options);
        let client =
            Client::with_options(options).map_err(|error| failure::malformed(uri, &error))?;
        let server = Self {
            database: client.database(database),
            addresses,
            redactor: Redactor::of(uri),
            max_time: manner.max_time,
            parallel: manner.parallel,
        };
        server.command(doc! { "ping": 1 }).await?;
        Ok(server)
    }

    /// The database's name.
    pub fn name(&self) -> &str {
        self.database.name()
    }

    /// The addresses of the connection string, comma-separated, without user or password.
    pub fn addresses(&self) -> &str {
        &self.addresses
    }

    /// How many commands may run at the same time.
    pub fn parallel(&self) -> usize {
        self.parallel
    }

    /// Runs a command that reads, or one that takes no write concern.
    pub async fn command(&self, command: Document) -> Result<Document> {
        let told = self.limited(command);
        let reply = self.database.run_command(told.clone()).await;
        reply.map_err(|error| self.explain(&told, &error))
    }

    /// Runs a command that changes the database, and waits for a majority to have the change.
    pub async fn change(&self, mut command: Document) -> Result<Document> {
        command.insert(
            "writeConcern",
            doc! { "w": "majority", "wtimeout": MAJORITY_TIMEOUT_MS },
        );
        let reply = self.command(command.clone()).await?;
        match reply.get_document("writeConcernError") {
            Ok(unconfirmed) => Err(self.unconfirmed(&command, unconfirmed)),
            Err(_) => Ok(reply),
        }
    }

    /// Runs a command of the whole cluster, on its database `admin`.
    pub async fn change_cluster(&self, command: Document) -> Result<Document> {
        let cluster = Self {
            database: self.database.client().database("admin"),
            ..self.clone()
        };
        cluster.change(command).await
    }

    /// Runs a command that answers with a cursor, and reads it to its end.
    ///
    /// The documents are as the server sent them; the driver's typed listings lose what they do
    /// not know.
    pub async fn listing(&self, command: Document) -> Result<Vec<Document>> {
        let told = self.limited(command);
        let explain = |error| self.explain(&told, &error);
        let cursor = self
            .database
            .run_cursor_command(told.clone())
            .await
            .map_err(explain)?;
        cursor.try_collect().await.map_err(explain)
    }

    /// A collection of this database, for the tool's own records.
    pub(crate) fn collection(&self, name: &str) -> Collection<Document> {
        self.database.collection(name)
    }

    /// The sentence for a failure of the driver's operation `action` on `collection`.
    pub(crate) fn failure(
        &self,
        action: &str,
        collection: &str,
        error: &mongodb::error::Error,
    ) -> Error {
        self.explain(&doc! { action: collection }, error)
    }

    fn limited(&self, mut command: Document) -> Document {
        if let Some(limit) = self.max_time {
            let limit = i64::try_from(limit.as_millis()).unwrap_or(i64::MAX);
            command.insert("maxTimeMS", limit.clamp(1, i64::from(i32::MAX)));
        }
        command
    }

    fn unconfirmed(&self, command: &Document, reason: &Document) -> Error {
        let reason = reason.get_str("errmsg").unwrap_or("no reason given");
        Error::Command {
            command: failure::name_of(command).to_owned(),
            namespace: failure::namespace(self.name(), command),
            detail: format!("it was done, but no majority confirmed it: {reason}"),
        }
    }
}

async fn options(uri: &str, parallel: usize) -> Result<ClientOptions> {
    let parsed = tokio::time::timeout(RESOLVE_TIMEOUT, ClientOptions::parse(uri)).await;
    let parsed = parsed.map_err(|_| failure::unresolved())?;
    let mut options = parsed.map_err(|error| failure::malformed(uri, &error))?;
    options
        .server_selection_timeout
        .get_or_insert(SELECTION_TIMEOUT);
    options.connect_timeout.get_or_insert(CONNECT_TIMEOUT);
    options
        .app_name
        .get_or_insert_with(|| "schema-xtask".to_owned());
    let connections = u32::try_from(parallel).unwrap_or(u32::MAX);
    options.max_pool_size = options
        .max_pool_size
        .max(Some(connections.saturating_add(2)));
    options.selection_criteria = Some(SelectionCriteria::ReadPreference(ReadPreference::Primary));
    let mut majority = WriteConcern::majority();
    majority.w_timeout = Some(Duration::from_millis(MAJORITY_TIMEOUT_MS.unsigned_abs()));
    options.write_concern = Some(majority);
    options.read_concern = None;
    Ok(options)
}

fn addresses(options: &ClientOptions) -> String {
    let hosts: Vec<String> = options
        .hosts
        .iter()
        .map(|host| format!("`{host}`"))
        .collect();
    hosts.join(", ")
}
