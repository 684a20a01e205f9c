//! Flags that every command takes.

use std::time::Duration;

use clap::{Args, ValueEnum};

use super::duration;

/// Flags that every command takes, before or after its name.
#[derive(Debug, Args)]
#[command(next_help_heading = "Common options")]
pub(crate) struct Common {
    /// The server, as a connection string such as mongodb://localhost:27017/tracker [else: the
    /// environment variable MONGODB_URI]
    #[arg(long, global = true, value_name = "URI")]
    pub(crate) uri: Option<String>,
    /// The database's name [else: MONGODB_DB, the path of the connection string, the declared name]
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) db: Option<String>,
    /// The environment's name, by which the application's overrides differ [else: MONGO_SCHEMA_ENV]
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) env: Option<String>,
    /// Use the development server: the one that `cargo xtask dev` keeps running, or one that is
    /// started for this command
    #[arg(long, global = true)]
    pub(crate) dev: bool,
    /// Only these declared collections, by their stored names; comma-separated or repeated
    #[arg(long, global = true, value_name = "COLLECTION", value_delimiter = ',')]
    pub(crate) only: Vec<String>,
    /// The form of standard output; with json, text for people goes to standard error
    #[arg(long, global = true, value_enum, default_value_t = Format::Human)]
    pub(crate) format: Format,
    /// When to use colors; auto: on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto)]
    pub(crate) color: Color,
    /// Say only what is necessary
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// Show each change in full, with its command
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
    /// The longest time that one command may take on the server, such as 30s or 2h [default: no
    /// limit]
    #[arg(long, global = true, value_name = "DURATION", value_parser = duration)]
    pub(crate) max_time: Option<Duration>,
    /// How many commands may run on the server at the same time [default: 8, but one index build]
    #[arg(long, global = true, value_name = "N",
          value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) parallel: Option<u16>,
}

/// The form of standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text for people
    Human,
    /// One JSON document
    Json,
}

/// When to use colors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    /// Makes this the choice for all output of the process.
    pub(crate) fn write_global(self) {
        let choice = match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }
}
