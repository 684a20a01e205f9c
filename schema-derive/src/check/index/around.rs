//! What the rest of a collection's declaration means for its indexes.

use crate::parse::{Collation, CollectionAttrs, Index, KeyPath, Query};

/// What the rest of a collection's declaration means for its indexes.
#[derive(Debug, Default)]
pub(crate) struct Around {
    /// The equality fields of each query across tenants.
    pub(crate) across_tenants: Vec<Vec<KeyPath>>,
    /// The shard key's fields in their order; none where the collection is not sharded.
    pub(crate) shard_key: Vec<KeyPath>,
    /// Whether the shard key has a hashed field.
    pub(crate) shard_key_is_hashed: bool,
    /// What keeps the server from expiring single documents, such as `a time series`.
    pub(crate) no_ttl: Option<&'static str>,
    /// How the collection compares strings where an index does not say.
    pub(crate) collation: Option<Collation>,
}

impl Around {
    /// What the options and the queries of a collection mean for its indexes.
    pub(crate) fn of(attrs: &CollectionAttrs, queries: &[Query]) -> Self {
        let across = queries
            .iter()
            .filter(|query| query.across_tenants.is_some());
        let parts = attrs.shard_key.iter().flat_map(|key| &key.value.0);
        Self {
            across_tenants: across.map(|query| query.eq.clone()).collect(),
            shard_key: parts.clone().map(|part| part.path.clone()).collect(),
            shard_key_is_hashed: parts.clone().any(|part| part.hashed),
            no_ttl: attrs.time_series.as_ref().map(|_| "a time series"),
            collation: attrs.collation.as_ref().map(|key| key.value.clone()),
        }
    }

    /// Whether an index serves a query across tenants: the query's equality fields are its first
    /// keys, or all its keys are among them.
    pub(crate) fn serves_across_tenants(&self, index: &Index) -> bool {
        let keys = index.keys.len();
        self.across_tenants.iter().any(|fields| {
            let bounded = index
                .keys
                .iter()
                .take_while(|key| key.path.as_ref().is_some_and(|path| fields.contains(path)));
            !fields.is_empty() && bounded.count() >= fields.len().min(keys)
        })
    }

    /// Whether no declared index starts with the shard key, as far as names show.
    pub(crate) fn shard_key_needs_index(&self, all: &[Index]) -> bool {
        let parts = self.shard_key.len();
        parts > 0
            && !all
                .iter()
                .any(|index| index.key_paths().take(parts).eq(&self.shard_key))
    }

    /// Whether it is the index that the shard key needs.
    pub(crate) fn is_shard_keys(&self, index: &Index) -> bool {
        !self.shard_key.is_empty() && index.key_paths().eq(&self.shard_key)
    }
}
