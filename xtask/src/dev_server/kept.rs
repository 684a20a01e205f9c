//! The one server of a workspace: started by whoever comes first, stopped by whoever goes last.
//!
//! Three files beside the data folder are locks:
//!
//! - `MAKE.start`, held exclusively while someone decides whether to start or stop a server, and
//!   does so. All decisions are thereby one after the other.
//! - `MAKE.users`, held shared by every command that uses the server. Whoever ends tries to take it
//!   exclusively, and stops the server only when that succeeds.
//! - `MAKE.pid`, held exclusively by the server itself: the command passes the locked file on as
//!   the server's standard input. It names the server's process.
//!
//! The system drops all three when a process ends, in whatever way. So a command that was killed no
//! longer counts as a user; the server that it left behind is found by the next command, and
//! stopped at the end of that one.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::error::{DevServerError, IoContext};
use super::files;
use super::find::ServerBinary;
use super::launch::{Launch, Life};
use super::ping;
use super::process::PidFile;
use super::progress::Progress;
use super::state::State;

/// A use of the workspace's development server, from [`acquire`](super::acquire).
///
/// Dropped without [`release`](Self::release), it asks the server to end where it has no other
/// user, and does not wait for that; the next command does.
pub struct DevServer {
    place: Place,
    uri: String,
    progress: Progress,
    /// Whether this use counts: until it is released.
    in_use: bool,
}

/// The files of one make of server. They are open, so that a server is still found and stopped
/// after `cargo clean` removed them.
struct Place {
    data: PathBuf,
    start: File,
    users: File,
    pid: PidFile,
}

/// Gives the server whose data is in the folder `data` / (name of the make).
pub(super) async fn acquire_in(
    data: &Path,
    server: &ServerBinary,
    progress: Progress,
) -> Result<DevServer, DevServerError> {
    let place = Place::open(data.join(server.make.name()))?;
    place.begin(progress).await?;
    let uri = place.uri_of_a_running_server(server, progress).await?;
    place.start.unlock().doing("unlock", &place.file("start"))?;
    Ok(DevServer {
        place,
        uri,
        progress,
        in_use: true,
    })
}

impl DevServer {
    /// Where the server listens, as a connection string without a database.
    pub fn uri(&self) -> &str {
        &self.uri
    }

    /// The file with the server's output.
    pub fn log(&self) -> PathBuf {
        self.place.file("log")
    }

    /// Returns once the server has ended, by itself or by others' hands.
    pub async fn ended(&self) -> Result<(), DevServerError> {
        self.place.pid.released().await
    }

    /// Ends this use. Stops the server and waits for its end, unless others use it.
    ///
    /// Fails where the server cannot be stopped.
    pub async fn release(mut self) -> Result<(), DevServerError> {
        self.in_use = false;
        let place = &self.place;
        place.begin(self.progress).await?;
        if place.leave()? && place.pid.is_held()? {
            place.forget()?;
            place.pid.stop(self.progress).await?;
        }
        Ok(())
    }
}

impl Drop for DevServer {
    /// Does what can be done without waiting. What fails here is left to the next command.
    fn drop(&mut self) {
        let place = &self.place;
        if self.in_use && place.start.try_lock().is_ok() && matches!(place.leave(), Ok(true)) {
            drop(place.forget());
            drop(place.pid.terminate());
        }
    }
}

/// All but `open` and `begin` is called with `start` locked.
impl Place {
    fn open(data: PathBuf) -> Result<Self, DevServerError> {
        files::make_folder(&data)?;
        let open = |extension| files::open_lock(&data.with_extension(extension));
        let (start, users) = (open("start")?, open("users")?);
        let pid = PidFile::open(data.with_extension("pid"))?;
        Ok(Self {
            data,
            start,
            users,
            pid,
        })
    }

    /// Waits for its turn to decide.
    async fn begin(&self, progress: Progress) -> Result<(), DevServerError> {
        let waiting = || progress.say("waiting for a command that starts or stops the server");
        files::lock(&self.start, &self.file("start"), waiting).await
    }

    /// A file beside the data folder.
    fn file(&self, extension: &str) -> PathBuf {
        self.data.with_extension(extension)
    }

    /// Enters as a user, and uses the server that runs or starts one.
    async fn uri_of_a_running_server(
        &self,
        server: &ServerBinary,
        progress: Progress,
    ) -> Result<String, DevServerError> {
        let alone = self.enter()?;
        if let Some(state) = self.running(server)
            && ping::answers(&state.uri).await
        {
            return Ok(state.uri);
        }
        if self.pid.is_held()? {
            if !alone {
                return Err(DevServerError::SharedButSilent {
                    log: self.file("log"),
                });
            }
            progress.say("stopping a development server that was left behind and does not answer");
            self.pid.stop(progress).await?;
        }
        self.start(server).await
    }

    /// Becomes a user; true when it is the only one.
    fn enter(&self) -> Result<bool, DevServerError> {
        let path = self.file("users");
        let alone = files::locked(self.users.try_lock(), &path)?;
        if alone {
            self.users.unlock().doing("unlock", &path)?;
        }
        self.users.lock_shared().doing("lock", &path)?;
        Ok(alone)
    }

    /// Ceases to be a user; true when there is no other.
    fn leave(&self) -> Result<bool, DevServerError> {
        let path = self.file("users");
        self.users.unlock().doing("unlock", &path)?;
        let last = files::locked(self.users.try_lock(), &path)?;
        if last {
            self.users.unlock().doing("unlock", &path)?;
        }
        Ok(last)
    }

    /// What is written about the server that runs, where one runs and it is the one written about.
    fn running(&self, server: &ServerBinary) -> Option<State> {
        let state = State::read(&self.file("json"))?;
        let same = self.pid.pid() == Some(state.pid) && state.make == server.make;
        (same && self.pid.is_held().unwrap_or(false)).then_some(state)
    }

    /// Removes what is written about the server, so that nobody takes it for one to use.
    fn forget(&self) -> Result<(), DevServerError> {
        self.pid
            .pid()
            .map_or(Ok(()), |pid| State::remove(&self.file("json"), pid))
    }

    async fn start(&self, server: &ServerBinary) -> Result<String, DevServerError> {
        self.discard_state()?;
        let pid_file = self.pid.take().await?;
        let life = Life::Kept {
            pid_file: &pid_file,
            path: self.pid.path(),
        };
        let log = self.file("log");
        let started = Launch {
            server,
            data: &self.data,
            log: &log,
            life,
            extra: &[],
        }
        .start()
        .await?;
        let uri = started.uri().to_owned();
        let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        if let Some(pid) = self.pid.pid() {
            let state = State {
                pid,
                uri: uri.clone(),
                make: server.make,
                started: now,
            };
            state.write(&self.file("json"))?;
        }
        started.keep();
        Ok(uri)
    }

    /// Removes what is written about a server that no longer runs.
    fn discard_state(&self) -> Result<(), DevServerError> {
        let state = self.file("json");
        match fs::remove_file(&state) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
            result => result.doing("remove", &state),
        }
    }
}
