//! Updates that would move a document into another tenant, or out of all.

use bson::{Document, doc};
use mongodb::options::UpdateModifications;
use schema_core::driver::{CollectionAccess, ScopedCollection, TenantScoped, Update};

use crate::{
    attempt::{Attempt, attempt},
    world::{MINE, OTHER, Paper, Reading, World, id},
};

fn operators() -> Vec<Document> {
    vec![
        doc! { "$set": { "tenant": OTHER } },
        doc! { "$unset": { "tenant": "" } },
        doc! { "$rename": { "tenant": "owner" } },
        doc! { "$rename": { "text": "tenant" } },
        doc! { "$currentDate": { "tenant": true } },
        doc! { "$max": { "tenant": OTHER } },
        doc! { "$min": { "tenant": 1 } },
    ]
}

fn nested_operators() -> Vec<Document> {
    vec![
        doc! { "$set": { "meta.tenant": OTHER } },
        doc! { "$set": { "meta": { "tenant": OTHER, "sensor": 1 } } },
        doc! { "$set": { "meta": [{ "tenant": MINE }, { "tenant": OTHER }] } },
        doc! { "$unset": { "meta": "" } },
        doc! { "$unset": { "meta.tenant": "" } },
        doc! { "$rename": { "meta": "was" } },
        doc! { "$rename": { "text": "meta.tenant" } },
        doc! { "$max": { "meta.tenant": OTHER } },
    ]
}

fn pipelines() -> Vec<Vec<Document>> {
    vec![
        vec![doc! { "$set": { "tenant": OTHER } }],
        vec![doc! { "$addFields": { "tenant": { "$literal": OTHER } } }],
        vec![doc! { "$unset": "tenant" }],
        vec![doc! { "$unset": ["text", "tenant"] }],
        vec![doc! { "$project": { "text": 1 } }],
        vec![doc! { "$replaceWith": { "_id": "$_id", "tenant": OTHER } }],
        vec![doc! { "$replaceRoot": { "newRoot": { "_id": "$_id", "tenant": OTHER } } }],
        vec![
            doc! { "$set": { "text": "x" } },
            doc! { "$set": { "tenant": OTHER } },
        ],
    ]
}

pub(crate) fn attempts() -> Vec<Attempt> {
    let papers = operators().into_iter().map(UpdateModifications::Document);
    let by_pipeline = pipelines().into_iter().map(UpdateModifications::Pipeline);
    let readings = nested_operators()
        .into_iter()
        .map(UpdateModifications::Document);
    let by_id = papers
        .chain(by_pipeline)
        .map(|it| by_id::<Paper>(World::papers, it));
    let nested = readings.map(by_id_nested);
    let mut attempts: Vec<Attempt> = by_id.chain(nested).collect();
    attempts.extend(elsewhere());
    attempts
}

fn update<T>(given: &UpdateModifications) -> Update<T> {
    match given {
        UpdateModifications::Document(operators) => Update::operators(operators.clone()),
        UpdateModifications::Pipeline(stages) => Update::pipeline(stages.clone()),
        other => panic!("{other:?}"),
    }
}

fn by_id_nested(given: UpdateModifications) -> Attempt {
    by_id::<Reading>(World::readings, given)
}

fn by_id<T>(
    collection: impl Fn(&World) -> ScopedCollection<T> + Copy + 'static,
    given: UpdateModifications,
) -> Attempt
where
    T: TenantScoped + CollectionAccess<Id = bson::oid::ObjectId> + 'static,
{
    let bare = given.clone();
    attempt(
        format!("update {} by {given:?}", T::NAME),
        move |w| {
            let given = update(&given);
            async move { collection(&w).update_one(id(MINE, 0), given).await }
        },
        move |w| {
            let bare = bare.clone();
            async move {
                let own = doc! { "_id": id(MINE, 0) };
                w.bare(T::NAME).update_one(own, bare).await
            }
        },
    )
}

/// The same through the other functions that take an update.
fn elsewhere() -> Vec<Attempt> {
    let set = || doc! { "$set": { "tenant": OTHER } };
    let inserted = || doc! { "$setOnInsert": { "tenant": OTHER }, "$set": { "text": "x" } };
    let own = || doc! { "_id": id(MINE, 0) };
    let none = || doc! { "_id": id(MINE, 100) };
    vec![
        attempt(
            "$setOnInsert of an upsert",
            move |w| async move {
                let papers = w.papers();
                papers
                    .update_one(id(MINE, 100), Update::operators(inserted()))
                    .upsert()
                    .await
            },
            move |w| async move {
                w.bare("papers")
                    .update_one(none(), inserted())
                    .upsert(true)
                    .await
            },
        ),
        attempt(
            "$setOnInsert of an upsert of what is found",
            move |w| async move {
                let find = w.papers().query().in_group(77);
                find.update_one(Update::operators(inserted()))
                    .upsert()
                    .await
            },
            move |w| async move {
                let papers = w.bare("papers");
                papers
                    .update_one(doc! { "group": 77 }, inserted())
                    .upsert(true)
                    .await
            },
        ),
        attempt(
            "$set of all that is found",
            move |w| async move {
                let find = w.papers().query().in_group(1);
                find.update_many(Update::operators(set())).await
            },
            move |w| async move {
                w.bare("papers")
                    .update_many(doc! { "group": 1 }, set())
                    .await
            },
        ),
        attempt(
            "$set of what is found and yielded",
            move |w| async move {
                let find = w.papers().query().in_group(1);
                find.find_one_and_update(Update::operators(set())).await
            },
            move |w| async move { w.bare("papers").find_one_and_update(own(), set()).await },
        ),
        attempt(
            "$set by id, yielded",
            move |w| async move {
                let papers = w.papers();
                papers
                    .find_one_and_update(id(MINE, 0), Update::operators(set()))
                    .await
            },
            move |w| async move { w.bare("papers").find_one_and_update(own(), set()).await },
        ),
        attempt(
            "a replacement in the place of an update",
            move |w| async move {
                let replacement = Update::operators(doc! { "tenant": OTHER });
                w.papers().update_one(id(MINE, 0), replacement).await
            },
            move |w| async move {
                w.bare("papers")
                    .replace_one(own(), doc! { "tenant": OTHER })
                    .await
            },
        ),
    ]
}
