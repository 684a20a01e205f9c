//! The command line: what people can ask for.

mod apply;
mod arguments;
mod confirm;
mod console;
mod emit;
mod history;
mod progress;
mod rules;
mod run;
mod settings;

use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;
use schema_core::declared::DeclaredDatabase;

use arguments::Arguments;

/// Wrong usage.
const USAGE: u8 = 64;

/// Runs the process's command line for `declared`.
pub(crate) fn run(declared: &DeclaredDatabase) -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return explain(&error),
    };
    arguments.common.color.write_global();
    ExitCode::from(run::run(declared, &arguments))
}

/// Prints help, the version or what is wrong with the command line.
fn explain(error: &clap::Error) -> ExitCode {
    // A reader that went away is no reason to fail.
    let _ = error.print();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => ExitCode::SUCCESS,
        _ => ExitCode::from(USAGE),
    }
}
