//! A schema language for MongoDB.

pub mod declared;

/// A set of collections that make up one database; derived by `#[derive(Database)]`.
pub trait DatabaseSchema {
    /// Renders what the database is declared to be.
    fn declared() -> declared::DeclaredDatabase;
}
