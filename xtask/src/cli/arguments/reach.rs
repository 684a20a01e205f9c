//! How far a plan may go.

use std::time::Duration;

use clap::Args;

use crate::plan::Scope;

/// Flags of the commands that plan.
#[derive(Debug, Args)]
pub(crate) struct Reach {
    /// Also retire the indexes of declared collections that are neither declared nor this tool's own
    #[arg(long)]
    pub(crate) prune: bool,
    /// Also drop this collection, which must not be declared; may be repeated
    #[arg(long, value_name = "NAME")]
    pub(crate) drop_collection: Vec<String>,
    /// How long an index that is no longer declared stays hidden before it is dropped, such as 7d or
    /// 12h; 0s drops it at once [default: 7d, with --dev 0s]
    #[arg(long, value_name = "DURATION", value_parser = humantime::parse_duration)]
    pub(crate) hide_for: Option<Duration>,
}

impl Reach {
    /// Whether any of the flags is given.
    pub(crate) fn is_given(&self) -> bool {
        self.prune || !self.drop_collection.is_empty() || self.hide_for.is_some()
    }

    /// Puts what the flags say into the scope.
    pub(crate) fn extend(&self, scope: &mut Scope) {
        scope.prune = self.prune;
        scope.drop_collections.clone_from(&self.drop_collection);
        scope.hide_for = self.hide_for.unwrap_or(scope.hide_for);
    }
}
