//! `cargo xtask dev`.

use std::io::{Write, stdout};
use std::path::Path;

use super::error::{DevServerError, IoContext};
use super::kept::DevServer;
use super::progress::Progress;
use super::signals::StopSignal;

/// Keeps the development server running until the program is asked to end.
///
/// Prints the server's connection string as the first line of standard output. Ends on Ctrl-C,
/// SIGTERM or a closed terminal, and stops the server then, unless other commands still use it:
/// the last of them does. Where a server already runs, it is shared in the same way.
///
/// Fails as [`acquire`](super::acquire) does, and when the server ends by itself.
pub async fn run_in_foreground() -> Result<(), DevServerError> {
    let mut stop = StopSignal::listen()?;
    let progress = Progress::stderr();
    let server = tokio::select! {
        server = super::acquire(progress) => server?,
        () = stop.received() => return Ok(()),
    };
    announce(&server, progress)?;
    tokio::select! {
        result = server.ended() => result?,
        () = stop.received() => return server.release().await,
    }
    Err(DevServerError::Ended { log: server.log() })
}

/// Prints the address for programs, and the rest for people.
fn announce(server: &DevServer, progress: Progress) -> Result<(), DevServerError> {
    let mut out = stdout().lock();
    writeln!(out, "{}", server.uri())
        .and_then(|()| out.flush())
        .doing("write to", Path::new("standard output"))?;
    let log = server.log();
    let log = log.display();
    progress.say(&format!(
        "the development server is ready, and logs to `{log}`; Ctrl-C ends it"
    ));
    Ok(())
}
