//! The other tenant's documents, by their `_id`.

use bson::doc;
use schema_core::driver::{AccessError, Update};

use crate::{
    attempt::{Attempt, attempt},
    world::{MINE, OTHER, Org, Paper, World, every, id, new_paper, paper},
};

fn mark() -> bson::Document {
    doc! { "$set": { "text": "changed" } }
}

fn update() -> Update<Paper> {
    Update::operators(mark())
}

fn theirs() -> bson::Document {
    doc! { "_id": id(OTHER, 0) }
}

pub(crate) fn attempts() -> Vec<Attempt> {
    [
        papers(),
        papers_changed(),
        tenants_themselves(),
        in_transactions(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn papers() -> Vec<Attempt> {
    let mine_with_their_id = || paper(MINE, id(OTHER, 0), 1);
    vec![
        attempt(
            "find one by id",
            |w| async move { w.papers().find_one(id(OTHER, 0)).await },
            |w| async move { w.bare("papers").find_one(theirs()).await },
        ),
        attempt(
            "find many by id",
            |w| async move { w.papers().find_many([id(MINE, 0), id(OTHER, 0)]).await },
            |w| async move {
                let filter = doc! { "_id": { "$in": [id(MINE, 0), id(OTHER, 0)] } };
                every(w.bare("papers").find(filter).await).await
            },
        ),
        attempt(
            "find a nested key's document by id",
            |w| async move { w.readings().find_one(id(OTHER, 0)).await },
            |w| async move { w.bare("readings").find_one(theirs()).await },
        ),
        attempt(
            "replace by id",
            move |w| async move {
                let papers = w.papers();
                papers.replace_one(id(OTHER, 0), mine_with_their_id()).await
            },
            |w| async move {
                w.bare("papers")
                    .replace_one(theirs(), doc! { "tenant": MINE })
                    .await
            },
        ),
        attempt(
            "replace by id or insert",
            move |w| async move {
                let papers = w.papers();
                papers
                    .replace_one(id(OTHER, 0), mine_with_their_id())
                    .upsert()
                    .await
            },
            |w| async move {
                let papers = w.bare("papers");
                papers
                    .replace_one(theirs(), doc! { "tenant": MINE })
                    .upsert(true)
                    .await
            },
        ),
        attempt(
            "replace an own document by another tenant's",
            |w| async move {
                let papers = w.papers();
                papers
                    .replace_one(id(MINE, 0), paper(OTHER, id(MINE, 0), 1))
                    .await
            },
            |w| async move {
                let own = doc! { "_id": id(MINE, 0) };
                w.bare("papers")
                    .replace_one(own, doc! { "tenant": OTHER })
                    .await
            },
        ),
    ]
}

fn papers_changed() -> Vec<Attempt> {
    let mine_with_their_id = || paper(MINE, id(OTHER, 0), 1);
    vec![
        attempt(
            "update by id",
            |w| async move { w.papers().update_one(id(OTHER, 0), update()).await },
            |w| async move { w.bare("papers").update_one(theirs(), mark()).await },
        ),
        attempt(
            "update by id or insert",
            |w| async move { w.papers().update_one(id(OTHER, 0), update()).upsert().await },
            |w| async move {
                w.bare("papers")
                    .update_one(theirs(), mark())
                    .upsert(true)
                    .await
            },
        ),
        attempt(
            "delete by id",
            |w| async move { w.papers().delete_one(id(OTHER, 0)).await },
            |w| async move { w.bare("papers").delete_one(theirs()).await },
        ),
        attempt(
            "find and update by id",
            |w| async move {
                w.papers()
                    .find_one_and_update(id(OTHER, 0), update())
                    .before()
                    .await
            },
            |w| async move { w.bare("papers").find_one_and_update(theirs(), mark()).await },
        ),
        attempt(
            "find and replace by id",
            move |w| async move {
                let papers = w.papers();
                papers
                    .find_one_and_replace(id(OTHER, 0), mine_with_their_id())
                    .before()
                    .await
            },
            |w| async move {
                let papers = w.bare("papers");
                papers
                    .find_one_and_replace(theirs(), doc! { "tenant": MINE })
                    .await
            },
        ),
        attempt(
            "find and replace an own document by another tenant's",
            |w| async move {
                let theirs = paper(OTHER, id(MINE, 0), 1);
                w.papers().find_one_and_replace(id(MINE, 0), theirs).await
            },
            |w| async move {
                let (own, theirs) = (doc! { "_id": id(MINE, 0) }, doc! { "tenant": OTHER });
                w.bare("papers").find_one_and_replace(own, theirs).await
            },
        ),
        attempt(
            "find and delete by id",
            |w| async move { w.papers().find_one_and_delete(id(OTHER, 0)).await },
            |w| async move { w.bare("papers").find_one_and_delete(theirs()).await },
        ),
    ]
}

/// The collection whose `_id` is the tenant.
fn tenants_themselves() -> Vec<Attempt> {
    let theirs = || doc! { "_id": OTHER };
    vec![
        attempt(
            "find another tenant",
            |w| async move { w.orgs().find_one(OTHER).await },
            move |w| async move { w.bare("orgs").find_one(theirs()).await },
        ),
        attempt(
            "find several tenants",
            |w| async move { w.orgs().find_many([MINE, OTHER]).await },
            |w| async move { every(w.bare("orgs").find(doc! {}).await).await },
        ),
        attempt(
            "update another tenant",
            |w| async move { w.orgs().update_one(OTHER, Update::operators(mark())).await },
            move |w| async move { w.bare("orgs").update_one(theirs(), mark()).await },
        ),
        attempt(
            "replace another tenant",
            |w| async move {
                let org = Org {
                    id: OTHER,
                    text: "changed".into(),
                };
                w.orgs().replace_one(OTHER, org).await
            },
            move |w| async move {
                w.bare("orgs")
                    .replace_one(theirs(), doc! { "text": "" })
                    .await
            },
        ),
        attempt(
            "delete another tenant",
            |w| async move { w.orgs().delete_one(OTHER).await },
            move |w| async move { w.bare("orgs").delete_one(theirs()).await },
        ),
    ]
}

fn in_transactions() -> Vec<Attempt> {
    vec![
        attempt(
            "update in a transaction",
            |w| async move { transaction(w).await },
            |w| async move {
                let mut session = w.client().start_session().await?;
                session.start_transaction().await?;
                let papers = w.bare("papers");
                papers
                    .update_one(theirs(), mark())
                    .session(&mut session)
                    .await?;
                session.commit_transaction().await
            },
        ),
        attempt(
            "insert in a transaction",
            |w| async move {
                let papers = w.papers();
                let steps = async |session: &mut mongodb::ClientSession| {
                    papers.insert_one(new_paper(OTHER)).session(session).await
                };
                w.scope().transaction(steps).await
            },
            |w| async move {
                let mut session = w.client().start_session().await?;
                session.start_transaction().await?;
                let papers = w.bare("papers");
                papers
                    .insert_one(doc! { "tenant": OTHER })
                    .session(&mut session)
                    .await?;
                session.commit_transaction().await
            },
        ),
    ]
}

async fn transaction(w: World) -> Result<(), AccessError> {
    let papers = w.papers();
    let steps = async |session: &mut mongodb::ClientSession| {
        papers
            .update_one(id(OTHER, 0), update())
            .session(session)
            .await
    };
    w.scope().transaction(steps).await
}
