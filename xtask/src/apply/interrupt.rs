//! The wish that the program ends: Ctrl-C, SIGTERM, or a closed terminal.

use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

use crate::error::Result;

/// How often the program was asked to end.
///
/// While one exists, the signals do not end the program by themselves.
#[derive(Debug, Clone)]
pub struct Interrupt {
    count: watch::Receiver<u8>,
}

impl Interrupt {
    /// Listens for the process's signals; needs a runtime.
    pub fn listen() -> Result<Self> {
        let mut interrupted = signal(SignalKind::interrupt())?;
        let mut terminated = signal(SignalKind::terminate())?;
        let mut hung_up = signal(SignalKind::hangup())?;
        let (sender, count) = watch::channel(0_u8);
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    _ = interrupted.recv() => {}
                    _ = terminated.recv() => {}
                    _ = hung_up.recv() => {}
                }
                sender.send_modify(|count| *count = count.saturating_add(1));
            }
        });
        Ok(Self { count })
    }

    /// One that `count` tells of, for callers with another way to end a run.
    pub fn from_count(count: watch::Receiver<u8>) -> Self {
        Self { count }
    }

    /// Whether the program was asked to end.
    pub fn requested(&self) -> bool {
        *self.count.borrow() > 0
    }

    /// Waits until the program was asked to end `times` times.
    pub async fn wait(&self, times: u8) {
        let mut count = self.count.clone();
        if count.wait_for(|count| *count >= times).await.is_err() {
            // Nobody is left who could ask.
            std::future::pending::<()>().await;
        }
    }
}
