//! Helpers that the tests share.

pub mod declared;
pub mod recorded;
pub mod samples;

/// The examples of the documentation compile.
#[cfg(doctest)]
#[doc = include_str!("../../docs/access.md")]
pub struct AccessPage;

#[cfg(doctest)]
#[doc = include_str!("../../docs/attributes.md")]
pub struct AttributesPage;
