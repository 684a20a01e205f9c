//! What a waiting user is told, on standard error.

use std::io::{IsTerminal, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// How often plain lines say that something still goes on.
const PLAIN_INTERVAL: Duration = Duration::from_secs(30);

/// Where progress is shown.
#[derive(Debug, Clone, Copy)]
pub struct Progress(Manner);

#[derive(Debug, Clone, Copy)]
enum Manner {
    Silent,
    Lines,
    Spinner,
}

impl Progress {
    /// Shows progress on standard error: a spinner on a terminal, else plain lines.
    pub fn stderr() -> Self {
        Self(if stderr().is_terminal() {
            Manner::Spinner
        } else {
            Manner::Lines
        })
    }

    /// Shows nothing.
    pub fn silent() -> Self {
        Self(Manner::Silent)
    }

    /// Says one thing.
    pub(super) fn say(self, message: &str) {
        if !matches!(self.0, Manner::Silent) {
            anstream::eprintln!("{message}");
        }
    }

    /// Says that something long begins, and shows that it goes on until the activity is dropped.
    pub(super) fn begin(self, what: &'static str) -> Activity {
        self.say(what);
        let bar = matches!(self.0, Manner::Spinner).then(spinner);
        let now = Instant::now();
        Activity {
            progress: self,
            bar,
            started: now,
            last_line: Mutex::new(now),
        }
    }
}

/// A spinner with the time so far and the latest detail.
fn spinner() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}

/// Something long that goes on.
pub(super) struct Activity {
    progress: Progress,
    bar: Option<ProgressBar>,
    started: Instant,
    last_line: Mutex<Instant>,
}

impl Activity {
    /// Shows the latest detail. May be called often: plain lines come twice a minute.
    pub(super) fn detail(&self, detail: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(detail.to_owned());
        } else if let Ok(mut last) = self.last_line.lock()
            && last.elapsed() >= PLAIN_INTERVAL
        {
            *last = Instant::now();
            let seconds = self.started.elapsed().as_secs();
            self.progress.say(&format!("{seconds} s so far: {detail}"));
        }
    }
}

impl Drop for Activity {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
