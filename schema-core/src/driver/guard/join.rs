//! Stages that read another collection.

use bson::{Bson, Document, doc};

use super::{
    Joined, Refusal, Scope, filter,
    pipeline::{matching, rest},
    stage::stages_of,
};

/// `$lookup`, whose own pipeline starts from the tenant's documents. Source: `$lookup (aggregation)`.
pub(super) fn lookup(value: Bson, joined: &Joined) -> Result<Bson, Refusal> {
    const KNOWN: &[&str] = &[
        "from",
        "localField",
        "foreignField",
        "let",
        "pipeline",
        "as",
    ];
    let mut options = options("$lookup", value, KNOWN)?;
    let scope = source("$lookup", options.get("from"), joined)?;
    let inner = inner("$lookup", options.remove("pipeline"))?;
    options.insert("pipeline", within(scope, inner, joined)?);
    Ok(options.into())
}

/// `$unionWith`, likewise. Source: `$unionWith (aggregation)`.
pub(super) fn union_with(value: Bson, joined: &Joined) -> Result<Bson, Refusal> {
    let value = match value {
        Bson::String(name) => doc! { "coll": name }.into(),
        other => other,
    };
    let mut options = options("$unionWith", value, &["coll", "pipeline"])?;
    let scope = source("$unionWith", options.get("coll"), joined)?;
    let inner = inner("$unionWith", options.remove("pipeline"))?;
    options.insert("pipeline", within(scope, inner, joined)?);
    Ok(options.into())
}

/// `$graphLookup`, each of whose steps sees the tenant's documents alone. Source:
/// `$graphLookup (aggregation)`.
pub(super) fn graph_lookup(value: Bson, joined: &Joined) -> Result<Bson, Refusal> {
    const KNOWN: &[&str] = &[
        "from",
        "startWith",
        "connectFromField",
        "connectToField",
        "as",
        "maxDepth",
        "depthField",
        "restrictSearchWithMatch",
    ];
    let mut options = options("$graphLookup", value, KNOWN)?;
    let scope = source("$graphLookup", options.get("from"), joined)?;
    let given = match options.remove("restrictSearchWithMatch") {
        None => Document::new(),
        Some(Bson::Document(given)) => given,
        Some(_) => return Err(Refusal::Malformed("$graphLookup".to_owned())),
    };
    options.insert("restrictSearchWithMatch", filter(scope, given)?);
    Ok(options.into())
}

/// The stage's options, each of them known.
fn options(stage: &str, value: Bson, known: &[&str]) -> Result<Document, Refusal> {
    let Bson::Document(options) = value else {
        return Err(Refusal::Malformed(stage.to_owned()));
    };
    match options.keys().find(|key| !known.contains(&key.as_str())) {
        Some(key) => Err(Refusal::Malformed(format!("{stage}: {key}"))),
        None => Ok(options),
    }
}

/// What may be seen of the collection that the stage reads, by its name in the same database.
fn source<'a>(stage: &str, name: Option<&Bson>, joined: &'a Joined) -> Result<&'a Scope, Refusal> {
    match name {
        Some(Bson::String(name)) => {
            let scope = joined.get(name.as_str());
            scope.ok_or_else(|| Refusal::NotJoined(name.clone()))
        }
        _ => Err(Refusal::Malformed(format!("{stage}: the collection"))),
    }
}

fn inner(stage: &str, pipeline: Option<Bson>) -> Result<Vec<Document>, Refusal> {
    let Some(pipeline) = pipeline else {
        return Ok(Vec::new());
    };
    stages_of(pipeline).ok_or_else(|| Refusal::Malformed(format!("{stage}: pipeline")))
}

/// A pipeline inside of a stage, started from the documents of its collection that may be seen.
fn within(scope: &Scope, stages: Vec<Document>, joined: &Joined) -> Result<Vec<Document>, Refusal> {
    let stages = rest(scope, stages, joined)?;
    match scope {
        Scope::Tenant(_) => Ok([vec![matching(scope, Document::new())?], stages].concat()),
        _ => Ok(stages),
    }
}
