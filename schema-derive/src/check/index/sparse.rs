//! Sparse indexes.

use schema_rules::{PARTIAL_WITH_SPARSE, SPARSE_NO_EFFECT};

use super::{Context, Verdict};
use crate::{
    faults::Faults,
    parse::{Index, KeyPath, Kind},
};

impl Context<'_> {
    /// Source: Sparse Indexes; Partial Indexes, Restrictions.
    pub(super) fn sparse(&self, index: &Index, faults: &mut Faults) {
        let Some(span) = index.attrs.sparse() else {
            return;
        };
        if index.attrs.partial.is_some() {
            let wrong = "the index is both sparse and partial";
            faults.broken(&PARTIAL_WITH_SPARSE, &[], span, wrong);
            return;
        }
        let allows = [&index.attrs.allows(), self.outer];
        let special = index.keys.iter().find(|key| is_always_sparse(key.kind));
        if let Some(kind) = special.and_then(|key| key.kind.word()) {
            let wrong = format!("a `{kind}` index is always sparse");
            let instead = "remove `sparse`";
            faults.broken_with(&SPARSE_NO_EFFECT, &allows, span, &wrong, instead);
        } else if self.sparse_keys(index) == Verdict::Broken {
            let there = index
                .key_paths()
                .find(|path| self.always_there(path) == Some(true));
            let path = there.map(KeyPath::text).unwrap_or_default();
            let wrong = format!("every document has the key `{path}`, so `sparse` leaves out none");
            faults.broken(&SPARSE_NO_EFFECT, &allows, span, &wrong);
        }
    }

    /// Whether some document has none of the keys of a sparse index.
    pub(crate) fn sparse_keys(&self, index: &Index) -> Verdict {
        let verdict = self.some_lack_the_keys(index);
        self.unless_allowed(verdict, &SPARSE_NO_EFFECT, index)
    }

    fn some_lack_the_keys(&self, index: &Index) -> Verdict {
        let asked = index.attrs.sparse().is_some() && index.attrs.partial.is_none();
        let ordinary = index
            .keys
            .iter()
            .all(|key| !is_always_sparse(key.kind) && key.kind != Kind::Wildcard);
        if !asked || !ordinary {
            return Verdict::Holds;
        }
        let told: Vec<Option<bool>> = index
            .key_paths()
            .filter(|path| !path.stored)
            .map(|path| self.always_there(path))
            .collect();
        if told.contains(&Some(true)) {
            Verdict::Broken
        } else if told.contains(&None) {
            Verdict::Open
        } else {
            Verdict::Holds
        }
    }
}

fn is_always_sparse(kind: Kind) -> bool {
    matches!(kind, Kind::Text | Kind::Geo2d | Kind::Geo2dSphere)
}
