//! The operations engine and command line.

pub mod apply;
pub mod bookkeeping;
mod cli;
pub mod compare;
pub mod connect;
pub mod dev_server;
pub mod error;
pub mod inspect;
pub mod live;
pub mod normal;
pub mod output;
pub mod plan;

use std::process::ExitCode;

/// Runs the command line for the database `D`: the whole `main` of an application's own `xtask`.
///
/// Reads the process's arguments and the variables `MONGODB_URI`, `MONGODB_DB` and `NO_COLOR`.
/// Exit codes: 0 done; 1 error; 2 not as declared; 64 wrong usage.
pub fn main<D: schema_core::DatabaseSchema>() -> ExitCode {
    cli::run(&D::declared())
}
