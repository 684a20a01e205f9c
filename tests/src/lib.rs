//! Helpers that the tests share.

pub mod declared;
pub mod samples;
