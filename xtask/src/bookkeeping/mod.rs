//! What the tool keeps in the database itself, in collections of its own.
//!
//! | collection | one document for |
//! | --- | --- |
//! | `_schema.objects` | each collection and index that an apply created or adopted ([`objects`]) |
//! | `_schema.lock` | the right to apply, held by one at a time ([`lock`]) |
//! | `_schema.history` | each apply ([`history`]) |
//! | `_schema.migrations` | each migration, its ranges, and the documents that failed ([`migrations`]) |
//!
//! Everything here is written with majority write concern, and dated by the server's clock.

pub mod history;
pub mod lock;
pub mod migrations;
pub mod objects;
pub mod older;
pub(crate) mod process;

/// The prefix of the tool's own collections, which are never listed.
pub const PREFIX: &str = "_schema.";

/// Whether `collection` is one of the tool's own.
pub fn is_own(collection: &str) -> bool {
    collection.starts_with(PREFIX)
}

/// Who runs this process, as `user@host pid 123`.
pub fn whoami() -> String {
    let user = ["USER", "LOGNAME", "USERNAME"]
        .iter()
        .find_map(|name| std::env::var(name).ok())
        .unwrap_or_else(|| "unknown".to_owned());
    format!("{user}@{} pid {}", host(), std::process::id())
}

/// The name of this machine.
fn host() -> String {
    let system = rustix::system::uname();
    system.nodename().to_string_lossy().into_owned()
}
