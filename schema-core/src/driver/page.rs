//! Pages, each of which starts where the one before ended, by the sort's own fields.

use bson::{Bson, Document, RawBsonRef, RawDocument, RawDocumentBuf, doc};
use mongodb::ClientSession;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{
    AccessError, Find, Operation, Refusal, Result, action::sealed::Sealed, request::Request,
};

/// How many documents a page has where no limit is given.
const PAGE: u32 = 100;

/// One page of a query's documents.
#[derive(Debug, Clone)]
pub struct Page<R> {
    /// The documents.
    pub items: Vec<R>,
    /// Where the next page starts; none behind the last.
    pub next: Option<PageKey>,
}

/// Where a page ended: the values of the sort's fields, and the documents with just these values that
/// were seen, as they are in no order among each other. Serialise it to hand it to a client: it can
/// only narrow what its query finds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageKey {
    values: Vec<Bson>,
    seen: Vec<Bson>,
}

impl PageKey {
    /// The filters that together find what comes behind, none of them twice. Each fixes some fields of
    /// the sort and bounds the next one, so that an index in the sort's order serves each in order.
    pub(super) fn behind(
        &self,
        query: &'static str,
        sort: &Document,
    ) -> Result<Vec<Document>, Refusal> {
        let fields = fields(sort);
        if fields.is_empty() {
            return Err(Refusal::NotPaged(query, "it is not sorted"));
        }
        if fields.len() != self.values.len() {
            return Err(Refusal::NotPaged(query, "the key is from another query"));
        }
        let mut found = Vec::new();
        let mut fixed = Document::new();
        for ((path, ascending), value) in fields.iter().zip(&self.values) {
            for beyond in beyond(path, *ascending, value) {
                let mut branch = fixed.clone();
                branch.insert(*path, beyond);
                found.push(branch);
            }
            fixed.insert(*path, doc! { "$eq": value });
        }
        if !fixed.contains_key("_id") {
            fixed.insert("_id", doc! { "$nin": &self.seen });
            found.push(fixed);
        }
        Ok(found)
    }

    /// The key behind this page, whose documents were found behind `before`.
    fn of(sort: &Document, page: &[RawDocumentBuf], before: Option<&Self>) -> Option<Self> {
        let fields = fields(sort);
        let values = |document: &RawDocument| -> Option<Vec<Bson>> {
            fields.iter().map(|(path, _)| at(document, path)).collect()
        };
        let last = values(page.last()?)?;
        let mut seen = Vec::new();
        if !fields.iter().any(|(path, _)| *path == "_id") {
            let mut alike = page
                .iter()
                .rev()
                .take_while(|it| values(it).as_ref() == Some(&last));
            let ids: Option<Vec<Bson>> = alike.by_ref().map(|it| at(it, "_id")).collect();
            seen = ids?;
            let before = before.filter(|key| seen.len() == page.len() && key.values == last);
            seen.extend(before.into_iter().flat_map(|key| key.seen.clone()));
        }
        Some(Self { values: last, seen })
    }
}

/// The sort's fields up to `_id`, behind which nothing is left to be decided, and whether each ascends.
fn fields(sort: &Document) -> Vec<(&str, bool)> {
    let mut fields = Vec::new();
    for (path, direction) in sort {
        fields.push((path.as_str(), direction != &Bson::from(-1)));
        if path == "_id" {
            break;
        }
    }
    fields
}

/// The conditions on a field that find the values behind this one. A comparison finds values of one
/// type alone; null, which is what a missing field counts as, comes before all others.
fn beyond(path: &str, ascending: bool, value: &Bson) -> Vec<Document> {
    match (ascending, value) {
        (true, Bson::Null) => vec![doc! { "$ne": null }],
        (true, value) => vec![doc! { "$gt": value }],
        (false, Bson::Null) => vec![],
        (false, value) if path == "_id" => vec![doc! { "$lt": value }],
        (false, value) => vec![doc! { "$lt": value }, doc! { "$eq": null }],
    }
}

/// The value at a stored path; null where there is none, and nothing where the path leads through an
/// array.
fn at(document: &RawDocument, path: &str) -> Option<Bson> {
    let (first, rest) = match path.split_once('.') {
        Some((first, rest)) => (first, Some(rest)),
        None => (path, None),
    };
    match (document.get(first).ok()?, rest) {
        (None, _) => Some(Bson::Null),
        (Some(RawBsonRef::Array(_)), _) => None,
        (Some(value), None) => Bson::try_from(value).ok(),
        (Some(RawBsonRef::Document(inner)), Some(rest)) => at(inner, rest),
        (Some(_), Some(_)) => Some(Bson::Null),
    }
}

/// Reads one page.
pub struct ReadPage<R> {
    request: Request,
    result: std::marker::PhantomData<fn() -> R>,
}

impl<R> ReadPage<R> {
    fn check(&self) -> Result<()> {
        let request = &self.request;
        let refused = |why| Err(request.refused(Refusal::NotPaged(request.name(), why)));
        let fields = fields(request.sort());
        if fields.is_empty() {
            return refused("it is not sorted");
        }
        let Some(projection) = request.projection() else {
            return Ok(());
        };
        let mut needed = fields.iter().map(|(path, _)| *path).chain(["_id"]);
        if needed.all(|path| projection.get(path).is_some_and(|it| it != &Bson::from(0))) {
            return Ok(());
        }
        refused("what it returns lacks a field of its sort, or `_id`")
    }
}

impl<R> Sealed for ReadPage<R> {}
impl<R: DeserializeOwned + Send> Operation for ReadPage<R> {
    type Output = Page<R>;

    async fn run(mut self, session: Option<&mut ClientSession>) -> Result<Page<R>> {
        self.check()?;
        // The server takes a limit of zero for none.
        let limit = self.request.limit.filter(|most| *most > 0).unwrap_or(PAGE);
        self.request.limit = Some(limit);
        let (facts, sort) = (self.request.target.facts, self.request.sort().clone());
        let (name, before) = (self.request.name(), self.request.after.clone());
        let documents = documents(self.request, session).await?;
        let next = if documents.len() < limit as usize {
            None
        } else {
            let lacking = Refusal::NotPaged(name, "its sort leads through an array");
            let key = PageKey::of(&sort, &documents, before.as_ref());
            Some(key.ok_or_else(|| AccessError::refused(facts, lacking))?)
        };
        let items = documents
            .iter()
            .map(|document| bson::deserialize_from_slice(document.as_bytes()));
        let items: Result<Vec<R>, _> = items.collect();
        let items = items.map_err(|error| AccessError::bson(facts, error))?;
        Ok(Page { items, next })
    }
}

async fn documents(
    request: Request,
    session: Option<&mut ClientSession>,
) -> Result<Vec<RawDocumentBuf>> {
    let facts = request.target.facts;
    let failed = |error| AccessError::read(facts, error);
    let mut found = Vec::new();
    match session {
        None => {
            let mut cursor = request.cursor::<RawDocumentBuf>().await?;
            while cursor.advance().await.map_err(failed)? {
                found.push(cursor.current().to_owned());
            }
        }
        Some(session) => {
            let mut cursor = request
                .session_cursor::<RawDocumentBuf>(&mut *session)
                .await?;
            while cursor.advance(&mut *session).await.map_err(failed)? {
                found.push(cursor.current().to_owned());
            }
        }
    }
    Ok(found)
}

impl<T, R> Find<T, R> {
    /// One page: as many documents as the limit says, 100 where none is given, and the key with which
    /// the next page is asked for. Reading a page costs the same however far it is from the first.
    pub fn page<'a>(self) -> super::Action<'a, ReadPage<R>> {
        super::Action::new(ReadPage {
            request: self.request,
            result: std::marker::PhantomData,
        })
    }
}
