//! How far a plan may go.

use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::plan::{Phase, Scope};

/// Flags of the commands that plan.
#[derive(Debug, Args)]
pub(crate) struct Reach {
    /// Also retire the indexes of declared collections that are neither declared nor this tool's own
    #[arg(long)]
    pub(crate) prune: bool,
    /// Also drop this collection, which must not be declared; may be repeated, and is named in `--only`
    /// as well where that is given (destructive)
    #[arg(long, value_name = "NAME")]
    pub(crate) drop_collection: Vec<String>,
    /// How long an index that is no longer declared stays hidden before it is dropped, such as 7d or
    /// 12h; 0s drops it at once [default: 7d, with --dev 0s]
    #[arg(long, value_name = "DURATION", value_parser = humantime::parse_duration)]
    pub(crate) hide_for: Option<Duration>,
    /// How long each stage of a validator (warn, then moderate) is watched before the next one, such
    /// as 24h; with 0s one apply goes through all of them [default: 24h, with --dev 0s]
    #[arg(long, value_name = "DURATION", value_parser = humantime::parse_duration)]
    pub(crate) observe: Option<Duration>,
    /// Half of a deployment: expand, before it, what binaries of before and after can both live with;
    /// contract, after it, the rest [default: both]
    #[arg(long, value_enum)]
    pub(crate) phase: Option<Half>,
    /// Look at the documents, too: duplicates, violations and what expires are counted, with examples
    /// (an apply always does)
    #[arg(long)]
    pub(crate) inspect_data: bool,
}

/// A half of a deployment.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Half {
    /// Before a deploy: creations, and what accepts more than before
    Expand,
    /// After a deploy: what refuses, deletes or drops
    Contract,
}

impl From<Half> for Phase {
    fn from(half: Half) -> Self {
        match half {
            Half::Expand => Self::Expand,
            Half::Contract => Self::Contract,
        }
    }
}

impl Reach {
    /// Whether any flag is given that a saved plan has a word of its own for.
    pub(crate) fn is_given(&self) -> bool {
        self.prune
            || !self.drop_collection.is_empty()
            || self.hide_for.is_some()
            || self.observe.is_some()
            || self.phase.is_some()
    }

    /// Puts what the flags say into the scope.
    pub(crate) fn extend(&self, scope: &mut Scope) {
        scope.prune = self.prune;
        scope.drop_collections.clone_from(&self.drop_collection);
        scope.hide_for = self.hide_for.unwrap_or(scope.hide_for);
        scope.observe = self.observe.unwrap_or(scope.observe);
        scope.phase = self.phase.map(Phase::from);
    }
}
