//! What happens on the way to a server, for people to see.

use std::fmt::Debug;
use std::time::Duration;

/// Something that people are told while a command takes its time.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A command met a failure that passes, and is tried again.
    Retrying {
        /// The command and what it is about, such as `create` on `app.tasks`.
        what: String,
        /// Why it failed.
        reason: String,
        /// How long the next attempt is put off.
        wait: Duration,
    },
    /// A change was made, and no majority confirmed it in time.
    Unconfirmed {
        /// The command and what it is about.
        what: String,
        /// The server's words.
        reason: String,
    },
    /// An index build is under way.
    Building(Build),
    /// It ended, in whatever way.
    Built {
        /// The collection's name.
        collection: String,
        /// The indexes' names, comma-separated.
        indexes: String,
    },
    /// Documents of older shapes are being upgraded.
    Migrating(Migrating),
    /// That ended, in whatever way.
    Migrated {
        /// The collection's name.
        collection: String,
    },
    /// The lock of a process that has ended was taken over.
    TookOver {
        /// Who held it.
        holder: String,
    },
    /// The wish to end came while a change was under way, which is finished first.
    Finishing,
}

/// How far an index build is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Build {
    /// The collection's name.
    pub collection: String,
    /// The indexes' names, comma-separated.
    pub indexes: String,
    /// Whether somebody else's command began it, or an earlier apply.
    pub awaited: bool,
    /// How far the server says it is; none where it says nothing.
    pub progress: Option<Progress>,
    /// How long this program has waited for it.
    pub elapsed: Duration,
}

/// How far a migration is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Migrating {
    /// The collection's name.
    pub collection: String,
    /// Documents that were looked at.
    pub done: u64,
    /// Documents that there were at its beginning.
    pub total: u64,
    /// Documents that could not be upgraded.
    pub failed: u64,
    /// For how long this program has been at it.
    pub elapsed: Duration,
    /// Documents that this program has looked at.
    pub own: u64,
}

/// What `$currentOp` tells of an index build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    /// What the build is doing, in the server's words.
    pub phase: String,
    /// Documents or keys done in this phase.
    pub done: u64,
    /// How many there are.
    pub total: u64,
}

/// Who is told. May be asked from several tasks at once.
pub trait Watch: Debug + Send + Sync {
    /// Something happened.
    fn saw(&self, event: &Event);
}

/// Nobody.
#[derive(Debug)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn saw(&self, _: &Event) {}
}
