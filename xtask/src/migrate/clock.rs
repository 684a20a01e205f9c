//! The server's clock, by which leases are dated.

use std::time::{Duration, Instant};

use bson::DateTime;

use crate::connect::Server;
use crate::error::Result;

/// The server's clock, read once and carried on by this machine's steady one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clock {
    read: DateTime,
    at: Instant,
}

impl Clock {
    pub(super) async fn of(server: &Server) -> Result<Self> {
        let read = server.now().await?;
        Ok(Self {
            read,
            at: Instant::now(),
        })
    }

    pub(super) fn now(&self) -> DateTime {
        self.in_future(Duration::ZERO)
    }

    pub(super) fn in_future(&self, wait: Duration) -> DateTime {
        let elapsed = (self.at.elapsed() + wait).as_millis();
        let elapsed = i64::try_from(elapsed).unwrap_or(i64::MAX);
        DateTime::from_millis(self.read.timestamp_millis().saturating_add(elapsed))
    }
}
