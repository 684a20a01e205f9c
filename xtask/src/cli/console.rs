//! Standard output and standard error.

use std::cell::Cell;
use std::io::{self, Write};

use serde_json::Value;

use super::arguments::{Common, Format};
use super::progress::{self, Onlooker};
use super::run::unless_closed;
use crate::error::{Error, Result};
use crate::output::{Verbosity, human, json, visible_lines};
use crate::plan::Plan;

/// Says what people and programs want to know, each where they look for it.
pub(super) struct Console {
    format: Format,
    verbosity: Verbosity,
    /// Whether standard output has its document.
    answered: Cell<bool>,
}

impl Console {
    pub(super) fn new(common: &Common) -> Self {
        let verbosity = match (common.quiet, common.verbose) {
            (true, _) => Verbosity::Quiet,
            (_, true) => Verbosity::Verbose,
            _ => Verbosity::Normal,
        };
        Self {
            format: common.format,
            verbosity,
            answered: Cell::new(false),
        }
    }

    /// Whoever shows what happens on the way to a server.
    pub(super) fn onlooker(&self) -> Onlooker {
        Onlooker::new(self.verbosity == Verbosity::Quiet)
    }

    /// How much people want to be told.
    pub(super) fn verbosity(&self) -> Verbosity {
        self.verbosity
    }

    /// Whether people want to be told only what is necessary.
    pub(super) fn is_quiet(&self) -> bool {
        self.verbosity == Verbosity::Quiet
    }

    /// Says something to people, unless they asked for quiet.
    pub(super) fn note(&self, text: &str) {
        if self.verbosity != Verbosity::Quiet {
            self.insist(text);
        }
    }

    /// Says something to people who want to know everything.
    pub(super) fn detail(&self, text: &str) {
        if self.verbosity == Verbosity::Verbose {
            self.insist(text);
        }
    }

    /// Says something to people even if they asked for quiet.
    #[expect(
        clippy::unused_self,
        reason = "all that is said goes through a console"
    )]
    pub(super) fn insist(&self, text: &str) {
        progress::line(text);
    }

    /// Says what went wrong.
    pub(super) fn error(&self, error: &Error) {
        let style = anstyle::AnsiColor::Red.on_default().bold();
        let text = visible_lines(&error.to_string());
        self.insist(&format!("{style}error:{style:#} {text}"));
    }

    /// Says that the command failed; to programs too, where they have got nothing yet.
    pub(super) fn failed(&self, error: &Error) {
        self.error(error);
        if self.format == Format::Json && !self.answered.get() {
            // Nobody is left to tell if standard output is gone.
            let _ = self.document(&json::failure(&error.to_string(), error.exit_code()));
        }
    }

    /// Shows a plan to people: on standard output, unless that is for programs.
    pub(super) fn plan(&self, plan: &Plan) -> Result<()> {
        let verbosity = self.verbosity;
        unless_closed(match self.format {
            Format::Human => human::write_plan(&mut anstream::stdout().lock(), plan, verbosity),
            Format::Json => human::write_plan(&mut anstream::stderr().lock(), plan, verbosity),
        })
    }

    /// Writes what a command was asked for on standard output: text for people, or the one document
    /// for programs.
    pub(super) fn answer(
        &self,
        text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
        document: impl FnOnce() -> Value,
    ) -> Result<()> {
        match self.format {
            Format::Human => unless_closed(text(&mut anstream::stdout().lock())),
            Format::Json => self.document(&document()),
        }
    }

    /// Gives programs the plan, and what came of it; `in_sync` is what was found afterwards.
    pub(super) fn result(&self, plan: &Plan, in_sync: bool) -> Result<()> {
        if self.format == Format::Human {
            return Ok(());
        }
        let mut text = Vec::new();
        json::write(&mut text, plan)?;
        let mut document: Value = serde_json::from_slice(&text).map_err(io::Error::other)?;
        document["in_sync"] = in_sync.into();
        self.document(&document)
    }

    /// Writes the one document of standard output.
    pub(super) fn document(&self, document: &Value) -> Result<()> {
        self.answered.set(true);
        let mut text = serde_json::to_string_pretty(document).map_err(io::Error::other)?;
        text.push('\n');
        self.text(&text)
    }

    /// Writes a text that is the whole of standard output.
    #[expect(
        clippy::unused_self,
        reason = "all that is said goes through a console"
    )]
    pub(super) fn text(&self, text: &str) -> Result<()> {
        let mut out = io::stdout().lock();
        unless_closed(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
    }
}
