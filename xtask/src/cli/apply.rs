//! `apply`, as people see it.

use std::time::Duration;

use super::arguments::{Allow, Apply};
use super::confirm;
use super::console::Console;
use super::run::{DONE, FAILED, NOT_AS_DECLARED, Site};
use crate::apply::{self, Audience, Interrupt, Job, Outcome};
use crate::connect::Server;
use crate::error::{Error, Result};
use crate::output::visible;
use crate::plan::{Change, Plan, Status};

/// Applies, says how it went, and returns the exit code.
pub(super) async fn run(
    site: &Site<'_>,
    server: &Server,
    wanted: &Apply,
    interrupt: &Interrupt,
) -> Result<u8> {
    let job = Job {
        server,
        declared: site.declared,
        scope: &site.settings.scope,
        yes: wanted.yes,
        allow_destructive: wanted.allow.contains(&Allow::Destructive),
        builds: site.settings.builds,
        allow_older_schema: wanted.allow.contains(&Allow::OlderSchema),
        commit_quorum: wanted.commit_quorum.as_ref(),
        interrupt,
    };
    let mut terminal = Terminal {
        console: site.console,
        interrupt,
    };
    let outcome = apply::run(&job, &mut terminal).await?;
    site.console.result(&outcome.plan, outcome.in_sync)?;
    tell(site.console, &outcome);
    Ok(exit_code(&outcome))
}

/// 1 where something failed, 2 where something was left out, else 0.
fn exit_code(outcome: &Outcome) -> u8 {
    if outcome.stopped.is_some() || count(&outcome.plan, Status::Failed) > 0 {
        FAILED
    } else if outcome.in_sync {
        DONE
    } else {
        NOT_AS_DECLARED
    }
}

fn tell(console: &Console, outcome: &Outcome) {
    let plan = &outcome.plan;
    for change in plan
        .changes
        .iter()
        .filter(|it| it.status != Status::Applied)
    {
        if let Some(why) = &change.error {
            console.insist(&visible(&format!("{}: {why}", change.id())));
        }
    }
    if let Some(error) = &outcome.stopped {
        console.error(error);
    }
    // That a plan is empty was said when it was shown.
    if outcome.in_sync && !plan.changes.is_empty() {
        console.note(&format!(
            "{} as declared now: {}",
            looked_at(plan),
            counts(plan)
        ));
    } else if !outcome.in_sync {
        console.insist(&format!(
            "{} not as declared: {}",
            looked_at(plan),
            counts(plan)
        ));
    }
}

/// How many changes came how far, such as "3 applied, 1 failed".
fn counts(plan: &Plan) -> String {
    let names = [
        (Status::Applied, "applied"),
        (Status::Failed, "failed"),
        (Status::Skipped, "skipped"),
        (Status::Held, "held"),
        (Status::Blocked, "blocked"),
        (Status::Planned, "not begun"),
    ];
    let counted = names.map(|(status, name)| (count(plan, status), name));
    let parts: Vec<String> = counted
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, name)| format!("{count} {name}"))
        .collect();
    if parts.is_empty() {
        "nothing was done".to_owned()
    } else {
        parts.join(", ")
    }
}

fn count(plan: &Plan, status: Status) -> usize {
    plan.changes
        .iter()
        .filter(|change| change.status == status)
        .count()
}

/// Whoever sits before the terminal.
struct Terminal<'a> {
    console: &'a Console,
    interrupt: &'a Interrupt,
}

impl Audience for Terminal<'_> {
    fn shown(&mut self, plan: &Plan) -> Result<()> {
        self.console.plan(plan)
    }

    async fn confirmed(&mut self, plan: &Plan) -> Result<bool> {
        let changes = match count(plan, Status::Planned) {
            1 => "1 change".to_owned(),
            n => format!("{n} changes"),
        };
        let question = format!("Apply {changes} to `{}`?", plan.database);
        tokio::select! {
            answer = confirm::confirmed(&question) => answer,
            () = self.interrupt.wait(1) => {
                Err(Error::Interrupted("nothing was changed".to_owned()))
            }
        }
    }

    fn starts(&mut self, change: &Change) {
        self.console.detail(&format!("begun {}", change.id()));
    }

    fn ended(&mut self, change: &Change, took: Duration) {
        let sign = if change.status == Status::Applied {
            "done"
        } else {
            "FAILED"
        };
        self.console.note(&format!(
            "{sign} {} ({:.1} s)",
            change.id(),
            took.as_secs_f64()
        ));
    }
}

/// What the plan is about, as the subject of a sentence.
fn looked_at(plan: &Plan) -> String {
    match &plan.scope.only[..] {
        [] => "the database is".to_owned(),
        [only] => format!("`{}` is", visible(only)),
        several => format!("{} collections are", several.len()),
    }
}
