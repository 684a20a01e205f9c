//! The operations engine and command line.

pub mod dev_server;
pub mod live;
pub mod normal;
pub mod output;
pub mod plan;

use std::process::ExitCode;

/// Runs the command line for the database `D`.
pub fn main<D: schema_core::DatabaseSchema>() -> ExitCode {
    let _ = D::declared();
    ExitCode::SUCCESS
}
