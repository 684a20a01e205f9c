//! `#[index(…)]`.

use darling::FromMeta;
use proc_macro2::Span;
use syn::{Attribute, spanned::Spanned};

use super::{
    Allows, Collation, Filter, KeyPath, Keyed,
    entries::{entries_of, read},
    index_keys::{Key, Keys, Kind},
    index_options::{Bound64, Projection, Weights},
    number::Count,
};
use crate::faults::Faults;

/// An index as it is declared.
#[derive(Debug)]
pub(crate) struct Index {
    /// Where `keys` is written.
    pub(crate) span: Span,
    /// The keys, never none.
    pub(crate) keys: Vec<Key>,
    /// What else is said.
    pub(crate) attrs: IndexAttrs,
}

/// What `#[index(…)]` says.
#[derive(Debug, Default, FromMeta)]
pub(crate) struct IndexAttrs {
    keys: Option<Keyed<Keys>>,
    /// The name, where it is not the default one.
    pub(crate) name: Option<Keyed<String>>,
    unique: Option<Keyed<bool>>,
    sparse: Option<Keyed<bool>>,
    hidden: Option<Keyed<bool>>,
    /// The condition on the documents that are indexed.
    pub(crate) partial: Option<Keyed<Filter>>,
    /// After how long a document expires, as it is written.
    pub(crate) expire_after: Option<Keyed<String>>,
    /// How strings are compared.
    pub(crate) collation: Option<Keyed<Collation>>,
    /// How much each field of a text index counts.
    pub(crate) weights: Option<Keyed<Weights>>,
    /// The language of a text index.
    pub(crate) default_language: Option<Keyed<String>>,
    /// The stored name of the field that names a document's own language.
    pub(crate) language_override: Option<Keyed<String>>,
    /// Which fields a wildcard index covers.
    pub(crate) wildcard_projection: Option<Keyed<Projection>>,
    /// The precision of a `2d` index.
    pub(crate) bits: Option<Keyed<Count>>,
    /// The lower bound of a `2d` index's points.
    pub(crate) min: Option<Keyed<Bound64>>,
    /// The upper bound of a `2d` index's points.
    pub(crate) max: Option<Keyed<Bound64>>,
    /// The coarsest cell of a `2dsphere` index.
    pub(crate) coarsest_indexed_level: Option<Keyed<Count>>,
    /// The finest cell of a `2dsphere` index.
    pub(crate) finest_indexed_level: Option<Keyed<Count>>,
    #[darling(multiple, rename = "allow")]
    allows: Vec<Allows>,
}

impl IndexAttrs {
    /// The rules that are suppressed for the index.
    pub(crate) fn allows(&self) -> Allows {
        Allows(
            self.allows
                .iter()
                .flat_map(|allows| allows.0.iter().cloned())
                .collect(),
        )
    }

    /// Where it is said that no two documents may have the same keys, if it is.
    pub(crate) fn unique(&self) -> Option<Span> {
        on(self.unique.as_ref())
    }

    /// Where it is said that documents without a key are left out, if it is.
    pub(crate) fn sparse(&self) -> Option<Span> {
        on(self.sparse.as_ref())
    }

    /// Whether no query uses the index.
    pub(crate) fn is_hidden(&self) -> bool {
        on(self.hidden.as_ref()).is_some()
    }

    /// The condition on the documents that are indexed, if there is one.
    pub(crate) fn filter(&self) -> Option<&Filter> {
        self.partial.as_ref().map(|partial| &partial.value)
    }
}

/// Where a flag is written, if it is on.
fn on(flag: Option<&Keyed<bool>>) -> Option<Span> {
    flag.filter(|flag| flag.value).map(|flag| flag.span)
}

impl Index {
    /// The fields of its keys, but for those that are everything.
    pub(crate) fn key_paths(&self) -> impl Iterator<Item = &KeyPath> {
        self.keys.iter().filter_map(|key| key.path.as_ref())
    }

    /// Every path that the server takes for one of a field: the keys, the weights, the projection.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &KeyPath> {
        let weights = self
            .attrs
            .weights
            .iter()
            .flat_map(|weights| &weights.value.0);
        let projected = self
            .attrs
            .wildcard_projection
            .iter()
            .flat_map(|projection| &projection.value.0);
        self.key_paths()
            .chain(weights.map(|weight| &weight.path))
            .chain(projected.map(|(path, _)| path))
    }

    /// Whether every key is in order, so that it is an index of the usual kind.
    pub(crate) fn is_plain(&self) -> bool {
        self.keys
            .iter()
            .all(|key| matches!(key.kind, Kind::Ascending | Kind::Descending))
    }

    /// The first key of this kind.
    pub(crate) fn key_of(&self, kind: Kind) -> Option<&Key> {
        self.keys.iter().find(|key| key.kind == kind)
    }
}

/// The indexes of a type; one with a broken attribute is left out, after its faults were added.
pub(crate) fn indexes(attrs: &[Attribute], faults: &mut Faults) -> Vec<Index> {
    let attrs = attrs.iter().filter(|attr| attr.path().is_ident("index"));
    attrs.filter_map(|attr| index(attr, faults)).collect()
}

fn index(attr: &Attribute, faults: &mut Faults) -> Option<Index> {
    let place = attr.path().span();
    let entries = entries_of(attr, faults)?;
    let (mut attrs, whole) = read::<IndexAttrs>(&entries, faults);
    if !whole {
        return None;
    }
    match attrs.keys.take() {
        Some(keys) if !keys.value.0.is_empty() => Some(Index {
            span: keys.span,
            keys: keys.value.0,
            attrs,
        }),
        keys => {
            let place = keys.map_or(place, |keys| keys.span);
            faults.add(place, "the index has no keys; write `keys(tenant_id, …)`");
            None
        }
    }
}
