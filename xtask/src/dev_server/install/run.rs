//! Running a command of the installation.

use std::fs::{File, OpenOptions};
use std::path::Path;
use std::process::{Command, ExitStatus};
use std::time::Duration;

use super::super::error::{DevServerError, IoContext};
use super::super::files;
use super::super::progress::Activity;

/// How often the log's last line is shown.
const LOOK: Duration = Duration::from_secs(1);

/// How many of a failed command's last lines are shown.
const TAIL: usize = 20;

/// Runs a command with its output appended to `log`, and shows the last line of that as progress.
///
/// The command gets the locked file `lock` as its standard input. When this process is killed, the
/// lock thus stays until the command has ended too, and nobody builds beside it.
pub(super) async fn logged(
    mut command: Command,
    name: &'static str,
    log: &Path,
    lock: &File,
    activity: &Activity,
) -> Result<(), DevServerError> {
    let output = OpenOptions::new()
        .append(true)
        .open(log)
        .doing("write", log)?;
    let errors = output.try_clone().doing("write", log)?;
    let input = lock.try_clone().doing("lock", log)?;
    command.stdin(input).stdout(output).stderr(errors);
    let status = until_ended(command, log, activity).await?;
    if status.success() {
        return Ok(());
    }
    let (status, log, tail) = (status.to_string(), log.to_owned(), files::tail(log, TAIL));
    Err(DevServerError::InstallFailed {
        command: name,
        status,
        log,
        tail,
    })
}

async fn until_ended(
    command: Command,
    log: &Path,
    activity: &Activity,
) -> Result<ExitStatus, DevServerError> {
    let program = command.get_program().to_owned();
    let mut command = tokio::process::Command::from(command);
    let mut child = command
        .kill_on_drop(true)
        .spawn()
        .doing("run", Path::new(&program))?;
    loop {
        tokio::select! {
            status = child.wait() => return status.doing("wait for", Path::new(&program)),
            () = tokio::time::sleep(LOOK) => activity.detail(files::tail(log, 1).trim()),
        }
    }
}
