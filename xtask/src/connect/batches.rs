//! Documents batch by batch, however long that takes.

use bson::{Bson, Document, RawDocumentBuf};
use mongodb::Cursor;
use mongodb::error::Result as DriverResult;

use super::failure::code;
use super::{Backoff, Server};
use crate::error::Result;

/// About how many documents are read by one cursor, so that none is open for long.
const OF_ONE_CURSOR: usize = 20_000;
/// From how many bytes on a batch takes no more documents: about what the server sends at once.
const LARGE: usize = 16 * 1024 * 1024;
/// Codes of a cursor that the server has forgotten, most often since it was not asked for long:
/// `CursorNotFound`, `QueryPlanKilled`, `CursorKilled` (MongoDB's source, `error_codes.yml`).
const LOST: [i32; 3] = [43, 175, 237];

/// Documents in the order of `_id`, batch by batch. A cursor that is lost, on the way or since the
/// last batch was long ago, is opened again after the last document that was handed out.
pub(crate) struct Batches<'a, C> {
    server: &'a Server,
    command: C,
    size: u32,
    last: Option<Bson>,
    open: Option<Open>,
}

/// A cursor, and how many documents it yields at most from now on.
struct Open {
    cursor: Cursor<RawDocumentBuf>,
    left: usize,
}

impl Server {
    /// Batches of so many documents, or of fewer that are large; `command` makes the `find` for those after an `_id`, from the
    /// first one on where there is none, in the order of `_id`. It is not limited.
    pub(crate) fn batches<C: Fn(Option<&Bson>) -> Document>(
        &self,
        size: u32,
        after: Option<Bson>,
        command: C,
    ) -> Batches<'_, C> {
        Batches {
            server: self,
            command,
            size: size.max(1),
            last: after,
            open: None,
        }
    }
}

impl<C: Fn(Option<&Bson>) -> Document> Batches<'_, C> {
    /// The next documents; none at the end.
    pub(crate) async fn next(&mut self) -> Result<Vec<RawDocumentBuf>> {
        let mut backoff = Backoff::new();
        loop {
            let was_open = self.open.is_some();
            let error = match self.attempt().await {
                Ok(batch) => {
                    let last = batch.last().and_then(|it| it.get("_id").ok().flatten());
                    let last = last.and_then(|id| Bson::try_from(id).ok());
                    self.last = last.or(self.last.take());
                    return Ok(batch);
                }
                Err(error) => error,
            };
            self.open = None;
            if was_open && code(&error).is_some_and(|code| LOST.contains(&code)) {
                continue;
            }
            let command = (self.command)(self.last.as_ref());
            let failure = self.server.failed(&command, &error);
            let Some(wait) = backoff.after(failure.passing) else {
                return Err(failure.error);
            };
            self.server.retrying(&command, &failure, wait);
            tokio::time::sleep(wait).await;
        }
    }

    async fn attempt(&mut self) -> DriverResult<Vec<RawDocumentBuf>> {
        let size = self.size as usize;
        let mut batch: Vec<RawDocumentBuf> = Vec::new();
        let mut bytes = 0;
        while batch.len() < size && bytes < LARGE {
            let open = match &mut self.open {
                Some(open) if open.left > 0 => open,
                // A cursor that yielded all that it was to yield may have left some. What this
                // attempt has is handed out before the next one is opened after it.
                Some(_) if !batch.is_empty() => break,
                _ => self.open.insert(self.opened().await?),
            };
            if !open.cursor.advance().await? {
                break;
            }
            open.left -= 1;
            let document = open.cursor.current().to_owned();
            bytes += document.as_bytes().len();
            batch.push(document);
        }
        Ok(batch)
    }

    async fn opened(&self) -> DriverResult<Open> {
        let size = self.size as usize;
        let limit = OF_ONE_CURSOR.div_ceil(size) * size;
        let mut command = (self.command)(self.last.as_ref());
        command.insert("limit", i64::try_from(limit).unwrap_or(i64::MAX));
        command.insert("batchSize", i64::from(self.size));
        let command = self.server.limited(command);
        let cursor = self.server.database.run_cursor_command(command);
        Ok(Open {
            cursor: cursor.batch_size(self.size).await?.with_type(),
            left: limit,
        })
    }
}

#[cfg(test)]
mod tests {
    use bson::doc;

    use super::*;
    use crate::connect::Manner;
    use crate::dev_server::testing::TestDatabase;

    const COUNT: i32 = 40;

    async fn filled(text: &str) -> (TestDatabase, Server) {
        let database = TestDatabase::create().await.expect("a server");
        let documents = (0..COUNT).map(|number| doc! { "_id": number, "text": text });
        let collection = database.database().collection("documents");
        collection.insert_many(documents).await.expect("documents");
        let manner = Manner {
            max_time: None,
            parallel: 2,
        };
        let server = Server::connect(database.uri(), database.name(), manner);
        let server = server.await.expect("a connection");
        (database, server)
    }

    fn find(after: Option<&Bson>) -> Document {
        let filter = after.map(|after| doc! { "_id": { "$gt": after.clone() } });
        doc! { "find": "documents", "filter": filter.unwrap_or_default(), "sort": { "_id": 1 } }
    }

    /// How many documents each batch has.
    async fn sizes(server: &Server, size: u32, after: Option<Bson>) -> Vec<usize> {
        let mut batches = server.batches(size, after, find);
        let mut sizes = Vec::new();
        loop {
            let batch = batches.next().await.expect("a batch");
            if batch.is_empty() {
                return sizes;
            }
            sizes.push(batch.len());
        }
    }

    #[tokio::test]
    async fn each_document_is_in_one_batch() {
        let (_database, server) = filled("short").await;
        assert_eq!(sizes(&server, 15, None).await, [15, 15, 10]);
        assert_eq!(sizes(&server, 20, None).await, [20, 20]);
        assert_eq!(sizes(&server, 15, Some(29.into())).await, [10]);
        assert_eq!(sizes(&server, 15, Some(COUNT.into())).await, [0_usize; 0]);
        assert_eq!(sizes(&server, 0, Some(37.into())).await, [1, 1]);
    }

    #[tokio::test]
    async fn large_documents_make_small_batches() {
        let (_database, server) = filled(&"x".repeat(1024 * 1024)).await;
        let sizes = sizes(&server, 1000, None).await;
        assert_eq!(sizes.iter().sum::<usize>(), COUNT as usize);
        assert!(sizes.iter().all(|size| *size <= 16), "{sizes:?}");
    }
}
