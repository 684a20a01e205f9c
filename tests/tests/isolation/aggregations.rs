//! Stages that read or write outside of the tenant.

use bson::{Document, doc};
use futures::TryStreamExt;
use schema_core::driver::{AccessError, Aggregate};

use crate::{
    attempt::{Attempt, attempt},
    world::{Country, EACH, MINE, Note, OTHER, Paper, SECRET, World, all, every},
};

/// Stages behind the tenant's own documents.
fn stages() -> Vec<(&'static str, Document)> {
    let join = |from: &str| doc! { "$lookup": { "from": from, "pipeline": [], "as": "found" } };
    let union = |coll: &str| doc! { "$unionWith": { "coll": coll } };
    let inside = |stage: Document| doc! { "from": "countries", "pipeline": [stage], "as": "found" };
    vec![
        ("$lookup of itself", join("papers")),
        ("$lookup", join("notes")),
        (
            "$lookup by a field",
            doc! { "$lookup": {
                "from": "notes", "localField": "group", "foreignField": "group", "as": "found",
            } },
        ),
        (
            "$lookup by a field and a pipeline",
            doc! { "$lookup": {
                "from": "notes", "localField": "group", "foreignField": "group",
                "pipeline": [{ "$match": { "tenant": OTHER } }], "as": "found",
            } },
        ),
        (
            "$lookup with variables",
            doc! { "$lookup": {
                "from": "notes", "let": { "mine": "$tenant" },
                "pipeline": [{ "$match": { "$expr": { "$ne": ["$tenant", "$$mine"] } } }], "as": "found",
            } },
        ),
        ("$lookup of what was not named", join("orgs")),
        (
            "$lookup within $lookup",
            doc! { "$lookup": inside(join("notes")) },
        ),
        (
            "$unionWith within $lookup",
            doc! { "$lookup": inside(union("notes")) },
        ),
        ("$unionWith", union("notes")),
        ("$unionWith by name", doc! { "$unionWith": "notes" }),
        ("$unionWith of itself", union("papers")),
        ("$unionWith of what was not named", union("orgs")),
        (
            "$unionWith and a pipeline",
            doc! { "$unionWith": {
                "coll": "notes", "pipeline": [{ "$match": { "tenant": OTHER } }],
            } },
        ),
        (
            "$unionWith within $unionWith",
            doc! { "$unionWith": {
                "coll": "countries", "pipeline": [union("notes")],
            } },
        ),
        (
            "$unionWith within $facet",
            doc! { "$facet": { "a": [union("notes")] } },
        ),
        (
            "$lookup within $facet",
            doc! { "$facet": { "a": [join("notes")] } },
        ),
        (
            "$graphLookup",
            doc! { "$graphLookup": {
                "from": "notes", "startWith": "$group", "connectFromField": "group",
                "connectToField": "group", "as": "found",
            } },
        ),
        (
            "$graphLookup and a condition",
            doc! { "$graphLookup": {
                "from": "notes", "startWith": "$group", "connectFromField": "group",
                "connectToField": "group", "as": "found",
                "restrictSearchWithMatch": { "tenant": OTHER },
            } },
        ),
        ("$out", doc! { "$out": "stolen" }),
        ("$merge", doc! { "$merge": { "into": "stolen" } }),
        (
            "$merge into its own collection",
            doc! { "$merge": {
                "into": "papers", "whenMatched": [{ "$set": { "tenant": OTHER } }],
            } },
        ),
    ]
}

/// Everything that may be joined is.
fn joined(aggregate: Aggregate<Paper>) -> Aggregate<Paper> {
    aggregate
        .joins::<Paper>()
        .joins::<Note>()
        .joins_global::<Country>()
}

pub(crate) fn attempts() -> Vec<Attempt> {
    let behind_all = stages().into_iter().map(|(name, stage)| {
        let bare = stage.clone();
        attempt(
            format!("{name} behind all documents"),
            move |w| {
                let aggregate = joined(w.papers().aggregate([stage.clone()]));
                async move { all(aggregate.await).await }
            },
            move |w| behind_own(w, bare.clone()),
        )
    });
    let behind_a_query = stages().into_iter().map(|(name, stage)| {
        let bare = stage.clone();
        attempt(
            format!("{name} behind a query"),
            move |w| {
                let aggregate = joined(w.papers().query().in_group(1).aggregate([stage.clone()]));
                async move { all(aggregate.await).await }
            },
            move |w| behind_own(w, bare.clone()),
        )
    });
    behind_all.chain(behind_a_query).chain(others()).collect()
}

/// What an application writes that adds the tenant to the first stage and nowhere else.
async fn behind_own(w: World, stage: Document) -> Vec<Document> {
    let own = doc! { "$match": { "tenant": MINE } };
    every(w.bare("papers").aggregate([own, stage]).await).await
}

fn others() -> Vec<Attempt> {
    let stats = || doc! { "$collStats": { "count": {} } };
    let near = || doc! { "$geoNear": { "near": [0, 0], "distanceField": "far" } };
    vec![
        attempt(
            "an aggregation of everything",
            |w| async move { all(w.papers().aggregate([]).await).await },
            |w| async move { every(w.bare("papers").aggregate([]).await).await },
        ),
        attempt(
            "an aggregation that matches another tenant",
            |w| async move {
                let other = doc! { "$match": { "tenant": OTHER } };
                all(w.papers().aggregate([other]).await).await
            },
            |w| async move {
                let other = doc! { "$match": { "tenant": OTHER } };
                every(w.bare("papers").aggregate([other]).await).await
            },
        ),
        attempt(
            "an aggregation of a nested key",
            |w| async move { all(w.readings().aggregate([]).await).await },
            |w| async move { every(w.bare("readings").aggregate([]).await).await },
        ),
        attempt(
            "an aggregation of the tenants",
            |w| async move { all(w.orgs().aggregate([]).await).await },
            |w| async move { every(w.bare("orgs").aggregate([]).await).await },
        ),
        attempt(
            "an aggregation within a session",
            |w| async move { in_session(w).await },
            |w| async move { every(w.bare("papers").aggregate([]).await).await },
        ),
        attempt(
            "$collStats",
            move |w| async move { counts(all(w.papers().aggregate([stats()]).await).await.ok()) },
            move |w| async move {
                counts(Some(
                    every(w.bare("papers").aggregate([stats()]).await).await,
                ))
            },
        ),
        attempt(
            "$indexStats",
            move |w| async move {
                let found = all(w.papers().aggregate([doc! { "$indexStats": {} }]).await).await;
                found.map(|_| SECRET)
            },
            move |w| async move {
                let found = w
                    .bare("papers")
                    .aggregate([doc! { "$indexStats": {} }])
                    .await;
                found.map(|_| SECRET)
            },
        ),
        attempt(
            "a search that has to be first",
            move |w| async move {
                let search = w.papers().search(near(), []);
                all(search.await).await
            },
            move |w| async move { every(w.bare("papers").aggregate([near()]).await).await },
        ),
        attempt(
            "a global collection joined with a tenant's",
            |w| async move {
                let join = doc! { "$lookup": { "from": "papers", "pipeline": [], "as": "found" } };
                let find = w.countries().query().in_group(1);
                all(find.aggregate([join]).await).await
            },
            |w| async move {
                let join = doc! { "$lookup": { "from": "papers", "pipeline": [], "as": "found" } };
                every(w.bare("countries").aggregate([join]).await).await
            },
        ),
    ]
}

async fn in_session(w: World) -> Result<Vec<Document>, AccessError> {
    let mut session = w.scope().causal_session().await?;
    let mut cursor = w.papers().aggregate([]).session(&mut session).await?;
    let found = cursor.stream(&mut session).try_collect().await;
    Ok(found.expect("documents can be read"))
}

fn counts(stats: Option<Vec<Document>>) -> String {
    let all = i64::try_from(2 * EACH).expect("few");
    let count = |it: &Document| {
        it.get_i64("count")
            .ok()
            .or(it.get_i32("count").ok().map(i64::from))
    };
    match stats.and_then(|stats| count(stats.first()?)) {
        Some(count) if count >= all => format!("{SECRET} {count}"),
        other => format!("{other:?}"),
    }
}
