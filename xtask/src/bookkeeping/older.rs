//! Whether the declared schema is older than one that was applied.
//!
//! `_schema.history` has each applied schema's hash and its collections' versions. A hash's age is
//! that of the first apply that had it: one that was superseded by another, and comes again, is
//! older than the newest. After a return on purpose the newest is the one returned to, so that the
//! way forward is open again.

use std::fmt::Write;

use bson::{Bson, Document, doc};
use schema_core::declared::DeclaredDatabase;

use super::history::{COLLECTION, hash, versions};
use crate::connect::Server;
use crate::error::{Error, Result};

/// Makes sure that no newer schema was applied.
///
/// # Errors
///
/// [`Error::OlderSchema`] where one was.
pub async fn refuse(server: &Server, declared: &DeclaredDatabase) -> Result<()> {
    let find = doc! {
        "find": COLLECTION,
        "filter": { "schema": &declared.name },
        "projection": {
            "declared": 1, "by": 1, "started": 1, "state": 1, "adopted": 1, "changes.status": 1,
        },
        "sort": { "token": 1, "started": 1 },
    };
    let records = server.listing(find).await?;
    match newer(&records, &hash(declared)?, &versions(declared)) {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// What was applied after the schema with this hash and these versions, of `records`, the oldest
/// first.
fn newer(records: &[Document], hash: &str, versions: &Document) -> Option<Error> {
    let counted: Vec<&Document> = records.iter().filter(|it| did_something(it)).collect();
    let newest = counted.last()?;
    let their_hash = hash_of(newest)?;
    if their_hash == hash {
        return None;
    }
    let first = |hash: &str| counted.iter().position(|it| hash_of(it) == Some(hash));
    let why = higher_versions(newest, versions).or_else(|| {
        let own = first(hash).filter(|own| Some(*own) < first(their_hash))?;
        let at = time(counted[own]);
        Some(format!(
            "this one was first applied at {at}, before that one"
        ))
    })?;
    Some(Error::OlderSchema {
        by: newest.get_str("by").unwrap_or("somebody").to_owned(),
        at: time(newest),
        why,
    })
}

/// Whether an apply changed the database, or may have: a failed one may have done nothing at all.
fn did_something(record: &Document) -> bool {
    let list = |name| {
        record
            .get_array(name)
            .map(Vec::as_slice)
            .unwrap_or_default()
    };
    let is_applied = |change: &Bson| {
        let change = change.as_document();
        change.is_some_and(|it| it.get_str("status").is_ok_and(|it| it == "applied"))
    };
    let has_failed = record.get_str("state").is_ok_and(|state| state == "failed");
    !has_failed || !list("adopted").is_empty() || list("changes").iter().any(is_applied)
}

fn hash_of(record: &Document) -> Option<&str> {
    record.get_document("declared").ok()?.get_str("hash").ok()
}

/// The collections whose version in `record` is higher than the declared one.
fn higher_versions(record: &Document, versions: &Document) -> Option<String> {
    let declared = record.get_document("declared").ok()?;
    let theirs = declared.get_document("versions").ok()?;
    let mut said = String::new();
    for (collection, version) in theirs {
        let (Some(theirs), Ok(own)) = (version.as_i64(), versions.get_i64(collection)) else {
            continue;
        };
        if own < theirs {
            let and = if said.is_empty() { "" } else { ", " };
            let _ = write!(
                said,
                "{and}`{collection}` had version {theirs} there and has {own} here"
            );
        }
    }
    (!said.is_empty()).then_some(said)
}

fn time(record: &Document) -> String {
    let started = record.get_datetime("started").ok();
    let text = started.and_then(|at| at.try_to_rfc3339_string().ok());
    text.unwrap_or_else(|| "an unknown time".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use bson::DateTime;

    fn record(hash: &str, version: i64, state: &str) -> Document {
        doc! {
            "by": "ann@build pid 7", "started": DateTime::from_millis(0), "state": state,
            "declared": { "hash": hash, "versions": { "tasks": version } },
        }
    }

    fn refused(records: &[Document], hash: &str, version: i64) -> bool {
        newer(records, hash, &doc! { "tasks": version }).is_some()
    }

    #[test]
    fn only_what_was_superseded_is_older() {
        let history = [record("a", 1, "done"), record("b", 1, "done")];
        assert!(refused(&history, "a", 1));
        assert!(!refused(&history, "b", 1));
        assert!(!refused(&history, "c", 1), "never seen, so new");
        assert!(!refused(&[], "a", 1));
    }

    #[test]
    fn a_lower_version_is_older_even_if_never_seen() {
        let history = [record("a", 2, "done")];
        assert!(refused(&history, "c", 1));
        assert!(!refused(&history, "c", 2));
        let error = newer(&history, "c", &doc! { "tasks": 1_i64 }).expect("older");
        let said = error.to_string();
        for part in [
            "ann@build",
            "1970-01-01",
            "version 2",
            "--allow older-schema",
        ] {
            assert!(said.contains(part), "{part}: {said}");
        }
    }

    #[test]
    fn after_a_return_on_purpose_the_way_forward_is_open() {
        let history = [
            record("a", 1, "done"),
            record("b", 2, "done"),
            record("a", 1, "done"),
        ];
        assert!(!refused(&history, "b", 2));
        assert!(!refused(&history, "a", 1));
    }

    #[test]
    fn an_apply_that_did_nothing_does_not_count() {
        let failed = record("b", 2, "failed");
        let with = |changes: Vec<Document>| {
            let mut record = failed.clone();
            record.insert("changes", changes);
            [super::tests::record("a", 1, "done"), record]
        };
        assert!(!refused(&with(vec![doc! { "status": "planned" }]), "a", 1));
        assert!(refused(&with(vec![doc! { "status": "applied" }]), "a", 1));
        let killed = [record("a", 1, "done"), record("b", 2, "abandoned")];
        assert!(refused(&killed, "a", 1));
    }
}
