//! What people see while the server takes its time: bars on a terminal, else a line now and then.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use crate::connect::{Build, Event, Migrating, Progress, Watch};
use crate::output::visible;

/// All bars of the process; nothing is drawn where standard error is no terminal.
static BARS: LazyLock<MultiProgress> = LazyLock::new(MultiProgress::new);

/// How often a build is told of in a line of its own, where there are no bars.
const LINE_EVERY: Duration = Duration::from_secs(30);

/// Takes the place of an index's name in the key of a migration's bar.
const MIGRATION: &str = "";

/// Writes a line to standard error, above the bars.
pub(super) fn line(text: &str) {
    // Nobody is left to tell if standard error is gone.
    BARS.suspend(|| {
        let _ = writeln!(anstream::stderr(), "{text}");
    });
}

/// Shows what happens on the way to a server.
#[derive(Debug)]
pub(super) struct Onlooker {
    is_quiet: bool,
    has_bars: bool,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    bars: BTreeMap<String, ProgressBar>,
    /// For how long each build had been waited for when it was last told of.
    told: BTreeMap<String, Duration>,
    is_finishing: bool,
}

impl Onlooker {
    pub(super) fn new(is_quiet: bool) -> Self {
        Self {
            is_quiet,
            has_bars: io::stderr().is_terminal(),
            state: Mutex::default(),
        }
    }

    fn building(&self, build: &Build) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let key = key(&build.collection, &build.indexes);
        if self.has_bars {
            let bar = state
                .bars
                .entry(key)
                .or_insert_with(|| BARS.add(ProgressBar::no_length()));
            draw(bar, build);
            return;
        }
        let told = state.told.entry(key).or_default();
        if build.elapsed.saturating_sub(*told) >= LINE_EVERY {
            *told = build.elapsed;
            line(&text(build));
        }
    }

    fn built(&self, collection: &str, indexes: &str) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let key = key(collection, indexes);
        state.told.remove(&key);
        if let Some(bar) = state.bars.remove(&key) {
            bar.finish_and_clear();
            BARS.remove(&bar);
        }
    }

    fn migrating(&self, how_far: &Migrating) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let key = key(&how_far.collection, MIGRATION);
        if self.has_bars {
            let bar = state
                .bars
                .entry(key)
                .or_insert_with(|| BARS.add(ProgressBar::no_length()));
            bar.set_style(style("{prefix} [{bar:30}] {msg}"));
            bar.set_prefix(visible(&format!("migrating {}", how_far.collection)));
            bar.set_length(how_far.total);
            bar.set_position(how_far.done.min(how_far.total));
            bar.set_message(rate(how_far));
            return;
        }
        let told = state.told.entry(key).or_default();
        if how_far.elapsed.saturating_sub(*told) >= LINE_EVERY {
            *told = how_far.elapsed;
            let name = &how_far.collection;
            line(&visible(&format!("migrating {name}: {}", rate(how_far))));
        }
    }

    /// Several changes may be under way.
    fn finishing(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if !std::mem::replace(&mut state.is_finishing, true) {
            line("ending after the change under way; Ctrl-C again ends at once");
        }
    }
}

impl Watch for Onlooker {
    fn saw(&self, event: &Event) {
        match event {
            Event::Building(_) | Event::Built { .. } if self.is_quiet => {}
            Event::Building(build) => self.building(build),
            Event::Built {
                collection,
                indexes,
            } => self.built(collection, indexes),
            Event::Migrating(_) | Event::Migrated { .. } if self.is_quiet => {}
            Event::Migrating(how_far) => self.migrating(how_far),
            Event::Migrated { collection } => self.built(collection, MIGRATION),
            Event::Finishing => self.finishing(),
            Event::Unconfirmed { what, reason } => line(&visible(&format!(
                "{what} was done, and no majority of the replica set confirmed it in time ({reason}); a failover may still undo it"
            ))),
            Event::Retrying { .. } | Event::TookOver { .. } if self.is_quiet => {}
            Event::Retrying { what, reason, wait } => {
                let wait = wait.as_secs_f64();
                line(&visible(&format!(
                    "{what} is tried again in {wait:.1} s ({reason})"
                )));
            }
            Event::TookOver { holder } => line(&visible(&format!(
                "took over the lock of {holder}, whose process has ended"
            ))),
        }
    }
}

/// Shows how far collections are, each on a bar of its own.
pub(super) struct Counting {
    what: &'static str,
    has_bars: bool,
    bars: Mutex<BTreeMap<String, ProgressBar>>,
}

impl Counting {
    /// Counts `what`: bytes or documents.
    pub(super) fn new(what: &'static str, is_quiet: bool) -> Self {
        Self {
            what,
            has_bars: !is_quiet && io::stderr().is_terminal(),
            bars: Mutex::default(),
        }
    }

    /// A collection is at `done` of `total`.
    pub(super) fn at(&self, collection: &str, done: u64, total: u64) {
        if !self.has_bars {
            return;
        }
        let mut bars = self.bars.lock().unwrap_or_else(PoisonError::into_inner);
        let bar = bars.entry(collection.to_owned()).or_insert_with(|| {
            let bar = BARS.add(ProgressBar::new(total));
            let template = format!(
                "{{prefix}} [{{bar:30}}] {{human_pos}} of {{human_len}} {}, {{eta}} left",
                self.what
            );
            bar.set_style(style(&template));
            bar.set_prefix(visible(collection));
            bar
        });
        bar.set_position(done);
    }

    /// Takes the bars away.
    pub(super) fn finish(&self) {
        let mut bars = self.bars.lock().unwrap_or_else(PoisonError::into_inner);
        for bar in std::mem::take(&mut *bars).into_values() {
            bar.finish_and_clear();
            BARS.remove(&bar);
        }
    }
}

/// How far a migration is, how fast this program goes, and how long the rest takes at that.
fn rate(how_far: &Migrating) -> String {
    let Migrating {
        done,
        total,
        failed,
        elapsed,
        own,
        ..
    } = how_far;
    let millis = u64::try_from(elapsed.as_millis())
        .unwrap_or(u64::MAX)
        .max(1);
    let rate = own.saturating_mul(1000) / millis;
    // Beyond what was counted nobody knows how much is to come.
    let left = total.checked_sub(*done).filter(|left| *left > 0);
    let left = left.and_then(|left| left.checked_div(rate));
    let left = left.map_or(String::new(), |seconds| {
        let left = Duration::from_secs(seconds);
        format!(", {} left", humantime::format_duration(left))
    });
    let failed = match failed {
        0 => String::new(),
        failed => format!(", {failed} failed"),
    };
    format!("{done} of {total}, {rate} a second{left}{failed}")
}

/// Shows how far a database is filled.
pub(super) struct Filling {
    bar: Option<ProgressBar>,
    /// Where there is no bar: how many documents are there, and when that was last told.
    lines: Option<Mutex<(u64, Instant)>>,
    total: u64,
}

impl Filling {
    pub(super) fn new(total: u64, is_quiet: bool) -> Self {
        let has_bars = io::stderr().is_terminal();
        let bar = (!is_quiet && has_bars).then(|| {
            let bar = BARS.add(ProgressBar::new(total));
            let template =
                "filling [{bar:30}] {human_pos} of {human_len} documents, {per_sec}, {eta} left";
            bar.set_style(style(template));
            bar
        });
        Self {
            bar,
            lines: (!is_quiet && !has_bars).then(|| Mutex::new((0, Instant::now()))),
            total,
        }
    }

    /// So many more documents are there.
    pub(super) fn add(&self, count: u64) {
        if let Some(bar) = &self.bar {
            bar.inc(count);
        }
        if let Some(lines) = &self.lines {
            let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
            lines.0 += count;
            if lines.1.elapsed() >= LINE_EVERY {
                lines.1 = Instant::now();
                line(&format!("filling: {} of {} documents", lines.0, self.total));
            }
        }
    }

    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
            BARS.remove(bar);
        }
    }
}

fn key(collection: &str, indexes: &str) -> String {
    format!("{collection}/{indexes}")
}

fn draw(bar: &ProgressBar, build: &Build) {
    let subject = visible(&subject(build));
    match &build.progress {
        Some(progress) => {
            bar.set_style(style("{prefix} [{bar:30}] {msg} {elapsed}"));
            bar.set_length(progress.total);
            bar.set_position(progress.done.min(progress.total));
            bar.set_message(visible(&counts(progress)));
        }
        None => {
            bar.set_style(style("{prefix} {spinner} {elapsed}"));
            bar.tick();
        }
    }
    bar.set_prefix(subject);
    bar.set_elapsed(build.elapsed);
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

fn subject(build: &Build) -> String {
    let name = key(&build.collection, &build.indexes);
    if build.awaited {
        format!("waiting for {name}, which is being built already")
    } else {
        format!("building {name}")
    }
}

fn counts(progress: &Progress) -> String {
    let Progress { phase, done, total } = progress;
    format!("{phase}, {done} of {total}")
}

/// A build in one line.
fn text(build: &Build) -> String {
    let seconds = build.elapsed.as_secs();
    let so_far = match &build.progress {
        Some(progress) => format!("{}, {seconds} s so far", counts(progress)),
        None => format!("{seconds} s so far"),
    };
    visible(&format!("{}: {so_far}", subject(build)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build(progress: Option<Progress>) -> Build {
        Build {
            collection: "tasks".into(),
            indexes: "a_1".into(),
            awaited: false,
            progress,
            elapsed: Duration::from_secs(31),
        }
    }

    #[test]
    fn a_line_tells_how_far_the_build_is() {
        assert_eq!(text(&build(None)), "building tasks/a_1: 31 s so far");
        let progress = Progress {
            phase: "scanning collection".into(),
            done: 6,
            total: 10,
        };
        let told = text(&build(Some(progress.clone())));
        assert_eq!(
            told,
            "building tasks/a_1: scanning collection, 6 of 10, 31 s so far"
        );
        let awaited = Build {
            awaited: true,
            ..build(None)
        };
        assert!(text(&awaited).starts_with("waiting for tasks/a_1"));
    }

    #[test]
    fn a_line_tells_rate_and_time_left() {
        let how_far = Migrating {
            collection: "tasks".into(),
            done: 400,
            total: 1000,
            failed: 2,
            elapsed: Duration::from_secs(2),
            own: 200,
        };
        let told = "400 of 1000, 100 a second, 6s left, 2 failed";
        assert_eq!(rate(&how_far), told);
        let nothing = Migrating {
            own: 0,
            failed: 0,
            ..how_far
        };
        assert_eq!(rate(&nothing), "400 of 1000, 0 a second");
    }

    #[test]
    fn bars_come_and_go() {
        let onlooker = Onlooker {
            has_bars: true,
            ..Onlooker::new(false)
        };
        let count = || onlooker.state.lock().expect("a state").bars.len();
        onlooker.saw(&Event::Building(build(None)));
        onlooker.saw(&Event::Building(build(Some(Progress {
            phase: "x".into(),
            done: 3,
            total: 2,
        }))));
        assert_eq!(count(), 1);
        onlooker.saw(&Event::Built {
            collection: "tasks".into(),
            indexes: "a_1".into(),
        });
        assert_eq!(count(), 0);
    }
}
