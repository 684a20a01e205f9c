//! What can go wrong with the development server.

use std::io;
use std::path::{Path, PathBuf};

/// Why there is no development server, or why it could not be stopped.
#[derive(Debug, thiserror::Error)]
pub enum DevServerError {
    /// A file or process could not be handled.
    #[error("cannot {doing} `{}`: {source}", path.display())]
    Io {
        /// What was attempted, to follow "cannot".
        doing: &'static str,
        /// On what.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The server must be built, and the tools to build it are missing.
    #[error(
        "no `mongod` or `secantusd-rs` is on the PATH, and building `secantusd-rs` needs cmake; \
         install cmake (or python3 with pip, by which it is fetched), or name a server by `--uri`"
    )]
    NoCmake,
    /// A command of the installation failed.
    #[error("`{command}` failed ({status}); its last lines, from `{}`:\n{tail}", log.display())]
    InstallFailed {
        /// The command, without its paths.
        command: &'static str,
        /// How it ended.
        status: String,
        /// The file with all of its output.
        log: PathBuf,
        /// The end of that file.
        tail: String,
    },
    /// The server ended before it was ready.
    #[error("`{}` ended at its start ({status}); its last lines, from `{}`:\n{tail}", server.display(), log.display())]
    EndedAtStart {
        /// The server's binary.
        server: PathBuf,
        /// How it ended.
        status: String,
        /// The file with all of its output.
        log: PathBuf,
        /// The end of that file.
        tail: String,
    },
    /// The server runs and did not become ready.
    #[error("`{}` was not ready after {seconds} s; see `{}`", server.display(), log.display())]
    NotReady {
        /// The server's binary.
        server: PathBuf,
        /// How long was waited.
        seconds: u64,
        /// The file with all of its output.
        log: PathBuf,
    },
    /// The server is shared with another command, and does not answer.
    #[error(
        "the development server that another command uses does not answer; \
         wait for that command or end it, then try again (the server's output is in `{}`)",
        log.display()
    )]
    SharedButSilent {
        /// The file with all of the server's output.
        log: PathBuf,
    },
    /// A running server has not said which process it is.
    #[error("`{}` is locked by a running server and names no process; end that server by hand", path.display())]
    UnknownProcess {
        /// The file that the server holds locked.
        path: PathBuf,
    },
    /// The server ended while `dev` kept it.
    #[error("the development server ended on its own; its output is in `{}`", log.display())]
    Ended {
        /// The file with all of its output.
        log: PathBuf,
    },
    /// The server refused a command.
    #[error("the server for development refused `{command}`: {source}")]
    Refused {
        /// The command's name.
        command: &'static str,
        /// What the driver said.
        source: mongodb::error::Error,
    },
    /// `MONGO_SCHEMA_TEST_URI` cannot be used.
    #[error("cannot use the server that `MONGO_SCHEMA_TEST_URI` names: {0}")]
    TestUri(mongodb::error::Error),
}

/// Adds to an [`io::Error`] what was attempted, and on what.
pub(super) trait IoContext<T> {
    /// `doing` follows "cannot".
    fn doing(self, doing: &'static str, path: &Path) -> Result<T, DevServerError>;
}

impl<T> IoContext<T> for io::Result<T> {
    fn doing(self, doing: &'static str, path: &Path) -> Result<T, DevServerError> {
        self.map_err(|source| DevServerError::Io {
            doing,
            path: path.to_owned(),
            source,
        })
    }
}
