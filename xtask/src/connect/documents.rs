//! Documents of an application's collections, as raw BSON.

use bson::{Document, RawDocumentBuf};
use futures::TryStreamExt;

use super::{Backoff, Event, Server, failure};
use crate::error::Result;

impl Server {
    /// Runs a command that answers with a cursor, and reads it to its end; tried again while its
    /// failure is one that passes.
    pub(crate) async fn documents(&self, command: Document) -> Result<Vec<RawDocumentBuf>> {
        let told = self.limited(command);
        self.patiently(&told, || async {
            let cursor = self.database.run_cursor_command(told.clone()).await?;
            cursor.with_type::<RawDocumentBuf>().try_collect().await
        })
        .await
    }

    /// Sends an `update` command that may be repeated without harm, and waits for a majority; tried
    /// again while its failure is one that passes. `named` is how failures name it.
    pub(crate) async fn write(
        &self,
        command: &RawDocumentBuf,
        named: &Document,
    ) -> Result<Document> {
        let mut backoff = Backoff::new();
        loop {
            let reply = self.database.run_raw_command(command.clone()).await;
            let failure = match reply {
                Ok(reply) => {
                    self.tell_unconfirmed(&reply, named);
                    return Ok(reply);
                }
                Err(error) => self.failed(named, &error),
            };
            let Some(wait) = backoff.after(failure.passing) else {
                return Err(failure.error);
            };
            self.retrying(named, &failure, wait);
            tokio::time::sleep(wait).await;
        }
    }

    fn tell_unconfirmed(&self, reply: &Document, named: &Document) {
        if let Ok(unconfirmed) = reply.get_document("writeConcernError") {
            self.tell(&Event::Unconfirmed {
                what: failure::what(self.name(), named),
                reason: unconfirmed.get_str("errmsg").unwrap_or_default().to_owned(),
            });
        }
    }
}
