//! `_schema.lock`: one apply at a time.
//!
//! One document:
//!
//! ```json
//! { "_id": "apply", "token": 12, "holder": "ann@build pid 7", "claim": { "$oid": "…" },
//!   "since": { "$date": "…" }, "heartbeat": { "$date": "…" } }
//! ```
//!
//! `token` grows by one with each holder and never falls, so a holder that was thought dead finds,
//! on waking, that its token is no longer the document's; `holder` is null while nobody holds the
//! lock; `claim` is new with each holder; both dates are the server's. A lock without a heartbeat
//! for [`STALE_AFTER_SECONDS`], or with one as far ahead, may be taken over.

use std::time::Duration;

use bson::oid::ObjectId;
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
        let claim = ObjectId::new();
        let lock = claimed(server, holder, claim).await?;
        let token = lock.get_i64("token").unwrap_or_default();
        if lock.get_object_id("claim").ok() != Some(claim) {
            return Err(held(server, &lock));
        }
        let heart = tokio::spawn(beat(server.clone(), token));
        Ok(Self {
            server: server.clone(),
            token,
            heart,
        })
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
        if touch(&self.server, self.token).await? {
            Ok(())
        } else {
            Err(Error::LockLost)
        }
    }

    /// Gives the lock back; one that was taken over is left alone.
    pub async fn release(self) -> Result<()> {
        self.heart.abort();
        let free = doc! { "$set": { "holder": Bson::Null } };
        update(&self.server, mine(self.token), free)
            .await
            .map(|_| ())
    }
}

impl Drop for Lock {
    /// A lock that is dropped without release becomes stale.
    fn drop(&mut self) {
        self.heart.abort();
    }
}

/// The lock after `claim` was laid to it: the holder's, whoever that is.
async fn claimed(server: &Server, holder: &str, claim: ObjectId) -> Result<Document> {
    let locks = server.collection(COLLECTION);
    let lay = || {
        locks
            .find_one_and_update(doc! { "_id": ID }, claiming(holder, claim))
            .upsert(true)
            .return_document(ReturnDocument::After)
    };
    let lock = match lay().await {
        // Two inserted the first lock of this database at the same moment.
        Ok(None) => lay().await,
        Err(error) if code(&error) == Some(DUPLICATE_KEY) => lay().await,
        other => other,
    };
    let lock = lock.map_err(|error| server.failure("update", COLLECTION, &error))?;
    Ok(lock.unwrap_or_default())
}

/// Takes the lock if it is free or stale, by the server's clock, and else leaves it as it is.
///
/// The condition is in the update, not in the filter: what is found then tells who the holder is,
/// and a filter with `$expr` may not insert.
fn claiming(holder: &str, claim: ObjectId) -> Vec<Document> {
    let oldest_alive = doc! { "$dateSubtract": {
        "startDate": "$$NOW", "unit": "second", "amount": STALE_AFTER_SECONDS,
    } };
    let is_free = doc! { "$eq": [{ "$ifNull": ["$holder", Bson::Null] }, Bson::Null] };
    let is_old = doc! { "$lt": ["$heartbeat", oldest_alive] };
    // Written on the clock of another member, which was ahead: a living holder soon writes another.
    let newest_alive = doc! { "$dateAdd": {
        "startDate": "$$NOW", "unit": "second", "amount": STALE_AFTER_SECONDS,
    } };
    let is_ahead = doc! { "$gt": ["$heartbeat", newest_alive] };
    let if_taken = |then: Bson, field: &str| doc! { "$cond": ["$taken", then, field] };
    // Whoever edits the document by hand may write another type of number, or none.
    let last = doc! { "$convert": {
        "input": "$token", "to": "long", "onError": 0_i64, "onNull": 0_i64,
    } };
    let next = doc! { "$add": [last, 1_i64] };
    let holder = doc! { "$literal": holder };
    vec![
        doc! { "$set": { "taken": { "$or": [is_free, is_old, is_ahead] } } },
        doc! { "$set": {
            "token": if_taken(next.into(), "$token"),
            "holder": if_taken(holder.into(), "$holder"),
            "claim": if_taken(claim.into(), "$claim"),
            "since": if_taken("$$NOW".into(), "$since"),
            "heartbeat": if_taken("$$NOW".into(), "$heartbeat"),
        } },
        doc! { "$unset": "taken" },
    ]
}

/// Who holds the lock that could not be taken.
fn held(server: &Server, lock: &Document) -> Error {
    let since = lock
        .get_datetime("since")
        .ok()
        .and_then(|since| since.try_to_rfc3339_string().ok());
    Error::LockHeld {
        database: server.name().to_owned(),
        holder: lock
            .get_str("holder")
            .unwrap_or("an unknown holder")
            .to_owned(),
        since: since.unwrap_or_else(|| "an unknown time".to_owned()),
        stale_after: STALE_AFTER_SECONDS,
    }
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
    update(
        server,
        mine(token),
        doc! { "$currentDate": { "heartbeat": true } },
    )
    .await
}

async fn update(server: &Server, filter: Document, update: Document) -> Result<bool> {
    let updated = server
        .collection(COLLECTION)
        .update_one(filter, update)
        .await;
    let updated = updated.map_err(|error| server.failure("update", COLLECTION, &error))?;
    Ok(updated.matched_count == 1)
}

fn mine(token: i64) -> Document {
    doc! { "_id": ID, "token": token, "holder": { "$ne": Bson::Null } }
}
