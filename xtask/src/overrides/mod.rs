//! What differs from the declaration in one environment or database.
//!
//! A staging environment that only warns, a demonstration whose data expires sooner, a test cluster
//! without shards: such differences stand in the application's own `xtask`, are applied to the declared
//! database before anything is planned, and are named in every plan.
//!
//! ```no_run
//! use std::process::ExitCode;
//! use std::time::Duration;
//!
//! use schema_xtask::overrides::{Overrides, Target, ValidationAction};
//! # mod tracker {
//! #     use bson::{DateTime, oid::ObjectId};
//! #     use schema_core::{Collection, Database};
//! #     use serde::Serialize;
//! #     #[derive(Serialize, Collection)]
//! #     #[collection(name = "activities", global = "an example")]
//! #     #[index(keys(at), expire_after = "180d")]
//! #     pub struct Activity { #[serde(rename = "_id")] id: ObjectId, at: DateTime }
//! #     #[derive(Database)]
//! #     #[database(name = "tracker", collections(Activity))]
//! #     pub struct Tracker;
//! # }
//!
//! fn main() -> ExitCode {
//!     schema_xtask::main_with::<tracker::Tracker>(overrides)
//! }
//!
//! fn overrides(target: &Target) -> Overrides {
//!     let overrides = Overrides::new();
//!     match target.environment() {
//!         Some("staging") => overrides
//!             .collection("activities", |it| it.validation_action(ValidationAction::Warn))
//!             .index("activities", "at_1", |it| it.expire_after(Duration::from_secs(7 * 86_400))),
//!         _ => overrides,
//!     }
//! }
//! ```

mod apply;
mod names;
mod settings;

use bson::Bson;
use serde::Serialize;

pub(crate) use apply::apply;
pub use mongodb::options::{ReadConcern, WriteConcern};
pub use settings::{CollectionSettings, IndexSettings, ValidationAction, ValidationLevel};

/// What a command is about to work on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    environment: Option<String>,
    database: String,
    dev: bool,
}

impl Target {
    pub(crate) fn new(environment: Option<String>, database: String, dev: bool) -> Self {
        Self {
            environment,
            database,
            dev,
        }
    }

    /// The environment's name: that of `--env`, else of the variable `MONGO_SCHEMA_ENV`.
    pub fn environment(&self) -> Option<&str> {
        self.environment.as_deref()
    }

    /// The database's name on the server.
    pub fn database(&self) -> &str {
        &self.database
    }

    /// Whether it is the development server, by `--dev`.
    pub fn is_dev(&self) -> bool {
        self.dev
    }
}

/// Settings that replace declared ones.
///
/// A name that nothing declared has is wrong usage, as is an expiry for what declares none: whether
/// documents expire at all is for the structs to say.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Overrides {
    collections: Vec<(String, CollectionSettings)>,
    indexes: Vec<(String, String, IndexSettings)>,
}

impl Overrides {
    /// None.
    pub fn new() -> Self {
        Self::default()
    }

    /// Settings of the collection of this stored name.
    #[must_use]
    pub fn collection(
        mut self,
        name: &str,
        settings: impl FnOnce(CollectionSettings) -> CollectionSettings,
    ) -> Self {
        let settings = settings(CollectionSettings::default());
        self.collections.push((name.to_owned(), settings));
        self
    }

    /// Settings of the collection's index of this declared name, such as `at_1`.
    #[must_use]
    pub fn index(
        mut self,
        collection: &str,
        name: &str,
        settings: impl FnOnce(IndexSettings) -> IndexSettings,
    ) -> Self {
        let settings = settings(IndexSettings::default());
        self.indexes
            .push((collection.to_owned(), name.to_owned(), settings));
        self
    }
}

/// One setting that is not the declared one.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Override {
    /// The collection's name.
    pub collection: String,
    /// The index's declared name; none for a setting of the collection.
    pub index: Option<String>,
    /// The setting, as the server calls it: `validationAction`, `expireAfterSeconds`, …
    pub setting: &'static str,
    /// What is declared; none where nothing is.
    #[serde(serialize_with = "relaxed")]
    pub declared: Option<Bson>,
    /// What counts in its place; none where nothing does.
    #[serde(serialize_with = "relaxed")]
    pub value: Option<Bson>,
}

/// As relaxed Extended JSON.
#[expect(clippy::ref_option, reason = "serde's own signature")]
fn relaxed<S: serde::Serializer>(value: &Option<Bson>, to: S) -> Result<S::Ok, S::Error> {
    let value = value.clone().map(Bson::into_relaxed_extjson);
    value.serialize(to)
}
