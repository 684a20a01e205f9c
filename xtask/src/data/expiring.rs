//! Documents that an expiry deletes as soon as it is in force.

use bson::{DateTime, Document, doc};

use super::findings::Expiring;
use super::size::{aggregate, whole};
use crate::connect::Server;
use crate::error::Result;

/// Counts them as the server's TTL monitor finds them: the field holds a date of that age, or an
/// array with one (manual, "TTL Indexes").
pub(super) async fn look(
    server: &Server,
    collection: &str,
    (field, seconds, filter): (&str, i64, &Document),
    now: DateTime,
) -> Result<Expiring> {
    let age = seconds.saturating_mul(1000);
    let latest = DateTime::from_millis(now.timestamp_millis().saturating_sub(age));
    let expired = doc! { field: { "$lte": latest } };
    let pipeline = [
        doc! { "$match": { "$and": [filter, expired] } },
        doc! { "$group": { "_id": null, "documents": { "$sum": 1 }, "id": { "$min": "$_id" } } },
    ];
    let found = aggregate(server, collection, &pipeline, None).await?;
    let Some(found) = found.into_iter().next() else {
        return Ok(Expiring::default());
    };
    let id = found.get("id").cloned();
    let pipeline = [
        doc! { "$match": { "_id": id.clone() } },
        doc! { "$project": { "_id": 0, "value": format!("${field}") } },
    ];
    let example = aggregate(server, collection, &pipeline, None).await?;
    let value = example
        .into_iter()
        .next()
        .and_then(|it| it.get("value").cloned());
    Ok(Expiring {
        documents: whole(found.get("documents")),
        id,
        value,
    })
}
