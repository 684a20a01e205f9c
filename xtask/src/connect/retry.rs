//! Which failures pass by themselves, and how long to wait for that.

use std::time::{Duration, Instant};

use mongodb::error::{Error as DriverError, ErrorKind, RETRYABLE_WRITE_ERROR};

use super::failure::code;
use crate::error::Error;

/// For how long a failure that should pass is waited out: longer than an election or the restart
/// of a member takes.
const PATIENCE: Duration = Duration::from_mins(1);
/// The first wait; each after it is twice as long.
const FIRST_WAIT: Duration = Duration::from_millis(100);
/// The longest wait.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// Codes of a server that is not, or no longer, the primary, that shuts down, or that another
/// member or a router could not reach (MongoDB's source, `error_codes.yml`, categories
/// `NotPrimaryError`, `ShutdownError`, `NetworkError` and `RetriableError`).
const AWAY: [i32; 15] = [
    6, 7, 89, 91, 133, 134, 189, 202, 262, 9001, 10107, 11600, 11602, 13435, 13436,
];
/// Codes of a server that is busy with something else: `LockTimeout`, `LockBusy`, `WriteConflict`,
/// `ConflictingOperationInProgress`, `MovePrimaryInProgress`.
const BUSY: [i32; 5] = [24, 46, 112, 117, 319];
/// Codes of a command that an index build of the same collection keeps from running:
/// `BackgroundOperationInProgressForNamespace`, `IndexBuildAlreadyInProgress`.
const BUILDING: [i32; 2] = [12587, 285];

/// Why the same command may succeed later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Passing {
    /// The server, or the way to it, is away. Whether the command was executed is not known.
    Away,
    /// The server is busy with something else.
    Busy,
    /// An index of the collection is being built.
    Building,
}

/// A command that failed.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The sentence for people.
    pub(crate) error: Error,
    /// What went wrong, in a few words.
    pub(crate) reason: String,
    /// Whether it may succeed later.
    pub(crate) passing: Option<Passing>,
}

/// Whether a failure with this code may pass.
pub(crate) fn passes(code: i32) -> bool {
    [&AWAY[..], &BUSY, &BUILDING]
        .iter()
        .any(|codes| codes.contains(&code))
}

/// Whether, and why, `error` may pass.
pub(super) fn passing(error: &DriverError) -> Option<Passing> {
    match code(error) {
        Some(code) if BUILDING.contains(&code) => return Some(Passing::Building),
        Some(code) if BUSY.contains(&code) => return Some(Passing::Busy),
        Some(code) if AWAY.contains(&code) => return Some(Passing::Away),
        _ => {}
    }
    let is_away = error.contains_label(RETRYABLE_WRITE_ERROR)
        || matches!(
            error.kind.as_ref(),
            ErrorKind::Io(_)
                | ErrorKind::ConnectionPoolCleared { .. }
                | ErrorKind::ServerSelection { .. }
        );
    is_away.then_some(Passing::Away)
}

/// The waits between the attempts of one command.
#[derive(Debug)]
pub(crate) struct Backoff {
    since: Instant,
    next: Duration,
}

impl Backoff {
    /// Begins to count.
    pub(crate) fn new() -> Self {
        Self {
            since: Instant::now(),
            next: FIRST_WAIT,
        }
    }

    /// How long to wait before another attempt; none where there is no point in one, or no more
    /// patience.
    pub(crate) fn after(&mut self, passing: Option<Passing>) -> Option<Duration> {
        if passing.is_none() || self.since.elapsed() >= PATIENCE {
            return None;
        }
        let wait = self.next;
        self.next = (wait * 2).min(LONGEST_WAIT);
        Some(wait)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_to_a_limit_and_end() {
        let mut backoff = Backoff::new();
        let waits: Vec<Duration> = (0..8)
            .filter_map(|_| backoff.after(Some(Passing::Away)))
            .collect();
        assert_eq!(waits[..3], [100, 200, 400].map(Duration::from_millis));
        assert_eq!(waits.last(), Some(&LONGEST_WAIT));
        assert_eq!(backoff.after(None), None);
        let long_ago = Instant::now().checked_sub(PATIENCE);
        let mut late = Backoff {
            since: long_ago.expect("a clock that has run for a while"),
            ..backoff
        };
        assert_eq!(late.after(Some(Passing::Busy)), None);
    }

    #[test]
    fn no_code_has_two_meanings() {
        let all: Vec<i32> = [&AWAY[..], &BUSY, &BUILDING].concat();
        let distinct: std::collections::BTreeSet<i32> = all.iter().copied().collect();
        assert_eq!(all.len(), distinct.len());
    }
}
