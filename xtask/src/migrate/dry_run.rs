//! What a migration would write, shown on a sample of the documents.

use bson::{Bson, Document, RawDocument, RawDocumentBuf, doc};
use schema_core::upgrade;

use super::Target;
use super::batch;
use crate::connect::Server;
use crate::error::Result;

/// A document before and after.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// Its `_id`.
    pub id: Bson,
    /// As it is stored.
    pub before: Document,
    /// As it would be, or why it could not be upgraded.
    pub after: std::result::Result<Document, String>,
}

/// Upgrades up to `count` documents of older shapes, picked at random by the server, and writes
/// nothing.
pub async fn dry_run(server: &Server, target: &Target<'_>, count: u32) -> Result<Vec<Sample>> {
    let pipeline = vec![
        doc! { "$match": target.outdated() },
        doc! { "$sample": { "size": i64::from(count) } },
    ];
    let command = doc! { "aggregate": target.name(), "pipeline": pipeline, "cursor": {} };
    let documents = server.documents(command).await?;
    Ok(documents.iter().map(|it| sample(target, it)).collect())
}

fn sample(target: &Target<'_>, stored: &RawDocumentBuf) -> Sample {
    let after = batch::upgraded(target, stored).and_then(|upgraded| {
        let after = upgrade::applied(stored, &upgraded).map_err(|error| error.to_string())?;
        Ok(document(&after))
    });
    Sample {
        id: batch::id(stored),
        before: document(stored),
        after,
    }
}

/// What cannot be read is shown as nothing: the upgrade says why.
fn document(raw: &RawDocument) -> Document {
    Document::try_from(raw).unwrap_or_default()
}
