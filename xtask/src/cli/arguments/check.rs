//! `check`

use std::path::PathBuf;

use clap::Args;

pub(super) const HELP: &str = "\
Asks about the documents that are there, by the declared validators: those that an insert would be
refused for today, whatever level and action are in force. The server finds them and sends only
those; each is explained here, by the field and the keyword that it breaks.

Examples:
  cargo xtask check                            every collection that has a validator
  cargo xtask check --only tasks --limit 20    one collection, with more examples
  cargo xtask check --sample 10000             as many documents of each collection, drawn by chance
  cargo xtask check --dump dump/tracker/tasks.bson.gz    without a server

Exit codes:
  0  none would be refused    2  some would be    1  error    64  wrong usage";

#[derive(Debug, Args)]
pub(crate) struct Check {
    /// How many examples to show of each kind of fault
    #[arg(long, value_name = "N", default_value_t = 3,
          value_parser = clap::value_parser!(u32).range(..=1000))]
    pub(crate) limit: u32,
    /// Look at so many documents of each collection, drawn by chance; the first ones of a dump
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) sample: Option<u64>,
    /// Check a file of BSON documents, as mongodump writes it, instead of a server; `--only` names the
    /// collection where the file's name does not
    #[arg(long, value_name = "FILE")]
    pub(crate) dump: Option<PathBuf>,
}
