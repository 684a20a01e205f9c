//! `history` and `unlock`

use clap::Args;

pub(super) const HISTORY: &str = "\
Each apply that changed anything left a record in the collection `_schema.history`: who ran it and
when, how it ended, which changes it made, and the schema that was declared then, by its hash and
its versions. One that was killed shows as `abandoned` once the next one has begun.

Examples:
  cargo xtask history                           the last 20
  cargo xtask history --limit 1 --format json   the last one in full";

pub(super) const UNLOCK: &str = "\
Whoever applies holds a lock, and gives a sign of life every 10 s. One that gives none for 60 s, or
whose process has ended on this machine, is taken over by the next apply by itself: this command is
for whoever wants to be rid of a lock without applying. The holder that is still alive after all
finds out before its next step, and does nothing more.

Examples:
  cargo xtask unlock            says who holds a lock, and removes it where it is stale
  cargo xtask unlock --force    removes it even though its holder gave a sign of life just now";

#[derive(Debug, Args)]
pub(crate) struct History {
    /// How many applies to show
    #[arg(long, value_name = "N", default_value_t = 20,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) limit: u32,
}

#[derive(Debug, Args)]
pub(crate) struct Unlock {
    /// Also remove the lock of a holder that still gives signs of life
    #[arg(long)]
    pub(crate) force: bool,
}
