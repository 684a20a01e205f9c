//! Documents of older shapes, batch by batch.

use bson::{Bson, Document, RawDocumentBuf, doc};

use super::Target;
use super::ranges::Range;
use crate::connect::{Batches, Server};
use crate::data::whole;
use crate::error::{Error, Result};

/// How documents of older shapes are found.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reader<'a> {
    pub(super) server: &'a Server,
    pub(super) target: Target<'a>,
    /// The temporary index, where there is one.
    pub(super) index: Option<&'a str>,
    /// How many documents are read at a time.
    pub(super) batch: u32,
}

impl Reader<'_> {
    /// The documents of older shapes of a range, from where it was left, in the order of `_id`.
    pub(super) fn range<'r>(
        &'r self,
        range: &'r Range,
    ) -> Batches<'r, impl Fn(Option<&Bson>) -> Document> {
        let command = |after: Option<&Bson>| self.find(range, after);
        self.server.batches(self.batch, range.last.clone(), command)
    }

    fn find(&self, range: &Range, after: Option<&Bson>) -> Document {
        let mut filter = self.target.outdated();
        let mut bounds = Document::new();
        if let Some(after) = after {
            bounds.insert("$gt", after.clone());
        }
        if let Some(up_to) = &range.up_to {
            bounds.insert("$lte", up_to.clone());
        }
        if !bounds.is_empty() {
            filter.insert("_id", bounds);
        }
        let hint = match self.index {
            Some(index) => Bson::from(index),
            None => doc! { "_id": 1 }.into(),
        };
        doc! { "find": self.target.name(), "filter": filter, "sort": { "_id": 1 }, "hint": hint }
    }

    /// Those of these `_id`s that are still of older shapes.
    pub(super) async fn again(&self, ids: Vec<Bson>) -> Result<Vec<RawDocumentBuf>> {
        let mut filter = self.target.outdated();
        filter.insert("_id", doc! { "$in": ids });
        let find = doc! { "find": self.target.name(), "filter": filter };
        self.server.documents(find).await
    }
}

/// How many `_id`s are sampled for each range, so that none is much larger than another.
const SAMPLED: i64 = 20;

/// The `_id`s that divide a collection into about so many ranges: of a random sample, which costs the
/// server no pass over a large collection. Source: `$sample`.
pub(super) async fn boundaries(
    server: &Server,
    target: &Target<'_>,
    ranges: i64,
) -> Result<Vec<Bson>> {
    let pipeline = vec![
        doc! { "$sample": { "size": ranges * SAMPLED } },
        doc! { "$project": { "_id": 1 } },
        doc! { "$sort": { "_id": 1 } },
    ];
    let command = doc! { "aggregate": target.name(), "pipeline": pipeline, "cursor": {} };
    let sampled = server.listing(command).await?;
    let ids = sampled.into_iter().filter_map(|mut it| it.remove("_id"));
    let every = ids.skip(SAMPLED as usize - 1).step_by(SAMPLED as usize);
    let mut boundaries: Vec<Bson> = every.collect();
    // A sample may have the same document twice.
    boundaries.dedup();
    Ok(boundaries)
}

/// Refuses a collection of which the next batch could not be found.
///
/// # Errors
///
/// [`Error::Migration`] where `_id`s are of several types: the server compares none of one type with
/// those of another.
pub(super) async fn refuse_mixed(server: &Server, target: &Target<'_>) -> Result<()> {
    let mut kinds = Vec::new();
    for direction in [1, -1] {
        let find = doc! {
            "find": target.name(), "sort": { "_id": direction }, "limit": 1, "projection": { "_id": 1 },
        };
        let found = server.listing(find).await?;
        kinds.extend(found.first().and_then(|it| it.get("_id")).map(kind));
    }
    kinds.dedup();
    if kinds.len() > 1 {
        return Err(Error::Migration(format!(
            "`{}` has `_id`s of several types, which the server does not compare with each other; mend those that are not as declared, then run it again",
            target.name()
        )));
    }
    Ok(())
}

/// What the server compares with each other.
fn kind(id: &Bson) -> u8 {
    match id {
        Bson::Int32(_) | Bson::Int64(_) | Bson::Double(_) | Bson::Decimal128(_) => 0,
        other => other.element_type() as u8,
    }
}

/// How many documents there are of each version, by what is stored: null where there is none.
pub(super) async fn by_version(server: &Server, target: &Target<'_>) -> Result<Vec<(Bson, i64)>> {
    let field = format!("${}", target.versions.field);
    let pipeline = vec![
        doc! { "$group": { "_id": field, "count": { "$sum": 1 } } },
        doc! { "$sort": { "_id": 1 } },
    ];
    let command = doc! { "aggregate": target.name(), "pipeline": pipeline, "cursor": {} };
    let found = server.listing(command).await?;
    let counted = found.into_iter().map(|mut group| {
        let count = whole(group.get("count"));
        (group.remove("_id").unwrap_or(Bson::Null), count)
    });
    Ok(counted.collect())
}

/// The `_id`s of documents of older shapes, with what `more` says.
pub(super) async fn outdated_ids(
    server: &Server,
    target: &Target<'_>,
    more: Document,
) -> Result<Vec<Bson>> {
    let mut filter = target.outdated();
    filter.extend(more);
    let find = doc! { "find": target.name(), "filter": filter, "projection": { "_id": 1 } };
    server.listing_of(find, |mut it| it.remove("_id")).await
}

/// How many documents are of older shapes, with what `more` says.
pub(super) async fn count_outdated(
    server: &Server,
    target: &Target<'_>,
    more: Document,
) -> Result<i64> {
    let mut filter = target.outdated();
    filter.extend(more);
    let pipeline = vec![doc! { "$match": filter }, doc! { "$count": "count" }];
    let command = doc! { "aggregate": target.name(), "pipeline": pipeline, "cursor": {} };
    let found = server.listing(command).await?;
    Ok(whole(found.first().and_then(|it| it.get("count"))))
}
