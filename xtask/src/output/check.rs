//! Documents that a validator would refuse, for people and for programs.

use std::io::{self, Write};

use bson::Bson;
use serde_json::{Value, json};

use super::words::{value, visible};
use crate::check::{Example, Fault, Report};

/// Writes what was found: a line for each collection, and below it its faults with examples.
pub fn write(out: &mut impl Write, reports: &[Report]) -> io::Result<()> {
    for report in reports {
        writeln!(out, "{}", visible(&line(report)))?;
        for fault in &report.faults {
            write_fault(out, fault)?;
        }
        if report.others > 0 {
            writeln!(out, "  {} × further kinds of fault", report.others)?;
        }
    }
    writeln!(out, "{}", summary(reports))
}

fn line(report: &Report) -> String {
    let Report {
        collection,
        documents,
        checked,
        refused,
        ..
    } = report;
    let of = if checked == documents {
        format!("{documents}")
    } else {
        format!("{checked} drawn of {documents}")
    };
    match refused {
        0 => format!("{collection}: {of} documents, none would be refused"),
        _ => format!("{collection}: {refused} of {of} documents would be refused"),
    }
}

fn write_fault(out: &mut impl Write, fault: &Fault) -> io::Result<()> {
    let place = match fault.path.as_str() {
        "" => "the document".to_owned(),
        path => format!("`{path}`"),
    };
    let head = format!("  {} × {place} ({})", fault.documents, fault.keyword);
    writeln!(out, "{}", visible(&head))?;
    for Example { id, message, .. } in &fault.examples {
        let example = format!("      _id {}: {message}", value(id));
        writeln!(out, "{}", visible(&example))?;
    }
    Ok(())
}

fn summary(reports: &[Report]) -> String {
    let checked: u64 = reports.iter().map(|it| it.checked).sum();
    let refused: u64 = reports.iter().map(|it| it.refused).sum();
    format!("{checked} documents checked, {refused} would be refused")
}

/// The same as one document; values are relaxed Extended JSON.
pub fn document(database: &str, reports: &[Report]) -> Value {
    let collections: Vec<Value> = reports.iter().map(collection).collect();
    let refused: u64 = reports.iter().map(|it| it.refused).sum();
    json!({ "format": 1, "database": database, "refused": refused, "collections": collections })
}

fn collection(report: &Report) -> Value {
    json!({
        "collection": report.collection,
        "documents": report.documents,
        "checked": report.checked,
        "refused": report.refused,
        "faults": report.faults.iter().map(fault).collect::<Vec<_>>(),
        "other_faults": report.others,
    })
}

fn fault(fault: &Fault) -> Value {
    json!({
        "path": fault.path,
        "keyword": fault.keyword,
        "documents": fault.documents,
        "examples": fault.examples.iter().map(example).collect::<Vec<_>>(),
    })
}

fn example(example: &Example) -> Value {
    let extended = |value: &Bson| value.clone().into_relaxed_extjson();
    json!({
        "_id": extended(&example.id),
        "message": example.message,
        "wanted": example.wanted.as_ref().map(extended),
        "found": example.found.as_ref().map(extended),
    })
}
