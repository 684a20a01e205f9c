//! How a validator comes into force on a collection that holds documents.
//!
//! | the live validation | what happens |
//! | --- | --- |
//! | accepts less than the declared one | the declared one at once |
//! | is enforced | stays until no document violates the declared one, which then takes its place |
//! | is not enforced | by stages: `warn`, then `moderate`, then the declared level and action |
//! | is the collection's that holds no documents | the declared one at once |
//!
//! Each stage is watched for as long as the scope says, and the next one waits for a count of zero
//! violations. Where the server stands is read from the server. What `_schema.objects` records
//! beside it is for which declaration a stage began, and when, by the server's clock:
//!
//! ```json
//! { "stage": { "declaration": "6a09e667", "warn": { "$date": "…" }, "moderate": { "$date": "…" } } }
//! ```
//!
//! A stage that is not recorded for the present declaration begins anew, with its command: it was
//! set by hand, by an apply that was killed before it could record it, or for another declaration.

use std::time::Duration;

use bson::{DateTime, Document};

use super::name;
use crate::compare;
use crate::normal::Canonical;

/// The field of a collection's recorded state that holds the stages.
pub const STAGE: &str = "stage";
/// The field of it that tells for which declaration they are.
pub const DECLARATION: &str = "declaration";

/// A stage before the declared level and action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Violations are only logged.
    Warn,
    /// Violations are refused, but for updates of documents that violate already.
    Moderate,
}

impl Stage {
    /// The field that tells since when it is watched.
    pub fn field(self) -> &'static str {
        match self {
            Self::Warn => "warn",
            Self::Moderate => "moderate",
        }
    }

    /// The declared validation at this stage.
    pub fn of(self, goal: &Document) -> Document {
        let mut validation = goal.clone();
        match self {
            Self::Warn => {
                validation.insert("validationLevel", "strict");
                validation.insert("validationAction", "warn");
            }
            Self::Moderate => {
                validation.insert("validationLevel", "moderate");
            }
        }
        validation
    }

    /// The stage at which a validation is on its way to `goal`; none where it is the goal itself,
    /// or something else.
    pub fn at(validation: &Document, goal: &Document) -> Option<Self> {
        let stages = Self::before(goal);
        let mut stages = stages.into_iter().flatten();
        stages.find(|stage| Canonical::new(&stage.of(goal)) == Canonical::new(validation))
    }

    /// The stages that lead to `goal`, in their order; none where it isn't enforced.
    fn before(goal: &Document) -> [Option<Self>; 2] {
        let is_moderate = goal.get_str("validationLevel").ok() == Some("moderate");
        let if_enforced = |stage| compare::is_enforced(goal).then_some(stage);
        [
            if_enforced(Self::Warn),
            if_enforced(Self::Moderate).filter(|_| !is_moderate),
        ]
    }
}

/// What the next step depends on. The validations are in normal form.
#[derive(Debug, Clone, Copy)]
pub struct Situation<'a> {
    /// The live validation.
    pub live: &'a Document,
    /// The declared one.
    pub goal: &'a Document,
    /// What is recorded of the collection.
    pub recorded: Option<&'a Document>,
    /// Whether the collection holds documents.
    pub is_filled: bool,
    /// The server's clock.
    pub now: DateTime,
    /// How long each stage is watched.
    pub observe: Duration,
}

/// What leads to the declared validation.
#[derive(Debug, Clone, PartialEq)]
pub struct Path {
    /// The stages to come, in their order, before the goal.
    pub stages: Vec<Stage>,
    /// The stage that is still watched, and since when.
    pub watched: Option<(Stage, DateTime)>,
}

/// The path from where the server stands.
pub fn path(situation: &Situation<'_>) -> Path {
    let Situation { live, goal, .. } = *situation;
    if !situation.is_filled || !compare::validations(live, goal).may_refuse() {
        return direct();
    }
    let recorded = Recorded::of(situation);
    let stages = Stage::before(goal).into_iter().flatten();
    match (Stage::at(live, goal), compare::is_enforced(live)) {
        // Enforced, and not by this tool's stages.
        (Some(Stage::Moderate), _) if !recorded.is_begun() && !recorded.was_moderate() => direct(),
        (Some(stage), _) => {
            let after: Vec<Stage> = stages.skip_while(|other| *other != stage).collect();
            situation.onwards(stage, recorded.since(stage), after)
        }
        // Another declaration's stage: what is enforced stays enforced, and the watch begins anew.
        (None, true) if recorded.was_moderate() && is_moderate(live) => Path {
            stages: stages.filter(|stage| *stage == Stage::Moderate).collect(),
            watched: None,
        },
        (None, true) => direct(),
        (None, false) => Path {
            stages: stages.collect(),
            watched: None,
        },
    }
}

fn direct() -> Path {
    Path {
        stages: Vec::new(),
        watched: None,
    }
}

fn is_moderate(validation: &Document) -> bool {
    validation.get_str("validationLevel").ok() == Some("moderate")
}

impl Situation<'_> {
    /// From a stage, the first of `stages`, which is in force.
    fn onwards(&self, stage: Stage, since: Option<DateTime>, mut stages: Vec<Stage>) -> Path {
        let Some(since) = since.or_else(|| self.observe.is_zero().then_some(self.now)) else {
            return Path {
                stages,
                watched: None,
            };
        };
        stages.retain(|other| *other != stage);
        let watched = (elapsed(since, self.now) < self.observe).then_some((stage, since));
        Path { stages, watched }
    }
}

/// Nothing where the clock went back.
fn elapsed(since: DateTime, now: DateTime) -> Duration {
    let millis = now.timestamp_millis() - since.timestamp_millis();
    Duration::from_millis(u64::try_from(millis).unwrap_or_default())
}

/// What is recorded of the stages.
struct Recorded<'a> {
    stages: Option<&'a Document>,
    is_current: bool,
}

impl<'a> Recorded<'a> {
    fn of(situation: &Situation<'a>) -> Self {
        let stages = situation
            .recorded
            .and_then(|it| it.get_document(STAGE).ok());
        let whose = stages.and_then(|it| it.get_str(DECLARATION).ok());
        Self {
            stages,
            is_current: whose == Some(&declaration(situation.goal)),
        }
    }

    /// Whether the declaration's stages have begun.
    fn is_begun(&self) -> bool {
        self.is_current
    }

    /// Since when a stage of the present declaration is watched.
    fn since(&self, stage: Stage) -> Option<DateTime> {
        let stages = self.stages.filter(|_| self.is_current)?;
        stages.get_datetime(stage.field()).ok().copied()
    }

    /// Whether the stages of another declaration had come to `moderate`.
    fn was_moderate(&self) -> bool {
        let reached = |it: &Document| it.contains_key(Stage::Moderate.field());
        !self.is_current && self.stages.is_some_and(reached)
    }
}

/// A declared validation as a short text that is another for another one.
pub fn declaration(goal: &Document) -> String {
    name::hash(Canonical::new(goal).text())
}

#[cfg(test)]
mod tests;
