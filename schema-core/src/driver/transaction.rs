//! Sessions and transactions.

use mongodb::{
    Client, ClientSession,
    error::Error,
    options::{ReadConcern, TransactionOptions, WriteConcern},
};

use super::{AccessError, CrossTenant, Result, TenantScope, failure};

impl<K> TenantScope<K> {
    /// Runs the operations of `steps` that are given its session as one transaction, and commits it;
    /// see [`CrossTenant::transaction`].
    pub async fn transaction<R, F>(&self, steps: F) -> Result<R>
    where
        F: for<'s> AsyncFnMut(&'s mut ClientSession) -> Result<R>,
    {
        transaction(self.client(), steps).await
    }

    /// A session in which each read sees what was written and read before in it. Source: Causal
    /// Consistency.
    pub async fn causal_session(&self) -> Result<ClientSession> {
        causal_session(self.client()).await
    }
}

impl CrossTenant {
    /// Runs the operations of `steps` that are given its session as one transaction, reading a
    /// snapshot, and commits it to a majority. `steps` runs again from its start where the server says
    /// so, for two minutes at most, and the commit is sent again where its outcome is unknown, as the
    /// driver's own `and_run2` does: what `steps` does beside the session has to bear repetition.
    pub async fn transaction<R, F>(&self, steps: F) -> Result<R>
    where
        F: for<'s> AsyncFnMut(&'s mut ClientSession) -> Result<R>,
    {
        transaction(self.client(), steps).await
    }

    /// A session in which each read sees what was written and read before in it. Source: Causal
    /// Consistency.
    pub async fn causal_session(&self) -> Result<ClientSession> {
        causal_session(self.client()).await
    }
}

/// What errors of a transaction as a whole are about.
const WHOLE: &str = "transaction";

async fn causal_session(client: &Client) -> Result<ClientSession> {
    let session = client.start_session().causal_consistency(true).await;
    session.map_err(|source| failure::of_write(WHOLE, source))
}

async fn transaction<R, F>(client: &Client, mut steps: F) -> Result<R>
where
    F: for<'s> AsyncFnMut(&'s mut ClientSession) -> Result<R>,
{
    let mut session = causal_session(client).await?;
    let options = TransactionOptions::builder()
        .read_concern(ReadConcern::snapshot())
        .write_concern(WriteConcern::majority())
        .build();
    // What the steps failed with last, for which the driver's own error stands in on the way.
    let mut failed = None;
    let run = session.start_transaction().with_options(options);
    let run = run.and_run2(async |session: &mut ClientSession| {
        failed = None;
        steps(session).await.map_err(|error| {
            let carried = carried(&error);
            failed = Some(error);
            carried
        })
    });
    let outcome = run.await;
    outcome.map_err(|source| failed.unwrap_or_else(|| failure::of_write(WHOLE, source)))
}

/// The error with the labels by which the driver decides whether to try again.
fn carried(error: &AccessError) -> Error {
    error
        .driver()
        .cloned()
        .unwrap_or_else(|| Error::custom(error.to_string()))
}
