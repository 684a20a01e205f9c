//! Upgrades the documents of older shapes in batches, while the application runs.
//!
//! | step | what happens | before the next |
//! | --- | --- | --- |
//! | prepare | the validator admits every shape; a temporary index where it pays; ranges of `_id`s | all of it under the lock of `apply` |
//! | backfill | workers, of this program and of others, take ranges and upgrade their documents | nothing is left of the pass |
//! | look | documents of older shapes that came or changed meanwhile get another pass | there are none |
//! | finish | the validator admits the current shape alone; the temporary index goes | no document violates it |
//!
//! Where it stands is in `_schema.migrations` ([`migrations`](crate::bookkeeping::migrations)), so it
//! goes on after whatever ends it. Each document is written only while it is as it was read: whoever
//! writes to it at the same time wins, and it is read again.

mod batch;
mod clock;
mod dry_run;
mod failures;
mod finish;
mod pace;
mod prepare;
mod ranges;
mod read;
mod record;
mod rivals;
mod run;
mod schema;
mod status;
mod target;
mod worker;
mod write;

use std::time::Duration;

use schema_core::declared::DeclaredDatabase;

use crate::apply::Interrupt;
use crate::bookkeeping::migrations::State;
use crate::connect::Server;
use crate::error::{Error, Result};
use crate::live::LiveKind;
pub use dry_run::{Sample, dry_run};
pub use failures::Failure;
pub use record::Record;
pub use run::run;
pub use status::{Status, status, verify};
pub use target::{Target, targets};

/// What is migrated where.
#[derive(Debug)]
pub struct Job<'a> {
    /// The database.
    pub server: &'a Server,
    /// What is declared of it.
    pub declared: &'a DeclaredDatabase,
    /// How it is done.
    pub settings: Settings,
    /// The wish that it ends early.
    pub interrupt: &'a Interrupt,
}

/// How a migration is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// How many documents are read and written at a time.
    pub batch_size: u32,
    /// How long each worker pauses between batches, at least.
    pub pause: Duration,
    /// How many documents may fail before it stops.
    pub max_errors: u32,
    /// How many workers of this program are at it.
    pub workers: u16,
    /// Whether a temporary index is made; where it pays, if nothing is said.
    pub index: Option<bool>,
    /// Whether one that was paused goes on.
    pub resume: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            batch_size: 1000,
            pause: Duration::ZERO,
            max_errors: 100,
            workers: 2,
            index: None,
            resume: false,
        }
    }
}

/// Asks the workers of a migration to pause, wherever they are; false where none runs.
pub async fn pause(server: &Server, target: &Target<'_>) -> Result<bool> {
    let running = bson::doc! { "state": State::Running.name() };
    let update = bson::doc! { "$set": { "state": State::Paused.name() } };
    let paused = record::change(server, target, running, update, false).await?;
    Ok(paused.is_some())
}

/// Refuses what no migration can change.
async fn existing(server: &Server, target: &Target<'_>) -> Result<crate::live::LiveCollection> {
    let name = target.name();
    let live = crate::inspect::collection(server, name).await?;
    let live = live.ok_or_else(|| {
        Error::Migration(format!(
            "`{name}` does not exist, so there is nothing to migrate; `apply` creates it"
        ))
    })?;
    if live.kind != LiveKind::Collection {
        return Err(Error::Migration(format!(
            "`{name}` is no ordinary collection, and documents of a view or a time series cannot be upgraded; see `plan --only {name}`"
        )));
    }
    Ok(live)
}
