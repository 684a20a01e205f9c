//! `_schema.lock`: one apply at a time.
//!
//! One document:
//!
//! ```json
//! { "_id": "apply", "token": 12, "holder": "ann@build pid 7",
//!   "since": { "$date": "…" }, "heartbeat": { "$date": "…" } }
//! ```
//!
//! `token` grows by one with each holder and never falls, so a holder that was thought dead finds,
//! on waking, that its token is no longer the document's; `holder` is null while nobody holds the
//! lock; both dates are the server's. A lock without a heartbeat for [`STALE_AFTER_SECONDS`] may be
//! taken over.

use std::time::Duration;

use bson::{Bson, Document, doc};
use mongodb::options::ReturnDocument;
use tokio::task::JoinHandle;

use crate::connect::{Server, code};
use crate::error::{Error, Result};

/// The collection's name.
pub const COLLECTION: &str = "_schema.lock";
/// Seconds without a heartbeat after which a lock may be taken over.
pub const STALE_AFTER_SECONDS: i64 = 60;

/// How often a holder gives a sign of life.
const HEARTBEAT: Duration = Duration::from_secs(10);
/// `_id` of the one document.
const ID: &str = "apply";
/// `DuplicateKey`.
const DUPLICATE_KEY: i32 = 11000;

/// The right to apply, held until it is released or taken over.
#[derive(Debug)]
pub struct Lock {
    server: Server,
    token: i64,
    heart: JoinHandle<()>,
}

impl Lock {
    /// Takes the lock for `holder`, or says who holds it.
    pub async fn acquire(server: &Server, holder: &str) -> Result<Self> {
        make_sure_there_is_one(server).await?;
        let taken = take(server, holder).await?;
        let Some(token) = taken.and_then(|lock| lock.get_i64("token").ok()) else {
            return Err(held(server).await?);
        };
        let heart = tokio::spawn(beat(server.clone(), token));
        Ok(Self { server: server.clone(), token, heart })
    }

    /// The fencing token: larger than that of every holder before.
    pub fn token(&self) -> i64 {
        self.token
    }

    /// Makes sure that nobody took the lock over, and gives a sign of life.
    ///
    /// # Errors
    ///
    /// [`Error::LockLost`] where somebody did.
    pub async fn check(&self) -> Result<()> {
        if touch(&self.server, self.token).await? { Ok(()) } else { Err(Error::LockLost) }
    }

    /// Gives the lock back; one that was taken over is left alone.
    pub async fn release(self) -> Result<()> {
        self.heart.abort();
        let free = doc! { "$set": { "holder": Bson::Null } };
        update(&self.server, mine(self.token), free).await.map(|_| ())
    }
}

impl Drop for Lock {
    /// A lock that is dropped without release becomes stale.
    fn drop(&mut self) {
        self.heart.abort();
    }
}

/// Inserts the document that all others only update: an update that inserts may not compare with
/// the server's clock (`$expr` is refused with `upsert`).
async fn make_sure_there_is_one(server: &Server) -> Result<()> {
    let locks = server.collection(COLLECTION);
    let free = doc! { "$setOnInsert": { "token": 0_i64, "holder": Bson::Null } };
    match locks.update_one(doc! { "_id": ID }, free).upsert(true).await {
        Ok(_) => Ok(()),
        // Somebody else inserted it at the same moment.
        Err(error) if code(&error) == Some(DUPLICATE_KEY) => Ok(()),
        Err(error) => Err(server.failure("update", COLLECTION, &error)),
    }
}

/// Takes the lock if it is free or stale.
async fn take(server: &Server, holder: &str) -> Result<Option<Document>> {
    let oldest_alive = doc! { "$subtract": ["$$NOW", STALE_AFTER_SECONDS * 1000] };
    let free_or_stale = doc! {
        "_id": ID,
        "$or": [{ "holder": Bson::Null }, { "$expr": { "$lt": ["$heartbeat", oldest_alive] } }],
    };
    let lock = doc! {
        "token": { "$add": ["$token", 1_i64] },
        "holder": { "$literal": holder },
        "since": "$$NOW",
        "heartbeat": "$$NOW",
    };
    let locks = server.collection(COLLECTION);
    locks
        .find_one_and_update(free_or_stale, vec![doc! { "$set": lock }])
        .return_document(ReturnDocument::After)
        .await
        .map_err(|error| server.failure("update", COLLECTION, &error))
}

/// Who holds the lock that could not be taken.
async fn held(server: &Server) -> Result<Error> {
    let found = server.collection(COLLECTION).find_one(doc! { "_id": ID }).await;
    let lock = found.map_err(|error| server.failure("find", COLLECTION, &error))?.unwrap_or_default();
    let since = lock.get_datetime("since").ok().and_then(|since| since.try_to_rfc3339_string().ok());
    Ok(Error::LockHeld {
        database: server.name().to_owned(),
        holder: lock.get_str("holder").unwrap_or("one that just ended").to_owned(),
        since: since.unwrap_or_else(|| "an unknown time".to_owned()),
        stale_after: STALE_AFTER_SECONDS,
    })
}

/// Gives signs of life until the lock is lost or the task ended. A failure to reach the server is
/// no end: each step checks the lock before it acts.
async fn beat(server: Server, token: i64) {
    loop {
        tokio::time::sleep(HEARTBEAT).await;
        if let Ok(false) = touch(&server, token).await {
            return;
        }
    }
}

/// Renews the heartbeat of the lock with `token`; false where it is another's.
async fn touch(server: &Server, token: i64) -> Result<bool> {
    update(server, mine(token), doc! { "$currentDate": { "heartbeat": true } }).await
}

async fn update(server: &Server, filter: Document, update: Document) -> Result<bool> {
    let updated = server.collection(COLLECTION).update_one(filter, update).await;
    let updated = updated.map_err(|error| server.failure("update", COLLECTION, &error))?;
    Ok(updated.matched_count == 1)
}

fn mine(token: i64) -> Document {
    doc! { "_id": ID, "token": token, "holder": { "$ne": Bson::Null } }
}
