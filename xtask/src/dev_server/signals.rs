//! Being asked to end.

use tokio::signal::unix::{Signal, SignalKind, signal};

use super::error::DevServerError;

/// Waits for the user's or the system's wish that the program ends.
///
/// While one exists, SIGINT (Ctrl-C), SIGTERM and SIGHUP (a closed terminal) no longer end the
/// program by themselves. A command that uses [`acquire`](super::acquire) races it against its
/// work, and releases the server either way.
pub struct StopSignal {
    interrupt: Signal,
    terminate: Signal,
    hangup: Signal,
}

impl StopSignal {
    /// Begins to listen; fails where the system refuses a handler.
    pub fn listen() -> Result<Self, DevServerError> {
        let handler = |kind| {
            signal(kind).map_err(|source| DevServerError::Io {
                doing: "listen for",
                path: "signals".into(),
                source,
            })
        };
        Ok(Self {
            interrupt: handler(SignalKind::interrupt())?,
            terminate: handler(SignalKind::terminate())?,
            hangup: handler(SignalKind::hangup())?,
        })
    }

    /// Returns once the program is asked to end. May be called again for the next signal.
    pub async fn received(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
            _ = self.hangup.recv() => {}
        }
    }
}
