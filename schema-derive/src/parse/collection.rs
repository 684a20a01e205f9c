//! `#[collection(…)]` and `#[embedded(…)]`.

use darling::FromMeta;
use syn::{Attribute, Path};

use super::{
    Accepts, Allows, Bytes, Capped, Clustered, Collation, KeyPath, Keyed, Patterns, ReadConcern,
    Reason, ShardKey, TimeSeries, Type, Validation, WriteConcern, entries::read_all, number::Count,
};
use crate::faults::Faults;

/// What `#[collection(…)]` says.
#[derive(Debug, Default, FromMeta)]
pub(crate) struct CollectionAttrs {
    /// The collection's name.
    pub(crate) name: Option<Keyed<String>>,
    /// The tenant key's field.
    pub(crate) tenant: Option<Keyed<KeyPath>>,
    /// Why the collection belongs to no tenant.
    pub(crate) global: Option<Keyed<Reason>>,
    /// The current shape's version.
    pub(crate) schema_version: Option<Keyed<Count>>,
    /// The validator's goal state.
    pub(crate) validation: Option<Keyed<Validation>>,
    /// Whether unknown fields are let through.
    #[darling(default)]
    pub(crate) additional_properties: bool,
    /// The most bytes of a document.
    pub(crate) max_size: Option<Keyed<Bytes>>,
    /// What the collection is sharded by.
    pub(crate) shard_key: Option<Keyed<ShardKey>>,
    /// The time series that it is.
    pub(crate) time_series: Option<Keyed<TimeSeries>>,
    /// Whether its documents are stored in the order of `_id`.
    pub(crate) clustered: Option<Keyed<Clustered>>,
    /// Its fixed size.
    pub(crate) capped: Option<Keyed<Capped>>,
    /// How strings are compared where nothing else is said.
    pub(crate) collation: Option<Keyed<Collation>>,
    /// Whether change streams can see documents before and after a change.
    pub(crate) change_stream_images: Option<Keyed<bool>>,
    /// What the application waits for when it writes.
    pub(crate) write_concern: Option<Keyed<WriteConcern>>,
    /// What the application reads.
    pub(crate) read_concern: Option<Keyed<ReadConcern>>,
    /// Whether the driver makes an `_id` that the type does not have.
    pub(crate) generated_id: Option<Keyed<bool>>,
    /// The indexes that others manage.
    #[darling(multiple, rename = "external_index")]
    external_indexes: Vec<Patterns>,
    /// The shape before.
    pub(crate) previous: Option<Keyed<Type>>,
    /// The versions that are stored beside the current one.
    pub(crate) accepts: Option<Keyed<Accepts>>,
    /// The suppressed rules.
    #[darling(multiple, rename = "allow")]
    allows: Vec<Allows>,
    /// Where `schema_core` is, if not at `::schema_core`.
    #[darling(rename = "crate")]
    pub(crate) krate: Option<Path>,
}

/// What `#[embedded(…)]` says.
#[derive(Debug, Default, FromMeta)]
pub(crate) struct EmbeddedAttrs {
    /// Whether unknown fields are let through.
    #[darling(default)]
    pub(crate) additional_properties: bool,
    /// Where `schema_core` is, if not at `::schema_core`.
    #[darling(rename = "crate")]
    pub(crate) krate: Option<Path>,
}

impl CollectionAttrs {
    /// Parses all `#[collection(…)]` of a type as one. Returns what was understood, and whether
    /// that is all.
    pub(crate) fn parse(attrs: &[Attribute], faults: &mut Faults) -> (Self, bool) {
        read_all(attrs, "collection", faults)
    }

    /// The indexes that others manage, by name.
    pub(crate) fn external_indexes(&self) -> impl Iterator<Item = &str> {
        let patterns = self.external_indexes.iter().flat_map(|list| &list.0);
        patterns.map(String::as_str)
    }

    /// Whether the driver makes an `_id` that the type does not have.
    pub(crate) fn has_generated_id(&self) -> bool {
        self.generated_id.as_ref().is_some_and(|key| key.value)
    }

    /// The rules that are suppressed in the whole collection.
    pub(crate) fn allows(&self) -> Allows {
        Allows(
            self.allows
                .iter()
                .flat_map(|allows| allows.0.iter().cloned())
                .collect(),
        )
    }
}

impl EmbeddedAttrs {
    /// Parses all `#[embedded(…)]` of a type as one.
    pub(crate) fn parse(attrs: &[Attribute], faults: &mut Faults) -> Self {
        read_all(attrs, "embedded", faults).0
    }
}
