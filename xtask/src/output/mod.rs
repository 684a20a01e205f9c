//! A plan, and what came of it, as a document for programs and as text for people.

pub mod check;
pub mod explain;
pub mod history;
pub mod human;
pub mod json;
mod lists;
pub mod migrate;
pub mod rules;
pub mod seed;
mod words;

pub(crate) use words::{
    index as index_line, reorders, value as value_line, visible, visible_lines,
};

/// How much people are told.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Verbosity {
    /// A line for each change, and the summary.
    Quiet,
    /// Reasons, notes and what is unmanaged as well.
    #[default]
    Normal,
    /// The specifications before and after, and the commands, as well.
    Verbose,
}
