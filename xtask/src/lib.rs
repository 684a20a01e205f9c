//! The operations engine and command line.

use std::process::ExitCode;

/// Runs the command line for the database `D`.
pub fn main<D: schema_core::DatabaseSchema>() -> ExitCode {
    let _ = D::declared();
    ExitCode::SUCCESS
}
