//! The text that people read.
//!
//! It is written with colours; whether they reach the terminal is the caller's choice, by
//! `anstream::AutoStream`.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::Verbosity;
use super::{lists, words};
use crate::plan::{Action, Change, Class, Kind, Plan, Status, Summary};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const GREEN: Style = AnsiColor::Green.on_default();
const YELLOW: Style = AnsiColor::Yellow.on_default();
const RED: Style = AnsiColor::Red.on_default();

/// Writes a plan: its changes by collection, what is unmanaged, and a line that sums it up.
pub fn write_plan(out: &mut impl Write, plan: &Plan, verbosity: Verbosity) -> io::Result<()> {
    write_body(out, plan, verbosity)?;
    if plan.changes.is_empty() {
        return write_in_sync(out, plan);
    }
    let Summary {
        create,
        modify,
        replace,
        drop,
    } = plan.summary();
    writeln!(
        out,
        "plan: {create} to create, {modify} to modify, {replace} to replace, {drop} to drop{}",
        left_out(plan)
    )
}

/// Writes what came of a plan: as [`write_plan`] does, but the last line counts by status.
pub fn write_result(out: &mut impl Write, plan: &Plan, verbosity: Verbosity) -> io::Result<()> {
    write_body(out, plan, verbosity)?;
    if plan.changes.is_empty() {
        return write_in_sync(out, plan);
    }
    writeln!(out, "apply: {}", tally(plan))
}

/// That nothing is left to do, and where that was looked for.
fn write_in_sync(out: &mut impl Write, plan: &Plan) -> io::Result<()> {
    let database = words::visible(&plan.database);
    if plan.scope.only.is_empty() {
        return writeln!(out, "no changes: `{database}` is as declared");
    }
    let names: Vec<String> = plan
        .scope
        .only
        .iter()
        .map(|name| format!("`{}`", words::visible(name)))
        .collect();
    let names = names.join(", ");
    writeln!(
        out,
        "no changes in {names} of `{database}`; the rest was not looked at"
    )
}

/// How many of the changes would not be made, by status.
fn left_out(plan: &Plan) -> String {
    let counted = [Status::Skipped, Status::Held, Status::Blocked]
        .into_iter()
        .filter_map(|status| {
            let count = plan.changes.iter().filter(|it| it.status == status).count();
            (count > 0).then(|| format!("{count} {status}"))
        });
    let counted: Vec<String> = counted.collect();
    if counted.is_empty() {
        return String::new();
    }
    format!("; of these {}", counted.join(", "))
}

/// The statuses that occur, with their numbers; the applied ones always.
fn tally(plan: &Plan) -> String {
    let statuses = [
        Status::Applied,
        Status::Planned,
        Status::Skipped,
        Status::Held,
        Status::Blocked,
        Status::Failed,
    ];
    let counted = statuses.into_iter().filter_map(|status| {
        let count = plan
            .changes
            .iter()
            .filter(|change| change.status == status)
            .count();
        (count > 0 || status == Status::Applied).then(|| match status {
            Status::Planned => format!("{count} not reached"),
            status => format!("{count} {status}"),
        })
    });
    counted.collect::<Vec<_>>().join(", ")
}

fn write_body(out: &mut impl Write, plan: &Plan, verbosity: Verbosity) -> io::Result<()> {
    lists::write_overrides(out, &plan.scope)?;
    for group in plan
        .changes
        .chunk_by(|left, right| left.collection == right.collection)
    {
        writeln!(
            out,
            "{BOLD}{}{BOLD:#}",
            words::visible(&group[0].collection)
        )?;
        for change in group {
            write_change(out, change, verbosity)?;
        }
        writeln!(out)?;
    }
    lists::write_unmanaged(out, &plan.unmanaged, verbosity)?;
    if verbosity == Verbosity::Quiet {
        return Ok(());
    }
    for note in &plan.notes {
        writeln!(out, "{DIM}note:{DIM:#} {}", words::visible(note))?;
    }
    Ok(())
}

fn write_change(out: &mut impl Write, change: &Change, verbosity: Verbosity) -> io::Result<()> {
    let (sign, style) = sign(change.action);
    let subject = subject(change);
    writeln!(
        out,
        "  {style}{sign:<3}{style:#} {subject} {}{}",
        class(change.class),
        status(change)
    )?;
    if verbosity == Verbosity::Quiet {
        return Ok(());
    }
    writeln!(out, "      {}", words::visible(&change.reason))?;
    for note in &change.notes {
        writeln!(out, "      {DIM}note:{DIM:#} {}", words::visible(note))?;
    }
    if verbosity == Verbosity::Verbose {
        write_documents(out, change)
    } else {
        Ok(())
    }
}

fn write_documents(out: &mut impl Write, change: &Change) -> io::Result<()> {
    let documents = [
        ("before", change.before.as_ref()),
        ("after", change.after.as_ref()),
    ];
    let preparation = change.preparation.iter().map(|it| ("before that", it));
    let stated = documents
        .into_iter()
        .filter_map(|(name, document)| Some((name, document?)));
    for (name, document) in stated
        .chain(preparation)
        .chain([("command", &change.command)])
    {
        writeln!(out, "      {DIM}{name}:{DIM:#} {}", words::full(document))?;
    }
    Ok(())
}

fn sign(action: Action) -> (&'static str, Style) {
    match action.kind() {
        Kind::Create => ("+", GREEN),
        Kind::Modify => ("~", YELLOW),
        Kind::Replace => ("-/+", RED),
        Kind::Drop => ("-", RED),
    }
}

/// What is changed: the index with its specification, or the collection's part.
fn subject(change: &Change) -> String {
    let Some(name) = &change.index else {
        return part(change.action).to_owned();
    };
    let spec = change.after.as_ref().or(change.before.as_ref());
    let spec = spec.map(words::index).unwrap_or_default();
    format!("index {BOLD}{}{BOLD:#} {spec}", words::visible(name))
}

fn part(action: Action) -> &'static str {
    match action {
        Action::SetValidator => "validator",
        Action::ModifyCollection => "options",
        Action::ShardCollection => "shard key",
        _ => "collection",
    }
}

fn class(class: Class) -> String {
    let style = match class {
        Class::Safe => GREEN,
        Class::Caution => YELLOW,
        Class::Destructive => RED,
    };
    format!("{style}[{class}]{style:#}")
}

/// How far the change came; nothing while it is planned.
fn status(change: &Change) -> String {
    match (change.status, &change.error) {
        (Status::Planned, _) => String::new(),
        (Status::Applied, _) => format!(" {GREEN}applied{GREEN:#}"),
        (Status::Failed, Some(error)) => format!(" {RED}failed: {}{RED:#}", words::visible(error)),
        (Status::Failed, None) => format!(" {RED}failed{RED:#}"),
        (status, _) => format!(" {YELLOW}{status}{YELLOW:#}"),
    }
}
