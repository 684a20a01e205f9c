//! How long a worker pauses between batches: pure, but for the look at the members.

use std::time::{Duration, Instant};

use bson::{Bson, Document, doc};

use crate::connect::Server;

/// How far the slowest member may be behind before the pause grows.
const MOST_LAG: Duration = Duration::from_secs(10);
/// How many times slower than at its best a batch may be before the pause grows.
const MOST_SLOWDOWN: u32 = 4;
/// The pause from which it grows.
const FIRST: Duration = Duration::from_millis(50);
/// The longest pause.
const LONGEST: Duration = Duration::from_secs(10);
/// How often the members are looked at.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// The pause between batches.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pace {
    base: Duration,
    pause: Duration,
    /// The time that a document took at best.
    best: Option<Duration>,
}

impl Pace {
    /// Pauses of `base` as long as all is well.
    pub(super) fn new(base: Duration) -> Self {
        Self {
            base,
            pause: base,
            best: None,
        }
    }

    /// The pause after a batch of so many documents, whose writes took so long.
    ///
    /// It doubles while members lag, or the server is much slower than it was at its best, and
    /// shrinks again by halves.
    pub(super) fn after(
        &mut self,
        documents: usize,
        took: Duration,
        lag: Option<Duration>,
    ) -> Duration {
        let each = took / u32::try_from(documents.max(1)).unwrap_or(u32::MAX);
        let is_slow = self.best.is_some_and(|best| each > best * MOST_SLOWDOWN);
        // A few documents tell more of the way to the server than of its load.
        if documents >= 100 {
            self.best = Some(self.best.map_or(each, |best| best.min(each)));
        }
        let is_behind = lag.is_some_and(|lag| lag > MOST_LAG);
        self.pause = if is_behind || (is_slow && documents >= 100) {
            (self.pause * 2).clamp(FIRST, LONGEST)
        } else if self.pause / 2 > self.base.max(FIRST / 2) {
            self.pause / 2
        } else {
            self.base
        };
        self.pause
    }
}

/// How far the members are behind the primary, as far as the server tells.
#[derive(Debug)]
pub(super) struct Members {
    looked: Option<Instant>,
    lag: Option<Duration>,
    /// Whether `replSetGetStatus` may be asked.
    may_ask: bool,
}

impl Members {
    pub(super) fn new() -> Self {
        Self {
            looked: None,
            lag: None,
            may_ask: true,
        }
    }

    /// The lag of the slowest member, looked at now and then; none where the server does not tell.
    pub(super) async fn lag(&mut self, server: &Server) -> Option<Duration> {
        if self.looked.is_some_and(|at| at.elapsed() < LOOK_EVERY) {
            return self.lag;
        }
        self.looked = Some(Instant::now());
        self.lag = self.look(server).await;
        self.lag
    }

    async fn look(&mut self, server: &Server) -> Option<Duration> {
        if self.may_ask {
            match server.admin_command(doc! { "replSetGetStatus": 1 }).await {
                Ok(status) => return of_status(&status),
                // It needs a privilege on the cluster that an application's operator may lack.
                Err(_) => self.may_ask = false,
            }
        }
        let hello = server.command(doc! { "hello": 1 }).await.ok()?;
        of_hello(&hello)
    }
}

/// From `replSetGetStatus`: the primary's last operation against that of the slowest secondary.
fn of_status(status: &Document) -> Option<Duration> {
    let members = status.get_array("members").ok()?;
    let members: Vec<&Document> = members.iter().filter_map(Bson::as_document).collect();
    let date =
        |member: &&Document| Some(member.get_datetime("optimeDate").ok()?.timestamp_millis());
    let in_state = |state: i32| {
        let members = members
            .iter()
            .filter(move |it| it.get_i32("state").ok() == Some(state));
        members.filter_map(date)
    };
    let primary = in_state(1).max()?;
    let slowest = in_state(2).min()?;
    Some(Duration::from_millis(
        (primary - slowest).max(0).unsigned_abs(),
    ))
}

/// From `hello`: the last write against the last one that a majority has.
fn of_hello(hello: &Document) -> Option<Duration> {
    let written = hello.get_document("lastWrite").ok()?;
    let date = |name| Some(written.get_datetime(name).ok()?.timestamp_millis());
    let behind = date("lastWriteDate")? - date("majorityWriteDate")?;
    Some(Duration::from_millis(behind.max(0).unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use bson::DateTime;

    use super::*;

    const BATCH: Duration = Duration::from_millis(100);

    #[test]
    fn the_pause_grows_with_lag_and_load_and_shrinks_again() {
        let mut pace = Pace::new(Duration::ZERO);
        assert_eq!(pace.after(1000, BATCH, None), Duration::ZERO);
        let late = Some(Duration::from_secs(11));
        assert_eq!(pace.after(1000, BATCH, late), FIRST);
        assert_eq!(pace.after(1000, BATCH, late), FIRST * 2);
        for _ in 0..20 {
            pace.after(1000, BATCH, late);
        }
        assert_eq!(pace.pause, LONGEST);
        for _ in 0..20 {
            pace.after(1000, BATCH, Some(Duration::from_secs(1)));
        }
        assert_eq!(pace.pause, Duration::ZERO);
        assert_eq!(
            pace.after(1000, BATCH * 5, None),
            FIRST,
            "much slower than at its best"
        );
        assert_eq!(
            pace.after(3, BATCH * 5, None),
            Duration::from_millis(0),
            "too few to tell"
        );
    }

    #[test]
    fn a_pause_that_was_asked_for_stays() {
        let base = Duration::from_millis(100);
        let mut pace = Pace::new(base);
        assert_eq!(pace.after(1000, BATCH, None), base);
        let grown = pace.after(1000, BATCH, Some(Duration::from_mins(1)));
        assert_eq!(grown, base * 2);
        assert_eq!(pace.after(1000, BATCH, None), base);
    }

    /// As MongoDB 7.0 answers, shortened.
    #[test]
    fn the_lag_is_read_from_what_the_server_tells() {
        let at = DateTime::from_millis;
        let member = |state: i32, millis| doc! { "state": state, "optimeDate": at(millis) };
        let status = doc! { "members": [member(1, 60_000), member(2, 59_000), member(2, 45_000)] };
        assert_eq!(of_status(&status), Some(Duration::from_secs(15)));
        assert_eq!(of_status(&doc! { "members": [member(1, 60_000)] }), None);
        let hello =
            doc! { "lastWrite": { "lastWriteDate": at(9000), "majorityWriteDate": at(7000) } };
        assert_eq!(of_hello(&hello), Some(Duration::from_secs(2)));
        assert_eq!(of_hello(&doc! {}), None);
    }
}
