//! Declared queries beside what the server does with them, as a table for people and as a document
//! for programs.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use bson::Bson;
use serde_json::{Value, json};

use super::Verbosity;
use super::words::visible;
use crate::explain::{Explained, Verdict};

const TITLES: [&str; 7] = [
    "COLLECTION",
    "QUERY",
    "INDEX",
    "RETURNED",
    "KEYS",
    "DOCUMENTS",
    "VERDICT",
];
/// The columns of numbers, which end below each other.
const NUMBERS: std::ops::RangeInclusive<usize> = 3..=5;

/// Writes a line for each query, what is to be known of some, and how many are as declared.
pub fn write(
    out: &mut impl Write,
    explained: &[Explained],
    verbosity: Verbosity,
) -> io::Result<()> {
    if explained.is_empty() {
        return writeln!(out, "no query is declared");
    }
    table(out, explained)?;
    for it in explained {
        notes(out, it, verbosity)?;
    }
    writeln!(out)?;
    writeln!(out, "{}", summary(explained))
}

fn table(out: &mut impl Write, explained: &[Explained]) -> io::Result<()> {
    let rows: Vec<[String; 7]> = explained.iter().map(row).collect();
    let widths: [usize; 7] = std::array::from_fn(|column| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells
            .chain([TITLES[column].len()])
            .max()
            .unwrap_or_default()
    });
    line(out, &TITLES.map(str::to_owned), &widths, Style::new())?;
    for (row, it) in rows.iter().zip(explained) {
        line(out, row, &widths, style(it.verdict))?;
    }
    Ok(())
}

fn line(
    out: &mut impl Write,
    cells: &[String; 7],
    widths: &[usize; 7],
    style: Style,
) -> io::Result<()> {
    for (column, (cell, width)) in cells.iter().zip(widths).enumerate() {
        if NUMBERS.contains(&column) {
            write!(out, "{cell:>width$}  ")?;
        } else if column + 1 < cells.len() {
            write!(out, "{cell:<width$}  ")?;
        } else {
            writeln!(out, "{style}{cell}{style:#}")?;
        }
    }
    Ok(())
}

fn style(verdict: Verdict) -> Style {
    let colour = match verdict {
        Verdict::AsDeclared => AnsiColor::Green,
        verdict if verdict.is_mismatch() => AnsiColor::Red,
        _ => AnsiColor::Yellow,
    };
    colour.on_default()
}

fn row(it: &Explained) -> [String; 7] {
    let count = |number: Option<i64>| number.map_or_else(|| "-".to_owned(), |it| it.to_string());
    let index = if it.used.is_empty() {
        "-".to_owned()
    } else {
        it.used.join(", ")
    };
    let cells = [
        it.collection.clone(),
        it.query.clone(),
        index,
        count(it.counts.map(|it| it.returned)),
        count(it.counts.map(|it| it.keys)),
        count(it.counts.map(|it| it.documents)),
        it.verdict.to_string(),
    ];
    cells.map(|cell| visible(&cell))
}

fn notes(out: &mut impl Write, it: &Explained, verbosity: Verbosity) -> io::Result<()> {
    let mut lines = it.notes.clone();
    if it.verdict.is_mismatch()
        && it.verdict != Verdict::NoCollection
        && let Some(chosen) = it.declared.first()
    {
        lines.push(format!("the compiler chose `{chosen}`"));
    }
    match verbosity {
        Verbosity::Quiet if !it.verdict.is_mismatch() => return Ok(()),
        Verbosity::Verbose => {
            let command = Bson::from(it.command.clone()).into_relaxed_extjson();
            lines.push(format!("command: {command}"));
            lines.push(format!("stages: {}", it.stages.join(" < ")));
        }
        _ => {}
    }
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    writeln!(
        out,
        "{}",
        visible(&format!("{}/{}: {}", it.collection, it.query, it.verdict))
    )?;
    for line in lines {
        writeln!(out, "    {}", visible(&line))?;
    }
    Ok(())
}

fn summary(explained: &[Explained]) -> String {
    let all = explained.len();
    let count = |is: fn(Verdict) -> bool| explained.iter().filter(|it| is(it.verdict)).count();
    let as_declared = count(|it| it == Verdict::AsDeclared);
    let mismatches = count(Verdict::is_mismatch);
    let open = all - as_declared - mismatches;
    let mut told = vec![format!("{as_declared} of {all} queries as declared")];
    told.extend((mismatches > 0).then(|| format!("{mismatches} not")));
    told.extend((open > 0).then(|| format!("{open} that cannot be told")));
    told.join(", ")
}

/// The same for programs.
pub fn document(database: &str, ratio: f64, explained: &[Explained]) -> Value {
    let queries: Vec<Value> = explained.iter().map(query).collect();
    let mismatches = explained.iter().filter(|it| it.verdict.is_mismatch());
    json!({
        "format": 1,
        "database": database,
        "ratio": ratio,
        "queries": queries,
        "mismatches": mismatches.count(),
    })
}

fn query(it: &Explained) -> Value {
    let counts = it.counts.map(|it| {
        json!({ "returned": it.returned, "keys_examined": it.keys, "documents_examined": it.documents })
    });
    json!({
        "collection": it.collection,
        "query": it.query,
        "verdict": it.verdict,
        "mismatch": it.verdict.is_mismatch(),
        "declared": it.declared,
        "used": it.used,
        "counts": counts,
        "stages": it.stages,
        "notes": it.notes,
        "command": Bson::from(it.command.clone()).into_relaxed_extjson(),
    })
}
