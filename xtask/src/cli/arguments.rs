//! The commands and flags.

use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Bring a live MongoDB database to the schema that annotated structs declare.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", version, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask apply --dev            start (or reuse) a development server, show the plan, apply it
  cargo xtask plan                   what would change on the server of MONGODB_URI
  cargo xtask plan --exit-code -q    for CI: exit code 2 where the database is not as declared
  cargo xtask apply --yes --uri mongodb://localhost:27017/tracker
  cargo xtask emit --target json     the declared schema, without a server
  cargo xtask rules ttl-not-date     what a rule demands, why, and what to write instead

Environment variables:
  MONGODB_URI  the connection string, where `--uri` gives none; never read with `--dev`
  MONGODB_DB   the database, where `--db` names none
  NO_COLOR     no colors, unless `--color always`

Exit codes:
  0  done    1  error    2  the database is not as declared    64  wrong usage";

/// Flags that every command takes, before or after its name.
#[derive(Debug, Args)]
#[command(next_help_heading = "Common options")]
pub(crate) struct Common {
    /// The server, as a connection string such as mongodb://localhost:27017/tracker [else: the
    /// environment variable MONGODB_URI]
    #[arg(long, global = true, value_name = "URI")]
    pub(crate) uri: Option<String>,
    /// The database's name [else: MONGODB_DB, the path of the connection string, the declared name]
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) db: Option<String>,
    /// Use the development server: the one that `cargo xtask dev` keeps running, or one that is
    /// started for this command
    #[arg(long, global = true)]
    pub(crate) dev: bool,
    /// Only these declared collections, by their stored names; comma-separated or repeated
    #[arg(long, global = true, value_name = "COLLECTION", value_delimiter = ',')]
    pub(crate) only: Vec<String>,
    /// The form of standard output; with json, text for people goes to standard error
    #[arg(long, global = true, value_enum, default_value_t = Format::Human)]
    pub(crate) format: Format,
    /// When to use colors; auto: on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto)]
    pub(crate) color: Color,
    /// Say only what is necessary
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// Show each change in full, with its command
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
    /// The longest time that one command may take on the server, such as 30s or 2h [default: no
    /// limit]
    #[arg(long, global = true, value_name = "DURATION", value_parser = duration)]
    pub(crate) max_time: Option<Duration>,
    /// How many commands may run on the server at the same time
    #[arg(long, global = true, value_name = "N", default_value_t = 8,
          value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) parallel: u16,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Show what `apply` would do; changes nothing
    #[command(after_help = PLAN)]
    Plan(Plan),
    /// Show the plan, ask, apply it, and verify by planning again
    #[command(after_help = APPLY)]
    Apply(Apply),
    /// Run the development server until Ctrl-C; its URI is the first line of standard output
    Dev,
    /// Print the declared schema for other tools, without a server
    Emit(Emit),
    /// List the rules that schemas keep, or explain one, without a server
    #[command(after_help = RULES)]
    Rules(Rules),
}

const PLAN: &str = "\
Reads metadata only: the listings of collections and indexes, and whether a collection holds any
document.

Examples:
  cargo xtask plan --uri mongodb://localhost:27017
  cargo xtask plan --only tasks,users --format json | jq .changes
  cargo xtask plan --exit-code       0 in sync, 2 not, 1 error";

const APPLY: &str = "\
Changes are safe, caution (takes time or locks, or refuses writes that are accepted today) or
destructive (loses data or an index). One apply runs at a time; killed at any moment, the next one
finishes its work. Exit code 2: something was left out, and the output says why.

Examples:
  cargo xtask apply --dev
  cargo xtask apply --yes                        in CI, where nobody can answer
  cargo xtask apply --yes --allow destructive    with the changes that lose something";

const RULES: &str = "\
Every message of the compiler ends with the name of a rule in brackets; this command says what is
behind it. A rule with a star can be suppressed where it fires, with `allow(rule_name = \"why\")` on
the field, index, query or collection. What this application suppresses is listed after the rules,
each with its reason.

Where the compiler sees that an `allow` suppresses nothing, it says so itself; `--unused` lists those
of which only other types tell.

Examples:
  cargo xtask rules                            every rule, and this application's exceptions
  cargo xtask rules array-without-max-items    why, what fails, what to write instead
  cargo xtask rules --unused                   for CI: exit code 2 where an exception is not needed
  cargo xtask rules --format json | jq '.rules[] | select(.starred).name'";

#[derive(Debug, Args)]
pub(crate) struct Rules {
    /// The rule to explain, as a message or an `allow(…)` writes it
    #[arg(value_name = "NAME", conflicts_with = "unused")]
    pub(crate) name: Option<String>,
    /// List the exceptions that suppress nothing; exit with 2 where there are any
    #[arg(long)]
    pub(crate) unused: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Plan {
    /// Exit with 2 where the database is not as declared
    #[arg(long)]
    pub(crate) exit_code: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Apply {
    /// Apply safe and caution changes without asking
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// Also apply changes that lose data or an index
    #[arg(long, value_enum, value_name = "CLASS")]
    pub(crate) allow: Option<Allow>,
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  cargo xtask emit --target json > schema.json")]
pub(crate) struct Emit {
    /// What to print
    #[arg(long, value_enum)]
    pub(crate) target: Target,
}

/// A class of changes that needs a word of its own.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Allow {
    /// Changes that lose data or an index, or need a window without one
    Destructive,
}

/// A form in which the declared schema is printed.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Target {
    /// Collections with their `create` options and index specifications, as Extended JSON
    Json,
}

/// The form of standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text for people
    Human,
    /// One JSON document
    Json,
}

/// When to use colors.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    /// Makes this the choice for all output of the process.
    pub(crate) fn write_global(self) {
        let choice = match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
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

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn common_flags_stand_before_or_after_the_command() {
        for line in ["x --db a plan", "x plan --db a"] {
            let parsed = Arguments::try_parse_from(line.split(' ')).expect("valid");
            assert_eq!(parsed.common.db.as_deref(), Some("a"));
        }
    }
}
