//! What `seed` did, as a table for people and as a document for programs.

use std::io::{self, Write};
use std::time::Duration;

use bson::DateTime;
use serde_json::{Value, json};

use super::words::visible;

/// What was filled.
#[derive(Debug)]
pub struct Report<'a> {
    /// The database.
    pub database: &'a str,
    /// What decided everything that was drawn.
    pub seed: u64,
    /// The day that documents were made for.
    pub as_of: DateTime,
    /// How many tenants there are.
    pub tenants: u64,
    /// The collections and how many documents each got.
    pub counts: Vec<(&'a str, u64)>,
    /// How long it took.
    pub took: Duration,
}

impl Report<'_> {
    fn total(&self) -> u64 {
        self.counts.iter().map(|(_, count)| count).sum()
    }

    fn day(&self) -> String {
        let text = self.as_of.try_to_rfc3339_string().unwrap_or_default();
        text.split('T').next().unwrap_or_default().to_owned()
    }

    fn rate(&self) -> u64 {
        let millis = u64::try_from(self.took.as_millis()).unwrap_or(u64::MAX);
        self.total() * 1_000 / millis.max(1)
    }
}

/// Writes a line for each collection, and how to get the same documents again.
pub fn write(out: &mut impl Write, report: &Report<'_>) -> io::Result<()> {
    let width = report.counts.iter().map(|(name, _)| name.chars().count());
    let width = width.max().unwrap_or_default();
    for (name, count) in &report.counts {
        writeln!(out, "  {:<width$}  {count:>9}", visible(name))?;
    }
    writeln!(
        out,
        "inserted {} documents of {} tenants in {:.1} s, {} a second",
        report.total(),
        report.tenants,
        report.took.as_secs_f64(),
        report.rate(),
    )?;
    writeln!(
        out,
        "the same command with `--seed {} --as-of {}` makes the same documents again",
        report.seed,
        report.day(),
    )
}

/// The same for programs.
pub fn document(report: &Report<'_>) -> Value {
    let collections: Vec<Value> = report
        .counts
        .iter()
        .map(|(name, count)| json!({ "collection": name, "documents": count }))
        .collect();
    json!({
        "format": 1,
        "database": report.database,
        "seed": report.seed,
        "as_of": report.day(),
        "tenants": report.tenants,
        "documents": report.total(),
        "seconds": (report.took.as_secs_f64() * 1e3).round() / 1e3,
        "collections": collections,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Report<'static> {
        Report {
            database: "tracker",
            seed: 7,
            as_of: DateTime::parse_rfc3339_str("2026-11-30T00:00:00Z").expect("a date"),
            tenants: 2,
            counts: vec![("tenants", 2), ("tasks", 1_998)],
            took: Duration::from_millis(500),
        }
    }

    #[test]
    fn people_see_counts_and_how_to_repeat_them() {
        let mut out = Vec::new();
        write(&mut out, &report()).expect("memory");
        insta::assert_snapshot!(String::from_utf8(out).expect("UTF-8"), @r"
          tenants          2
          tasks         1998
        inserted 2000 documents of 2 tenants in 0.5 s, 4000 a second
        the same command with `--seed 7 --as-of 2026-11-30` makes the same documents again
        ");
    }

    #[test]
    fn programs_get_a_document() {
        let expected = json!({
            "format": 1, "database": "tracker", "seed": 7, "as_of": "2026-11-30", "tenants": 2,
            "documents": 2_000, "seconds": 0.5,
            "collections": [
                { "collection": "tenants", "documents": 2 },
                { "collection": "tasks", "documents": 1_998 },
            ],
        });
        assert_eq!(document(&report()), expected);
    }
}
