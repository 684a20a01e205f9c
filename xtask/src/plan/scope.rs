//! What a plan is about, and how far it may go.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::overrides::Override;

/// What a plan is about, and how far it may go.
#[derive(Debug, Clone, PartialEq)]
pub struct Scope {
    /// The collections that it is about, by their stored names; all of them where none is named.
    pub only: Vec<String>,
    /// The half of a deployment that is wanted; both where none is named.
    pub phase: Option<Phase>,
    /// Whether indexes that are not this tool's own are dropped.
    pub prune: bool,
    /// The undeclared collections that are dropped.
    pub drop_collections: Vec<String>,
    /// How long each stage of a validator is watched before the next.
    pub observe: Duration,
    /// How long an index that is no longer declared stays hidden before it is dropped.
    pub hide_for: Duration,
    /// The environment's name, where one is given.
    pub environment: Option<String>,
    /// The settings in which the declared database differs from what its structs say.
    pub overrides: Vec<Override>,
}

/// A half of a deployment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// What the binaries of before and after can both live with, for before a deploy.
    Expand,
    /// The rest, for after it.
    Contract,
}

const DAY: u64 = 24 * 60 * 60;

impl Default for Scope {
    /// Everything, without pruning; a day to observe a validator, seven to observe a hidden index.
    fn default() -> Self {
        Self {
            only: Vec::new(),
            phase: None,
            prune: false,
            drop_collections: Vec::new(),
            observe: Duration::from_secs(DAY),
            hide_for: Duration::from_secs(7 * DAY),
            environment: None,
            overrides: Vec::new(),
        }
    }
}

impl Scope {
    /// Whether the collection of this name is looked at.
    pub fn includes(&self, collection: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|name| name == collection)
    }
}
