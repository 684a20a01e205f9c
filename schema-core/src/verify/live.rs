//! What an application calls.

use mongodb::Database;

use super::{Difference, VerifyError, differences, read};
use crate::{DatabaseSchema, declared::DeclaredDatabase};

/// How `database` differs from the declaration `D`; empty where it is as declared.
///
/// Reads `listCollections` once, `listIndexes` of each declared collection, and on a sharded cluster
/// the shard keys; nothing is written. The user needs what the role `read` has.
///
/// # Errors
///
/// [`VerifyError::Unreadable`] where the server cannot be asked.
///
/// ```no_run
/// # use schema_core::{DatabaseSchema, verify::{VerifyError, verify}};
/// # async fn start<Tracker: DatabaseSchema>(client: mongodb::Client) -> Result<(), VerifyError> {
/// for difference in verify::<Tracker>(&client.database("tracker")).await? {
///     eprintln!("{difference}");
/// }
/// # Ok(())
/// # }
/// ```
pub async fn verify<D: DatabaseSchema>(
    database: &Database,
) -> Result<Vec<Difference>, VerifyError> {
    verify_declared(&D::declared(), database).await
}

/// As [`verify`], where a difference is an error that lists them all: for a service that refuses to
/// start on a database that is not as declared.
///
/// # Errors
///
/// [`VerifyError::NotAsDeclared`], and as [`verify`].
pub async fn ensure<D: DatabaseSchema>(database: &Database) -> Result<(), VerifyError> {
    let differences = verify::<D>(database).await?;
    if differences.is_empty() {
        return Ok(());
    }
    let database = database.name().to_owned();
    Err(VerifyError::NotAsDeclared {
        database,
        differences,
    })
}

/// As [`verify`], for a declaration that differs from the attributes, such as an environment's own
/// expiry, or without the collections that a service does not use.
///
/// # Errors
///
/// As [`verify`].
pub async fn verify_declared(
    declared: &DeclaredDatabase,
    database: &Database,
) -> Result<Vec<Difference>, VerifyError> {
    let listed = read::listed(declared, database).await;
    let listed = listed.map_err(|source| VerifyError::Unreadable {
        database: database.name().to_owned(),
        source,
    })?;
    Ok(differences(declared, &listed))
}
