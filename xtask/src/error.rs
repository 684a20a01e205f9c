//! What can go wrong while talking to people and to servers.

use std::io;

/// A failure of a command, in one sentence that says what to do.
///
/// No variant carries a password: texts of the driver pass through
/// [`Redactor`](crate::connect::Redactor) first.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The command line asks for something that does not exist or contradicts itself.
    #[error("{0}")]
    Usage(String),
    /// A command that needs a server was given none.
    #[error(
        "no server is named; give `--uri URI`, set `MONGODB_URI`, or use `--dev` for a development server"
    )]
    NoServer,
    /// The connection string cannot be read.
    #[error(
        "the connection string is malformed{0}; write `mongodb://USER:PASSWORD@HOST:PORT/DATABASE`, with `:`, `/`, `?`, `#`, `[`, `]`, `@` and `%` in the user and password percent-encoded"
    )]
    MalformedUri(String),
    /// No server answered in time.
    #[error(
        "no server that accepts writes could be reached at {addresses}{detail}; check the address, and that the server runs and can be reached from here"
    )]
    Unreachable {
        /// The addresses tried.
        addresses: String,
        /// The driver's reason, or nothing.
        detail: String,
    },
    /// The server refused the user or the password.
    #[error(
        "{addresses} refused the credentials{detail}; check the user, the password and `authSource` in the connection string"
    )]
    Authentication {
        /// The addresses tried.
        addresses: String,
        /// The driver's reason, or nothing.
        detail: String,
    },
    /// No secure connection came about.
    #[error(
        "no TLS connection to {addresses} could be made{detail}; check `tls` and `tlsCAFile` in the connection string, and the server's certificate"
    )]
    Tls {
        /// The addresses tried.
        addresses: String,
        /// The driver's reason, or nothing.
        detail: String,
    },
    /// The server refused an action for lack of a privilege.
    #[error(
        "the user of the connection string may not run `{action}` on `{namespace}`; grant it the built-in role `{role}` on the database, or a role with that action"
    )]
    NotPermitted {
        /// The action, as the server's manual names it under "Privilege Actions".
        action: String,
        /// The database, or the database and collection.
        namespace: String,
        /// A built-in role that has the action.
        role: &'static str,
    },
    /// The collection that a command is about does not exist.
    #[error("`{namespace}` does not exist")]
    NotFound {
        /// The database and collection.
        namespace: String,
    },
    /// A command failed on the server.
    #[error("`{command}` on `{namespace}` failed: {detail}")]
    Command {
        /// The command's name.
        command: String,
        /// The database, or the database and collection.
        namespace: String,
        /// The server's words.
        detail: String,
    },
    /// Documents share a key that is to be unique.
    #[error(
        "{groups} {} of `{namespace}` shared by {documents} documents, such as those with `_id` {example}; change or remove all but one of each, then apply again",
        if *.groups == 1 { "key is" } else { "keys are" }
    )]
    Duplicates {
        /// The database and collection.
        namespace: String,
        /// How many keys are shared.
        groups: usize,
        /// How many documents share one.
        documents: usize,
        /// The `_id`s of two documents that share a key.
        example: String,
    },
    /// Some shards refused a command, and others did not.
    #[error(
        "`{command}` was refused by {shards}; the other shards have it, so mend what keeps these from it and apply again"
    )]
    Shards {
        /// The command's name.
        command: String,
        /// The shards, each with its words.
        shards: String,
    },
    /// The server accepted a change, and what is there is something else.
    #[error(
        "the server took the command, but {0}; look what else changes this database, and run the command again"
    )]
    NotAsIntended(String),
    /// Another apply is at work.
    #[error(
        "another apply is at work on `{database}`: {holder}, since {since}; wait until it ends (a killed one's lock can be taken over {stale_after} s after its last sign of life)"
    )]
    LockHeld {
        /// The database.
        database: String,
        /// Who holds the lock.
        holder: String,
        /// Since when, on the server's clock.
        since: String,
        /// Seconds without a heartbeat after which the lock is free to take.
        stale_after: i64,
    },
    /// Another apply took the lock over.
    #[error(
        "another apply took the lock over while this one gave no sign of life; nothing more was done, run the command again"
    )]
    LockLost,
    /// What a step was planned against is not there any more.
    #[error("{0} since the plan was made; nothing was done to it, run the command again")]
    Changed(String),
    /// Nobody is there to confirm.
    #[error(
        "there is no terminal to ask for confirmation; look at the plan and give `--yes` to apply it"
    )]
    NotConfirmed,
    /// Ctrl-C or SIGTERM.
    #[error("interrupted; {0}")]
    Interrupted(String),
    /// The development server.
    #[error("{0}")]
    DevServer(String),
    /// Writing to standard output or reading an answer.
    #[error("standard input or output failed: {0}")]
    Io(#[from] io::Error),
}

impl Error {
    /// The exit code that belongs to this failure: 64 for wrong usage, else 1.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Usage(_) => 64,
            _ => 1,
        }
    }
}

/// The outcome of whatever talks to people or servers.
pub type Result<T> = std::result::Result<T, Error>;
