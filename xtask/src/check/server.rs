//! A collection on a server.

use bson::{Document, doc};
use futures::{StreamExt, TryStreamExt, stream};

use super::{Declared, Onlooker, Report, Tally, Wanted};
use crate::connect::Server;
use crate::data;
use crate::error::{Error, Result};
use crate::live::Make;

/// How many documents lie between two tellings of how far it is.
const TELLING: u64 = 1_000;

/// Checks collections, as many at a time as the connection's manner allows; the reports are in the
/// order of the collections.
///
/// # Errors
///
/// What keeps a collection from being read.
pub async fn collections(
    server: &Server,
    declared: &[Declared<'_>],
    wanted: Wanted,
    onlooker: Onlooker<'_>,
) -> Result<Vec<Report>> {
    let is_judge = server.facts().await?.make == Make::MongoDb;
    let checks = declared
        .iter()
        .map(|it| collection(server, it, wanted, is_judge, onlooker));
    stream::iter(checks.collect::<Vec<_>>())
        .buffered(server.parallel())
        .try_collect()
        .await
}

/// Checks one. `is_judge`: whether the server evaluates validators as MongoDB does.
pub async fn collection(
    server: &Server,
    declared: &Declared<'_>,
    wanted: Wanted,
    is_judge: bool,
    onlooker: Onlooker<'_>,
) -> Result<Report> {
    let Some(documents) = count(server, declared.name).await? else {
        return Ok(Tally::new(0).report(declared.name, 0, None));
    };
    let by_server = declared.evaluated.is_none() || (is_judge && wanted.sample.is_none());
    let total = wanted.sample.unwrap_or(documents).min(documents);
    let told = server
        .fold(
            aggregate(declared, wanted, by_server),
            || (Tally::new(wanted.limit), None),
            |(tally, fault), document| {
                match (&declared.evaluated, by_server) {
                    (Some(validator), false) => {
                        *fault = fault.or(tally.ask(validator, document.as_bytes()).err());
                    }
                    (validator, _) => tally.refused(validator.as_ref(), document.as_bytes()),
                }
                if tally.seen.is_multiple_of(TELLING) {
                    onlooker(declared.name, tally.seen, total);
                }
            },
        )
        .await?;
    onlooker(declared.name, total, total);
    match told {
        (_, Some(malformed)) => Err(Error::Unreadable {
            place: format!("`{}.{}`", server.name(), declared.name),
            detail: malformed.to_string(),
        }),
        (tally, None) => {
            let checked = by_server.then_some(total);
            Ok(tally.report(declared.name, documents, checked))
        }
    }
}

/// How many documents there are, by the server's own count; none without the collection.
async fn count(server: &Server, collection: &str) -> Result<Option<u64>> {
    match data::documents(server, collection).await {
        Ok(documents) => Ok(Some(documents)),
        Err(Error::NotFound { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The documents that the server refuses, or those that are asked about here.
fn aggregate(declared: &Declared<'_>, wanted: Wanted, by_server: bool) -> Document {
    let mut pipeline = Vec::new();
    if let Some(sample) = wanted.sample {
        let size = i64::try_from(sample).unwrap_or(i64::MAX);
        pipeline.push(doc! { "$sample": { "size": size } });
    }
    if by_server {
        pipeline.push(doc! { "$match": { "$nor": [declared.document] } });
    }
    doc! {
        "aggregate": declared.name, "pipeline": pipeline, "cursor": {}, "allowDiskUse": true,
    }
}
