//! When things happen in a document's life.

use super::draw::Draws;
use super::names::Phase;

/// Milliseconds of a day.
pub(super) const DAY: i64 = 86_400_000;
/// How long ago the oldest document was created.
const AGE: i64 = 365 * DAY;
/// How long from the day that documents are made for no document is deleted by its date.
const KEPT: i64 = 3 * DAY;
/// How far ahead what is planned lies at most.
const AHEAD: i64 = 60 * DAY;

/// Between which times the documents of a collection are created, in milliseconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Window {
    /// The earliest.
    pub(super) from: i64,
    /// The latest.
    pub(super) to: i64,
}

impl Window {
    /// The year before a day.
    pub(super) fn before(day: i64) -> Self {
        Self {
            from: day - AGE,
            to: day,
        }
    }

    /// Later, where a document whose date is its beginning would be deleted so many seconds after it.
    pub(super) fn kept(self, day: i64, expires_after: i64) -> Self {
        let from = self.from.max(not_before(day, expires_after));
        Self {
            from,
            to: self.to.max(from + 7 * DAY),
        }
    }

    /// A time in it, and not before another.
    pub(super) fn draw(self, not_before: i64, draws: &mut Draws) -> i64 {
        let from = self.from.max(not_before);
        from + part(self.to - from, draws.share())
    }
}

/// The earliest date whose document is not deleted at once, so many seconds after it.
fn not_before(day: i64, expires_after: i64) -> i64 {
    day + KEPT - expires_after.saturating_mul(1_000).clamp(0, AGE * 100)
}

/// What a document's dates depend on, in milliseconds since 1970.
#[derive(Debug, Clone, Copy)]
pub(super) struct Life {
    /// When it was created.
    pub(super) created: i64,
    /// Until when what has happened has happened.
    pub(super) latest: i64,
    /// The day that documents are made for.
    pub(super) day: i64,
}

impl Life {
    /// A date of this phase; no earlier phase has a later one.
    pub(super) fn date(self, phase: Phase, expires_after: Option<i64>, draws: &mut Draws) -> i64 {
        let span = (self.latest - self.created).max(0);
        let share = draws.share();
        let date = match phase {
            Phase::Birth => self.day - 18 * AGE - part(60 * AGE, share),
            Phase::Created => self.created,
            Phase::Started => self.created + part(span, share * 0.3),
            Phase::Happened => self.created + part(span, 0.3 + share * 0.2),
            Phase::Later => self.created + part(span, 0.5 + share * 0.5),
            Phase::Future => self.created + span + DAY + part(AHEAD, share) - part(span, 0.4),
        };
        match expires_after {
            Some(seconds) => {
                let least = not_before(self.day, seconds);
                if date < least {
                    least + part(AHEAD, share)
                } else {
                    date
                }
            }
            None => date,
        }
    }
}

fn part(span: i64, share: f64) -> i64 {
    (span.max(0) as f64 * share) as i64
}

#[cfg(test)]
mod tests {
    use super::super::draw::Key;
    use super::*;

    const TODAY: i64 = 20_000 * DAY;

    #[test]
    fn no_earlier_phase_has_a_later_date() {
        let phases = [
            Phase::Birth,
            Phase::Created,
            Phase::Started,
            Phase::Happened,
            Phase::Later,
        ];
        let mut draws = Key::of_seed(5).draws();
        for _ in 0..500 {
            let created = Window::before(TODAY).draw(0, &mut draws);
            let life = Life {
                created,
                latest: TODAY,
                day: TODAY,
            };
            let dates = phases.map(|phase| life.date(phase, None, &mut draws));
            assert!(dates.is_sorted(), "{dates:?}");
            assert!(life.date(Phase::Future, None, &mut draws) >= created);
        }
    }

    #[test]
    fn nothing_expires_at_once() {
        let mut draws = Key::of_seed(5).draws();
        for seconds in [0, 3_600, 180 * 86_400, i64::MAX] {
            let window = Window::before(TODAY).kept(TODAY, seconds);
            let created = window.draw(0, &mut draws);
            assert!(created >= window.from && created <= window.to);
            let life = Life {
                created,
                latest: window.to,
                day: TODAY,
            };
            for phase in [Phase::Created, Phase::Happened, Phase::Future] {
                let date = life.date(phase, Some(seconds), &mut draws);
                let expires = date.saturating_add(seconds.saturating_mul(1_000));
                assert!(expires >= TODAY + KEPT, "{phase:?} {seconds}");
            }
        }
    }
}
