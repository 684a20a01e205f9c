//! `_schema.history`, as a table for people and as a document for programs.

use std::io::{self, Write};

use bson::{Bson, Document};
use serde_json::{Value, json};

use super::words::visible;

/// How much of a schema's hash people see.
const SHORT: usize = 8;

const TITLES: [&str; 6] = ["WHEN", "WHO", "OUTCOME", "CHANGES", "VERSION", "SCHEMA"];

/// Shows a record as abandoned that says `running` while its apply does not hold the lock, whose
/// token is given: it was killed, and no other has begun since that would have noted it.
pub fn settle(record: &mut Document, token: Option<i64>) {
    let is_running = record
        .get_str("state")
        .is_ok_and(|state| state == "running");
    if is_running && record.get_i64("token").ok() != token {
        record.insert("state", "abandoned");
    }
}

/// Writes a line for each record, in their order.
pub fn write(out: &mut impl Write, records: &[Document]) -> io::Result<()> {
    if records.is_empty() {
        return writeln!(out, "nothing was applied yet");
    }
    let rows: Vec<[String; 6]> = std::iter::once(TITLES.map(str::to_owned))
        .chain(records.iter().map(row))
        .collect();
    let widths: [usize; 6] = std::array::from_fn(|column| {
        let lengths = rows.iter().map(|row| row[column].chars().count());
        lengths.max().unwrap_or_default()
    });
    for row in &rows {
        for (cell, width) in row.iter().zip(widths) {
            write!(out, "{cell:<width$}  ")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The records as one document, in their order; values are relaxed Extended JSON.
pub fn document(database: &str, records: &[Document]) -> Value {
    let records: Vec<Value> = records
        .iter()
        .map(|record| Bson::from(record.clone()).into_relaxed_extjson())
        .collect();
    json!({ "format": 1, "database": database, "history": records })
}

fn row(record: &Document) -> [String; 6] {
    let declared = record.get_document("declared").ok();
    let hash = declared
        .and_then(|it| it.get_str("hash").ok())
        .unwrap_or("-");
    let cells = [
        when(record),
        text(record, "by"),
        text(record, "state"),
        changes(record),
        text(record, "tool"),
        hash.chars().take(SHORT).collect(),
    ];
    cells.map(|cell| visible(&cell))
}

fn text(record: &Document, field: &str) -> String {
    record.get_str(field).unwrap_or("-").to_owned()
}

/// To the second, which is as exact as anyone looks for.
fn when(record: &Document) -> String {
    let started = record.get_datetime("started").ok();
    let text = started.and_then(|at| at.try_to_rfc3339_string().ok());
    let text = text.unwrap_or_else(|| "-".to_owned());
    match text.split_once('.') {
        Some((seconds, _)) => format!("{seconds}Z"),
        None => text,
    }
}

/// How many changes came how far, and how many things were adopted.
fn changes(record: &Document) -> String {
    let list = |field| {
        record
            .get_array(field)
            .map(Vec::as_slice)
            .unwrap_or_default()
    };
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for change in list("changes") {
        let status = change
            .as_document()
            .and_then(|it| it.get_str("status").ok());
        let status = status.unwrap_or("unknown");
        match counts.iter_mut().find(|(known, _)| *known == status) {
            Some((_, count)) => *count += 1,
            None => counts.push((status, 1)),
        }
    }
    let adopted = list("adopted").len();
    if adopted > 0 {
        counts.push(("adopted", adopted));
    }
    let said: Vec<String> = counts
        .iter()
        .map(|(name, n)| format!("{n} {name}"))
        .collect();
    if said.is_empty() {
        "none".to_owned()
    } else {
        said.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bson::{DateTime, doc};

    #[test]
    fn a_record_is_a_line() {
        let record = doc! {
            "by": "ann@build pid 7", "state": "failed", "tool": "0.1.0",
            "started": DateTime::from_millis(1_500), "declared": { "hash": "0123456789abcdef" },
            "changes": [{ "status": "applied" }, { "status": "failed" }, { "status": "applied" }],
            "adopted": [{ "collection": "tasks" }],
        };
        let mut out = Vec::new();
        write(&mut out, &[record]).expect("memory");
        let out = String::from_utf8(out).expect("UTF-8");
        let lines: Vec<&str> = out.lines().collect();
        assert!(lines[0].starts_with("WHEN"));
        for part in [
            "1970-01-01T00:00:01Z",
            "ann@build pid 7",
            "failed",
            "2 applied, 1 failed, 1 adopted",
            "0.1.0",
            "01234567",
        ] {
            assert!(lines[1].contains(part), "{part}: {out}");
        }
        assert!(!out.contains("89abcdef"));
        assert_eq!(lines.len(), 2);
    }

    #[test]
    fn only_the_holder_of_the_lock_is_running() {
        let state = |token| {
            let mut record = doc! { "state": "running", "token": 7_i64 };
            settle(&mut record, token);
            record.get_str("state").expect("a state").to_owned()
        };
        assert_eq!(state(Some(7)), "running");
        assert_eq!(state(Some(8)), "abandoned");
        assert_eq!(state(None), "abandoned");
    }

    #[test]
    fn what_is_missing_or_hostile_is_shown_as_such() {
        let mut out = Vec::new();
        write(&mut out, &[doc! { "by": "a\u{1b}[2J" }]).expect("memory");
        assert!(!out.contains(&0x1b));
        let mut out = Vec::new();
        write(&mut out, &[]).expect("memory");
        assert_eq!(out, b"nothing was applied yet\n");
    }
}
