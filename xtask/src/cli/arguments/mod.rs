//! The commands and flags.

mod apply;
mod check;
mod common;
mod emit;
mod explain;
mod history;
mod migrate;
mod plan;
mod quorum;
mod reach;
mod rules;
mod seed;
mod unhide;

use std::time::Duration;

use clap::{Parser, Subcommand};

pub(crate) use apply::{Allow, Apply};
pub(crate) use check::Check;
pub(crate) use common::{Color, Common, Format};
pub(crate) use emit::{Emit, Target};
pub(crate) use explain::Explain;
pub(crate) use history::{History, Unlock};
pub(crate) use migrate::{Index as MigrateIndex, Migrate, Run, What};
pub(crate) use plan::Plan;
pub(crate) use reach::Reach;
pub(crate) use rules::Rules;
pub(crate) use seed::Seed;
pub(crate) use unhide::Unhide;

/// Bring a live MongoDB database to the schema that annotated structs declare.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", version, after_help = EXAMPLES)]
#[command(max_term_width = WIDTH)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The longest line of a help text, on a terminal that is wider.
const WIDTH: usize = 100;

const EXAMPLES: &str = "\
Examples:
  cargo xtask apply --dev            start (or reuse) a development server, show the plan, apply it
  cargo xtask plan                   what would change on the server of MONGODB_URI
  cargo xtask plan --exit-code -q    for CI: exit code 2 where the database is not as declared
  cargo xtask apply --yes --uri mongodb://localhost:27017/tracker
  cargo xtask check                  which documents the declared validators would refuse, and why
  cargo xtask emit --target json     the declared schema, without a server
  cargo xtask rules ttl-not-date     what a rule demands, why, and what to write instead

Environment variables:
  MONGODB_URI       the connection string, where `--uri` gives none; never read with `--dev`
  MONGODB_DB        the database, where `--db` names none
  MONGO_SCHEMA_ENV  the environment's name, where `--env` gives none
  NO_COLOR          no colors, unless `--color always`

Exit codes:
  0  done    1  error    64  wrong usage
  2  not as declared: a change was left out or waits (`apply`; `plan` only with `--exit-code`),
     documents would be refused (`check`) or are of older versions (`migrate`), the server runs a
     query otherwise (`explain`), or an exception suppresses nothing (`rules --unused`)";

const DEV: &str = "\
Other commands with `--dev` use it while it runs. Its data is kept under `target/dev-server`.

Examples:
  cargo xtask dev                in a terminal of its own
  cargo xtask dev > uri.txt &    for a script; `kill $!` stops it again";

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Show what `apply` would do; changes nothing
    #[command(after_help = plan::HELP)]
    Plan(Plan),
    /// Show the plan, ask, apply it, and verify by planning again
    #[command(after_help = apply::HELP)]
    Apply(Apply),
    /// Count the documents that the declared validators would refuse, and say why
    #[command(after_help = check::HELP)]
    Check(Check),
    /// Run the development server until Ctrl-C; its URI is the first line of standard output
    #[command(after_help = DEV)]
    Dev,
    /// Print the declared schema for other tools and people, without a server
    #[command(after_help = emit::HELP)]
    Emit(Emit),
    /// List the rules that schemas keep, or explain one, without a server
    #[command(after_help = rules::HELP)]
    Rules(Rules),
    /// Upgrade documents of older versions in batches, and see how far that is
    #[command(after_help = migrate::HELP)]
    Migrate(Migrate),
    /// Fill a database with generated documents that satisfy the schema
    #[command(after_help = seed::HELP)]
    Seed(Seed),
    /// Compare what the server does with each declared query with the index that serves it
    #[command(after_help = explain::HELP)]
    Explain(Explain),
    /// Show what was applied when and by whom
    #[command(after_help = history::HISTORY)]
    History(History),
    /// Remove the lock that a dead apply left behind
    #[command(after_help = history::UNLOCK)]
    Unlock(Unlock),
    /// Make a hidden index visible at once, and stop its retirement
    #[command(after_help = unhide::HELP)]
    Unhide(Unhide),
}

impl Command {
    /// How far the command's plan may go.
    pub(crate) fn reach(&self) -> Option<&Reach> {
        match self {
            Self::Plan(plan) => Some(&plan.reach),
            Self::Apply(apply) => Some(&apply.reach),
            _ => None,
        }
    }
}

fn duration(text: &str) -> Result<Duration, String> {
    let duration = humantime::parse_duration(text).map_err(|error| error.to_string())?;
    if duration.is_zero() {
        Err("must be longer than nothing".to_owned())
    } else {
        Ok(duration)
    }
}

impl Command {
    /// Whether the database's name matters.
    pub(crate) fn needs_database(&self) -> bool {
        !matches!(self, Self::Dev | Self::Rules(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_sound() {
        Arguments::command().debug_assert();
    }

    /// A longer line would be broken once more, in the middle of a paragraph.
    #[test]
    fn the_texts_below_the_flags_keep_to_the_width() {
        let whole = Arguments::command();
        for command in whole.get_subcommands().chain([&whole]) {
            let name = command.get_name();
            let text = command.get_after_help().expect(name).to_string();
            assert!(text.contains("Examples:\n"), "{name}");
            for line in text.lines() {
                assert!(line.chars().count() <= WIDTH, "{name}: {line}");
            }
        }
    }

    #[test]
    fn common_flags_stand_before_or_after_the_command() {
        for line in ["x --db a plan", "x plan --db a"] {
            let parsed = Arguments::try_parse_from(line.split(' ')).expect("valid");
            assert_eq!(parsed.common.db.as_deref(), Some("a"));
        }
    }
}
