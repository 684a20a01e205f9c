//! Each declared query, run through the server's explain with values that documents have, and compared
//! with the index that serves it by the compiler's reckoning.

mod command;
mod read;
mod values;
mod verdict;

use bson::{Bson, Document, doc};
use futures::{StreamExt, TryStreamExt, stream};
use schema_core::declared::{DeclaredCollection, DeclaredDatabase, DeclaredQuery};

use crate::connect::Server;
use crate::error::{Error, Result};
pub use command::find;
pub use read::{Counts, Plan, Reach, Reading, Stage, read};
pub use values::Values;
pub use verdict::{RATIO, Verdict, judge};

/// A declared query, and how the server goes about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Explained {
    /// The collection.
    pub collection: String,
    /// The query's name.
    pub query: String,
    /// The declared indexes that serve it, the best first.
    pub declared: Vec<String>,
    /// The indexes that the server used, each once.
    pub used: Vec<String>,
    /// What to think of it.
    pub verdict: Verdict,
    /// What the server counted.
    pub counts: Option<Counts>,
    /// The plan's stages, from the last to the first.
    pub stages: Vec<String>,
    /// What else people should know.
    pub notes: Vec<String>,
    /// The command that was explained.
    pub command: Document,
}

/// Explains every query of the wanted collections, as many at a time as the connection's manner
/// allows; `ratio` is how many keys and documents may be examined for each that is returned.
///
/// # Errors
///
/// A lost server. What the server refuses to explain is a [`Verdict::Unknown`].
pub async fn explain(
    server: &Server,
    declared: &DeclaredDatabase,
    only: &[String],
    ratio: f64,
) -> Result<Vec<Explained>> {
    let is_wanted = |it: &&DeclaredCollection| only.is_empty() || only.contains(&it.name);
    let collections = declared.collections.iter().filter(is_wanted);
    let all = collections.flat_map(|collection| {
        let queries = collection.queries.iter();
        queries.map(move |query| one(server, declared, (collection, query), ratio))
    });
    stream::iter(all.collect::<Vec<_>>())
        .buffered(server.parallel())
        .try_collect()
        .await
}

async fn one(
    server: &Server,
    declared: &DeclaredDatabase,
    (collection, query): (&DeclaredCollection, &DeclaredQuery),
    ratio: f64,
) -> Result<Explained> {
    let values = values::representative(server, declared, collection, query).await;
    let (values, mut notes) = match values {
        Ok(values) => {
            let notes = values.notes.clone();
            (values, notes)
        }
        Err(error) => (Values::default(), vec![known(error)?]),
    };
    let find = find(collection, query, &values);
    let (verdict, reading) = if values.suffice(query) {
        let live = indexes(server, &collection.name).await?;
        let (verdict, reading, reasons) =
            asked(server, (collection, query), &find, &live, ratio).await?;
        if verdict == Verdict::NoCollection {
            notes.clear();
        }
        notes.extend(reasons);
        (verdict, reading)
    } else {
        notes.push("no values for it could be found or generated, so it was not run".to_owned());
        (Verdict::Unknown, Reading::default())
    };
    Ok(Explained {
        collection: collection.name.clone(),
        query: query.name.clone(),
        declared: query.served_by.clone(),
        used: reading.indexes(),
        verdict,
        counts: reading.counts,
        stages: reading.stages(),
        notes,
        command: find,
    })
}

/// What the server says of a query, and what to think of that.
async fn asked(
    server: &Server,
    declared: (&DeclaredCollection, &DeclaredQuery),
    find: &Document,
    live: &[(String, Document)],
    ratio: f64,
) -> Result<(Verdict, Reading, Vec<String>)> {
    let command = doc! { "explain": find.clone(), "verbosity": "executionStats" };
    match server.command(command).await {
        Ok(reply) => {
            let reading = read(&reply);
            let (verdict, reasons) = judge(declared, &reading, live, ratio);
            Ok((verdict, reading, reasons))
        }
        Err(error) => Ok((Verdict::Unknown, Reading::default(), vec![known(error)?])),
    }
}

/// What keeps one query from being explained is told; what keeps the whole command from it is an
/// error.
fn known(error: Error) -> Result<String> {
    match error {
        Error::Command { .. }
        | Error::TimeIsUp { .. }
        | Error::Unsupported { .. }
        | Error::NotFound { .. }
        | Error::NotPermitted { .. } => Ok(error.to_string()),
        other => Err(other),
    }
}

/// The names and keys of a collection's indexes; none where it does not exist.
async fn indexes(server: &Server, collection: &str) -> Result<Vec<(String, Document)>> {
    let keep = |index: Document| {
        let name = index.get_str("name").ok()?.to_owned();
        match index.get("key") {
            Some(Bson::Document(key)) => Some((name, key.clone())),
            _ => None,
        }
    };
    match server
        .listing_of(doc! { "listIndexes": collection }, keep)
        .await
    {
        Err(Error::NotFound { .. }) => Ok(Vec::new()),
        other => other,
    }
}
