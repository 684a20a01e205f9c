//! What can be set in place of what is declared.

use std::time::Duration;

use bson::{Bson, Document};

use super::{ReadConcern, WriteConcern};

/// `validationLevel`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValidationLevel {
    /// No write is looked at.
    Off,
    /// Inserts, and updates of documents that are valid.
    Moderate,
    /// Every insert and update.
    Strict,
}

/// `validationAction`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValidationAction {
    /// A violation is refused.
    Error,
    /// A violation is let through and logged.
    Warn,
}

/// Settings of a collection.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CollectionSettings {
    /// Names and values, in the order in which they were set; none where there is to be no such
    /// setting.
    pub(super) set: Vec<(&'static str, Option<Bson>)>,
}

impl CollectionSettings {
    /// How much is validated.
    #[must_use]
    pub fn validation_level(self, level: ValidationLevel) -> Self {
        let level = match level {
            ValidationLevel::Off => "off",
            ValidationLevel::Moderate => "moderate",
            ValidationLevel::Strict => "strict",
        };
        self.with("validationLevel", Some(level.into()))
    }

    /// What happens to a violation.
    #[must_use]
    pub fn validation_action(self, action: ValidationAction) -> Self {
        let action = match action {
            ValidationAction::Error => "error",
            ValidationAction::Warn => "warn",
        };
        self.with("validationAction", Some(action.into()))
    }

    /// How long a document of a time series or a clustered collection lives, in whole seconds.
    #[must_use]
    pub fn expire_after(self, age: Duration) -> Self {
        self.with("expireAfterSeconds", Some(seconds(age)))
    }

    /// Documents of a time series or a clustered collection do not expire.
    #[must_use]
    pub fn never_expires(self) -> Self {
        self.with("expireAfterSeconds", None)
    }

    /// What the collection is sharded by, as `shardCollection` takes it.
    #[must_use]
    pub fn shard_key(self, key: Document) -> Self {
        self.with("shardKey", Some(key.into()))
    }

    /// The collection is not sharded. One that is already stays so.
    #[must_use]
    pub fn not_sharded(self) -> Self {
        self.with("shardKey", None)
    }

    /// What the application waits for when it writes. The server keeps no such setting, so it
    /// changes nothing on it; `emit` tells it.
    #[must_use]
    pub fn write_concern(self, concern: &WriteConcern) -> Self {
        self.with("writeConcern", bson::serialize_to_bson(concern).ok())
    }

    /// The level at which the application reads; as [`write_concern`](Self::write_concern), no
    /// setting of the server.
    #[must_use]
    pub fn read_concern(self, concern: &ReadConcern) -> Self {
        let written = bson::serialize_to_document(concern).ok();
        self.with(
            "readConcern",
            written.and_then(|it| it.get("level").cloned()),
        )
    }

    fn with(mut self, name: &'static str, value: Option<Bson>) -> Self {
        self.set.push((name, value));
        self
    }
}

/// Settings of an index.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct IndexSettings {
    /// As [`CollectionSettings::set`].
    pub(super) set: Vec<(&'static str, Option<Bson>)>,
}

impl IndexSettings {
    /// How long after its date a document lives, in whole seconds; zero is none at all.
    #[must_use]
    pub fn expire_after(mut self, age: Duration) -> Self {
        self.set.push(("expireAfterSeconds", Some(seconds(age))));
        self
    }

    /// The index expires no documents.
    #[must_use]
    pub fn never_expires(mut self) -> Self {
        self.set.push(("expireAfterSeconds", None));
        self
    }
}

/// What is out of the server's range is refused where it is applied.
fn seconds(age: Duration) -> Bson {
    let seconds = i64::try_from(age.as_secs()).unwrap_or(i64::MAX);
    i32::try_from(seconds).map_or(Bson::Int64(seconds), Bson::Int32)
}
