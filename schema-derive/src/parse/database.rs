//! `#[database(…)]`.

use darling::{Error, FromMeta, Result};
use syn::{Attribute, Meta, Path, Token, punctuated::Punctuated};

use super::{Keyed, Patterns, entries::read_all, value::parse_list};
use crate::faults::Faults;

/// What `#[database(…)]` says.
#[derive(Debug, Default, FromMeta)]
pub(crate) struct DatabaseAttrs {
    /// The database's name.
    pub(crate) name: Option<Keyed<String>>,
    /// The types of its collections.
    pub(crate) collections: Option<Collections>,
    /// The oldest server to be supported.
    pub(crate) server: Option<ServerVersion>,
    /// The collections that others manage.
    #[darling(multiple)]
    external: Vec<Patterns>,
    /// Where `schema_core` is, if not at `::schema_core`.
    #[darling(rename = "crate")]
    pub(crate) krate: Option<Path>,
}

impl DatabaseAttrs {
    /// Parses all `#[database(…)]` of a type as one.
    /// Returns what was understood, and whether that is all.
    pub(crate) fn parse(attrs: &[Attribute], faults: &mut Faults) -> (Self, bool) {
        read_all(attrs, "database", faults)
    }

    /// The collections that others manage, by name.
    pub(crate) fn external(&self) -> impl Iterator<Item = &str> {
        let patterns = self.external.iter().flat_map(|list| &list.0);
        patterns.map(String::as_str)
    }
}

/// `collections(A, B)`
#[derive(Debug, Clone)]
pub(crate) struct Collections(pub(crate) Vec<Path>);

impl FromMeta for Collections {
    fn from_meta(item: &Meta) -> Result<Self> {
        let paths = parse_list(item, Punctuated::<Path, Token![,]>::parse_terminated)?;
        Ok(Self(paths.into_iter().collect()))
    }
}

/// A server's major and minor version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ServerVersion(pub(crate) u8, pub(crate) u8);

impl ServerVersion {
    /// The oldest one to be supported where nothing is said.
    pub(crate) const DEFAULT: Self = Self(6, 0);
}

impl FromMeta for ServerVersion {
    fn from_string(value: &str) -> Result<Self> {
        let parts = value
            .split_once('.')
            .and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
        match parts {
            Some((major, minor)) => Ok(Self(major, minor)),
            None => Err(Error::custom(format!(
                "`{value}` is not a server's version; write `major.minor`, such as `6.0`"
            ))),
        }
    }
}
