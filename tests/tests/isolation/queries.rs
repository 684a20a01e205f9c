//! Declared queries, with conditions that a caller adds, and all that is made of them.

use bson::{Bson, Document, doc, oid::ObjectId};
use schema_core::driver::{Find, PageKey, Update};

use crate::{
    attempt::{Attempt, attempt},
    world::{EACH, MINE, OTHER, Paper, SECRET, World, all, counted, every, paper},
};

/// Conditions that find the other tenant's documents.
fn conditions() -> Vec<(&'static str, Document)> {
    let (mine, other) = (MINE, OTHER);
    vec![
        ("none", doc! {}),
        ("equality", doc! { "tenant": other }),
        ("$eq", doc! { "tenant": { "$eq": other } }),
        ("$ne", doc! { "tenant": { "$ne": mine } }),
        ("$in", doc! { "tenant": { "$in": [mine, other] } }),
        ("$nin", doc! { "tenant": { "$nin": [mine] } }),
        ("$exists", doc! { "tenant": { "$exists": true } }),
        ("$gt", doc! { "tenant": { "$gt": mine } }),
        ("$not", doc! { "tenant": { "$not": { "$eq": mine } } }),
        ("$type", doc! { "tenant": { "$type": "objectId" } }),
        (
            "$or",
            doc! { "$or": [{ "tenant": mine }, { "tenant": other }] },
        ),
        ("$or of all", doc! { "$or": [{ "group": 1 }, {}] }),
        ("$nor", doc! { "$nor": [{ "tenant": mine }] }),
        (
            "$or in $and",
            doc! { "$and": [{ "$or": [{ "tenant": other }] }] },
        ),
        ("$expr", doc! { "$expr": { "$eq": ["$tenant", other] } }),
        (
            "$expr of all",
            doc! { "$expr": { "$or": [true, { "$eq": ["$tenant", mine] }] } },
        ),
        (
            "$jsonSchema",
            doc! { "$jsonSchema": { "properties": { "tenant": { "enum": [other] } } } },
        ),
        ("$jsonSchema of all", doc! { "$jsonSchema": {} }),
    ]
}

/// Conditions on a key inside of another document.
fn nested_conditions() -> Vec<(&'static str, Document)> {
    vec![
        ("the path", doc! { "meta.tenant": OTHER }),
        (
            "the document",
            doc! { "meta": { "tenant": OTHER, "sensor": 1 } },
        ),
        (
            "$in of the document",
            doc! { "meta": { "$in": [{ "tenant": OTHER, "sensor": 1 }] } },
        ),
        (
            "$ne of the document",
            doc! { "meta": { "$ne": { "tenant": MINE } } },
        ),
        (
            "$expr",
            doc! { "$expr": { "$eq": ["$meta.tenant", OTHER] } },
        ),
        (
            "$or",
            doc! { "$or": [{ "meta.tenant": OTHER }, { "meta.sensor": 1 }] },
        ),
    ]
}

fn in_group(world: &World) -> Find<Paper> {
    world.papers().query().in_group(1)
}

/// The filter that the bare driver gets.
fn group(filter: &Document) -> Document {
    let mut group = doc! { "group": 1 };
    group.extend(filter.clone());
    group
}

pub(crate) fn attempts() -> Vec<Attempt> {
    let mut attempts = Vec::new();
    attempts.extend(added_conditions());
    attempts.extend(nested());
    attempts.extend(reads());
    attempts.extend(writes());
    attempts.extend(upserts());
    attempts.extend(pages());
    attempts
}

fn added_conditions() -> impl Iterator<Item = Attempt> {
    conditions().into_iter().map(|(name, filter)| {
        let bare = group(&filter);
        attempt(
            format!("find with {name}"),
            move |w| {
                let find = in_group(&w).and(filter.clone());
                async move { all(find.await).await }
            },
            move |w| {
                let bare = bare.clone();
                async move { every(w.bare("papers").find(bare).await).await }
            },
        )
    })
}

fn nested() -> impl Iterator<Item = Attempt> {
    nested_conditions().into_iter().map(|(name, filter)| {
        let bare = group(&filter);
        attempt(
            format!("find a nested key with {name}"),
            move |w| {
                let find = w.readings().query().in_group(1).and(filter.clone());
                async move { all(find.await).await }
            },
            move |w| {
                let bare = bare.clone();
                async move { every(w.bare("readings").find(bare).await).await }
            },
        )
    })
}

/// What else is read of a query whose values another tenant's documents have as well.
fn reads() -> Vec<Attempt> {
    let all_of = doc! { "group": 1 };
    let last = doc! { "tenant": -1 };
    let bare = all_of.clone();
    vec![
        attempt(
            "first",
            |w| async move { in_group(&w).skip(EACH as u64).first().await },
            move |w| {
                let (bare, last) = (bare.clone(), last.clone());
                async move { w.bare("papers").find_one(bare).sort(last).await }
            },
        ),
        attempt(
            "count",
            |w| async move { in_group(&w).count().await.map(counted) },
            |w| async move {
                let papers = w.bare("papers");
                papers
                    .count_documents(doc! { "group": 1 })
                    .await
                    .map(counted)
            },
        ),
        attempt(
            "count all",
            |w| async move { w.papers().count().await.map(counted) },
            |w| async move { w.bare("papers").count_documents(doc! {}).await.map(counted) },
        ),
        attempt(
            "exists",
            |w| async move { told(in_group(&w).skip(EACH as u64).exists().await) },
            |w| async move {
                let papers = w.bare("papers");
                let found = papers.find_one(doc! { "group": 1 });
                told(found.skip(EACH as u64).await.map(|it| it.is_some()))
            },
        ),
        attempt(
            "distinct",
            |w| async move { in_group(&w).distinct::<Bson>("text").await },
            |w| async move { w.bare("papers").distinct("text", doc! { "group": 1 }).await },
        ),
        attempt(
            "a cursor within a session",
            |w| async move {
                let mut session = w.scope().causal_session().await?;
                let mut cursor = in_group(&w).session(&mut session).await?;
                let mut found = Vec::new();
                while let Some(paper) = cursor.next(&mut session).await {
                    found.push(paper.expect("a paper"));
                }
                Ok::<_, schema_core::driver::AccessError>(found)
            },
            |w| async move { every(w.bare("papers").find(doc! { "group": 1 }).await).await },
        ),
        attempt(
            "with another read concern",
            |w| async move {
                use mongodb::options::ReadConcern;
                let papers = w.papers().with_read_concern(ReadConcern::majority());
                all(papers.query().in_group(1).await).await
            },
            |w| async move { every(w.bare("papers").find(doc! { "group": 1 }).await).await },
        ),
        attempt(
            "another tenant's id as the value of a query",
            |w| async move { all(w.papers().query().in_group(1).limit(100).hint().await).await },
            |w| async move { every(w.bare("papers").find(doc! { "tenant": OTHER }).await).await },
        ),
        attempt(
            "an id that a collation takes for another",
            |w| async move { all(w.badges().query().in_group(1).await).await },
            |w| async move { every(w.bare("badges").find(doc! { "tenant": "acme" }).await).await },
        ),
        attempt(
            "explain",
            |w| async move { examined(in_group(&w).explain("executionStats").await.ok()) },
            |w| async move {
                let find = doc! { "find": "papers", "filter": { "group": 1 } };
                let explain = doc! { "explain": find, "verbosity": "executionStats" };
                examined(w.db().run_command(explain).await.ok())
            },
        ),
    ]
}

fn told<E: std::fmt::Debug>(exists: Result<bool, E>) -> String {
    match exists {
        Ok(true) => SECRET.to_owned(),
        other => format!("{other:?}"),
    }
}

/// How many documents were looked at, told as a secret where others' are among them.
fn examined(explained: Option<Document>) -> String {
    let explained = explained.expect("an explanation");
    let stats = explained
        .get_document("executionStats")
        .expect("statistics");
    let examined = stats.get("totalDocsExamined").expect("a count");
    let examined = examined.as_i64().or(examined.as_i32().map(i64::from));
    counted(u64::try_from(examined.expect("a number")).expect("none below zero"))
}

fn mark() -> Document {
    doc! { "$set": { "text": "changed" } }
}

/// What is written to what a query finds.
fn writes() -> Vec<Attempt> {
    let replacement = || paper(MINE, ObjectId::from_bytes([0xb; 12]), 1);
    vec![
        attempt(
            "update all that is found",
            |w| async move { in_group(&w).update_many(Update::operators(mark())).await },
            |w| async move {
                w.bare("papers")
                    .update_many(doc! { "group": 1 }, mark())
                    .await
            },
        ),
        attempt(
            "update one that is found",
            |w| async move {
                let find = in_group(&w).and(doc! { "text": SECRET });
                find.update_one(Update::operators(mark()))
                    .await
                    .map_err(|_| "none")
            },
            |w| async move {
                let papers = w.bare("papers");
                papers.update_one(doc! { "text": SECRET }, mark()).await
            },
        ),
        attempt(
            "replace one that is found",
            move |w| async move {
                let find = in_group(&w).and(doc! { "text": SECRET });
                find.replace_one(&replacement()).await
            },
            |w| async move {
                let papers = w.bare("papers");
                papers
                    .replace_one(doc! { "text": SECRET }, doc! { "tenant": MINE })
                    .await
            },
        ),
        attempt(
            "delete all that is found",
            |w| async move { in_group(&w).delete_many().await },
            |w| async move { w.bare("papers").delete_many(doc! { "group": 1 }).await },
        ),
        attempt(
            "delete one that is found",
            |w| async move { in_group(&w).and(doc! { "text": SECRET }).delete_one().await },
            |w| async move { w.bare("papers").delete_one(doc! { "text": SECRET }).await },
        ),
        attempt(
            "find one and update it",
            |w| async move {
                let find = in_group(&w).and(doc! { "text": { "$ne": "own" } });
                find.find_one_and_update(Update::operators(mark()))
                    .before()
                    .await
            },
            |w| async move {
                let papers = w.bare("papers");
                papers
                    .find_one_and_update(doc! { "text": { "$ne": "own" } }, mark())
                    .await
            },
        ),
        attempt(
            "find one and replace it",
            move |w| async move {
                let find = in_group(&w).and(doc! { "text": { "$ne": "own" } });
                find.find_one_and_replace(&paper(MINE, ObjectId::new(), 1))
                    .before()
                    .await
            },
            |w| async move {
                let papers = w.bare("papers");
                let filter = doc! { "text": { "$ne": "own" } };
                papers
                    .find_one_and_replace(filter, doc! { "tenant": MINE })
                    .await
            },
        ),
        attempt(
            "find one and delete it",
            |w| async move {
                let find = in_group(&w).and(doc! { "text": { "$ne": "own" } });
                find.find_one_and_delete().await
            },
            |w| async move {
                let papers = w.bare("papers");
                papers
                    .find_one_and_delete(doc! { "text": { "$ne": "own" } })
                    .await
            },
        ),
    ]
}

/// Conditions whose equalities an upsert copies into the document that it inserts.
fn upserts() -> Vec<Attempt> {
    let filters = [
        ("an equality", doc! { "tenant": OTHER }),
        ("$eq", doc! { "tenant": { "$eq": OTHER } }),
        ("$and", doc! { "$and": [{ "tenant": OTHER }] }),
        ("$or of one", doc! { "$or": [{ "tenant": OTHER }] }),
        ("$in of one", doc! { "tenant": { "$in": [OTHER] } }),
        ("$all of one", doc! { "tenant": { "$all": [OTHER] } }),
    ];
    let upsert = |(name, filter): (&str, Document)| {
        let mut bare = doc! { "rank": 77 };
        bare.extend(filter.clone());
        attempt(
            format!("an upsert by {name}"),
            move |w| {
                let find = in_group(&w)
                    .and(doc! { "rank": 77_i64 })
                    .and(filter.clone());
                async move { find.update_one(Update::operators(mark())).upsert().await }
            },
            move |w| {
                let bare = bare.clone();
                async move { w.bare("papers").update_one(bare, mark()).upsert(true).await }
            },
        )
    };
    // That the server takes each of them for an equality is known of the first three alone.
    filters.into_iter().take(3).map(upsert).collect()
}

/// Keys of pages that a caller made up.
fn pages() -> Vec<Attempt> {
    let keys = [
        doc! { "values": [-1_i64], "seen": [] },
        doc! { "values": [Bson::Null], "seen": [] },
        doc! { "values": [Bson::MinKey], "seen": [] },
        doc! { "values": [{ "$gt": 0 }], "seen": [{ "$ne": 1 }] },
    ];
    keys.into_iter().map(forged).collect()
}

fn forged(key: Document) -> Attempt {
    let name = format!("a page behind {key}");
    attempt(
        name,
        move |w| {
            let key: PageKey = bson::deserialize_from_document(key.clone()).expect("a key");
            async move {
                let page = in_group(&w).after(key).page().await?;
                Ok::<_, schema_core::driver::AccessError>((page.items, page.next))
            }
        },
        |w| async move {
            let behind = doc! { "group": 1, "rank": { "$gt": -1 } };
            every(w.bare("papers").find(behind).await).await
        },
    )
}
