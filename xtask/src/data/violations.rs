//! Documents that a validator would refuse.

use bson::{Bson, Document, doc};
use schema_core::evaluate::Validator;

use super::findings::Violations;
use super::size::whole;
use crate::connect::Server;
use crate::error::Result;

/// Counts them in one pass. The collection's own collation holds, as it does when documents are
/// written.
pub(crate) async fn look(
    server: &Server,
    collection: &str,
    validator: &Document,
) -> Result<Violations> {
    let pipeline = [
        doc! { "$match": { "$nor": [validator] } },
        doc! { "$group": {
            "_id": null, "documents": { "$sum": 1 }, "first": { "$min": "$_id" }, "last": { "$max": "$_id" },
        } },
    ];
    let found = super::size::aggregate(server, collection, &pipeline, None).await?;
    let Some(found) = found.into_iter().next() else {
        return Ok(Violations::default());
    };
    let ids = ["first", "last"]
        .into_iter()
        .filter_map(|name| found.get(name).cloned());
    let mut ids: Vec<_> = ids.collect();
    ids.dedup();
    let reasons = reasons(server, collection, validator, &ids).await?;
    Ok(Violations {
        documents: whole(found.get("documents")),
        ids,
        reasons,
    })
}

/// What is wrong with these documents, in their order; nothing where it is not found for each of
/// them.
async fn reasons(
    server: &Server,
    collection: &str,
    validator: &Document,
    ids: &[Bson],
) -> Result<Vec<String>> {
    let Ok(validator) = Validator::compile(validator) else {
        return Ok(Vec::new());
    };
    let find = doc! { "find": collection, "filter": { "_id": { "$in": ids } } };
    let told = server
        .fold(find, Vec::new, |told, document| {
            let id = document.get("_id").ok().flatten();
            let id = id.and_then(|id| Bson::try_from(id).ok());
            let broken = validator.check(document.as_bytes());
            if let (Some(id), Ok([first, ..])) = (id, broken.as_deref()) {
                told.push((id, first.to_string()));
            }
        })
        .await?;
    let of = |id: &Bson| {
        told.iter()
            .find(|(told, _)| told == id)
            .map(|(_, why)| why.clone())
    };
    Ok(ids
        .iter()
        .map(of)
        .collect::<Option<_>>()
        .unwrap_or_default())
}
