//! The same in bulk.

use bson::doc;
use mongodb::options::{
    DeleteOneModel, InsertOneModel, ReplaceOneModel, UpdateOneModel, WriteModel,
};
use schema_core::driver::{Update, Write};

use crate::{
    attempt::{Attempt, attempt},
    world::{MINE, OTHER, Paper, World, id, paper},
};

fn namespace(w: &World) -> mongodb::Namespace {
    w.bare("papers").namespace()
}

fn bulk(
    name: &str,
    scoped: impl Fn(&Paper) -> Write<'_, Paper> + 'static,
    bare: impl Fn(&World) -> WriteModel + 'static,
) -> Attempt {
    let scoped = std::sync::Arc::new(scoped);
    attempt(
        format!("{name} in bulk"),
        move |w| {
            let scoped = scoped.clone();
            async move {
                let theirs = paper(OTHER, id(OTHER, 0), 1);
                w.papers().bulk_write([scoped(&theirs)]).await
            }
        },
        move |w| {
            let model = bare(&w);
            async move { w.client().bulk_write([model]).await }
        },
    )
}

pub(crate) fn attempts() -> Vec<Attempt> {
    let mark = || doc! { "$set": { "text": "changed" } };
    let set = || doc! { "$set": { "tenant": OTHER } };
    vec![
        bulk(
            "insert",
            |_| insert(),
            |w| {
                let model = InsertOneModel::builder().namespace(namespace(w));
                model.document(doc! { "tenant": OTHER }).build().into()
            },
        ),
        bulk(
            "replace",
            |theirs| Write::replace(id(OTHER, 0), theirs),
            |w| {
                let model = ReplaceOneModel::builder().namespace(namespace(w));
                let model = model.filter(doc! { "_id": id(OTHER, 0) });
                model.replacement(doc! { "tenant": MINE }).build().into()
            },
        ),
        bulk(
            "replace an own document",
            |theirs| Write::replace(id(MINE, 0), theirs),
            |w| {
                let model = ReplaceOneModel::builder().namespace(namespace(w));
                let model = model.filter(doc! { "_id": id(MINE, 0) });
                model.replacement(doc! { "tenant": OTHER }).build().into()
            },
        ),
        bulk(
            "update",
            move |_| Write::update(id(OTHER, 0), Update::operators(mark())),
            move |w| {
                let model = UpdateOneModel::builder().namespace(namespace(w));
                model
                    .filter(doc! { "_id": id(OTHER, 0) })
                    .update(mark())
                    .build()
                    .into()
            },
        ),
        bulk(
            "move",
            move |_| Write::update(id(MINE, 0), Update::operators(set())),
            move |w| {
                let model = UpdateOneModel::builder().namespace(namespace(w));
                model
                    .filter(doc! { "_id": id(MINE, 0) })
                    .update(set())
                    .build()
                    .into()
            },
        ),
        bulk(
            "upsert",
            move |_| Write::update(id(MINE, 100), Update::operators(set())).upsert(),
            move |w| {
                let model = UpdateOneModel::builder().namespace(namespace(w));
                let model = model.filter(doc! { "_id": id(MINE, 100) }).update(set());
                model.upsert(true).build().into()
            },
        ),
        bulk(
            "delete",
            |_| Write::delete(id(OTHER, 0)),
            |w| {
                let model = DeleteOneModel::builder().namespace(namespace(w));
                model.filter(doc! { "_id": id(OTHER, 0) }).build().into()
            },
        ),
    ]
}

fn insert<'a>() -> Write<'a, Paper> {
    static THEIRS: std::sync::LazyLock<Paper> =
        std::sync::LazyLock::new(|| paper(OTHER, id(OTHER, 50), 1));
    Write::insert(&THEIRS)
}
