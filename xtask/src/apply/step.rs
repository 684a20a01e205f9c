//! One change of a plan.

use bson::{Document, doc};

use super::expected::Expected;
use super::{Job, record, retry, verify};
use crate::bookkeeping::lock::Lock;
use crate::bookkeeping::objects::Recorder;
use crate::error::{Error, Result};
use crate::plan::Change;

/// How a change ended that met no error.
#[derive(Debug)]
pub(super) enum Done {
    /// All is as intended.
    Applied,
    /// The data stands against it, as told; whatever was prepared is taken back.
    Held(String),
}

/// What executing one change needs to know.
pub(super) struct Step<'a> {
    pub(super) job: &'a Job<'a>,
    pub(super) lock: &'a Lock,
    pub(super) recorder: &'a Recorder,
    pub(super) expected: &'a mut Expected,
}

impl Step<'_> {
    /// Sends the commands of a change, one after the other, and looks at what came of them.
    ///
    /// Killed anywhere, the next apply plans what remains: it takes what is there as it is.
    pub(super) async fn run(&mut self, change: &Change) -> Result<Done> {
        let commands = change.preparation.iter().chain([&change.command]);
        for (number, command) in commands.enumerate() {
            if let Some(why) = self.objection(change, number, command).await? {
                return Ok(Done::Held(why));
            }
            match self.send(change, command).await {
                Err(error @ Error::Duplicates { .. }) => {
                    self.take_back(change).await?;
                    return Ok(Done::Held(format!("held: {error}")));
                }
                sent => sent?,
            }
        }
        match verify::difference(change, self.expected.now()) {
            Some(found) => Err(Error::NotAsIntended(found)),
            None => Ok(Done::Applied),
        }
    }

    /// Looks whether all is as planned, makes sure that the lock is still held, acts, and records.
    ///
    /// Killed between the act and the record, the next apply finds the object as declared and
    /// adopts it.
    async fn send(&mut self, change: &Change, command: &Document) -> Result<()> {
        let server = self.job.server;
        self.expected.check(server, change).await?;
        self.lock.check().await?;
        let reply = retry::send(self.job, self.lock, command).await?;
        verify::refusals(command, &reply)?;
        record::command(self.job, change, command, self.recorder).await?;
        self.expected.refresh(server, &change.collection).await
    }

    /// Lets the index accept duplicates again, as it did before.
    async fn take_back(&mut self, change: &Change) -> Result<()> {
        let Ok(index) = change.command.get_document("index") else {
            return Ok(());
        };
        let name = index.get_str("name").unwrap_or_default();
        let command = doc! {
            "collMod": &change.collection, "index": { "name": name, "prepareUnique": false },
        };
        self.lock.check().await?;
        self.job.server.change(command).await?;
        self.expected
            .refresh(self.job.server, &change.collection)
            .await
    }
}
