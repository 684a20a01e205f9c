//! What stands beside a plan's changes.

use std::io::{self, Write};

use anstyle::Style;
use bson::Bson;

use super::{Verbosity, words};
use crate::overrides::Override;
use crate::plan::{Scope, Unmanaged};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// How many unmanaged things are named to people who did not ask for all.
const NAMED: usize = 20;

/// Writes the settings that are not the structs' own; they matter even where quiet is wanted.
pub(super) fn write_overrides(out: &mut impl Write, scope: &Scope) -> io::Result<()> {
    if scope.overrides.is_empty() {
        return Ok(());
    }
    let environment = scope.environment.as_ref();
    let environment = environment.map(|name| format!(" (environment `{}`)", words::visible(name)));
    let environment = environment.unwrap_or_default();
    writeln!(out, "{BOLD}overrides{BOLD:#}{environment}")?;
    for one in &scope.overrides {
        writeln!(out, "  {}", line(one))?;
    }
    writeln!(out)
}

fn line(one: &Override) -> String {
    let index = one.index.as_ref().map(|name| format!(" index {name}"));
    let told = |value: &Option<Bson>| value.as_ref().map_or("none".to_owned(), words::value);
    words::visible(&format!(
        "{}{} {}: {} instead of {}",
        one.collection,
        index.unwrap_or_default(),
        one.setting,
        told(&one.value),
        told(&one.declared)
    ))
}

/// Writes what is live and neither declared nor this tool's own: nothing where quiet is wanted, all
/// of it where everything is, and else the first ones and how many more there are.
pub(super) fn write_unmanaged(
    out: &mut impl Write,
    unmanaged: &[Unmanaged],
    verbosity: Verbosity,
) -> io::Result<()> {
    if unmanaged.is_empty() || verbosity == Verbosity::Quiet {
        return Ok(());
    }
    let shown = match verbosity {
        Verbosity::Verbose => unmanaged.len(),
        _ => NAMED,
    };
    writeln!(out, "{BOLD}unmanaged{BOLD:#} (left alone)")?;
    for Unmanaged { collection, index } in unmanaged.iter().take(shown) {
        let collection = words::visible(collection);
        match index {
            Some(index) => writeln!(out, "  index {} on {collection}", words::visible(index))?,
            None => writeln!(out, "  collection {collection}")?,
        }
    }
    if let Some(more @ 1..) = unmanaged.len().checked_sub(shown) {
        writeln!(out, "  {DIM}and {more} more; `-v` names all{DIM:#}")?;
    }
    writeln!(out)
}
