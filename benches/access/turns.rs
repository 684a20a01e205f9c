//! Two operations in turns.

use std::{future::Future, time::Duration, time::Instant};

use crate::Outcome;

/// What each turn took.
#[derive(Default)]
pub(crate) struct Turns {
    bare: Vec<Duration>,
    scoped: Vec<Duration>,
}

impl Turns {
    /// Runs both, the one first in every other turn.
    pub(crate) async fn take<E, F>(
        &mut self,
        turn: usize,
        bare: impl Future<Output = Result<bool, E>>,
        scoped: impl Future<Output = Result<bool, F>>,
    ) -> Outcome<()>
    where
        E: std::error::Error + 'static,
        F: std::error::Error + 'static,
    {
        if turn % 2 == 0 {
            timed(&mut self.bare, bare).await?;
            timed(&mut self.scoped, scoped).await
        } else {
            timed(&mut self.scoped, scoped).await?;
            timed(&mut self.bare, bare).await
        }
    }

    pub(crate) fn tell(mut self, name: &str) {
        let (bare, scoped) = (kept(&mut self.bare), kept(&mut self.scoped));
        let ratio = scoped.1.as_secs_f64() / bare.1.as_secs_f64();
        println!(
            "{name}: bare {:.1?}, scoped {:.1?} (medians); ratio of sums {ratio:.4}",
            bare.0, scoped.0
        );
    }
}

async fn timed<E: std::error::Error + 'static>(
    times: &mut Vec<Duration>,
    run: impl Future<Output = Result<bool, E>>,
) -> Outcome<()> {
    let start = Instant::now();
    let done = run.await?;
    times.push(start.elapsed());
    if done {
        Ok(())
    } else {
        Err("nothing was found".into())
    }
}

/// The median, and the sum without the slowest tenth, in which other programs had the processor.
fn kept(times: &mut [Duration]) -> (Duration, Duration) {
    times.sort_unstable();
    let kept = times.len() - times.len() / 10;
    (times[times.len() / 2], times[..kept].iter().sum())
}
