//! A target directory of its own for each test.

use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bson::doc;
use mongodb::options::ClientOptions;
use rustix::process::{Pid, Signal, kill_process};
use schema_xtask::dev_server::{self, Progress, ServerBinary};
use serde::{Deserialize, Serialize};

/// Stands in for `mongod`: its first run fails as when the port is taken, later ones are the server
/// that is there, on the same port and folder. Anything else on the command line is not looked at.
const MONGOD: &str = r#"#!/bin/sh
echo run >>"$(dirname "$0")/runs"
[ "$(wc -l <"$(dirname "$0")/runs")" -eq 1 ] && { echo 'Address already in use'; exit 48; }
while [ $# -gt 0 ]; do
  case "$1" in --dbpath) folder=$2 ;; --port) port=$2 ;; esac
  shift
done
exec secantusd-rs --host 127.0.0.1 --port "$port" --storage-path "$folder" --log-file-max 8MB
"#;

/// The file beside the data that tells which server runs.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct State {
    /// The server's process.
    pub(crate) pid: i32,
    #[serde(flatten)]
    rest: serde_json::Map<String, serde_json::Value>,
}

/// A target directory, removed at the end.
#[derive(Clone)]
pub(crate) struct Workspace {
    folder: Arc<tempfile::TempDir>,
    server: ServerBinary,
}

impl Workspace {
    /// Uses the server that this repository's tests use, found or installed in the real target
    /// directory.
    pub(crate) async fn new() -> Self {
        let server = dev_server::find_or_install(Progress::stderr())
            .await
            .unwrap();
        Self {
            folder: Arc::new(tempfile::tempdir().unwrap()),
            server,
        }
    }

    /// Puts a `mongod` in front.
    pub(crate) fn with_mongod_that_first_finds_its_port_taken(self) -> Self {
        let path = self.programs().join("mongod");
        fs::create_dir(self.programs()).unwrap();
        fs::write(&path, MONGOD).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
        self
    }

    /// How often that `mongod` was run.
    pub(crate) fn mongod_runs(&self) -> usize {
        fs::read_to_string(self.programs().join("runs"))
            .unwrap()
            .lines()
            .count()
    }

    fn programs(&self) -> PathBuf {
        self.folder.path().join("programs")
    }

    /// What goes into `PATH`.
    pub(crate) fn search_path(&self) -> OsString {
        let usual = std::env::var_os("PATH").unwrap();
        let server = self.server.path.parent().unwrap().to_owned();
        let folders = [self.programs(), server]
            .into_iter()
            .chain(std::env::split_paths(&usual));
        std::env::join_paths(folders).unwrap()
    }

    /// What goes into `CARGO_TARGET_DIR`.
    pub(crate) fn target(&self) -> &Path {
        self.folder.path()
    }

    /// Where throw-away servers are.
    pub(crate) fn throw_away_folders(&self) -> PathBuf {
        self.folder.path().join("dev-server/tmp")
    }

    /// Where kept servers are.
    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("dev-server/data")
    }

    /// The file that tells which server runs.
    pub(crate) fn state_path(&self) -> PathBuf {
        self.data()
            .join(self.server.make.name())
            .with_extension("json")
    }

    /// What it tells.
    pub(crate) fn state(&self) -> State {
        serde_json::from_slice(&fs::read(self.state_path()).unwrap()).unwrap()
    }

    /// Makes it tell something else.
    pub(crate) fn write_state(&self, state: &State) {
        fs::write(self.state_path(), serde_json::to_vec(state).unwrap()).unwrap();
    }

    /// Makes the pid file name a process that does not hold it.
    pub(crate) fn write_pid(&self, pid: i32) {
        fs::write(self.state_path().with_extension("pid"), format!("{pid}\n")).unwrap();
    }
}

/// Kills a process (SIGKILL).
pub(crate) fn kill(pid: i32) {
    kill_process(Pid::from_raw(pid).unwrap(), Signal::KILL).unwrap();
}

/// Whether a server answers.
pub(crate) async fn answers(uri: &str) -> bool {
    let mut options = ClientOptions::parse(uri).await.unwrap();
    options.server_selection_timeout = Some(Duration::from_millis(500));
    let client = mongodb::Client::with_options(options).unwrap();
    client
        .database("admin")
        .run_command(doc! { "ping": 1 })
        .await
        .is_ok()
}

/// Waits until no server answers; fails after 10 s.
pub(crate) async fn until_silent(uri: &str) {
    let begin = Instant::now();
    while answers(uri).await {
        assert!(
            begin.elapsed() < Duration::from_secs(10),
            "{uri} still answers"
        );
    }
}

/// Waits until something holds; fails after `patience`.
pub(crate) fn until(patience: Duration, holds: impl Fn() -> bool) {
    let begin = Instant::now();
    while !holds() {
        assert!(begin.elapsed() < patience, "not within {patience:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
