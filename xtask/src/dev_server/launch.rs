//! Starting a server, and waiting until it answers.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::net::SocketAddr;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::command_line::{
    free_port, loopback, mongod_arguments, printed_address, secantus_arguments, uri,
};
use super::error::{DevServerError, IoContext};
use super::files;
use super::find::{Make, ServerBinary};
use super::{ping, replica_set};

/// How long a server may take to its first answer; recovery after a crash included.
const READY_WITHIN: Duration = Duration::from_mins(1);

/// How often the log is read while a server starts.
const LOOK: Duration = Duration::from_millis(20);

/// How many free ports are tried with a server that cannot pick one itself.
const PORT_ATTEMPTS: usize = 5;

/// How many of a failed server's last lines are shown.
const TAIL: usize = 15;

/// Becomes the server, once the pid file names this process.
const KEPT: &str = r#"echo $$ >"$0" && exec "$@""#;

/// What the script [`THROW_AWAY`] prints when the server has ended.
const ENDED: &str = "the throw-away server ended with status ";

/// Runs the server until standard input ends, then removes the folder. Standard input is a pipe
/// from the process that started it, so that it ends with that process however that one ends.
const THROW_AWAY: &str = r#"
trap : HUP INT TERM
exec 3<&0
"$@" 3<&- & server=$!
{ read _ <&3; kill -9 $server; } & watcher=$!
wait $server; status=$?
kill -9 $watcher $server 2>/dev/null
wait
echo "the throw-away server ended with status $status"
read _ <&3
rm -rf "$0"
"#;

/// A server about to be started.
pub(super) struct Launch<'a> {
    /// What to start.
    pub server: &'a ServerBinary,
    /// Its database files.
    pub data: &'a Path,
    /// Where its output goes; emptied first, so that no address of an earlier run is found there.
    pub log: &'a Path,
    /// How long it lives.
    pub life: Life<'a>,
    /// What its command line has besides.
    pub extra: &'a [&'a str],
}

/// How long a server lives.
pub(super) enum Life<'a> {
    /// Until it is stopped. It holds the lock of the pid file, which comes to it as standard input,
    /// as long as it runs, and has written its process there.
    Kept {
        /// The pid file.
        pid_file: &'a File,
        /// Its path.
        path: &'a Path,
    },
    /// As long as the process that started it.
    ThrowAway {
        /// What is removed at its end.
        folder: &'a Path,
    },
}

/// A server that was started; ends when dropped.
pub(super) struct Started {
    child: Option<Child>,
    uri: String,
}

impl Launch<'_> {
    /// Starts the server and waits until it answers.
    ///
    /// Fails where it cannot be started, ends at once, or is not ready in time; nothing runs then.
    pub(super) async fn start(&self) -> Result<Started, DevServerError> {
        for _ in 1..PORT_ATTEMPTS {
            match self.attempt().await {
                Err(DevServerError::EndedAtStart { status, .. })
                    if self.port_was_taken(&status) => {}
                result => return result,
            }
        }
        self.attempt().await
    }

    async fn attempt(&self) -> Result<Started, DevServerError> {
        // Anew each time: a throw-away server that failed has taken its folder with it.
        files::make_folder(self.data)?;
        let port = match self.server.make {
            Make::Mongod => free_port().doing("find a free port for", &self.server.path)?,
            Make::Secantus => 0,
        };
        let mut started = self.spawn(port)?;
        let address = self.until_it_answers(&mut started, port).await?;
        started.uri = uri(address);
        if self.server.make == Make::Mongod {
            replica_set::until_primary(&started.uri, &address.to_string()).await?;
        }
        Ok(started)
    }

    /// Starts the process, in a group of its own: a terminal's Ctrl-C is for the command alone.
    fn spawn(&self, port: u16) -> Result<Started, DevServerError> {
        let log = File::create(self.log).doing("write", self.log)?;
        let errors = log.try_clone().doing("write", self.log)?;
        let (script, parameter, stdin) = self.life.shell().doing("open", self.log)?;
        let child = Command::new("/bin/sh")
            .args([OsStr::new("-c"), OsStr::new(script), parameter.as_os_str()])
            .arg(&self.server.path)
            .args(self.arguments(port)?)
            .args(self.extra)
            .stdin(stdin)
            .stdout(log)
            .stderr(errors)
            .process_group(0)
            .spawn()
            .doing("start", &self.server.path)?;
        Ok(Started {
            child: Some(child),
            uri: String::new(),
        })
    }

    fn arguments(&self, port: u16) -> Result<Vec<OsString>, DevServerError> {
        match self.server.make {
            Make::Mongod => Ok(mongod_arguments(self.data, port)),
            Make::Secantus => {
                let configuration = self.data.with_extension("toml");
                fs::write(
                    &configuration,
                    "# Empty, so that no other configuration is read.\n",
                )
                .doing("write", &configuration)?;
                let kept = matches!(self.life, Life::Kept { .. });
                Ok(secantus_arguments(&configuration, self.data, port, kept))
            }
        }
    }

    /// Waits for the first answer, and returns where it came from.
    async fn until_it_answers(
        &self,
        started: &mut Started,
        port: u16,
    ) -> Result<SocketAddr, DevServerError> {
        let begin = Instant::now();
        while begin.elapsed() < READY_WITHIN {
            let log = fs::read(self.log).unwrap_or_default();
            let log = String::from_utf8_lossy(&log);
            if let Some(status) = started.ended(&log).doing("wait for", &self.server.path)? {
                return Err(self.ended_at_start(status));
            }
            let address = if port == 0 {
                printed_address(&log)
            } else {
                Some(loopback(port))
            };
            if let Some(address) = address
                && ping::listens(address)
                && ping::answers(&uri(address)).await
            {
                return Ok(address);
            }
            tokio::time::sleep(LOOK).await;
        }
        let (server, log) = (self.server.path.clone(), self.log.to_owned());
        Err(DevServerError::NotReady {
            server,
            seconds: READY_WITHIN.as_secs(),
            log,
        })
    }

    fn ended_at_start(&self, status: String) -> DevServerError {
        DevServerError::EndedAtStart {
            server: self.server.path.clone(),
            status,
            log: self.log.to_owned(),
            tail: files::tail(self.log, TAIL),
        }
    }

    /// Whether the server ended because it could not listen (MongoDB manual, "Exit Codes").
    fn port_was_taken(&self, status: &str) -> bool {
        self.server.make == Make::Mongod && status.ends_with(" 48")
    }
}

impl Life<'_> {
    /// The shell's script, its `$0`, and its standard input.
    fn shell(&self) -> std::io::Result<(&'static str, &Path, Stdio)> {
        Ok(match self {
            Self::Kept { pid_file, path } => (KEPT, path, pid_file.try_clone()?.into()),
            Self::ThrowAway { folder } => (THROW_AWAY, folder, Stdio::piped()),
        })
    }
}

impl Started {
    /// Where the server listens, as a connection string.
    pub(super) fn uri(&self) -> &str {
        &self.uri
    }

    /// Lets the server outlive this value.
    pub(super) fn keep(mut self) {
        if let Some(mut child) = self.child.take() {
            // Whenever it ends, it must not stay behind as a zombie of a long-lived parent.
            std::thread::spawn(move || child.wait());
        }
    }

    /// How the server ended, where it has.
    fn ended(&mut self, log: &str) -> std::io::Result<Option<String>> {
        let status = self.child.as_mut().map_or(Ok(None), Child::try_wait)?;
        let printed = log.lines().find_map(|line| line.strip_prefix(ENDED));
        Ok(status
            .map(|status| status.to_string())
            .or_else(|| Some(format!("status {}", printed?))))
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        let Some(mut child) = self.child.take() else {
            return;
        };
        match child.stdin.take() {
            // The script's cue to kill the server and remove the folder.
            Some(pipe) => drop(pipe),
            // Fails only where the process has ended already.
            None => drop(child.kill()),
        }
        drop(child.wait());
    }
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// Says something and ends, as a server that cannot read its data.
    const FAILING: &str = "#!/bin/sh\necho the data are broken; exit 14\n";

    /// Notes that it ran, and ends as a `mongod` whose port is taken.
    const PORT_TAKEN: &str = "#!/bin/sh\necho run >>\"$0.runs\"; exit 48\n";

    fn failing_server(folder: &Path, make: Make, script: &str) -> ServerBinary {
        let path = folder.join("server");
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
        ServerBinary { make, path }
    }

    async fn failure(server: &ServerBinary, folder: &Path, life: Life<'_>) -> String {
        let (data, log) = (folder.join("data"), folder.join("log"));
        let started = Launch {
            server,
            data: &data,
            log: &log,
            life,
            extra: &[],
        }
        .start()
        .await;
        started.err().expect("the server cannot start").to_string()
    }

    #[tokio::test]
    async fn a_server_that_ends_at_once_is_reported_with_its_last_lines() {
        let folder = tempfile::tempdir().unwrap();
        let server = failing_server(folder.path(), Make::Secantus, FAILING);
        let path = folder.path().join("pid");
        let pid_file = files::open_lock(&path).unwrap();
        let life = Life::Kept {
            pid_file: &pid_file,
            path: &path,
        };
        let error = failure(&server, folder.path(), life).await;
        assert!(error.contains("exit status: 14"), "{error}");
        assert!(error.contains("the data are broken"), "{error}");
    }

    #[tokio::test]
    async fn so_is_a_throw_away_one_and_its_folder_goes() {
        let folder = tempfile::tempdir().unwrap();
        let server = failing_server(folder.path(), Make::Secantus, FAILING);
        let its_own = folder.path().join("throw-away");
        fs::create_dir(&its_own).unwrap();
        let error = failure(&server, &its_own, Life::ThrowAway { folder: &its_own }).await;
        assert!(error.contains("status 14"), "{error}");
        assert!(error.contains("the data are broken"), "{error}");
        assert!(!its_own.exists());
    }

    #[tokio::test]
    async fn other_ports_are_tried_a_few_times() {
        let folder = tempfile::tempdir().unwrap();
        let server = failing_server(folder.path(), Make::Mongod, PORT_TAKEN);
        let its_own = folder.path().join("throw-away");
        let error = failure(&server, &its_own, Life::ThrowAway { folder: &its_own }).await;
        assert!(error.contains("status 48"), "{error}");
        let runs = fs::read_to_string(folder.path().join("server.runs")).unwrap();
        assert_eq!(runs.lines().count(), PORT_ATTEMPTS);
    }

    #[test]
    fn the_script_prints_what_is_looked_for() {
        assert!(THROW_AWAY.contains(ENDED));
    }
}
