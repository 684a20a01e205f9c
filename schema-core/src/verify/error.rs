//! Why a database is not taken for what is declared.

use super::Difference;

/// Why a database is not taken for what is declared.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The server could not be asked, or refused to tell.
    #[error(
        "database `{database}` could not be verified: {source}; the user needs `listCollections` and `listIndexes` on it, which the role `read` has"
    )]
    Unreadable {
        /// The database's name.
        database: String,
        /// The driver's error.
        source: mongodb::error::Error,
    },
    /// It differs from what is declared.
    #[error("database `{database}` is not as declared; run `cargo xtask plan` to see what would change:{}", listed(.differences))]
    NotAsDeclared {
        /// The database's name.
        database: String,
        /// Each difference, in the order of the declarations.
        differences: Vec<Difference>,
    },
}

fn listed(differences: &[Difference]) -> String {
    let lines = differences
        .iter()
        .map(|difference| format!("\n  {difference}"));
    lines.collect()
}
