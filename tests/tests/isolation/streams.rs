//! Change streams, while the other tenant writes.

use std::time::Duration;

use bson::{Document, doc};
use futures::{Stream, StreamExt};
use schema_core::driver::AccessError;

use crate::{
    attempt::{Attempt, attempt},
    world::{OTHER, SECRET, World, id},
};

/// How long nothing has to be told for a stream to be silent.
const SILENCE: Duration = Duration::from_millis(300);

pub(crate) fn attempts() -> Vec<Attempt> {
    vec![
        attempt(
            "watch what is written",
            |w| async move { watched(&w, w.papers().watch().await).await },
            |w| async move { bare(&w).await },
        ),
        attempt(
            "watch what is deleted",
            |w| async move { watched(&w, w.papers().watch().deletions().await).await },
            |w| async move { bare(&w).await },
        ),
        attempt(
            "watch what is deleted without images of before",
            |w| async move { w.notes().watch().deletions().await.map(|_| SECRET) },
            |w| async move { bare(&w).await },
        ),
    ]
}

async fn bare(w: &World) -> Result<Vec<String>, AccessError> {
    let stream = w.bare("papers").watch().await;
    watched(w, Ok(stream.expect("a stream"))).await
}

/// What the stream tells of what the other tenant writes: nothing of it is left when this ends.
async fn watched<V: std::fmt::Debug, E: std::fmt::Debug>(
    w: &World,
    stream: Result<impl Stream<Item = Result<V, E>> + Unpin, AccessError>,
) -> Result<Vec<String>, AccessError> {
    let mut stream = stream?;
    change(w).await;
    let mut told = Vec::new();
    while let Ok(Some(event)) = tokio::time::timeout(SILENCE, stream.next()).await {
        let event = event.expect("an event");
        // Whoever sees an event of it has seen that there is one.
        told.push(format!("{SECRET} {event:?}"));
    }
    Ok(told)
}

async fn change(w: &World) {
    let papers = w.bare("papers");
    let new = id(OTHER, 70);
    let document: Document = doc! {
        "_id": new, "tenant": OTHER, "group": 1, "rank": 1_i64, "text": SECRET,
    };
    papers.insert_one(document).await.expect("inserted");
    let filter = doc! { "_id": new };
    let update = doc! { "$set": { "rank": 2_i64 } };
    papers
        .update_one(filter.clone(), update)
        .await
        .expect("updated");
    papers.delete_one(filter).await.expect("deleted");
}
