//! How a migration stands: what is recorded of it, and what the documents say.

use bson::{Bson, DateTime};

use super::clock::Clock;
use super::record::{self, Record};
use super::{Failure, Target, failures, ranges, read, schema};
use crate::bookkeeping::migrations::State;
use crate::connect::Server;
use crate::data;
use crate::error::Result;
use crate::inspect;

/// How many failures are told.
const TOLD: i64 = 20;

/// How a collection's migration stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Status {
    /// The collection's name.
    pub collection: String,
    /// The version to which its documents are upgraded.
    pub to: u32,
    /// What is recorded; none where it never began.
    pub record: Option<Record>,
    /// How many documents there are of each version, as it is stored: null where there is none.
    pub versions: Vec<(Bson, i64)>,
    /// How many documents are of older shapes.
    pub remaining: i64,
    /// How many documents are of versions that no shape is known for.
    pub unknown: i64,
    /// How many ranges are being worked on, here or elsewhere.
    pub workers: usize,
    /// How many documents failed.
    pub failed: i64,
    /// The first of those that failed.
    pub failures: Vec<Failure>,
    /// The server's clock.
    pub now: DateTime,
}

/// Looks how the migration of a collection stands; changes nothing.
pub async fn status(server: &Server, target: &Target<'_>) -> Result<Status> {
    let clock = Clock::of(server).await?;
    let versions = read::by_version(server, target).await?;
    let of = |wanted: &dyn Fn(&Bson) -> bool| {
        let found = versions.iter().filter(|(version, _)| wanted(version));
        found.map(|(_, count)| count).sum()
    };
    Ok(Status {
        collection: target.name().to_owned(),
        to: target.version(),
        record: record::read(server, target).await?,
        remaining: of(&|version| is_older(target, version)),
        unknown: of(&|version| is_unknown(target, version)),
        workers: ranges::held(server, &target.id(), &clock).await?,
        failed: failures::count(server, target).await?,
        failures: failures::list(server, target, TOLD).await?,
        now: clock.now(),
        versions,
    })
}

impl Status {
    /// Whether every document is of the current version, and the migration at its end.
    pub fn is_done(&self) -> bool {
        let state = self.record.as_ref().map(|record| record.state);
        self.remaining == 0 && self.unknown == 0 && state.is_none_or(|it| it == State::Done)
    }
}

/// What still stands against the end of a migration, in sentences; changes nothing.
pub async fn verify(server: &Server, target: &Target<'_>) -> Result<Vec<String>> {
    let found = status(server, target).await?;
    let mut wrong = Vec::new();
    if found.remaining > 0 {
        wrong.push(format!(
            "{} of older versions; run `migrate run`",
            documents(found.remaining)
        ));
    }
    if found.unknown > 0 {
        wrong.push(format!(
            "{} of versions that no shape is declared for; mend them",
            documents(found.unknown)
        ));
    }
    if let Some(record) = found.record.filter(|record| record.state != State::Done) {
        wrong.push(format!("the migration is {}", record.state.name()));
    }
    let violations = data::violations(server, target.name(), &target.current()).await?;
    if violations.documents > 0 {
        let ids: Vec<String> = violations.ids.iter().map(json).collect();
        wrong.push(format!(
            "documents that violate the validator of version {}: {}, such as {}",
            target.version(),
            violations.documents,
            ids.join(", ")
        ));
    }
    if let Some(live) = inspect::collection(server, target.name()).await? {
        if schema::unindexing(target, &live).is_some() {
            wrong.push(format!(
                "the temporary index `{}` is still there",
                schema::index_name(target)
            ));
        }
        if wrong.is_empty() && schema::tightening(target, &live).is_some() {
            wrong.push(
                "the validator is not that of the current version alone; `migrate run` tightens it"
                    .to_owned(),
            );
        }
    }
    Ok(wrong)
}

fn documents(count: i64) -> String {
    if count == 1 {
        "1 document is".to_owned()
    } else {
        format!("{count} documents are")
    }
}

fn json(value: &Bson) -> String {
    value.clone().into_relaxed_extjson().to_string()
}

/// Whether a stored version is that of a shape before.
pub(super) fn is_older(target: &Target<'_>, version: &Bson) -> bool {
    match version {
        Bson::Null | Bson::Undefined => target.versions.unversioned,
        other => target.older().iter().any(|older| is_version(other, *older)),
    }
}

/// Whether a stored version is that of no known shape.
pub(super) fn is_unknown(target: &Target<'_>, version: &Bson) -> bool {
    !is_version(version, target.version()) && !is_older(target, version)
}

/// Whether a stored version is this one, as the server compares numbers.
pub(super) fn is_version(stored: &Bson, version: u32) -> bool {
    match stored {
        Bson::Int32(stored) => i64::from(*stored) == i64::from(version),
        Bson::Int64(stored) => *stored == i64::from(version),
        Bson::Double(stored) => (*stored - f64::from(version)).abs() < f64::EPSILON,
        _ => false,
    }
}

/// A stored version, for people.
pub(super) fn name(version: &Bson) -> String {
    match version {
        Bson::Null | Bson::Undefined => "no version".to_owned(),
        Bson::Int32(_) | Bson::Int64(_) | Bson::Double(_) => format!("version {version}"),
        other => format!("version {}", json(other)),
    }
}
