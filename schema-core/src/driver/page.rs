//! Pages, each of which starts where the one before ended, by the sort's own fields.

use bson::{Bson, Document, RawBsonRef, RawDocument, RawDocumentBuf, doc};
use mongodb::ClientSession;
use serde::{Deserialize, Serialize};

use super::{
    AccessError, Find, Operation, ReadAs, Refusal, Result, Target,
    action::{in_session, sealed::Sealed},
    by_id::scoped,
    order::{Sorted, tie},
    read::read,
    request::Request,
    write_back::{WriteBack, write_all},
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
        order: &[Sorted],
    ) -> Result<Vec<Document>, Refusal> {
        if order.is_empty() {
            return Err(Refusal::NotPaged(query, "it is not sorted"));
        }
        if order.len() != self.values.len() {
            return Err(Refusal::NotPaged(query, "the key is from another query"));
        }
        let mut found = Vec::new();
        let mut fixed = Document::new();
        for (sorted, value) in order.iter().zip(&self.values) {
            for beyond in sorted.beyond(value) {
                let mut branch = fixed.clone();
                branch.insert(&sorted.path, beyond);
                found.push(branch);
            }
            fixed.insert(&sorted.path, doc! { "$eq": value });
        }
        if !fixed.contains_key("_id") {
            fixed.insert("_id", doc! { "$nin": &self.seen });
            found.push(fixed);
        }
        if found.is_empty() {
            // Nothing comes behind it: a condition that no document satisfies.
            found.push(doc! { "$nor": [{}] });
        }
        Ok(found)
    }

    /// The key behind this page, whose documents were found behind `before`.
    fn of(order: &[Sorted], page: &[RawDocumentBuf], before: Option<&Self>) -> Option<Self> {
        let values = |document: &RawDocument| -> Option<Vec<Bson>> {
            order.iter().map(|it| at(document, &it.path)).collect()
        };
        let last = values(page.last()?)?;
        let tied = |values: &[Bson]| values.iter().zip(&last).all(|(one, other)| tie(one, other));
        let mut seen = Vec::new();
        if !order.iter().any(|it| it.path == "_id") {
            let alike = page.iter().rev();
            let alike = alike.take_while(|it| values(it).is_some_and(|values| tied(&values)));
            let ids: Option<Vec<Bson>> = alike.map(|it| at(it, "_id")).collect();
            seen = ids?;
            let before = before.filter(|key| seen.len() == page.len() && tied(&key.values));
            seen.extend(before.into_iter().flat_map(|key| key.seen.clone()));
        }
        Some(Self { values: last, seen })
    }

    /// The same where a collation may take other strings for equal, which the server alone can tell:
    /// all that were seen, of which those have to be kept that equal the last.
    fn of_collated(
        order: &[Sorted],
        page: &[RawDocumentBuf],
        before: Option<&Self>,
    ) -> Option<Self> {
        let mut key = Self::of(order, page, before)?;
        if key.values.iter().any(|value| value.as_str().is_some()) {
            let seen: Option<Vec<Bson>> = page.iter().map(|it| at(it, "_id")).collect();
            key.seen = seen?;
            key.seen
                .extend(before.into_iter().flat_map(|key| key.seen.clone()));
        }
        Some(key)
    }

    /// What finds those that were seen and have the values of the last.
    fn seen_alike(&self, order: &[Sorted]) -> Document {
        let equal = order.iter().zip(&self.values);
        let equal = equal.map(|(sorted, value)| (&sorted.path, doc! { "$eq": value }));
        let mut filter = doc! { "_id": { "$in": &self.seen } };
        for (path, condition) in equal {
            filter.insert(path, condition);
        }
        filter
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
    pub(super) write_back: Option<WriteBack>,
    result: std::marker::PhantomData<fn() -> R>,
}

impl<R> ReadPage<R> {
    fn check(&self) -> Result<()> {
        let request = &self.request;
        let refused = |why| Err(request.refused(Refusal::NotPaged(request.name(), why)));
        let order = request.order();
        if order.is_empty() {
            return refused("it is not sorted");
        }
        let Some(projection) = request.projection() else {
            return Ok(());
        };
        let mut needed = order.iter().map(|it| &*it.path).chain(["_id"]);
        if needed.all(|path| projection.get(path).is_some_and(|it| it != &Bson::from(0))) {
            return Ok(());
        }
        refused("what it returns lacks a field of its sort, or `_id`")
    }
}

impl<R> Sealed for ReadPage<R> {}
impl<R: ReadAs> Operation for ReadPage<R> {
    type Output = Page<R::Item>;

    async fn run(mut self, mut session: Option<&mut ClientSession>) -> Result<Page<R::Item>> {
        self.check()?;
        let write_back = self.write_back.filter(|_| session.is_none());
        // The server takes a limit of zero for none.
        let limit = self.request.limit.filter(|most| *most > 0).unwrap_or(PAGE);
        self.request.limit = Some(limit);
        let facts = self.request.target.facts;
        let (target, order) = (self.request.target.clone(), self.request.order());
        let (name, before) = (self.request.name(), self.request.after.clone());
        let documents = documents(self.request, session.as_deref_mut()).await?;
        let next = if documents.len() < limit as usize {
            None
        } else {
            let lacking = Refusal::NotPaged(name, "its sort leads through an array");
            let key = next_key(&target, order, &documents, before.as_ref(), session).await?;
            Some(key.ok_or_else(|| AccessError::refused(facts, lacking))?)
        };
        let items: Result<Vec<_>, _> = documents.iter().map(|it| read::<R>(it)).collect();
        let items = items.map_err(|unread| AccessError::unreadable(facts, unread))?;
        if let Some(write_back) = write_back {
            let old = documents.iter();
            let old = old.filter_map(|document| write_back.of_read(&target, document));
            write_all(&target, old.collect()).await;
        }
        Ok(Page { items, next })
    }
}

/// The key behind a page. Where a collation decides what is equal, the server is asked for it.
async fn next_key(
    target: &Target,
    order: &[Sorted],
    page: &[RawDocumentBuf],
    before: Option<&PageKey>,
    session: Option<&mut ClientSession>,
) -> Result<Option<PageKey>> {
    if !target.facts.declared().compares_by_collation() || order.iter().any(|it| it.path == "_id") {
        return Ok(PageKey::of(order, page, before));
    }
    let Some(mut key) = PageKey::of_collated(order, page, before) else {
        return Ok(None);
    };
    let filter = scoped(target, key.seen_alike(order))?;
    let distinct = target.collection.distinct("_id", filter);
    let alike = in_session!(distinct, session);
    key.seen = alike.map_err(|error| AccessError::read(target.facts, error))?;
    Ok(Some(key))
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
            write_back: None,
            result: std::marker::PhantomData,
        })
    }
}
