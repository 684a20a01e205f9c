//! One attempt, and what came of it.

use std::{fmt::Debug, future::Future, pin::Pin};

use bson::Document;

use crate::world::{SECRET, World};

/// What is run, and what it shows to whoever ran it, its errors included.
type Run = Box<dyn Fn(World) -> Pin<Box<dyn Future<Output = String>>>>;

/// One way out of a tenant.
pub(crate) struct Attempt {
    pub(crate) name: String,
    /// Through the handle of one tenant.
    pub(crate) scoped: Run,
    /// The same by the bare driver.
    pub(crate) bare: Run,
}

/// An attempt of two functions, which show what they yield.
pub(crate) fn attempt<S, B, FS, FB>(name: impl Into<String>, scoped: S, bare: B) -> Attempt
where
    S: Fn(World) -> FS + 'static,
    B: Fn(World) -> FB + 'static,
    FS: Future<Output: Debug> + 'static,
    FB: Future<Output: Debug> + 'static,
{
    Attempt {
        name: name.into(),
        scoped: run(scoped),
        bare: run(bare),
    }
}

fn run<R, F>(run: R) -> Run
where
    R: Fn(World) -> F + 'static,
    F: Future<Output: Debug> + 'static,
{
    Box::new(move |world| {
        let running = run(world);
        Box::pin(async move { format!("{:?}", running.await) })
    })
}

/// What came of an attempt.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// What was shown.
    seen: String,
    /// What differs among all that is not the tenant's own.
    changed: Vec<Document>,
}

impl Outcome {
    /// Runs it on fresh data.
    pub(crate) async fn of(world: &World, run: &Run) -> Self {
        world.fill().await;
        let before = world.of_others().await;
        let seen = run(world.clone()).await;
        let after = world.of_others().await;
        let differs = |one: &Document, all: &[Document]| !all.iter().any(|it| same(it, one));
        let lost = before.iter().filter(|one| differs(one, &after));
        let come = after.iter().filter(|one| differs(one, &before));
        let changed = lost.chain(come).cloned().collect();
        Self { seen, changed }
    }

    /// Whether something of the other tenant was seen or changed, or something left its own tenant.
    pub(crate) fn escaped(&self) -> bool {
        self.seen.contains(SECRET) || !self.changed.is_empty()
    }
}

/// Equal in the order of their fields as well.
fn same(one: &Document, other: &Document) -> bool {
    one.to_string() == other.to_string()
}
