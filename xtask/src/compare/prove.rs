//! Whether every value that one schema admits is admitted by another: keyword by keyword, each
//! either proven or a reason.
//!
//! The proof is sound and not complete: nothing is taken for proven that does not follow from the
//! server's rules (manual, "$jsonSchema"), and some that would follow is given up.

use bson::{Bson, Document, doc};

use super::known::{Known, documents};
use super::reason::{Path, Reason, fewer};
use super::types::Types;
use super::{array, object, scalar};

/// How many comparisons of two schemas one proof may take: alternatives multiply.
const BUDGET: usize = 20_000;

/// A proof under way.
pub(super) struct Proof {
    left: usize,
}

impl Proof {
    pub(super) fn new() -> Self {
        Self { left: BUDGET }
    }

    /// What `new` may refuse of what `old` admits; nothing where it admits all of it.
    pub(super) fn prove(&mut self, old: &Known<'_>, new: &Document, at: &Path) -> Vec<Reason> {
        let Some(left) = self.left.checked_sub(1) else {
            return Reason::unknown(at, "too many alternatives to compare");
        };
        self.left = left;
        let direct = self.keywords(old, new, at);
        if direct.is_empty() {
            return direct;
        }
        match self.by_choice(old, new, at) {
            Some(split) if split.is_empty() => split,
            Some(split) => fewer(split, direct),
            None => direct,
        }
    }

    /// The same for each of the first alternatives of the old schema.
    fn by_choice(&mut self, old: &Known<'_>, new: &Document, at: &Path) -> Option<Vec<Reason>> {
        let mut rest = old.clone();
        let choice = rest.choices.pop()?;
        let members: Option<Vec<&Document>> = choice.iter().map(Bson::as_document).collect();
        let reasons = members?
            .into_iter()
            .flat_map(|member| self.prove(&rest.with(member), new, at));
        Some(reasons.fold(Vec::new(), |mut all, reason| {
            if !all.contains(&reason) {
                all.push(reason);
            }
            all
        }))
    }

    fn keywords(&mut self, old: &Known<'_>, new: &Document, at: &Path) -> Vec<Reason> {
        let types = old.types();
        if types.is_none() || old.all.contains(&new) {
            return Vec::new();
        }
        let keywords = new
            .iter()
            .filter(|(name, value)| !is_stated(old, name, value));
        keywords
            .flat_map(|(name, value)| self.keyword(old, new, (name, value), at))
            .collect()
    }

    fn keyword(
        &mut self,
        old: &Known<'_>,
        new: &Document,
        (name, value): (&str, &Bson),
        at: &Path,
    ) -> Vec<Reason> {
        let types = old.types();
        if subject(name).is_some_and(|subject| !types.has(subject)) {
            return Vec::new();
        }
        match name {
            // No effect of their own.
            "title" | "description" | "exclusiveMinimum" | "exclusiveMaximum"
            | "additionalItems" => Vec::new(),
            "bsonType" | "type" => of_types(types, value, at),
            "enum" => scalar::one_of(old, value, at),
            "minimum" | "maximum" => scalar::limit(old, new, name, at),
            "multipleOf" => scalar::multiple(old, value, at),
            "pattern" => scalar::pattern(old, value, at),
            "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties"
            | "maxProperties" => scalar::bound(old, name, value, at),
            "uniqueItems" => array::unique(old, value, at),
            "items" => array::items(self, old, new, at),
            "required" => object::required(old, value, at),
            "properties" => object::properties(self, old, value, at),
            "patternProperties" => object::patterns(self, old, value, at),
            "additionalProperties" => object::additional(self, old, new, at),
            "dependencies" => object::dependencies(self, old, value, at),
            "allOf" => documents(Some(value))
                .flat_map(|member| self.prove(old, member, at))
                .collect(),
            "anyOf" => self.any_of(old, value, at),
            "oneOf" => self.one_of(old, value, at),
            "not" => self.not(old, value, at),
            other => Reason::unknown(at, format!("`{other}` is a keyword that can't be compared")),
        }
    }

    /// One of the members admits all, or one for each type that is left.
    fn any_of(&mut self, old: &Known<'_>, value: &Bson, at: &Path) -> Vec<Reason> {
        let members: Vec<&Document> = documents(Some(value)).collect();
        let closest = self.closest(old, &members, at);
        let types: Vec<&str> = old.types().aliases().collect();
        if closest.is_empty() || !(2..=6).contains(&types.len()) {
            return closest;
        }
        let split = types.into_iter().flat_map(|alias| {
            let one = doc! { "bsonType": alias };
            self.closest(&old.with(&one), &members, at)
        });
        fewer(split.collect(), closest)
    }

    fn closest(&mut self, old: &Known<'_>, members: &[&Document], at: &Path) -> Vec<Reason> {
        let mut closest = Reason::unknown(at, "anyOf has no member for all that was admitted");
        for (number, member) in members.iter().enumerate() {
            let reasons = self.prove(old, member, at);
            if reasons.is_empty() {
                return reasons;
            }
            closest = if number == 0 {
                reasons
            } else {
                fewer(closest, reasons)
            };
        }
        closest
    }

    /// One member admits all, and the others are for other types.
    fn one_of(&mut self, old: &Known<'_>, value: &Bson, at: &Path) -> Vec<Reason> {
        let members: Vec<&Document> = documents(Some(value)).collect();
        let apart = |other: &Document| Known::of([other]).types().and(old.types()).is_none();
        for (position, member) in members.iter().enumerate() {
            let mut others = members
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != position);
            if others.all(|(_, other)| apart(other)) && self.prove(old, member, at).is_empty() {
                return Vec::new();
            }
        }
        Reason::unknown(at, "oneOf differs, which can't be compared")
    }

    /// What is refused now was refused before, or can't be there.
    fn not(&mut self, old: &Known<'_>, value: &Bson, at: &Path) -> Vec<Reason> {
        let Some(inner) = value.as_document() else {
            return Reason::unknown(at, "`not` can't be read");
        };
        let refused = Known::of([inner]);
        let apart = refused.types().and(old.types()).is_none();
        let mut before = old.each("not").filter_map(Bson::as_document);
        if apart || before.any(|before| self.prove(&refused, before, at).is_empty()) {
            return Vec::new();
        }
        Reason::unknown(at, "`not` differs, which can't be compared")
    }
}

/// The type of values that a keyword speaks of; the server ignores it for all others.
fn subject(keyword: &str) -> Option<&'static str> {
    match keyword {
        "minimum" | "maximum" | "multipleOf" => Some("number"),
        "minLength" | "maxLength" | "pattern" => Some("string"),
        "minItems" | "maxItems" | "uniqueItems" | "items" => Some("array"),
        "required"
        | "properties"
        | "patternProperties"
        | "additionalProperties"
        | "dependencies"
        | "minProperties"
        | "maxProperties" => Some("object"),
        _ => None,
    }
}

/// Whether an old schema has this keyword with this value, and it means the same there: the
/// meaning of some depends on those beside them. In a schema the order of fields has no meaning
/// anywhere.
fn is_stated(old: &Known<'_>, name: &str, value: &Bson) -> bool {
    let depends = matches!(
        name,
        "minimum" | "maximum" | "items" | "additionalProperties"
    );
    !depends && old.each(name).any(|old| old == value)
}

fn of_types(types: Types, value: &Bson, at: &Path) -> Vec<Reason> {
    match Types::of_keyword(value) {
        None => Reason::unknown(at, "bsonType has a name that is not known"),
        Some(admitted) if types.within(admitted) => Vec::new(),
        Some(admitted) => {
            let (now, before) = (admitted.words(), types.words());
            Reason::stricter(at, format!("bsonType {now}, was {before}"))
        }
    }
}
