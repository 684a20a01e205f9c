//! Keywords of objects.

use std::collections::BTreeSet;

use bson::{Bson, Document};

use super::known::Known;
use super::prove::Proof;
use super::reason::{Path, Reason, fewer};

const PATH: &str = "a name that holds `.` or starts with `$` can't be compared";

/// `required`.
pub(super) fn required(old: &Known<'_>, value: &Bson, at: &Path) -> Vec<Reason> {
    let before = names_required(old);
    let new = names(value).filter(|name| !before.contains(name));
    new.flat_map(|name| Reason::stricter(&at.field(name), "required, was not"))
        .collect()
}

/// The names of fields that are always there.
pub(super) fn names_required<'a>(old: &Known<'a>) -> BTreeSet<&'a str> {
    old.each("required").flat_map(names).collect()
}

/// How many fields there can be at most, where only listed ones can be.
pub(super) fn most_names(old: &Known<'_>) -> Option<i64> {
    let closed = old.all.iter().filter(|schema| {
        schema.get_bool("additionalProperties").ok() == Some(false) && patterned(schema).is_empty()
    });
    let sizes = closed.map(|schema| listed(schema).len());
    sizes.min().and_then(|size| i64::try_from(size).ok())
}

/// `properties`.
pub(super) fn properties(
    proof: &mut Proof,
    old: &Known<'_>,
    value: &Bson,
    at: &Path,
) -> Vec<Reason> {
    let new = fields(Some(value));
    new.flat_map(|(name, schema)| {
        let at = at.field(name);
        // The server takes such a name for a path, with rules of its own.
        if is_path(name) && !is_stated(old, name, schema) {
            return Reason::unknown(&at, PATH);
        }
        field(old, name).map_or_else(Vec::new, |known| proof.prove(&known, schema, &at))
    })
    .collect()
}

fn is_path(name: &str) -> bool {
    name.contains('.') || name.starts_with('$')
}

fn is_stated(old: &Known<'_>, name: &str, schema: &Document) -> bool {
    let mut before = old
        .all
        .iter()
        .filter_map(|old| listed(old).get_document(name).ok());
    before.any(|before| before == schema)
}

/// `patternProperties`: the same pattern is known to match the same names; of another one nothing
/// is known, so that every field must satisfy it.
pub(super) fn patterns(proof: &mut Proof, old: &Known<'_>, value: &Bson, at: &Path) -> Vec<Reason> {
    let mut reasons = Vec::new();
    for (pattern, schema) in fields(Some(value)) {
        let at = at.field(&format!("/{pattern}/"));
        let same = old
            .all
            .iter()
            .filter_map(|old| patterned(old).get_document(pattern).ok());
        let direct = proof.prove(&Known::of(same), schema, &at);
        if direct.is_empty() {
            continue;
        }
        let closed = old
            .all
            .iter()
            .filter(|schema| schema.contains_key("additionalProperties"));
        let others = closed.map(|closed| {
            let names = Names {
                all: old,
                of: closed,
            };
            names.satisfy(proof, schema, &at)
        });
        reasons.extend(others.fold(direct, fewer));
    }
    reasons
}

/// `additionalProperties`: what is neither listed nor matched is refused, or has a schema.
pub(super) fn additional(
    proof: &mut Proof,
    old: &Known<'_>,
    new: &Document,
    at: &Path,
) -> Vec<Reason> {
    let rule = match new.get("additionalProperties") {
        Some(Bson::Boolean(false)) => None,
        Some(Bson::Document(schema)) => Some(schema),
        _ => return Vec::new(),
    };
    let goal = Rest { new, rule };
    let closed = old
        .all
        .iter()
        .filter(|schema| schema.contains_key("additionalProperties"));
    let attempts = closed.map(|closed| goal.admits(proof, old, closed, at));
    attempts
        .reduce(fewer)
        .unwrap_or_else(|| goal.admits(proof, old, &Document::new(), at))
}

/// The rule for fields that a schema neither lists nor matches; none refuses them.
struct Rest<'a> {
    new: &'a Document,
    rule: Option<&'a Document>,
}

impl Rest<'_> {
    /// Whether the names that `closed` admits keep the rule, as far as it applies to them.
    fn admits(
        &self,
        proof: &mut Proof,
        old: &Known<'_>,
        closed: &Document,
        at: &Path,
    ) -> Vec<Reason> {
        let mut reasons = Vec::new();
        let apart = |name: &&String| !listed(self.new).contains_key(name.as_str());
        for name in listed(closed).keys().filter(apart) {
            if let Some(known) = field(old, name) {
                reasons.extend(self.keeps(proof, &known, &at.field(name)));
            }
        }
        let unmatched = |pattern: &String| !patterned(self.new).contains_key(pattern);
        for (pattern, schema) in fields(closed.get("patternProperties")) {
            if unmatched(pattern) {
                let at = at.field(&format!("/{pattern}/"));
                reasons.extend(self.keeps(proof, &Known::of([schema]), &at));
            }
        }
        let others = at.field("*");
        match closed.get("additionalProperties") {
            Some(Bson::Boolean(false)) => {}
            Some(Bson::Document(schema)) => {
                reasons.extend(self.keeps(proof, &Known::of([schema]), &others));
            }
            _ => reasons.extend(self.keeps(proof, &Known::default(), &others)),
        }
        reasons
    }

    fn keeps(&self, proof: &mut Proof, known: &Known<'_>, at: &Path) -> Vec<Reason> {
        match self.rule {
            Some(schema) => proof.prove(known, schema, at),
            None if known.types().is_none() => Vec::new(),
            None if patterned(self.new).is_empty() => {
                Reason::stricter(at, "refused by additionalProperties, was accepted")
            }
            None => Reason::unknown(
                at,
                "accepted only where a pattern of patternProperties matches",
            ),
        }
    }
}

/// The names that one of the old schemas admits.
struct Names<'a, 'b> {
    all: &'a Known<'b>,
    of: &'a Document,
}

impl Names<'_, '_> {
    /// Whether every field satisfies the schema, whatever its name.
    fn satisfy(&self, proof: &mut Proof, schema: &Document, at: &Path) -> Vec<Reason> {
        let mut reasons = Vec::new();
        for name in listed(self.of).keys() {
            if let Some(known) = field(self.all, name) {
                reasons.extend(proof.prove(&known, schema, at));
            }
        }
        for (_, matched) in fields(self.of.get("patternProperties")) {
            reasons.extend(proof.prove(&Known::of([matched]), schema, at));
        }
        match self.of.get("additionalProperties") {
            Some(Bson::Boolean(false)) => {}
            Some(Bson::Document(rest)) => {
                reasons.extend(proof.prove(&Known::of([rest]), schema, at));
            }
            _ => reasons.extend(proof.prove(&Known::default(), schema, at)),
        }
        reasons
    }
}

/// `dependencies`: where the field is there, others are, or a schema holds.
pub(super) fn dependencies(
    proof: &mut Proof,
    old: &Known<'_>,
    value: &Bson,
    at: &Path,
) -> Vec<Reason> {
    let Some(new) = value.as_document() else {
        return Reason::unknown(at, "dependencies can't be read");
    };
    new.iter()
        .filter(|(name, _)| is_path(name) || field(old, name).is_some())
        .flat_map(|(name, demand)| {
            if is_path(name) {
                return Reason::unknown(&at.field(name), PATH);
            }
            let before: Vec<&Bson> = old
                .each("dependencies")
                .filter_map(|all| all.as_document()?.get(name))
                .collect();
            depends(proof, old, &before, (name, demand), at)
        })
        .collect()
}

fn depends(
    proof: &mut Proof,
    old: &Known<'_>,
    before: &[&Bson],
    (name, demand): (&str, &Bson),
    at: &Path,
) -> Vec<Reason> {
    let mut known = old.clone();
    before
        .iter()
        .filter_map(|it| it.as_document())
        .for_each(|schema| known.add(schema));
    if let Bson::Document(schema) = demand {
        return proof.prove(&known, schema, at);
    }
    let mut present = names_required(&known);
    present.extend(before.iter().copied().flat_map(names));
    let new = names(demand).filter(|it| !present.contains(it) && *it != name);
    new.flat_map(|it| Reason::stricter(&at.field(it), format!("required beside `{name}`, was not")))
        .collect()
}

/// What is known of a field; none where it can't be there.
///
/// Which patterns match its name is not known, so they tell nothing.
fn field<'a>(old: &Known<'a>, name: &str) -> Option<Known<'a>> {
    let mut known = Known::default();
    for schema in &old.all {
        if let Ok(own) = listed(schema).get_document(name) {
            if !is_path(name) {
                known.add(own);
            }
        } else if patterned(schema).is_empty() {
            match schema.get("additionalProperties") {
                Some(Bson::Boolean(false)) => return None,
                Some(Bson::Document(rest)) => known.add(rest),
                _ => {}
            }
        }
    }
    (!known.types().is_none()).then_some(known)
}

fn listed(schema: &Document) -> &Document {
    inner(schema, "properties")
}

fn patterned(schema: &Document) -> &Document {
    inner(schema, "patternProperties")
}

fn inner<'a>(schema: &'a Document, name: &str) -> &'a Document {
    static NOTHING: std::sync::LazyLock<Document> = std::sync::LazyLock::new(Document::new);
    schema.get_document(name).unwrap_or(&NOTHING)
}

/// The members of an object of schemas.
fn fields(value: Option<&Bson>) -> impl Iterator<Item = (&String, &Document)> {
    let members = value.and_then(Bson::as_document).into_iter().flatten();
    members.filter_map(|(name, schema)| Some((name, schema.as_document()?)))
}

/// The strings of an array.
fn names(value: &Bson) -> impl Iterator<Item = &str> {
    let names = value.as_array().map(Vec::as_slice).unwrap_or_default();
    names.iter().filter_map(Bson::as_str)
}
