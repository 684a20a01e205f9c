//! The process that holds a pid file.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::error::{DevServerError, IoContext};
use super::files;
use super::progress::Progress;

/// How long a server may take to end by itself; an index build in progress takes 20 s.
const TERM_PATIENCE: Duration = Duration::from_secs(30);

/// How long the system may take to end a killed server.
const KILL_PATIENCE: Duration = Duration::from_secs(10);

/// How long a server that was just started may take to write its pid.
const PID_PATIENCE: Duration = Duration::from_secs(2);

/// How often is looked.
const LOOK: Duration = Duration::from_millis(20);

/// The file that a running server holds locked, and that names its process.
///
/// The lock is the system's own word on whether the server runs: it goes when the process goes,
/// and no process that gets the same number later can be mistaken for it.
pub(super) struct PidFile {
    file: File,
    path: PathBuf,
}

impl PidFile {
    /// Opens the file, and makes it where there is none.
    pub(super) fn open(path: PathBuf) -> Result<Self, DevServerError> {
        Ok(Self {
            file: files::open_lock(&path)?,
            path,
        })
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether a server runs.
    pub(super) fn is_held(&self) -> Result<bool, DevServerError> {
        let free = files::locked(self.file.try_lock_shared(), &self.path)?;
        if free {
            self.file.unlock().doing("unlock", &self.path)?;
        }
        Ok(!free)
    }

    /// Takes the lock, empties the file, and returns a handle to pass to a new server. It is another
    /// handle than the one that asks whether a server runs, which must not own the lock.
    pub(super) async fn take(&self) -> Result<File, DevServerError> {
        let file = files::open_lock(&self.path)?;
        files::lock(&file, &self.path, || {}).await?;
        file.set_len(0).doing("empty", &self.path)?;
        Ok(file)
    }

    /// The number of the server's process, where it is written.
    pub(super) fn pid(&self) -> Option<i32> {
        let mut line = [0; 16];
        let length = self.file.read_at(&mut line, 0).ok()?;
        whole_number(std::str::from_utf8(&line[..length]).ok()?)
    }

    /// Asks the server to end (SIGTERM), without waiting.
    pub(super) fn terminate(&self) -> Result<(), DevServerError> {
        self.signal(Signal::TERM)
    }

    /// Stops the server and waits for its end: SIGTERM, and SIGKILL after 30 s.
    pub(super) async fn stop(&self, progress: Progress) -> Result<(), DevServerError> {
        self.stop_after(TERM_PATIENCE, progress).await
    }

    async fn stop_after(
        &self,
        patience: Duration,
        progress: Progress,
    ) -> Result<(), DevServerError> {
        self.until_named().await?;
        self.terminate()?;
        if self.released_within(patience).await? {
            return Ok(());
        }
        let seconds = patience.as_secs();
        progress.say(&format!(
            "the development server did not end within {seconds} s; killing it"
        ));
        self.signal(Signal::KILL)?;
        self.released_within(KILL_PATIENCE).await?;
        Ok(())
    }

    /// Waits until no server holds the file.
    pub(super) async fn released(&self) -> Result<(), DevServerError> {
        while self.is_held()? {
            tokio::time::sleep(LOOK).await;
        }
        Ok(())
    }

    async fn released_within(&self, patience: Duration) -> Result<bool, DevServerError> {
        tokio::time::timeout(patience, self.released())
            .await
            .map_or(Ok(false), |end| end.map(|()| true))
    }

    /// Waits for the pid of a server whose starter was killed before the server wrote it.
    async fn until_named(&self) -> Result<(), DevServerError> {
        let begin = Instant::now();
        while self.is_held()? && self.pid().is_none() {
            if begin.elapsed() > PID_PATIENCE {
                return Err(DevServerError::UnknownProcess {
                    path: self.path.clone(),
                });
            }
            tokio::time::sleep(LOOK).await;
        }
        Ok(())
    }

    /// Sends a signal, unless the server has ended.
    fn signal(&self, signal: Signal) -> Result<(), DevServerError> {
        let Some(pid) = self.pid().and_then(Pid::from_raw) else {
            return Ok(());
        };
        if !self.is_held()? {
            return Ok(());
        }
        match kill_process(pid, signal) {
            Ok(()) | Err(rustix::io::Errno::SRCH) => Ok(()),
            Err(error) => Err(error.into()).doing("stop the process named in", &self.path),
        }
    }
}

/// A process number, of a whole line only: the shell may be just writing it.
fn whole_number(line: &str) -> Option<i32> {
    line.strip_suffix('\n')?.parse().ok().filter(|pid| *pid > 0)
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt;

    use super::*;

    #[test]
    fn a_pid_is_a_whole_line_with_a_positive_number() {
        assert_eq!(whole_number("4711\n"), Some(4711));
        // A negative number would signal a whole group, and 0 our own.
        for other in [
            "",
            "\n",
            "47",
            "0\n",
            "-4711\n",
            "x\n",
            "1\n2\n",
            "99999999999\n",
        ] {
            assert_eq!(whole_number(other), None, "{other:?}");
        }
    }

    /// Runs a shell script that holds a pid file and has named itself there.
    async fn holder(folder: &Path, script: &str) -> (PidFile, std::process::Child) {
        let pid_file = PidFile::open(folder.join("pid")).unwrap();
        let locked = pid_file.take().await.unwrap();
        let mut shell = std::process::Command::new("/bin/sh");
        shell
            .args(["-c", script])
            .arg(pid_file.path())
            .stdin(locked);
        let child = shell.spawn().unwrap();
        drop(shell);
        pid_file.until_named().await.unwrap();
        (pid_file, child)
    }

    #[tokio::test]
    async fn a_holder_that_ignores_the_request_to_end_is_killed() {
        let folder = tempfile::tempdir().unwrap();
        let script = r#"trap '' TERM; echo $$ >"$0"; exec sleep 60"#;
        let (pid_file, mut child) = holder(folder.path(), script).await;
        pid_file
            .stop_after(Duration::from_millis(300), Progress::silent())
            .await
            .unwrap();
        assert!(!pid_file.is_held().unwrap());
        assert_eq!(child.wait().unwrap().signal(), Some(9));
    }

    #[tokio::test]
    async fn a_holder_that_ends_on_request_is_not_killed() {
        let folder = tempfile::tempdir().unwrap();
        let script = r#"echo $$ >"$0"; exec sleep 60"#;
        let (pid_file, mut child) = holder(folder.path(), script).await;
        pid_file.stop(Progress::silent()).await.unwrap();
        assert_eq!(child.wait().unwrap().signal(), Some(15));
    }

    #[tokio::test]
    async fn a_holder_that_names_no_process_is_left_to_the_user() {
        let folder = tempfile::tempdir().unwrap();
        let pid_file = PidFile::open(folder.path().join("pid")).unwrap();
        let _held = pid_file.take().await.unwrap();
        let error = pid_file.stop(Progress::silent()).await.unwrap_err();
        assert!(
            matches!(error, DevServerError::UnknownProcess { .. }),
            "{error}"
        );
    }
}
