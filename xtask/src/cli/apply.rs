//! `apply`, as people see it.

use std::path::Path;
use std::time::Duration;

use super::arguments::{Allow, Apply, Reach};
use super::confirm;
use super::console::Console;
use super::run::{DONE, FAILED, NOT_AS_DECLARED, Site};
use crate::apply::{self, Audience, Interrupt, Job, Outcome};
use crate::connect::Server;
use crate::error::{Error, Result};
use crate::output::visible;
use crate::plan::{Change, Class, Plan, Scope, Status};
use crate::saved::{self, SavedPlan};

/// Applies, says how it went, and returns the exit code.
pub(super) async fn run(
    site: &Site<'_>,
    server: &Server,
    wanted: &Apply,
    saved: Option<&Saved<'_>>,
    interrupt: &Interrupt,
) -> Result<u8> {
    let scope = saved.map_or(&site.settings.scope, |it| &it.scope);
    let job = Job {
        server,
        declared: site.declared,
        scope,
        yes: wanted.yes,
        allow_destructive: wanted.allow.contains(&Allow::Destructive),
        builds: site.settings.builds,
        allow_older_schema: wanted.allow.contains(&Allow::OlderSchema),
        commit_quorum: wanted.commit_quorum.as_ref(),
        interrupt,
    };
    let mut terminal = Terminal {
        console: site.console,
        saved,
        interrupt,
    };
    let outcome = apply::run(&job, &mut terminal).await?;
    site.console.result(&outcome.plan, outcome.in_sync)?;
    tell(site.console, &outcome);
    Ok(exit_code(&outcome))
}

/// The plan of `--plan`.
pub(super) struct Saved<'a> {
    path: &'a Path,
    plan: SavedPlan,
    scope: Scope,
}

impl<'a> Saved<'a> {
    /// Reads it, and makes sure that it is for this database and schema; needs no server.
    pub(super) fn read(site: &Site<'_>, path: &'a Path, reach: &Reach) -> Result<Self> {
        let settings = site.settings;
        if !settings.scope.only.is_empty() || reach.is_given() {
            let wrong = "the plan of `--plan` says what it is about and how far it goes; leave out the other flags that do";
            return Err(Error::Usage(wrong.to_owned()));
        }
        let plan = saved::read(path)?;
        let scope = plan.fits(path, &settings.database, site.declared, &settings.scope)?;
        Ok(Self { path, plan, scope })
    }
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
    saved: Option<&'a Saved<'a>>,
    interrupt: &'a Interrupt,
}

impl Audience for Terminal<'_> {
    fn shown(&mut self, plan: &Plan) -> Result<()> {
        if let Some(saved) = self.saved {
            saved.plan.agrees(saved.path, plan)?;
        }
        self.console.plan(plan)
    }

    async fn confirmed(&mut self, plan: &Plan) -> Result<bool> {
        let question = question(plan);
        tokio::select! {
            answer = confirm::confirmed(&question) => answer,
            () = self.interrupt.wait(1) => {
                Err(Error::Interrupted("nothing was changed".to_owned()))
            }
        }
    }

    fn starts(&mut self, change: &Change) {
        self.console
            .detail(&format!("begun {}", visible(&change.id())));
    }

    fn ended(&mut self, change: &Change, took: Duration) {
        let sign = match change.status {
            Status::Applied => "done",
            Status::Held => "held",
            _ => "FAILED",
        };
        self.console.note(&format!(
            "{sign} {} ({:.1} s)",
            visible(&change.id()),
            took.as_secs_f64()
        ));
    }
}

/// What is asked before anything is changed, with what it may cost.
fn question(plan: &Plan) -> String {
    let planned: Vec<&Change> = plan
        .changes
        .iter()
        .filter(|change| change.status == Status::Planned)
        .collect();
    let changes = match planned.len() {
        1 => "1 change".to_owned(),
        n => format!("{n} changes"),
    };
    let costly = [Class::Caution, Class::Destructive].map(|class| {
        let count = planned.iter().filter(|it| it.class == class).count();
        (count > 0).then(|| format!("{count} {class}"))
    });
    let costly: Vec<String> = costly.into_iter().flatten().collect();
    let cost = match &costly[..] {
        [] => String::new(),
        costly => format!(" ({})", costly.join(", ")),
    };
    format!("Apply {changes}{cost} to `{}`?", plan.database)
}

/// What the plan is about, as the subject of a sentence.
fn looked_at(plan: &Plan) -> String {
    match &plan.scope.only[..] {
        [] => "the database is".to_owned(),
        [only] => format!("`{}` is", visible(only)),
        several => format!("{} collections are", several.len()),
    }
}

#[cfg(test)]
mod tests {
    use bson::doc;
    use schema_core::declared::{DeclaredCollection, DeclaredDatabase};

    use super::*;
    use crate::live::LiveDatabase;
    use crate::plan;

    #[test]
    fn the_question_tells_what_it_may_cost() {
        let indexes = ["a", "b", "c"].map(|it| doc! { "key": { it: 1 }, "name": it });
        let declared = DeclaredDatabase {
            collections: vec![DeclaredCollection {
                name: "tasks".into(),
                indexes: indexes.into(),
                ..DeclaredCollection::default()
            }],
            ..DeclaredDatabase::default()
        };
        let live = LiveDatabase::default();
        let mut plan = plan::make(&declared, &live, "tracker", &Scope::default());
        assert_eq!(question(&plan), "Apply 4 changes to `tracker`?");
        plan.changes[1].class = Class::Destructive;
        plan.changes[2].class = Class::Caution;
        plan.changes[3].status = Status::Held;
        let expected = "Apply 3 changes (1 caution, 1 destructive) to `tracker`?";
        assert_eq!(question(&plan), expected);
    }
}
