//! `migrate`, as people and programs see it.

use serde_json::{Value, json};

use super::arguments::{Migrate, MigrateIndex, Run, What};
use super::run::{DONE, FAILED, NOT_AS_DECLARED, Site};
use crate::apply::Interrupt;
use crate::bookkeeping::migrations::State;
use crate::connect::Server;
use crate::error::Result;
use crate::migrate::{self, Job, Settings, Target};
use crate::output::migrate as told;

/// Does what is asked for, collection by collection.
pub(super) async fn run(
    site: &Site<'_>,
    server: &Server,
    wanted: &Migrate,
    interrupt: &Interrupt,
) -> Result<u8> {
    let only = &site.settings.scope.only;
    let targets = migrate::targets(site.declared, site.upgrades, only);
    if targets.is_empty() {
        site.console
            .insist("no collection names a shape before, so there is nothing to migrate");
    }
    let desk = Desk {
        site,
        server,
        targets,
        interrupt,
    };
    match wanted.what.as_ref().unwrap_or(&What::Status) {
        What::Status => desk.status().await,
        What::Run(wanted) | What::Resume(wanted) if wanted.dry_run => {
            desk.dry_run(wanted.sample).await
        }
        What::Run(wanted) => desk.run(settings(wanted, false)).await,
        What::Resume(wanted) => desk.run(settings(wanted, true)).await,
        What::Pause => desk.pause().await,
        What::Verify => desk.verify().await,
    }
}

fn settings(wanted: &Run, resume: bool) -> Settings {
    Settings {
        batch_size: wanted.batch_size,
        pause: wanted.pause,
        max_errors: wanted.max_errors,
        workers: wanted.workers,
        index: match wanted.index {
            MigrateIndex::Auto => None,
            MigrateIndex::Always => Some(true),
            MigrateIndex::Never => Some(false),
        },
        resume,
    }
}

struct Desk<'a> {
    site: &'a Site<'a>,
    server: &'a Server,
    targets: Vec<Target<'a>>,
    interrupt: &'a Interrupt,
}

impl Desk<'_> {
    /// The one document for programs.
    fn document(&self, key: &str, migrations: &[Value]) -> Value {
        json!({ "format": 1, "database": self.server.name(), key: migrations })
    }

    async fn statuses(&self) -> Result<Vec<migrate::Status>> {
        let mut statuses = Vec::new();
        for target in &self.targets {
            statuses.push(migrate::status(self.server, target).await?);
        }
        Ok(statuses)
    }

    async fn status(&self) -> Result<u8> {
        let statuses = self.statuses().await?;
        self.site.console.answer(
            |mut out| told::write(&mut out, &statuses),
            || {
                self.document(
                    "migrations",
                    &statuses.iter().map(told::document).collect::<Vec<_>>(),
                )
            },
        )?;
        Ok(DONE)
    }

    async fn run(&self, settings: Settings) -> Result<u8> {
        let job = Job {
            server: self.server,
            declared: self.site.declared,
            settings,
            interrupt: self.interrupt,
        };
        let mut code = DONE;
        for target in &self.targets {
            match migrate::run(&job, target).await? {
                State::Done => {}
                State::Stopped => {
                    code = FAILED;
                    break;
                }
                _ => code = NOT_AS_DECLARED,
            }
        }
        self.status().await?;
        Ok(code)
    }

    async fn dry_run(&self, count: u32) -> Result<u8> {
        let mut samples = Vec::new();
        for target in &self.targets {
            let sample = migrate::dry_run(self.server, target, count).await?;
            samples.push((target.name(), sample));
        }
        let documents = || {
            let samples = samples
                .iter()
                .map(|(name, sample)| told::samples(name, sample));
            self.document("samples", &samples.collect::<Vec<_>>())
        };
        self.site
            .console
            .answer(|mut out| told::write_samples(&mut out, &samples), documents)?;
        let mut all = samples.iter().flat_map(|(_, sample)| sample);
        Ok(if all.all(|it| it.after.is_ok()) {
            DONE
        } else {
            NOT_AS_DECLARED
        })
    }

    async fn pause(&self) -> Result<u8> {
        let mut paused = Vec::new();
        for target in &self.targets {
            let is_paused = migrate::pause(self.server, target).await?;
            let name = target.name();
            self.site.console.note(&if is_paused {
                format!("the migration of `{name}` pauses after the batches under way")
            } else {
                format!("no migration of `{name}` is running")
            });
            paused.push(json!({ "collection": name, "paused": is_paused }));
        }
        self.site
            .console
            .answer(|_| Ok(()), || self.document("migrations", &paused))?;
        Ok(DONE)
    }

    async fn verify(&self) -> Result<u8> {
        let mut found = Vec::new();
        for target in &self.targets {
            found.push((target.name(), migrate::verify(self.server, target).await?));
        }
        let documents = || {
            let found = found.iter();
            let found = found.map(|(name, wrong)| json!({ "collection": name, "wrong": wrong }));
            self.document("migrations", &found.collect::<Vec<_>>())
        };
        self.site
            .console
            .answer(|mut out| told::write_verified(&mut out, &found), documents)?;
        let is_done = found.iter().all(|(_, wrong)| wrong.is_empty());
        Ok(if is_done { DONE } else { NOT_AS_DECLARED })
    }
}
