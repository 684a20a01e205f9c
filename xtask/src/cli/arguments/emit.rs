//! `emit`

use clap::{Args, ValueEnum};

pub(super) const HELP: &str = "\
With `--format json`, roles are one document of createRole commands, and texts are in the field
`text` of one document.

Examples:
  cargo xtask emit --target json > schema.json
  cargo xtask emit --target mongosh > schema.js && mongosh --quiet \"$MONGODB_URI\" --file schema.js
  cargo xtask emit --target markdown --only tasks
  cargo xtask emit --target roles --format json | jq '.roles[].createRole'";

#[derive(Debug, Args)]
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
    /// A script by which mongosh brings a database to the declared state
    Mongosh,
    /// The validators as JSON Schema draft 4, a definition for each collection
    JsonSchema,
    /// A page for people: fields, indexes, queries, accepted exceptions
    Markdown,
    /// The least privileges of plan, apply and the application, as a script for mongosh
    Roles,
}
