//! `plan`

use std::path::PathBuf;

use clap::Args;

use super::Reach;

pub(super) const HELP: &str = "\
Reads metadata only: the listings of collections and indexes, and whether a collection holds any
document. With `--inspect-data` it also counts the documents that stand against a change, or that it
would delete, each count bounded by `--max-time`.

Examples:
  cargo xtask plan --uri mongodb://localhost:27017
  cargo xtask plan --only tasks,users --format json | jq .changes
  cargo xtask plan --exit-code       0 in sync, 2 not, 1 error
  cargo xtask plan --inspect-data --max-time 10m
  cargo xtask plan --phase expand    what can be done before a deploy
  cargo xtask plan --out plan.json   to be looked at, then applied by `apply --plan plan.json`";

#[derive(Debug, Args)]
pub(crate) struct Plan {
    /// Exit with 2 where the database is not as declared
    #[arg(long)]
    pub(crate) exit_code: bool,
    /// Also write the plan to a file, for `apply --plan FILE`
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) reach: Reach,
}
