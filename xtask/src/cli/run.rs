//! Does what the command line asks for.

use std::io;
use std::sync::Arc;

use schema_core::declared::DeclaredDatabase;
use schema_core::upgrade::UpgradeFn;

use super::apply::Saved;
use super::arguments::{Apply, Arguments, Command, Common, Emit, Format, Migrate, Plan};
use super::console::Console;
use super::settings::{Choice, Environment, Settings};
use super::{apply, check, emit, explain, history, migrate, rules, seed, unhide};
use crate::apply::Interrupt;
use crate::bookkeeping::older;
use crate::connect::Server;
use crate::dev_server::{self, Progress};
use crate::error::{Error, Result};
use crate::live::LiveDatabase;
use crate::overrides::{self, Overrides, Target};
use crate::saved::{self, SavedPlan};
use crate::{data, inspect, plan};

/// Exit code: done.
pub(super) const DONE: u8 = 0;
/// Exit code: an error.
pub(super) const FAILED: u8 = 1;
/// Exit code: the database is not as declared.
pub(super) const NOT_AS_DECLARED: u8 = 2;

/// Runs a command to its end, and says what went wrong; returns the exit code.
pub(super) fn run(
    declared: DeclaredDatabase,
    upgrades: &[(String, UpgradeFn)],
    overrides: impl FnOnce(&Target) -> Overrides,
    arguments: &Arguments,
) -> u8 {
    let console = Console::new(&arguments.common);
    let outcome = prepared(declared, overrides, arguments).and_then(|(declared, settings)| {
        blocking(dispatch(
            &declared, upgrades, &settings, arguments, &console,
        ))
    });
    outcome.unwrap_or_else(|error| {
        console.failed(&error);
        error.exit_code()
    })
}

/// What is declared for the target, and what the command is to do its work with.
fn prepared(
    mut declared: DeclaredDatabase,
    overrides: impl FnOnce(&Target) -> Overrides,
    arguments: &Arguments,
) -> Result<(DeclaredDatabase, Settings)> {
    let needs_database = arguments.command.needs_database();
    let environment = Environment::read();
    let mut settings = Settings::new(arguments, environment, &declared)?;
    if needs_database {
        let overrides = overrides(&settings.target());
        settings.scope.overrides = overrides::apply(&overrides, &mut declared)?;
    }
    Ok((declared, settings))
}

/// Runs `work` on a runtime of its own, and leaves threads alone that still wait for an answer on
/// standard input.
fn blocking<T>(work: impl Future<Output = Result<T>>) -> Result<T> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let outcome = runtime.block_on(work);
    // The program ends after this. Ending the runtime before would take the driver's tasks from under
    // each other, and one that still says goodbye to the server would panic.
    std::mem::forget(runtime);
    outcome
}

async fn dispatch(
    declared: &DeclaredDatabase,
    upgrades: &[(String, UpgradeFn)],
    settings: &Settings,
    arguments: &Arguments,
    console: &Console,
) -> Result<u8> {
    let site = Site {
        declared,
        upgrades,
        settings,
        console,
    };
    match &arguments.command {
        Command::Dev => dev(&arguments.common).await,
        Command::Emit(wanted) => site.emit(wanted, arguments.common.format),
        Command::Rules(wanted) => rules::run(declared, console, wanted),
        Command::Plan(wanted) => site.plan(wanted).await,
        Command::Apply(wanted) => site.apply(wanted).await,
        Command::Check(wanted) => match &wanted.dump {
            Some(path) => check::on_dump(&site, path, wanted),
            None => {
                site.undisturbed(async |server| check::on_server(&site, server, wanted).await)
                    .await
            }
        },
        Command::History(wanted) => {
            site.undisturbed(async |server| history::history(&site, server, wanted).await)
                .await
        }
        Command::Explain(wanted) => {
            site.undisturbed(async |server| explain::run(&site, server, wanted).await)
                .await
        }
        Command::Unlock(wanted) => {
            site.undisturbed(async |server| history::unlock(&site, server, wanted).await)
                .await
        }
        Command::Migrate(wanted) => site.migrate(wanted).await,
        Command::Unhide(wanted) => site.unhide(&wanted.index).await,
        Command::Seed(wanted) => seed::run(&site, wanted, &Interrupt::listen()?).await,
    }
}

async fn dev(common: &Common) -> Result<u8> {
    if common.uri.is_some() {
        let wrong = "`dev` runs a server of its own; leave out `--uri`";
        return Err(Error::Usage(wrong.to_owned()));
    }
    dev_server::run_in_foreground().await?;
    Ok(DONE)
}

/// What commands work with.
pub(super) struct Site<'a> {
    pub(super) declared: &'a DeclaredDatabase,
    pub(super) upgrades: &'a [(String, UpgradeFn)],
    pub(super) settings: &'a Settings,
    pub(super) console: &'a Console,
}

impl Site<'_> {
    fn emit(&self, wanted: &Emit, format: Format) -> Result<u8> {
        self.console
            .insist(&format!("database `{}`", self.settings.database));
        emit::run(self, wanted.target, format)?;
        Ok(DONE)
    }

    async fn plan(&self, wanted: &Plan) -> Result<u8> {
        if let Some(path) = &wanted.out {
            // Said before any work is done.
            saved::refuse_foreign(path)?;
        }
        let interrupt = Interrupt::listen()?;
        let planned = self.with_server(&interrupt, async |server| {
            tokio::select! {
                plan = self.planned(server, wanted.reach.inspect_data) => plan,
                () = interrupt.wait(1) => Err(nothing_changed()),
            }
        });
        let plan = planned.await?;
        if let Some(path) = &wanted.out {
            saved::write(path, &SavedPlan::of(&plan, self.declared)?)?;
        }
        self.console.plan(&plan)?;
        self.console.result(&plan, plan.in_sync())?;
        let differs = wanted.exit_code && !plan.in_sync();
        Ok(if differs { NOT_AS_DECLARED } else { DONE })
    }

    pub(super) async fn planned(&self, server: &Server, inspect_data: bool) -> Result<plan::Plan> {
        let (database, scope) = (&self.settings.database, &self.settings.scope);
        let live = self.inspected(server).await?;
        plan::refuse_drops(self.declared, &live, scope)?;
        let mut plan = plan::make(self.declared, &live, database, scope);
        if inspect_data {
            let findings = data::look(server, &plan, live.now).await?;
            plan::weigh(&mut plan, &findings);
        }
        plan::settle(&mut plan.changes);
        Ok(plan)
    }

    async fn inspected(&self, server: &Server) -> Result<LiveDatabase> {
        match older::refuse(server, self.declared).await {
            // Looking does no harm; only an apply is refused.
            Err(error @ Error::OlderSchema { .. }) => {
                self.console.insist(&format!("warning: {error}"));
            }
            other => other?,
        }
        let also = &self.settings.scope.drop_collections;
        inspect::database(server, self.declared, also).await
    }

    async fn apply(&self, wanted: &Apply) -> Result<u8> {
        let saved = wanted
            .plan
            .as_deref()
            .map(|path| Saved::read(self, path, &wanted.reach));
        let saved = saved.transpose()?;
        let interrupt = Interrupt::listen()?;
        let applied = self.with_server(&interrupt, async |server| {
            apply::run(self, server, wanted, saved.as_ref(), &interrupt).await
        });
        applied.await
    }

    async fn migrate(&self, wanted: &Migrate) -> Result<u8> {
        let interrupt = Interrupt::listen()?;
        let migrated = self.with_server(&interrupt, async |server| {
            migrate::run(self, server, wanted, &interrupt).await
        });
        migrated.await
    }

    /// Does `work` that takes no time worth an end of its own.
    async fn undisturbed(&self, work: impl AsyncFnOnce(&Server) -> Result<u8>) -> Result<u8> {
        let interrupt = Interrupt::listen()?;
        self.with_server(&interrupt, async |server| {
            tokio::select! {
                done = work(server) => done,
                () = interrupt.wait(1) => Err(Error::Interrupted("nothing more is done".to_owned())),
            }
        })
        .await
    }

    async fn unhide(&self, index: &str) -> Result<u8> {
        let interrupt = Interrupt::listen()?;
        let unhidden = self.with_server(&interrupt, async |server| {
            crate::apply::unhide(server, self.declared, index).await
        });
        unhide::tell(self, &unhidden.await?)
    }

    /// Does `work` on the server that was chosen. A development server is given back at the end,
    /// however that comes.
    pub(super) async fn with_server<T>(
        &self,
        interrupt: &Interrupt,
        work: impl AsyncFnOnce(&Server) -> Result<T>,
    ) -> Result<T> {
        match &self.settings.choice {
            Choice::Nothing => Err(Error::NoServer),
            Choice::Uri(uri) => self.connected(uri, interrupt, work).await,
            Choice::Dev => {
                let dev = tokio::select! {
                    dev = dev_server::acquire(Progress::stderr()) => dev?,
                    () = interrupt.wait(1) => return Err(nothing_changed()),
                };
                let outcome = self.connected(dev.uri(), interrupt, work).await;
                let released = dev.release().await;
                let outcome = outcome?;
                released?;
                Ok(outcome)
            }
        }
    }

    async fn connected<T>(
        &self,
        uri: &str,
        interrupt: &Interrupt,
        work: impl AsyncFnOnce(&Server) -> Result<T>,
    ) -> Result<T> {
        let settings = self.settings;
        let server = tokio::select! {
            server = Server::connect(uri, &settings.database, settings.manner) => server?,
            () = interrupt.wait(1) => return Err(nothing_changed()),
        };
        let server = server.watched(Arc::new(self.console.onlooker()));
        let place = format!("database `{}` on {}", settings.database, server.addresses());
        self.console.insist(&place);
        work(&server).await
    }
}

pub(super) fn nothing_changed() -> Error {
    Error::Interrupted("nothing was changed".to_owned())
}

impl From<dev_server::DevServerError> for Error {
    fn from(error: dev_server::DevServerError) -> Self {
        Self::DevServer(error.to_string())
    }
}

/// Lets a closed pipe pass: a reader that has seen enough is no failure.
pub(super) fn unless_closed(written: io::Result<()>) -> Result<()> {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}
