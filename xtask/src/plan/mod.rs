//! A plan: the changes that bring a live database to its declared state, as a value.

mod basis;
mod build;
mod collection;
mod command;
mod drops;
mod in_place;
mod index;
mod limit;
mod listed;
mod make;
mod name;
mod notes;
mod options;
mod order;
mod pair;
mod pattern;
pub(crate) mod phase;
mod replace;
mod retire;
mod scope;
mod shard;
mod site;
pub mod stage;
mod ttl;
mod unique;
pub(crate) mod validator;
mod versions;
pub(crate) mod weigh;

use std::collections::BTreeMap;
use std::fmt;

use bson::Document;
use serde::Serialize;

use crate::normal::Canonical;
pub use drops::refuse_drops;
pub use make::make;
pub(crate) use name::spare as spare_name;
pub use order::{hold_dependents, settle};
pub(crate) use pattern::matches_any;
pub(crate) use phase::{expires_sooner, seconds};
pub use retire::{DECLARATION, HIDDEN_SINCE, declaration};
pub use scope::{Phase, Scope};
pub use weigh::weigh;

/// What `apply` would do, in the order in which it would do it.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// The database's name.
    pub database: String,
    /// What it is about, and how far it may go.
    pub scope: Scope,
    /// A digest of the live state of each collection that a change is about, by its name.
    pub basis: BTreeMap<String, String>,
    /// The changes, in the order of their execution.
    pub changes: Vec<Change>,
    /// What is live, not declared, and not this tool's own.
    pub unmanaged: Vec<Unmanaged>,
    /// What people should know of the plan as a whole.
    pub notes: Vec<String>,
    /// Whether the data was looked at, too.
    pub data_checked: bool,
}

/// One change to one collection or index.
#[derive(Debug, Clone)]
pub struct Change {
    /// The collection's name.
    pub collection: String,
    /// The index's name where the change is one to an index: the live one, or the declared one
    /// when creating.
    pub index: Option<String>,
    /// What is done.
    pub action: Action,
    /// What it may cost.
    pub class: Class,
    /// Why it is needed, for people.
    pub reason: String,
    /// What else people should know.
    pub notes: Vec<String>,
    /// The normalised live specification; none when creating.
    pub before: Option<Document>,
    /// The normalised declared specification; none when dropping.
    pub after: Option<Document>,
    /// The command that completes the change.
    pub command: Document,
    /// The commands that are sent before `command`, in their order.
    pub preparation: Vec<Document>,
    /// How far it came.
    pub status: Status,
    /// Why it failed, where it did.
    pub error: Option<String>,
}

/// What a change does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// `create`, with the validator and all options.
    CreateCollection,
    /// `collMod` of validator, level or action.
    SetValidator,
    /// Any other option of a collection.
    ModifyCollection,
    /// `createIndexes`.
    CreateIndex,
    /// `collMod` of an index.
    ModifyIndex,
    /// A new index in the place of an old one.
    ReplaceIndex,
    /// `collMod` with `hidden: true`.
    HideIndex,
    /// `dropIndexes`.
    DropIndex,
    /// `drop`.
    DropCollection,
    /// `shardCollection`.
    ShardCollection,
}

/// What a change may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// Nothing is lost, refused or slowed down.
    Safe,
    /// Takes time or locks, or refuses writes that are accepted today.
    Caution,
    /// Loses data or an index, or needs a window without one.
    Destructive,
}

/// How far a change came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Not yet executed.
    Planned,
    /// Done.
    Applied,
    /// Not allowed this time.
    Skipped,
    /// Waits for data, time or a phase.
    Held,
    /// The server cannot change it in place.
    Blocked,
    /// Tried, and refused by the server.
    Failed,
}

/// Something live that is neither declared nor this tool's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unmanaged {
    /// The collection's name.
    pub collection: String,
    /// The index's name; none where the whole collection is meant.
    pub index: Option<String>,
}

impl PartialEq for Change {
    /// The documents compare by content and order, and NaN equals itself.
    fn eq(&self, other: &Self) -> bool {
        let documents = |change: &Self| -> Vec<Option<Canonical>> {
            let specifications = [change.before.as_ref(), change.after.as_ref()];
            let commands = change.preparation.iter().chain([&change.command]);
            let all = specifications.into_iter().chain(commands.map(Some));
            all.map(|document| document.map(Canonical::new)).collect()
        };
        self.collection == other.collection
            && self.index == other.index
            && self.action == other.action
            && self.class == other.class
            && self.reason == other.reason
            && self.notes == other.notes
            && self.status == other.status
            && self.error == other.error
            && documents(self) == documents(other)
    }
}

impl Change {
    /// What names the change in a plan: collection/action/name, the name being the index's, or the
    /// collection's own where the change is one to the collection.
    pub fn id(&self) -> String {
        let name = self.index.as_ref().unwrap_or(&self.collection);
        format!("{}/{}/{name}", self.collection, self.action)
    }
}

impl Plan {
    /// Whether the database is as declared after these changes: each was applied, or there were
    /// none. What is unmanaged doesn't count.
    pub fn in_sync(&self) -> bool {
        self.changes
            .iter()
            .all(|change| change.status == Status::Applied)
    }

    /// How many changes there are of each kind, the skipped and the blocked ones included.
    pub fn summary(&self) -> Summary {
        let mut summary = Summary::default();
        for change in &self.changes {
            *summary.of(change.action.kind()) += 1;
        }
        summary
    }
}

/// How many changes a plan has of each kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Collections and indexes to be created.
    pub create: usize,
    /// Collections and indexes to be changed in place.
    pub modify: usize,
    /// Indexes to be replaced.
    pub replace: usize,
    /// Collections and indexes to be dropped.
    pub drop: usize,
}

impl Summary {
    fn of(&mut self, kind: Kind) -> &mut usize {
        match kind {
            Kind::Create => &mut self.create,
            Kind::Modify => &mut self.modify,
            Kind::Replace => &mut self.replace,
            Kind::Drop => &mut self.drop,
        }
    }
}

/// The four kinds that actions are counted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Something new.
    Create,
    /// A change in place.
    Modify,
    /// Something new in the place of something old.
    Replace,
    /// Something gone.
    Drop,
}

impl Action {
    /// What the action counts as.
    pub fn kind(self) -> Kind {
        match self {
            Self::CreateCollection | Self::CreateIndex => Kind::Create,
            Self::SetValidator
            | Self::ModifyCollection
            | Self::ModifyIndex
            | Self::HideIndex
            | Self::ShardCollection => Kind::Modify,
            Self::ReplaceIndex => Kind::Replace,
            Self::DropIndex | Self::DropCollection => Kind::Drop,
        }
    }
}

/// Shows the names that serde gives, so that each is written down once.
macro_rules! display_as_serialized {
    ($($name:ty),*) => {$(
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.serialize(f)
            }
        }
    )*};
}

display_as_serialized!(Action, Class, Status);
