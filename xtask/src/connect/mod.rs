//! The connection to a server, and the one place where the driver's failures get their sentences.

mod batches;
mod documents;
mod facts;
mod failure;
mod redact;
mod retry;
mod watch;

use std::sync::Arc;
use std::time::Duration;

use bson::{Document, RawDocument, RawDocumentBuf, doc};
use futures::TryStreamExt;
use mongodb::options::{ClientOptions, ReadPreference, SelectionCriteria, WriteConcern};
use mongodb::{Client, Collection, Database};
use tokio::sync::OnceCell;

use crate::error::{Error, Result};
use crate::live::Facts;
pub(crate) use batches::Batches;
pub(crate) use failure::code;
pub use redact::{Redactor, uri_database};
pub(crate) use retry::{Backoff, Failure, Passing, passes};
pub use watch::{Build, Event, Migrating, Progress, Unwatched, Watch};

/// How long to look for a server where the connection string says nothing about it.
const SELECTION_TIMEOUT: Duration = Duration::from_secs(5);
/// How long one connection may take to come about.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(4);
/// How long reading the connection string may take: `mongodb+srv` asks the name service.
const RESOLVE_TIMEOUT: Duration = Duration::from_secs(4);
/// How long a majority may take to confirm a change after it was made, in milliseconds.
pub(crate) const MAJORITY_TIMEOUT_MS: i64 = 60_000;

/// One database on one server, with what every command to it has in common.
#[derive(Debug, Clone)]
pub struct Server {
    database: Database,
    admin: Database,
    addresses: String,
    replica_set: Option<String>,
    facts: Arc<OnceCell<Facts>>,
    watch: Arc<dyn Watch>,
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
        let replica_set = options.repl_set_name.clone();
        let client =
            Client::with_options(options).map_err(|error| failure::malformed(uri, &error))?;
        let server = Self {
            database: client.database(database),
            admin: client.database("admin"),
            addresses,
            replica_set,
            facts: Arc::default(),
            watch: Arc::new(Unwatched),
            redactor: Redactor::of(uri),
            max_time: manner.max_time,
            parallel: manner.parallel,
        };
        // Not tried again: a server that was never there is most often the wrong one.
        let answer = server.attempt(doc! { "ping": 1 }).await;
        answer.map_err(|failure| failure.error)?;
        Ok(server)
    }

    /// The same server, with somebody who is told what happens on the way to it.
    #[must_use]
    pub fn watched(self, watch: Arc<dyn Watch>) -> Self {
        Self { watch, ..self }
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

    /// Runs a command that reads; tried again while its failure is one that passes.
    pub async fn command(&self, command: Document) -> Result<Document> {
        let told = self.limited(command);
        self.patiently(&told, || async {
            self.database.run_command(told.clone()).await
        })
        .await
    }

    /// Runs a command that reads on the database `admin`, as [`command`](Self::command) does.
    pub(crate) async fn admin_command(&self, command: Document) -> Result<Document> {
        let told = self.limited(command);
        self.patiently(&told, async || self.admin.run_command(told.clone()).await)
            .await
    }

    /// Runs a command once.
    pub(crate) async fn attempt(
        &self,
        command: Document,
    ) -> std::result::Result<Document, Failure> {
        let told = self.limited(command);
        let is_of_the_cluster = told.contains_key("shardCollection");
        let database = if is_of_the_cluster {
            &self.admin
        } else {
            &self.database
        };
        let reply = database.run_command(told.clone()).await;
        reply.map_err(|error| self.failed(&told, &error))
    }

    /// Runs a command that changes the database and may be repeated without harm; tried again
    /// while its failure is one that passes.
    pub(crate) async fn change(&self, command: Document) -> Result<Document> {
        let mut backoff = Backoff::new();
        loop {
            let failure = match self.attempt_change(command.clone()).await {
                Ok(reply) => return Ok(reply),
                Err(failure) => failure,
            };
            let Some(wait) = backoff.after(failure.passing) else {
                return Err(failure.error);
            };
            self.retrying(&command, &failure, wait);
            tokio::time::sleep(wait).await;
        }
    }

    /// Runs a command that changes the database once, and waits for a majority to have the change.
    ///
    /// Where no majority confirms it in time, that is told to whoever watches, and is no failure:
    /// the change is made, and planning again shows whether it stays.
    pub(crate) async fn attempt_change(
        &self,
        mut command: Document,
    ) -> std::result::Result<Document, Failure> {
        command.insert(
            "writeConcern",
            doc! { "w": "majority", "wtimeout": MAJORITY_TIMEOUT_MS },
        );
        let reply = self.attempt(command.clone()).await?;
        if let Ok(unconfirmed) = reply.get_document("writeConcernError") {
            self.tell(&Event::Unconfirmed {
                what: failure::what(self.name(), &command),
                reason: unconfirmed.get_str("errmsg").unwrap_or_default().to_owned(),
            });
        }
        Ok(reply)
    }

    /// Runs a command that answers with a cursor, and reads it to its end; tried again while its
    /// failure is one that passes.
    ///
    /// The documents are as the server sent them; the driver's typed listings lose what they do
    /// not know.
    pub async fn listing(&self, command: Document) -> Result<Vec<Document>> {
        self.listing_of(command, Some).await
    }

    /// As [`listing`](Self::listing), keeping of each document only what `keep` makes of it.
    pub(crate) async fn listing_of<T>(
        &self,
        command: Document,
        keep: impl Fn(Document) -> Option<T>,
    ) -> Result<Vec<T>> {
        self.read(&self.database, command, &keep).await
    }

    /// Runs a command that answers with a cursor, and hands every document to `take`, as it lies in
    /// the reply; from the start again, with what `start` makes, while its failure is one that
    /// passes.
    pub(crate) async fn fold<T>(
        &self,
        command: Document,
        start: impl Fn() -> T,
        take: impl Fn(&mut T, &RawDocument),
    ) -> Result<T> {
        let told = self.limited(command);
        self.patiently(&told, || async {
            let mut cursor = self.database.run_cursor_command(told.clone()).await?;
            let mut folded = start();
            while cursor.advance().await? {
                take(&mut folded, cursor.current());
            }
            Ok(folded)
        })
        .await
    }

    /// As [`listing`](Self::listing), on another database.
    pub(crate) async fn listing_in(
        &self,
        database: &str,
        command: Document,
    ) -> Result<Vec<Document>> {
        let database = self.database.client().database(database);
        self.read(&database, command, &Some).await
    }

    async fn read<T>(
        &self,
        database: &Database,
        command: Document,
        keep: &impl Fn(Document) -> Option<T>,
    ) -> Result<Vec<T>> {
        let told = self.limited(command);
        self.patiently(&told, || async {
            let cursor = database.run_cursor_command(told.clone()).await?;
            let kept = cursor.try_filter_map(|document| std::future::ready(Ok(keep(document))));
            kept.try_collect().await
        })
        .await
    }

    /// What a command on the database `admin` finds, where it may be asked; asked once.
    pub(crate) async fn glimpse(&self, command: Document) -> Option<Vec<Document>> {
        let told = self.limited(command);
        let cursor = self.admin.run_cursor_command(told).await.ok()?;
        cursor.try_collect().await.ok()
    }

    /// Makes `attempt`, which may be repeated without harm, again while its failure is one that
    /// passes.
    pub(crate) async fn patiently<T, F>(
        &self,
        command: &Document,
        attempt: impl Fn() -> F,
    ) -> Result<T>
    where
        F: Future<Output = mongodb::error::Result<T>>,
    {
        let mut backoff = Backoff::new();
        loop {
            let failure = match attempt().await {
                Ok(done) => return Ok(done),
                Err(error) => self.failed(command, &error),
            };
            let Some(wait) = backoff.after(failure.passing) else {
                return Err(failure.error);
            };
            self.retrying(command, &failure, wait);
            tokio::time::sleep(wait).await;
        }
    }

    /// Tells whoever watches that `command` is tried again.
    pub(crate) fn retrying(&self, command: &Document, failure: &Failure, wait: Duration) {
        self.tell(&Event::Retrying {
            what: failure::what(self.name(), command),
            reason: failure.reason.clone(),
            wait,
        });
    }

    /// Tells whoever watches what happens.
    pub(crate) fn tell(&self, event: &Event) {
        self.watch.saw(event);
    }

    /// A collection of this database, for the tool's own records.
    pub(crate) fn collection(&self, name: &str) -> Collection<Document> {
        self.database.collection(name)
    }

    /// A collection of this database, for documents that are bytes already.
    pub(crate) fn raw_collection(&self, name: &str) -> Collection<RawDocumentBuf> {
        self.database.collection(name)
    }

    /// Writes to one of the tool's own collections, again and again while the failure is one that
    /// passes; `action` is the privilege action that it needs.
    ///
    /// # Errors
    ///
    /// [`Error::Unconfirmed`] where it was written and no majority confirmed it.
    pub(crate) async fn recorded<T, F>(
        &self,
        action: &str,
        collection: &str,
        write: impl Fn(Collection<Document>) -> F,
    ) -> Result<T>
    where
        F: Future<Output = mongodb::error::Result<T>>,
    {
        let records = self.collection(collection);
        self.patiently(&doc! { action: collection }, || async {
            write(records.clone()).await
        })
        .await
    }

    /// As [`recorded`](Self::recorded), where a write that no majority confirmed is told to whoever
    /// watches, and is no failure.
    pub(crate) async fn noted<T, F>(
        &self,
        action: &str,
        collection: &str,
        write: impl Fn(Collection<Document>) -> F,
    ) -> Result<()>
    where
        F: Future<Output = mongodb::error::Result<T>>,
    {
        match self.recorded(action, collection, write).await {
            Ok(_) => Ok(()),
            Err(Error::Unconfirmed { what, reason }) => {
                self.tell(&Event::Unconfirmed { what, reason });
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    fn limited(&self, mut command: Document) -> Document {
        if let Some(limit) = self.max_time {
            let limit = i64::try_from(limit.as_millis()).unwrap_or(i64::MAX);
            command.insert("maxTimeMS", limit.clamp(1, i64::from(i32::MAX)));
        }
        command
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
