//! Stages, one by one.

use bson::{Bson, Document, doc};

use super::{Joined, Refusal, Scope, filter, join, pipeline::rest, script::no_scripts};

/// A stage behind the first ones. Source: Aggregation Stages.
pub(super) fn later(scope: &Scope, stage: Document, joined: &Joined) -> Result<Document, Refusal> {
    let (name, value) = only(stage)?;
    let value = match name.as_str() {
        // They see what the stage before them passes on, and nothing else.
        "$match" | "$project" | "$addFields" | "$set" | "$unset" | "$group" | "$sort"
        | "$limit" | "$skip" | "$unwind" | "$count" | "$sortByCount" | "$bucket"
        | "$bucketAuto" | "$replaceRoot" | "$replaceWith" | "$sample" | "$redact"
        | "$setWindowFields" | "$densify" | "$fill" => value,
        "$facet" => facet(scope, value, joined)?,
        "$lookup" => join::lookup(value, joined)?,
        "$graphLookup" => join::graph_lookup(value, joined)?,
        "$unionWith" => join::union_with(value, joined)?,
        _ => return Err(refused(name)),
    };
    Ok(doc! { name: value })
}

/// A stage that has to be the first, with the tenant's equality in its own filter.
pub(super) fn searching(scope: &Scope, stage: Document) -> Result<Document, Refusal> {
    no_scripts(&stage)?;
    let (name, value) = only(stage)?;
    let option = match name.as_str() {
        "$geoNear" => "query",
        "$vectorSearch" => "filter",
        _ => return Err(refused(name)),
    };
    let Bson::Document(mut options) = value else {
        return Err(Refusal::Malformed(name));
    };
    let given = match options.remove(option) {
        None => Document::new(),
        Some(Bson::Document(given)) => given,
        Some(_) => return Err(Refusal::Malformed(name)),
    };
    options.insert(option, filter(scope, given)?);
    Ok(doc! { name: options })
}

/// The name and the value of a stage.
fn only(stage: Document) -> Result<(String, Bson), Refusal> {
    let mut parts = stage.into_iter();
    match (parts.next(), parts.next()) {
        (Some(part), None) => Ok(part),
        _ => Err(Refusal::Malformed("a stage".to_owned())),
    }
}

fn facet(scope: &Scope, facets: Bson, joined: &Joined) -> Result<Bson, Refusal> {
    let malformed = || Refusal::Malformed("$facet".to_owned());
    let Bson::Document(facets) = facets else {
        return Err(malformed());
    };
    let facets: Result<Document, Refusal> = facets
        .into_iter()
        .map(|(name, stages)| {
            let stages = rest(scope, stages_of(stages).ok_or_else(malformed)?, joined)?;
            Ok((name, stages.into()))
        })
        .collect();
    facets.map(Bson::from)
}

/// The stages of a pipeline inside of a stage.
pub(super) fn stages_of(value: Bson) -> Option<Vec<Document>> {
    let Bson::Array(stages) = value else {
        return None;
    };
    stages
        .into_iter()
        .map(|stage| match stage {
            Bson::Document(stage) => Some(stage),
            _ => None,
        })
        .collect()
}

fn refused(name: String) -> Refusal {
    let why = match name.as_str() {
        "$out" | "$merge" => "it writes documents that nothing has looked at",
        "$search" | "$searchMeta" | "$listSearchIndexes" => {
            "it comes before any condition on the tenant, and counts what it does not return"
        }
        "$geoNear" | "$vectorSearch" => {
            "it has to be the first stage; start from it, and the tenant is added to its own condition"
        }
        "$currentOp"
        | "$listSessions"
        | "$listLocalSessions"
        | "$listSampledQueries"
        | "$querySettings"
        | "$queryStats"
        | "$shardedDataDistribution" => "it tells of the whole server",
        "$collStats" | "$indexStats" | "$planCacheStats" | "$listClusterCatalog" => {
            "it tells of the whole collection"
        }
        "$changeStream" | "$changeStreamSplitLargeEvent" => "watch the collection instead",
        _ => return Refusal::UnknownStage(name),
    };
    Refusal::Stage(name, why)
}
