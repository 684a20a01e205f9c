//! The operations engine and command line.

pub mod apply;
pub mod bookkeeping;
pub mod check;
mod cli;
pub mod compare;
pub mod connect;
pub mod data;
pub mod dev_server;
pub mod emit;
pub mod error;
pub mod explain;
pub mod inspect;
pub mod live;
pub mod migrate;
pub mod output;
pub mod overrides;
pub mod plan;
pub mod saved;
pub mod seed;

pub use schema_core::normal;

use std::process::ExitCode;

use overrides::{Overrides, Target};

/// Runs the command line for the database `D`: the whole `main` of an application's own `xtask`.
///
/// Reads the process's arguments and the variables `MONGODB_URI`, `MONGODB_DB`, `MONGO_SCHEMA_ENV` and
/// `NO_COLOR`. Exit codes: 0 done; 1 error; 2 not as declared; 64 wrong usage.
pub fn main<D: schema_core::DatabaseSchema>() -> ExitCode {
    main_with::<D>(|_| Overrides::new())
}

/// As [`main`], with settings that differ by environment and database: see [`overrides`].
pub fn main_with<D: schema_core::DatabaseSchema>(
    overrides: impl FnOnce(&Target) -> Overrides,
) -> ExitCode {
    cli::run(D::declared(), &D::upgrades(), overrides)
}
