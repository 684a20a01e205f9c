//! `apply`

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Reach;

pub(super) const HELP: &str = "\
Changes are safe, caution (takes time or locks, or refuses writes that are accepted today) or
destructive (loses data or an index). One apply runs at a time; killed at any moment, the next one
finishes its work. Exit code 2: something was left out, and the output says why.

Examples:
  cargo xtask apply --dev
  cargo xtask apply --yes                        in CI, where nobody can answer
  cargo xtask apply --yes --plan plan.json       what was planned and looked at, and nothing else
  cargo xtask apply --yes --allow destructive    with the changes that lose something

An index that is no longer declared is first hidden (`unhide` gives it back at once), and dropped by
the first apply after `--hide-for`. What this tool did not make stays, unless `--prune` or
`--drop-collection` is given besides.

Documents are looked at before anything changes: a validator waits until none violates it, a
unique index until none share a key. Where nothing was enforced a validator comes by stages
(`--observe`): it only warns, then is moderate, then what is declared. Around a deploy:
`apply --phase expand`, deploy, `apply --phase contract`.

A plan of `--plan` says itself what it is about and how far it goes, so other flags that do are
wrong usage beside it; `--allow destructive` is still needed for what loses something.";

#[derive(Debug, Args)]
pub(crate) struct Apply {
    /// Apply safe and caution changes without asking
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// Apply exactly the plan that `plan --out FILE` wrote; refused if the schema or the collections
    /// that it changes are not as they were
    #[arg(long, value_name = "FILE")]
    pub(crate) plan: Option<PathBuf>,
    /// What else may happen, comma-separated or repeated
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    pub(crate) allow: Vec<Allow>,
    /// How many members of a replica set must have built an index before it counts: a number,
    /// `votingMembers` (the default), `majority`, or a tag's name; a server without such leaves it
    /// out
    #[arg(long, value_name = "Q", value_parser = super::quorum::parse)]
    pub(crate) commit_quorum: Option<bson::Bson>,
    #[command(flatten)]
    pub(crate) reach: Reach,
}

/// What needs a word of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Allow {
    /// Changes that lose data or an index, or need a window without one
    Destructive,
    /// Going back to a schema that is older than the one applied last
    OlderSchema,
}
