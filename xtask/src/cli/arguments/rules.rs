//! `rules`

use clap::Args;

pub(super) const HELP: &str = "\
Every message of the compiler ends with the name of a rule in brackets; this command says what is
behind it. A rule with a star can be suppressed where it fires, with `allow(rule_name = \"why\")` on
the field, index, query or collection. What this application suppresses is listed after the rules,
each with its reason.

Where the compiler sees that an `allow` suppresses nothing, it says so itself; `--unused` lists
those of which only other types tell.

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
