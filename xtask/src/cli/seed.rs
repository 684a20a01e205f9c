//! `seed`: fills a database with generated documents.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bson::DateTime;

use super::arguments::Seed;
use super::confirm::confirmed;
use super::progress::Filling;
use super::run::{DONE, NOT_AS_DECLARED, Site};
use super::settings::Choice;
use crate::apply::Interrupt;
use crate::connect::Server;
use crate::error::{Error, Result};
use crate::output::seed::{self as output, Report};
use crate::seed::{self, Request, World};

const DAY: i64 = 86_400_000;

/// What was decided before a server is asked.
struct Wanted {
    counts: BTreeMap<String, u64>,
    tenants: u64,
}

impl Wanted {
    fn filled(&self) -> Vec<&str> {
        let filled = self.counts.iter().filter(|(_, count)| **count > 0);
        filled.map(|(name, _)| name.as_str()).collect()
    }
}

/// Says what is wrong with the command line before a server is asked.
fn wanted(site: &Site<'_>, arguments: &Seed) -> Result<Wanted> {
    let asked = arguments
        .asked(&site.settings.scope.only)
        .map_err(Error::Usage)?;
    let declared = &site.declared.collections;
    for name in asked.named.keys() {
        if !declared.iter().any(|it| it.name == *name) {
            let known: Vec<String> = declared.iter().map(|it| format!("`{}`", it.name)).collect();
            return Err(Error::Usage(format!(
                "`{name}` in `--docs` is no declared collection; declared are {}",
                known.join(", ")
            )));
        }
        if !asked.only.is_empty() && !asked.only.contains(name) {
            return Err(Error::Usage(format!(
                "`--docs` names `{name}`, which `--only` leaves out; name it in both"
            )));
        }
    }
    let needed = seed::needed(site.declared)?;
    let (counts, tenants) = seed::counts(site.declared, &needed, &asked);
    Ok(Wanted { counts, tenants })
}

/// Fills the database.
pub(super) async fn run(site: &Site<'_>, arguments: &Seed, interrupt: &Interrupt) -> Result<u8> {
    let wanted = wanted(site, arguments)?;
    site.with_server(interrupt, async |server| {
        let (world, day) = tokio::select! {
            world = prepared(site, server, arguments, &wanted) => world?,
            () = interrupt.wait(1) => return Err(super::run::nothing_changed()),
        };
        let total = world.counts().iter().map(|(_, count)| count).sum();
        if !agreed(site, server, arguments, total).await? {
            site.console.note("nothing was inserted");
            return Ok(NOT_AS_DECLARED);
        }
        let took = filled(site, server, &world, total, interrupt).await?;
        let report = Report {
            database: server.name(),
            seed: arguments.seed,
            as_of: day,
            tenants: world.tenants(),
            counts: world.counts(),
            took,
        };
        site.console.answer(
            |mut out| output::write(&mut out, &report),
            || output::document(&report),
        )?;
        Ok(DONE)
    })
    .await
}

/// What is to be made, once it is known that it may be.
async fn prepared(
    site: &Site<'_>,
    server: &Server,
    arguments: &Seed,
    wanted: &Wanted,
) -> Result<(Arc<World>, DateTime)> {
    let filled = wanted.filled();
    let plan = site.planned(server, false).await?;
    seed::refuse_unprepared(&plan, &filled)?;
    let held = seed::held(server, &filled).await?;
    if !held.is_empty() && !arguments.append {
        return Err(Error::NotEmpty {
            collections: told(&held),
        });
    }
    let day = match arguments.as_of {
        Some(day) => day,
        None => today(server.now().await?),
    };
    let there = seed::there(server, site.declared, &wanted.counts).await?;
    for (name, found) in &there {
        if found.len() as i64 == seed::MOST_THERE {
            let most = seed::MOST_THERE;
            let note = format!("only the first {most} documents of `{name}` are referred to");
            site.console.note(&note);
        }
    }
    let request = Request {
        seed: arguments.seed,
        day: day.timestamp_millis(),
        tenants: wanted.tenants,
        counts: wanted.counts.clone(),
        insisted: arguments.insisted(),
        there,
    };
    let (world, notes) = World::new(site.declared, &request)?;
    for note in &notes {
        site.console.note(note);
    }
    Ok((Arc::new(world), day))
}

fn told(held: &[(String, i64)]) -> String {
    let held: Vec<String> = held
        .iter()
        .map(|(name, count)| format!("`{name}` ({count})"))
        .collect();
    held.join(", ")
}

fn today(now: DateTime) -> DateTime {
    let now = now.timestamp_millis();
    DateTime::from_millis(now - now.rem_euclid(DAY))
}

/// Whether the database may be filled: a development server is there for that.
async fn agreed(site: &Site<'_>, server: &Server, arguments: &Seed, total: u64) -> Result<bool> {
    if arguments.yes || site.settings.choice == Choice::Dev {
        return Ok(true);
    }
    confirmed(&format!(
        "insert {total} generated documents into the database `{}` on {}?",
        server.name(),
        server.addresses()
    ))
    .await
}

async fn filled(
    site: &Site<'_>,
    server: &Server,
    world: &Arc<World>,
    total: u64,
    interrupt: &Interrupt,
) -> Result<Duration> {
    let began = Instant::now();
    let bar = Filling::new(total, site.console.is_quiet());
    let inserted = AtomicU64::new(0);
    let done = |count| {
        inserted.fetch_add(count, Ordering::Relaxed);
        bar.add(count);
    };
    let so_far = || inserted.load(Ordering::Relaxed);
    let outcome = tokio::select! {
        outcome = seed::fill(server, world, &done) => outcome,
        () = interrupt.wait(1) => Err(Error::Interrupted(format!(
            "{} of {total} documents were inserted, and stay", so_far()
        ))),
    };
    bar.finish();
    if outcome.is_err() && so_far() > 0 {
        let inserted = so_far();
        site.console.note(&format!(
            "{inserted} of {total} documents were inserted before, and stay"
        ));
    }
    outcome.map(|()| began.elapsed())
}
