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
    /// The connection string asks for something that cannot be.
    #[error("the connection string cannot be used{0}")]
    WrongUri(String),
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
    /// What a command takes for a collection is a view.
    #[error(
        "`{namespace}` is a view where a collection is declared; rename or drop it and run `apply`, or leave it out by naming the others with `--only`"
    )]
    IsView {
        /// The database and view.
        namespace: String,
    },
    /// Documents cannot be read.
    #[error("{place} cannot be read: {detail}")]
    Unreadable {
        /// The file, or the database and collection.
        place: String,
        /// Why.
        detail: String,
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
    /// The server ended a command whose time was up.
    #[error(
        "`{command}` on `{namespace}` took longer than {limit} allows; {aftermath}; give it more time with `--max-time`"
    )]
    TimeIsUp {
        /// The command's name.
        command: String,
        /// The database, or the database and collection.
        namespace: String,
        /// The limit.
        limit: String,
        /// What is left of it.
        aftermath: &'static str,
    },
    /// Documents share a key that is to be unique.
    #[error(
        "in `{namespace}` {groups} {} shared by {documents} documents, such as those with `_id` {example}; change or remove all but one of each, then apply again",
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
    /// A unique index was to be built over documents with equal keys.
    #[error(
        "`{namespace}` holds documents with equal keys, so this index cannot be unique: {detail}; count them with `plan --inspect-data`, change or remove all but one of each, then apply again"
    )]
    NotUnique {
        /// The database and collection.
        namespace: String,
        /// The server's words, which show one of the keys.
        detail: String,
    },
    /// The server has no such command, or not this option of it.
    #[error(
        "the server at {server} does not support what `{command}` asks for on `{namespace}`: {detail}; declare only what it supports there, or use a server that has it"
    )]
    Unsupported {
        /// The server's addresses and make.
        server: String,
        /// The command's name.
        command: String,
        /// The database, or the database and collection.
        namespace: String,
        /// The server's words.
        detail: String,
    },
    /// A change was made, and no majority of the replica set confirmed it in time.
    #[error(
        "{what} was done, and no majority of the replica set confirmed it in time ({reason}): a failover may still undo it; see that the members replicate, and run the command again"
    )]
    Unconfirmed {
        /// The command and what it is about.
        what: String,
        /// The server's words.
        reason: String,
    },
    /// A newer schema was applied to the database.
    #[error(
        "the declared schema is older than the one that `{by}` applied at {at}: {why}; build from the newer source, or go back on purpose with `--allow older-schema`"
    )]
    OlderSchema {
        /// Who applied the newer one.
        by: String,
        /// When, on the server's clock.
        at: String,
        /// What shows it.
        why: String,
    },
    /// Another apply is at work.
    #[error(
        "another apply is at work on `{database}`: {holder}, since {since}; wait until it ends; a killed one's lock is free {stale_after} s after its last sign of life, or with `unlock`"
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
    /// A lock is to be removed whose holder is alive.
    #[error("the lock is {told}; wait until it ends, or remove it all the same with `--force`")]
    LockAlive {
        /// Who holds it since when.
        told: String,
    },
    /// Another apply took the lock over.
    #[error(
        "the lock was taken over or removed while this apply gave no sign of life; nothing more was done, run the command again"
    )]
    LockLost,
    /// What a step was planned against is not there any more.
    #[error("{0} since the plan was made; nothing was done to it, run the command again")]
    Changed(String),
    /// A plan in a file that cannot be applied, or a file that cannot become one.
    #[error("the plan in `{path}` {why}")]
    SavedPlan {
        /// The file.
        path: String,
        /// What is wrong and what to do, as the end of a sentence.
        why: String,
    },
    /// A migration that cannot go on as it is.
    #[error("{0}")]
    Migration(String),
    /// Documents cannot be generated.
    #[error(transparent)]
    Seed(#[from] crate::seed::SeedError),
    /// A database that is to be filled is not there as declared.
    #[error(
        "{collections} cannot be filled: not there as declared, so that nothing would hold documents to the rules; run `cargo xtask apply` first"
    )]
    NotPrepared {
        /// The collections.
        collections: String,
    },
    /// A collection that is to be filled holds documents.
    #[error(
        "{collections} hold documents already; add to them with `--append` and another `--seed`, or name other collections with `--only`"
    )]
    NotEmpty {
        /// The collections, and how many documents each has.
        collections: String,
    },
    /// The server refused a generated document.
    #[error("`{namespace}` refused a generated document: {why}")]
    Refused {
        /// The database and collection.
        namespace: String,
        /// The server's words.
        why: String,
    },
    /// Nobody is there to confirm.
    #[error(
        "there is no terminal to ask for confirmation; look at what would be done and give `--yes` to do it"
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
