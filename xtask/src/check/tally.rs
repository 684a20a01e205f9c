//! What was found: counts, and a few examples of each kind of fault.

use std::collections::{BTreeMap, BTreeSet};

use bson::{Bson, RawDocument};
use schema_core::evaluate::{Broken, Malformed, Validator};

/// How many kinds of fault are told apart in a collection; further ones are counted together.
const KINDS: usize = 500;
/// The longest value that is shown, in characters of Extended JSON.
const SHOWN: usize = 1_000;

/// What was found in one collection.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The collection's name.
    pub collection: String,
    /// How many documents it holds; those of a dump for a dump.
    pub documents: u64,
    /// How many were looked at: fewer in a sample.
    pub checked: u64,
    /// How many the declared validator would refuse.
    pub refused: u64,
    /// The kinds of fault, the most frequent first.
    pub faults: Vec<Fault>,
    /// How many documents have further kinds of fault, which are not told apart.
    pub others: u64,
}

/// Documents that break the same rule at the same place.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    /// The stored path; `*` stands for a position in an array. Empty for the whole document.
    pub path: String,
    /// The keyword that is broken; `$jsonSchema` where the server refuses for a reason that is not
    /// found here.
    pub keyword: String,
    /// How many documents.
    pub documents: u64,
    /// The first of them.
    pub examples: Vec<Example>,
}

/// A document that breaks a rule.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    /// Its `_id`.
    pub id: Bson,
    /// What is wrong, for people.
    pub message: String,
    /// What the keyword asks; none where it is long.
    pub wanted: Option<Bson>,
    /// What is there; none where it is missing, or long.
    pub found: Option<Bson>,
}

/// Counts documents, one after the other.
#[derive(Debug, Default)]
pub struct Tally {
    limit: usize,
    /// How many were seen.
    pub seen: u64,
    /// How many of them are refused.
    pub refused: u64,
    faults: BTreeMap<(String, String), Fault>,
    others: u64,
}

impl Tally {
    /// Keeps so many examples of each kind.
    pub fn new(limit: usize) -> Self {
        Self {
            limit,
            ..Self::default()
        }
    }

    /// Looks at a document, and decides by the validator.
    pub fn ask(&mut self, validator: &Validator, document: &[u8]) -> Result<(), Malformed> {
        self.seen += 1;
        if !validator.is_valid(document)? {
            let broken = validator.check(document)?;
            self.refuse(document, &broken);
        }
        Ok(())
    }

    /// Notes a document that the server refuses, with the reasons that are found here.
    pub fn refused(&mut self, validator: Option<&Validator>, document: &[u8]) {
        self.seen += 1;
        let broken = validator.and_then(|validator| validator.check(document).ok());
        self.refuse(document, &broken.unwrap_or_default());
    }

    fn refuse(&mut self, document: &[u8], broken: &[Broken]) {
        self.refused += 1;
        let id = id(document);
        if broken.is_empty() {
            let example = Example {
                id,
                message: "the server refuses it for a reason that is not found here".to_owned(),
                wanted: None,
                found: None,
            };
            return self.note((String::new(), "$jsonSchema".to_owned()), || example);
        }
        let mut kinds = BTreeSet::new();
        for broken in broken {
            let kind = (place(&broken.path), broken.keyword.clone());
            // Several items of one array may break one rule.
            if kinds.insert(kind.clone()) {
                self.note(kind, || example(&id, broken));
            }
        }
    }

    fn note(&mut self, kind: (String, String), example: impl FnOnce() -> Example) {
        let is_full = self.faults.len() >= KINDS;
        if is_full && !self.faults.contains_key(&kind) {
            self.others += 1;
            return;
        }
        let (path, keyword) = kind.clone();
        let fault = self.faults.entry(kind).or_insert_with(|| Fault {
            path,
            keyword,
            documents: 0,
            examples: Vec::new(),
        });
        fault.documents += 1;
        if fault.examples.len() < self.limit {
            fault.examples.push(example());
        }
    }

    /// What was found; `checked` where the server looked at more than it sent.
    pub fn report(self, collection: &str, documents: u64, checked: Option<u64>) -> Report {
        let mut faults: Vec<Fault> = self.faults.into_values().collect();
        faults.sort_by_key(|fault| std::cmp::Reverse(fault.documents));
        Report {
            collection: collection.to_owned(),
            documents,
            checked: checked.unwrap_or(self.seen),
            refused: self.refused,
            faults,
            others: self.others,
        }
    }
}

fn example(id: &Bson, broken: &Broken) -> Example {
    let short = |value: &Bson| value.to_string().len() <= SHOWN;
    Example {
        id: id.clone(),
        message: broken.to_string(),
        wanted: Some(broken.wanted.clone()).filter(short),
        found: broken.found.clone().filter(short),
    }
}

fn id(document: &[u8]) -> Bson {
    let document = RawDocument::from_bytes(document).ok();
    let id = document.and_then(|document| document.get("_id").ok().flatten());
    id.and_then(|id| Bson::try_from(id).ok())
        .unwrap_or(Bson::Null)
}

/// The path without positions.
fn place(path: &str) -> String {
    let is_position =
        |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts = path
        .split('.')
        .map(|part| if is_position(part) { "*" } else { part });
    parts.collect::<Vec<_>>().join(".")
}
