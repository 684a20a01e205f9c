//! `_schema.lock`: one apply at a time.
//!
//! One document:
//!
//! ```json
//! { "_id": "apply", "token": 12, "holder": "ann@build pid 7", "claim": { "$oid": "…" },
//!   "process": { "host": "build", "boot": "…", "namespace": "…", "pid": 7, "started": "…" },
//!   "since": { "$date": "…" }, "heartbeat": { "$date": "…" } }
//! ```
//!
//! `token` grows by one with each holder and never falls, so a holder that was thought dead finds,
//! on waking, that its token is no longer the document's; `holder` is null while nobody holds the
//! lock; `claim` is new with each holder; both dates are the server's. A lock without a heartbeat
//! for [`STALE_AFTER_SECONDS`], or with one as far ahead, may be taken over; so may, at once, that of
//! a `process` of the same machine which has ended.

use std::time::Duration;

use bson::oid::ObjectId;
use bson::{Bson, DateTime, Document, doc};
use mongodb::options::ReturnDocument;
use schema_core::codes::DUPLICATE_KEY;
use tokio::task::JoinHandle;

use super::process::Process;
use crate::connect::{Event, Server, code};
use crate::error::{Error, Result};

/// The collection's name.
pub const COLLECTION: &str = "_schema.lock";
/// Seconds without a heartbeat after which a lock may be taken over.
pub const STALE_AFTER_SECONDS: i64 = 60;

/// How often a holder gives a sign of life.
const HEARTBEAT: Duration = Duration::from_secs(10);
/// `_id` of the one document.
const ID: &str = "apply";

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
        let mut lock = claimed(server, holder, claim, None).await?;
        let before = Held::of(&lock);
        if !is_of(&lock, claim) && is_of_the_dead(&lock) {
            lock = claimed(server, holder, claim, lock.get_object_id("claim").ok()).await?;
            if let Some(before) = before.filter(|_| is_of(&lock, claim)) {
                server.tell(&Event::TookOver {
                    holder: before.holder,
                });
            }
        }
        let token = lock.get_i64("token").unwrap_or_default();
        if !is_of(&lock, claim) {
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

/// Who holds a lock.
#[derive(Debug, Clone, PartialEq)]
pub struct Held {
    /// The holder, as `user@host pid 123`.
    pub holder: String,
    /// Since when; none where somebody edited it.
    pub since: Option<DateTime>,
    /// The last sign of life; none where somebody edited it.
    pub heartbeat: Option<DateTime>,
    /// Whether the holder's process is known to have ended.
    pub has_ended: bool,
    /// The fencing token.
    pub token: Option<i64>,
    claim: Option<Bson>,
}

impl Held {
    /// Who holds the lock; none where nobody does.
    pub async fn read(server: &Server) -> Result<Option<Self>> {
        let found = server
            .recorded("find", COLLECTION, async |locks| {
                locks.find_one(doc! { "_id": ID }).await
            })
            .await?;
        Ok(found.and_then(|lock: Document| Self::of(&lock)))
    }

    fn of(lock: &Document) -> Option<Self> {
        Some(Self {
            holder: lock.get_str("holder").ok()?.to_owned(),
            since: lock.get_datetime("since").ok().copied(),
            heartbeat: lock.get_datetime("heartbeat").ok().copied(),
            has_ended: is_of_the_dead(lock),
            token: lock.get_i64("token").ok(),
            claim: lock.get("claim").cloned(),
        })
    }

    /// Whether nothing is to be expected of the holder: its process has ended, or it has given no
    /// sign of life for so long, by `now`, the server's clock, that an apply would take the lock
    /// over.
    pub fn is_stale(&self, now: DateTime) -> bool {
        let silent = self.silent_seconds(now);
        self.has_ended || silent.is_none_or(|silent| silent.abs() > STALE_AFTER_SECONDS)
    }

    /// Seconds since the last sign of life.
    pub fn silent_seconds(&self, now: DateTime) -> Option<i64> {
        let since = self.heartbeat?.timestamp_millis();
        Some((now.timestamp_millis() - since) / 1000)
    }

    /// Takes the lock away from this holder, who finds that out before its next step; false where
    /// it is another's by now, or nobody's.
    ///
    /// Unless `force` is given, also where the holder gave another sign of life.
    pub async fn remove(&self, server: &Server, force: bool) -> Result<bool> {
        let mut filter = doc! { "_id": ID, "holder": &self.holder, "claim": self.claim.clone() };
        if !force {
            filter.insert("heartbeat", self.heartbeat);
        }
        update(server, filter, doc! { "$set": { "holder": Bson::Null } }).await
    }
}

fn is_of(lock: &Document, claim: ObjectId) -> bool {
    lock.get_object_id("claim").is_ok_and(|it| it == claim)
}

fn is_of_the_dead(lock: &Document) -> bool {
    let process = lock.get_document("process").ok();
    process
        .and_then(Process::of)
        .is_some_and(|process| process.is_dead())
}

/// The lock after `claim` was laid to it: the holder's, whoever that is. One whose claim is `dead`
/// is taken whatever its heartbeat.
async fn claimed(
    server: &Server,
    holder: &str,
    claim: ObjectId,
    dead: Option<ObjectId>,
) -> Result<Document> {
    let lay = async |locks: mongodb::Collection<Document>| {
        let lay = || {
            locks
                .find_one_and_update(doc! { "_id": ID }, claiming(holder, claim, dead))
                .upsert(true)
                .return_document(ReturnDocument::After)
        };
        match lay().await {
            // Two inserted the first lock of this database at the same moment.
            Ok(None) => lay().await,
            Err(error) if code(&error) == Some(DUPLICATE_KEY) => lay().await,
            other => other,
        }
    };
    let lock = server.recorded("update", COLLECTION, lay).await?;
    Ok(lock.unwrap_or_default())
}

/// Takes the lock if it is free or stale, by the server's clock, and else leaves it as it is.
///
/// The condition is in the update, not in the filter: what is found then tells who the holder is,
/// and a filter with `$expr` may not insert.
fn claiming(holder: &str, claim: ObjectId, dead: Option<ObjectId>) -> Vec<Document> {
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
    // A claim is never null: this is false where nobody is known to be dead.
    let is_dead = doc! { "$eq": ["$claim", dead.map_or(Bson::Boolean(false), Bson::from)] };
    let if_taken = |then: Bson, field: &str| doc! { "$cond": ["$taken", then, field] };
    // Whoever edits the document by hand may write another type of number, or none.
    let last = doc! { "$convert": {
        "input": "$token", "to": "long", "onError": 0_i64, "onNull": 0_i64,
    } };
    let next = doc! { "$add": [last, 1_i64] };
    let holder = doc! { "$literal": holder };
    let process = Process::own().map(|process| process.document());
    let process = doc! { "$literal": process.map_or(Bson::Null, Bson::from) };
    vec![
        doc! { "$set": { "taken": { "$or": [is_free, is_old, is_ahead, is_dead] } } },
        doc! { "$set": {
            "token": if_taken(next.into(), "$token"),
            "holder": if_taken(holder.into(), "$holder"),
            "claim": if_taken(claim.into(), "$claim"),
            "process": if_taken(process.into(), "$process"),
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
    let write = async |locks: mongodb::Collection<Document>| {
        locks.update_one(filter.clone(), update.clone()).await
    };
    match server.recorded("update", COLLECTION, write).await {
        Ok(updated) => Ok(updated.matched_count == 1),
        // It was written, or there was nothing to write; which, a look tells.
        Err(Error::Unconfirmed { what, reason }) => {
            server.tell(&Event::Unconfirmed { what, reason });
            let look =
                async |locks: mongodb::Collection<Document>| locks.find_one(filter.clone()).await;
            let found = server.recorded("find", COLLECTION, look).await?;
            Ok(found.is_some())
        }
        Err(error) => Err(error),
    }
}

fn mine(token: i64) -> Document {
    doc! { "_id": ID, "token": token, "holder": { "$ne": Bson::Null } }
}
