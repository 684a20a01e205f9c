//! Documents that are not this tenant's.

use bson::{Bson, doc};

use crate::{
    attempt::{Attempt, attempt},
    world::{MINE, Meta, OTHER, Org, Paper, Reading, World, new_paper, paper},
};

pub(crate) fn attempts() -> Vec<Attempt> {
    vec![
        attempt(
            "insert another tenant's document",
            |w| async move { w.papers().insert_one(new_paper(OTHER)).await },
            |w| async move { w.bare("papers").insert_one(doc! { "tenant": OTHER }).await },
        ),
        attempt(
            "insert another tenant's document among own ones",
            |w| async move {
                let papers = [new_paper(MINE), new_paper(OTHER)];
                w.papers().insert_many(&papers).unordered().await
            },
            |w| async move {
                let papers = [doc! { "tenant": MINE }, doc! { "tenant": OTHER }];
                w.bare("papers").insert_many(papers).await
            },
        ),
        attempt(
            "insert a document that names two tenants",
            |w| async move { w.papers().insert_one(of_two(&w)).await },
            |w| async move {
                let paper = of_two(&w);
                w.db().collection::<Paper>("papers").insert_one(paper).await
            },
        ),
        attempt(
            "replace a document by one that names two tenants",
            |w| async move {
                let id = crate::world::id(MINE, 0);
                w.papers().replace_one(id, Paper { id, ..of_two(&w) }).await
            },
            |w| async move {
                let id = crate::world::id(MINE, 0);
                let paper = Paper { id, ..of_two(&w) };
                let papers = w.db().collection::<Paper>("papers");
                papers.replace_one(doc! { "_id": id }, paper).await
            },
        ),
        attempt(
            "insert another tenant's document with a nested key",
            |w| async move { w.readings().insert_one(reading(&w)).await },
            |w| async move {
                let reading = reading(&w);
                w.db()
                    .collection::<Reading>("readings")
                    .insert_one(reading)
                    .await
            },
        ),
        attempt(
            "insert another tenant",
            |w| async move {
                let id = bson::oid::ObjectId::from_bytes([0xc; 12]);
                w.orgs()
                    .insert_one(Org {
                        id,
                        text: "new".into(),
                    })
                    .await
            },
            |w| async move { w.bare("orgs").insert_one(doc! { "text": "new" }).await },
        ),
    ]
}

/// A document with its tenant key twice, once among the fields that a caller sends.
fn of_two(_: &World) -> Paper {
    let mut paper = paper(MINE, bson::oid::ObjectId::new(), 1);
    paper.more.insert("tenant".into(), Bson::from(OTHER));
    paper
}

fn reading(_: &World) -> Reading {
    Reading {
        id: bson::oid::ObjectId::new(),
        meta: Meta {
            tenant: OTHER,
            sensor: 1,
        },
        group: 1,
        text: "written".into(),
    }
}
