//! How migrations stand, and what they would write: for people and for programs.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::Duration;

use bson::{Bson, Document};
use serde_json::{Value, json};
use similar::{ChangeTag, TextDiff};

use super::words::visible;
use crate::migrate::{Failure, Sample, Status};

/// Writes how each migration stands.
pub fn write(out: &mut impl Write, statuses: &[Status]) -> io::Result<()> {
    for status in statuses {
        write_one(out, status)?;
    }
    Ok(())
}

fn write_one(out: &mut impl Write, status: &Status) -> io::Result<()> {
    let name = visible(&status.collection);
    writeln!(
        out,
        "{name}: to version {}, {}",
        status.to,
        standing(status)
    )?;
    for (version, count) in &status.versions {
        let version = match version {
            Bson::Null => "no version".to_owned(),
            other => format!("version {}", extjson(other)),
        };
        writeln!(out, "  {:>12}  {}", count, visible(&version))?;
    }
    if let Some(line) = progress(status) {
        writeln!(out, "  {line}")?;
    }
    if let Some(note) = recorded(status).and_then(|it| it.get_str("note").ok()) {
        writeln!(out, "  {}", visible(note))?;
    }
    for failure in &status.failures {
        writeln!(out, "  {}", visible(&failed(failure)))?;
    }
    let untold = status.failed - status.failures.len() as i64;
    if untold > 0 {
        writeln!(out, "  and {untold} more, in `_schema.migrations`")?;
    }
    Ok(())
}

fn recorded(status: &Status) -> Option<&Document> {
    status.record.as_ref().map(|record| &record.document)
}

/// How it stands, in a few words.
fn standing(status: &Status) -> String {
    match &status.record {
        None if status.remaining == 0 => "nothing to migrate".to_owned(),
        None => "not begun".to_owned(),
        Some(record) => {
            let state = record.state.name();
            match (state, status.workers) {
                ("running", 0) => "begun, and nobody is at work".to_owned(),
                ("running", 1) => "running, 1 worker".to_owned(),
                ("running", workers) => format!("running, {workers} workers"),
                _ => state.to_owned(),
            }
        }
    }
}

/// What was done, how fast, and what is left.
fn progress(status: &Status) -> Option<String> {
    let record = recorded(status)?;
    let progress = record.get_document("progress").ok()?;
    let count = |name| progress.get_i64(name).unwrap_or_default();
    let migrated = count("migratedDocuments");
    // More may have come since it was counted.
    let total = count("totalDocuments").max(migrated + status.remaining);
    let mut line = format!(
        "{migrated} of {total} migrated, {} remain, {} failed",
        status.remaining, status.failed
    );
    let statistics = record.get_document("statistics").ok()?;
    if let Ok(rate) = statistics.get_f64("averageDocsPerSecond") {
        let _ = write!(line, ", {rate:.0} a second");
    }
    if let Some(left) = left(status) {
        let _ = write!(line, ", {} left", humantime::format_duration(left));
    }
    Some(line)
}

/// The time until the recorded end.
fn left(status: &Status) -> Option<Duration> {
    let statistics = recorded(status)?.get_document("statistics").ok()?;
    let end = statistics.get_datetime("estimatedCompletion").ok()?;
    let millis = end.timestamp_millis() - status.now.timestamp_millis();
    let seconds = u64::try_from(millis / 1000).ok()?;
    (seconds > 0 && status.workers > 0).then(|| Duration::from_secs(seconds))
}

fn failed(failure: &Failure) -> String {
    format!("failed: {}: {}", extjson(&failure.id), failure.reason)
}

/// How a migration stands, for programs.
pub fn document(status: &Status) -> Value {
    let versions = status.versions.iter();
    let versions =
        versions.map(|(version, count)| json!({ "version": extjson(version), "documents": count }));
    let part = |name| {
        let part = recorded(status).and_then(|record| record.get(name));
        part.map_or(Value::Null, extjson)
    };
    json!({
        "collection": status.collection,
        "to": status.to,
        "state": status.record.as_ref().map(|record| record.state.name()),
        "done": status.is_done(),
        "versions": versions.collect::<Vec<_>>(),
        "remaining": status.remaining,
        "unknown": status.unknown,
        "workers": status.workers,
        "seconds_left": left(status).map(|left| left.as_secs()),
        "progress": part("progress"),
        "configuration": part("configuration"),
        "statistics": part("statistics"),
        "note": part("note"),
        "failed": status.failed,
        "errors": status.failures.iter().map(failure).collect::<Vec<_>>(),
    })
}

fn failure(failure: &Failure) -> Value {
    json!({
        "document": extjson(&failure.id),
        "version": extjson(&failure.version),
        "error": failure.reason,
    })
}

/// Writes what each migration would make of some documents, as differences.
pub fn write_samples(out: &mut impl Write, samples: &[(&str, Vec<Sample>)]) -> io::Result<()> {
    for (name, samples) in samples {
        if samples.is_empty() {
            writeln!(out, "{}: no document is of an older version", visible(name))?;
        }
        for sample in samples {
            writeln!(
                out,
                "{} {}",
                visible(name),
                visible(&extjson(&sample.id).to_string())
            )?;
            match &sample.after {
                Ok(after) => write_difference(out, &sample.before, after)?,
                Err(reason) => writeln!(out, "  failed: {}", visible(reason))?,
            }
        }
    }
    Ok(())
}

fn write_difference(out: &mut impl Write, before: &Document, after: &Document) -> io::Result<()> {
    let (before, after) = (pretty(before), pretty(after));
    for change in TextDiff::from_lines(&before, &after).iter_all_changes() {
        let color = |color: anstyle::AnsiColor| color.on_default();
        let (sign, style) = match change.tag() {
            ChangeTag::Delete => ('-', color(anstyle::AnsiColor::Red)),
            ChangeTag::Insert => ('+', color(anstyle::AnsiColor::Green)),
            ChangeTag::Equal => (' ', anstyle::Style::new()),
        };
        let line = visible(change.value().trim_end_matches('\n'));
        writeln!(out, "{style}  {sign} {line}{style:#}")?;
    }
    Ok(())
}

fn pretty(document: &Document) -> String {
    let value = extjson(&Bson::from(document.clone()));
    let mut text = serde_json::to_string_pretty(&value).unwrap_or_default();
    text.push('\n');
    text
}

/// The same for programs.
pub fn samples(collection: &str, samples: &[Sample]) -> Value {
    let samples = samples.iter().map(|sample| {
        let after = sample.after.as_ref();
        json!({
            "document": extjson(&sample.id),
            "before": extjson(&Bson::from(sample.before.clone())),
            "after": after.map_or(Value::Null, |it| extjson(&Bson::from(it.clone()))),
            "error": after.err(),
        })
    });
    json!({ "collection": collection, "documents": samples.collect::<Vec<_>>() })
}

/// Writes what still stands against the end of each migration.
pub fn write_verified(out: &mut impl Write, found: &[(&str, Vec<String>)]) -> io::Result<()> {
    for (name, wrong) in found {
        if wrong.is_empty() {
            writeln!(
                out,
                "{}: every document is of the current version",
                visible(name)
            )?;
        }
        for wrong in wrong {
            writeln!(out, "{}: {}", visible(name), visible(wrong))?;
        }
    }
    Ok(())
}

fn extjson(value: &Bson) -> Value {
    value.clone().into_relaxed_extjson()
}
