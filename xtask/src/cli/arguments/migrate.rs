//! `migrate`

use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};

pub(super) const HELP: &str = "\
Each collection that names a shape before (`previous = TaskV1`) is migrated: the validator admits
every version, documents are upgraded by the application's own `Upgrade`, batch by batch in the
order of `_id`, and at the end the validator admits the current version alone. Whoever writes to a
document at the same time wins. What is done is recorded in `_schema.migrations`: killed at any
moment, the next run goes on from there, and a run on another machine takes its share.

A document that cannot be upgraded is kept as it is, and listed with its reason; the rest is done.

Exit code 2: documents of older versions are left (`run`, `resume`, `verify`), or it is paused.

Examples:
  cargo xtask migrate                         how many documents there are of each version
  cargo xtask migrate run --dry-run           before and after, on a sample; writes nothing
  cargo xtask migrate run --pause 100ms       go easy on the server
  cargo xtask migrate pause                   wherever it runs
  cargo xtask migrate resume --max-errors 0
  cargo xtask migrate verify                  what still stands against its end";

#[derive(Debug, Args)]
pub(crate) struct Migrate {
    #[command(subcommand)]
    pub(crate) what: Option<What>,
}

/// What to do about migrations.
#[derive(Debug, Subcommand)]
pub(crate) enum What {
    /// Documents by version, what remains, rate and time left; changes nothing
    Status,
    /// Upgrade every document of an older version, or join whoever is at it
    Run(Run),
    /// Stop after the batches under way, wherever it runs
    Pause,
    /// Go on with what was paused
    Resume(Run),
    /// Look what still stands against the end: old versions, violations, what is left over
    Verify,
}

#[derive(Debug, Args)]
pub(crate) struct Run {
    /// Documents that are read and written at a time
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) batch_size: u32,
    /// The least pause of each worker between batches, such as 100ms; it grows by itself while members
    /// lag or the server is slow
    #[arg(long, value_name = "DURATION", value_parser = humantime::parse_duration, default_value = "0s")]
    pub(crate) pause: Duration,
    /// Documents that may fail before it stops
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) max_errors: u32,
    /// Workers of this program
    #[arg(long, value_name = "N", default_value_t = 2,
          value_parser = clap::value_parser!(u16).range(1..=100))]
    pub(crate) workers: u16,
    /// Whether a temporary index finds the documents that are left
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Index::Auto)]
    pub(crate) index: Index,
    /// Show what would be written, on a sample of the documents; write nothing
    #[arg(long)]
    #[expect(clippy::struct_field_names, reason = "the flag's name")]
    pub(crate) dry_run: bool,
    /// Documents of the sample
    #[arg(long, value_name = "N", default_value_t = 5, requires = "dry_run",
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) sample: u32,
}

/// When there is a temporary index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Index {
    /// Where at most half of many documents are old
    Auto,
    Always,
    Never,
}
