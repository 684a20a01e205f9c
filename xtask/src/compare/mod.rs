//! Compares two validators: whether what the live one accepts is accepted by the declared one.
//!
//! Pure, and sound rather than complete: [`Verdict::Widens`] is a proof by the server's own rules
//! (manual, "$jsonSchema" and "Schema Validation"), keyword by keyword. Whatever is not proven
//! counts as tightening.

mod array;
mod known;
mod number;
mod object;
mod prove;
mod reason;
mod scalar;
mod types;

use std::sync::LazyLock;

use bson::{Bson, Document, doc};

use crate::normal::{Canonical, same};
use known::Known;
use prove::Proof;
use reason::{Path, Reason};

/// How a declared validator stands to the live one. The reasons are for people, a line each, such
/// as "`title`: maxLength 200, was 500".
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// They are the same.
    Same,
    /// Every write that is accepted today stays accepted.
    Widens,
    /// Writes that are accepted today would be refused.
    Tightens(Vec<String>),
    /// It can't be told; to be treated as tightening.
    Undecided(Vec<String>),
}

impl Verdict {
    /// Whether writes that are accepted today may be refused.
    pub fn may_refuse(&self) -> bool {
        matches!(self, Self::Tightens(_) | Self::Undecided(_))
    }

    /// Why it is not known to be a widening.
    pub fn reasons(&self) -> &[String] {
        match self {
            Self::Same | Self::Widens => &[],
            Self::Tightens(reasons) | Self::Undecided(reasons) => reasons,
        }
    }

    fn of(reasons: &[Reason]) -> Self {
        let mut said: Vec<String> = Vec::new();
        for reason in reasons.iter().map(Reason::to_string) {
            if !said.contains(&reason) {
                said.push(reason);
            }
        }
        match reasons {
            [] => Self::Widens,
            _ if reasons.iter().any(|reason| reason.sure) => Self::Tightens(said),
            _ => Self::Undecided(said),
        }
    }
}

/// Compares validator, level and action, each side as
/// [`NormalOptions::validation`](crate::normal::NormalOptions) has them.
///
/// What is not enforced, by level `off` or action `warn`, accepts everything.
pub fn validations(live: &Document, declared: &Document) -> Verdict {
    if Canonical::new(live) == Canonical::new(declared) {
        return Verdict::Same;
    }
    if !is_enforced(declared) {
        return Verdict::Widens;
    }
    if !is_enforced(live) {
        return Verdict::Tightens(vec![not_enforced(live, declared)]);
    }
    let verdict = validators(validator(live), validator(declared));
    if strength(live) >= strength(declared) {
        return if verdict == Verdict::Same {
            Verdict::Widens
        } else {
            verdict
        };
    }
    let (now, before) = (level(declared), level(live));
    let mut said = vec![format!("validationLevel {now}, was {before}")];
    said.extend(verdict.reasons().iter().cloned());
    Verdict::Tightens(said)
}

/// Compares two validators as such, both in normal form; an empty one accepts everything.
pub fn validators(live: &Document, declared: &Document) -> Verdict {
    if Canonical::new(live) == Canonical::new(declared) {
        return Verdict::Same;
    }
    let (old, new) = (clauses(live), clauses(declared));
    let schemas = old.iter().filter_map(|(name, value)| schema(name, value));
    let known = Known::of([&*STORED].into_iter().chain(schemas));
    let mut proof = Proof::new();
    let reasons = new
        .iter()
        .flat_map(|(name, value)| match schema(name, value) {
            Some(schema) => proof.prove(&known, schema, &Path::default()),
            None => other_clause(&old, name, value),
        });
    Verdict::of(&reasons.collect::<Vec<_>>())
}

/// Whether writes are refused at all. Normal form: an empty validator is none.
pub fn is_enforced(validation: &Document) -> bool {
    validation.contains_key("validator")
        && level(validation) != "off"
        && validation.get_str("validationAction").ok() != Some("warn")
}

/// What holds of every stored document.
static STORED: LazyLock<Document> =
    LazyLock::new(|| doc! { "bsonType": "object", "required": ["_id"] });

fn validator(validation: &Document) -> &Document {
    static NOTHING: LazyLock<Document> = LazyLock::new(Document::new);
    validation.get_document("validator").unwrap_or(&NOTHING)
}

fn level(validation: &Document) -> &str {
    validation.get_str("validationLevel").unwrap_or("strict")
}

/// `moderate` lets updates pass of documents that are refused already; `constraint` is of server
/// 9.0.
fn strength(validation: &Document) -> usize {
    let levels = ["off", "moderate", "strict", "constraint"];
    levels
        .iter()
        .position(|known| *known == level(validation))
        .unwrap_or(levels.len())
}

fn not_enforced(live: &Document, declared: &Document) -> String {
    let was = if !live.contains_key("validator") {
        "no validator".to_owned()
    } else if level(live) == "off" {
        "validationLevel off".to_owned()
    } else {
        "validationAction warn".to_owned()
    };
    let action = declared.get_str("validationAction").unwrap_or("error");
    format!(
        "validationLevel {}, validationAction {action}, was {was}",
        level(declared)
    )
}

/// The conditions of a validator, all of which must hold.
fn clauses(validator: &Document) -> Vec<(&String, &Bson)> {
    let parts = validator
        .iter()
        .flat_map(|(name, value)| match (name.as_str(), value) {
            ("$comment", _) => Vec::new(),
            ("$and", Bson::Array(parts)) if parts.iter().all(|it| it.as_document().is_some()) => {
                parts
                    .iter()
                    .filter_map(Bson::as_document)
                    .flat_map(clauses)
                    .collect()
            }
            _ => vec![(name, value)],
        });
    parts.collect()
}

fn schema<'a>(name: &str, value: &'a Bson) -> Option<&'a Document> {
    value.as_document().filter(|_| name == "$jsonSchema")
}

/// A query operator is not looked into: it has to be there already.
fn other_clause(old: &[(&String, &Bson)], name: &String, value: &Bson) -> Vec<Reason> {
    let is_there =
        |(before, old): &(&String, &Bson)| *before == name && same(Some(old), Some(value));
    if old.iter().any(is_there) {
        Vec::new()
    } else {
        Reason::unknown(
            &Path::default(),
            format!("`{name}` is a condition that can't be compared"),
        )
    }
}

#[cfg(test)]
mod tests;
