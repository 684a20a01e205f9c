//! A server that tests may kill.

use std::fs::File;
use std::path::PathBuf;

use bson::oid::ObjectId;

use super::super::error::DevServerError;
use super::super::find::{Make, ServerBinary};
use super::super::launch::{Launch, Life, Started};
use super::super::progress::Progress;
use super::super::{files, find_or_install_in, root};

/// A server that can be killed and started again on what it kept; it loses nothing that it has
/// acknowledged. It ends, and its folder goes, with this value.
///
/// Unlike a [`ThrowAway`](super::ThrowAway) one, it outlives a test process that is killed.
pub struct Mortal {
    server: ServerBinary,
    folder: PathBuf,
    extra: &'static [&'static str],
    started: Option<Started>,
}

impl Mortal {
    /// Starts a server; installs one before that where none is found.
    ///
    /// Fails as [`acquire`](crate::dev_server::acquire) does.
    pub async fn start() -> Result<Self, DevServerError> {
        let root = root();
        let server = find_or_install_in(&root, Progress::stderr()).await?;
        Self::of(server, &[]).await
    }

    /// Starts a server that demands credentials and has no users yet; none where the server found
    /// is a `mongod`, which would need a key file besides.
    ///
    /// Fails as [`start`](Self::start) does.
    pub async fn with_auth() -> Result<Option<Self>, DevServerError> {
        let root = root();
        let server = find_or_install_in(&root, Progress::stderr()).await?;
        if server.make == Make::Mongod {
            return Ok(None);
        }
        Self::of(server, &["--auth"]).await.map(Some)
    }

    async fn of(
        server: ServerBinary,
        extra: &'static [&'static str],
    ) -> Result<Self, DevServerError> {
        let folder = root().join("tmp").join(ObjectId::new().to_hex());
        files::make_folder(&folder)?;
        let mut mortal = Self {
            server,
            folder,
            extra,
            started: None,
        };
        mortal.restart().await?;
        Ok(mortal)
    }

    /// Where the server listens, as a connection string without a database; elsewhere after each
    /// start.
    pub fn uri(&self) -> &str {
        self.started.as_ref().map_or("", Started::uri)
    }

    /// Ends the server as `kill -9` does.
    pub fn kill(&mut self) {
        self.started = None;
    }

    /// Starts the server again on what it kept, after killing it where it still runs.
    ///
    /// Fails where it does not start.
    pub async fn restart(&mut self) -> Result<(), DevServerError> {
        self.kill();
        let path = self.folder.join("pid");
        let pid_file: File = files::open_lock(&path)?;
        let started = Launch {
            server: &self.server,
            data: &self.folder.join("data"),
            log: &self.folder.join("log"),
            life: Life::Kept {
                pid_file: &pid_file,
                path: &path,
            },
            extra: self.extra,
        }
        .start()
        .await?;
        self.started = Some(started);
        Ok(())
    }
}

impl Drop for Mortal {
    fn drop(&mut self) {
        self.kill();
        if let Err(error) = std::fs::remove_dir_all(&self.folder) {
            eprintln!("cannot remove `{}`: {error}", self.folder.display());
        }
    }
}
