//! `emit`

use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  cargo xtask emit --target json > schema.json")]
pub(crate) struct Emit {
    /// What to print
    #[arg(long, value_enum)]
    pub(crate) target: Target,
}

/// A form in which the declared schema is printed.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Target {
    /// Collections with their `create` options and index specifications, as Extended JSON
    Json,
}
