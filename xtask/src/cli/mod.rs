//! The command line: what people can ask for.

mod apply;
mod arguments;
mod check;
mod confirm;
mod console;
mod early;
mod emit;
mod explain;
mod history;
mod migrate;
mod progress;
mod rules;
mod run;
mod seed;
mod settings;
mod unhide;

use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;
use schema_core::declared::DeclaredDatabase;
use schema_core::upgrade::UpgradeFn;

use arguments::Arguments;

use crate::overrides::{Overrides, Target};

/// Wrong usage.
const USAGE: u8 = 64;

/// Runs the process's command line for `declared`, with what differs from it at the target.
pub(crate) fn run(
    declared: DeclaredDatabase,
    upgrades: &[(String, UpgradeFn)],
    overrides: impl FnOnce(&Target) -> Overrides,
) -> ExitCode {
    let line: Vec<_> = std::env::args_os().collect();
    early::color(&line).write_global();
    match Arguments::try_parse_from(&line) {
        Ok(arguments) => ExitCode::from(run::run(declared, upgrades, overrides, &arguments)),
        Err(error) => tell(&error, early::is_json(&line)),
    }
}

/// Prints help, the version or what is wrong with the command line.
fn tell(error: &clap::Error, json: bool) -> ExitCode {
    let is_asked_for = matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
    );
    // A reader that went away is no reason to fail.
    let _ = early::explain(error, json && !is_asked_for);
    if is_asked_for {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(USAGE)
    }
}
