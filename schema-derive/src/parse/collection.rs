//! `#[collection(…)]` and `#[embedded(…)]`.

use darling::FromMeta;
use syn::{Attribute, Path};

use super::{Allows, KeyPath, Keyed, Reason, entries::read_all, keyword::Count};
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
    pub(crate) validation: Option<Validation>,
    /// Whether unknown fields are let through.
    #[darling(default)]
    pub(crate) additional_properties: bool,
    /// The suppressed rules.
    #[darling(multiple, rename = "allow")]
    allows: Vec<Allows>,
    /// Where `schema_core` is, if not at `::schema_core`.
    #[darling(rename = "crate")]
    pub(crate) krate: Option<Path>,
}

/// `validation(level = "…", action = "…")`
#[derive(Debug, Default, FromMeta)]
pub(crate) struct Validation {
    /// `validationLevel`
    #[darling(default)]
    pub(crate) level: Level,
    /// `validationAction`
    #[darling(default)]
    pub(crate) action: Action,
}

/// `validationLevel`. Source: Specify Validation Level for Existing Documents.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromMeta)]
pub(crate) enum Level {
    /// Nothing is validated.
    Off,
    /// Inserts, and updates of documents that are valid.
    Moderate,
    /// Every insert and update.
    #[default]
    Strict,
}

/// `validationAction`. Source: Choose How to Handle Invalid Documents.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromMeta)]
pub(crate) enum Action {
    /// The write is refused.
    #[default]
    Error,
    /// The write is let through, with a line in the server's log.
    Warn,
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
