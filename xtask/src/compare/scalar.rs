//! Keywords of numbers and strings, and the bounds that count.

use std::cmp::Ordering;

use bson::{Bson, Document};

use super::known::Known;
use super::number::{order, whole};
use super::reason::{Path, Reason};
use crate::normal::same;

/// `enum`: every value that there was is among the new ones.
pub(super) fn one_of(old: &Known<'_>, value: &Bson, at: &Path) -> Vec<Reason> {
    let listed = value.as_array().map(Vec::as_slice).unwrap_or_default();
    let Some(values) = old.values() else {
        return Reason::stricter(at, format!("enum of {} values, was none", listed.len()));
    };
    let gone: Vec<String> = values
        .iter()
        .filter(|value| !listed.iter().any(|it| equal(it, value)))
        .map(|value| format!("`{}`", show(value)))
        .collect();
    if gone.is_empty() {
        Vec::new()
    } else {
        Reason::stricter(at, format!("enum without {}", gone.join(", ")))
    }
}

/// As the server compares the values of `enum`: no order of fields.
fn equal(left: &Bson, right: &Bson) -> bool {
    same(Some(&unordered(left)), Some(&unordered(right)))
}

fn unordered(value: &Bson) -> Bson {
    match value {
        Bson::Document(inner) => {
            let mut fields: Vec<(String, Bson)> = inner
                .iter()
                .map(|(name, value)| (name.clone(), unordered(value)))
                .collect();
            fields.sort_by(|left, right| left.0.cmp(&right.0));
            Bson::Document(fields.into_iter().collect())
        }
        Bson::Array(values) => Bson::Array(values.iter().map(unordered).collect()),
        other => other.clone(),
    }
}

/// `minimum` and `maximum`, exclusive or not.
pub(super) fn limit(old: &Known<'_>, new: &Document, name: &str, at: &Path) -> Vec<Reason> {
    let Some(goal) = Limit::of(new, name) else {
        return Vec::new();
    };
    let before: Vec<Limit<'_>> = old
        .all
        .iter()
        .filter_map(|schema| Limit::of(schema, name))
        .collect();
    let listed = old.values().is_some_and(|values| {
        values
            .iter()
            .all(|value| !is_number(value) || goal.admits(value))
    });
    if listed || before.iter().any(|before| before.within(&goal)) {
        return Vec::new();
    }
    let was = before.first().map_or("none".to_owned(), Limit::words);
    let what = format!("{name} {}, was {was}", goal.words());
    if before
        .iter()
        .any(|before| order(before.value, goal.value).is_none())
    {
        Reason::unknown(at, what)
    } else {
        Reason::stricter(at, what)
    }
}

struct Limit<'a> {
    value: &'a Bson,
    exclusive: bool,
    /// The order in which a value inside of the limit stands to it.
    inside: Ordering,
}

impl<'a> Limit<'a> {
    fn of(schema: &'a Document, name: &str) -> Option<Self> {
        let (exclusive, inside) = match name {
            "minimum" => ("exclusiveMinimum", Ordering::Greater),
            _ => ("exclusiveMaximum", Ordering::Less),
        };
        Some(Self {
            value: schema.get(name)?,
            exclusive: schema.get_bool(exclusive).unwrap_or(false),
            inside,
        })
    }

    fn admits(&self, value: &Bson) -> bool {
        match order(value, self.value) {
            Some(Ordering::Equal) => !self.exclusive,
            Some(order) => order == self.inside,
            None => false,
        }
    }

    /// Whether all that this one admits is admitted by the other.
    fn within(&self, other: &Self) -> bool {
        match order(self.value, other.value) {
            Some(Ordering::Equal) => self.exclusive || !other.exclusive,
            Some(order) => order == self.inside,
            None => same(Some(self.value), Some(other.value)) && self.exclusive == other.exclusive,
        }
    }

    fn words(&self) -> String {
        let exclusive = if self.exclusive { " (exclusive)" } else { "" };
        format!("{}{exclusive}", show(self.value))
    }
}

fn is_number(value: &Bson) -> bool {
    matches!(
        value,
        Bson::Int32(_) | Bson::Int64(_) | Bson::Double(_) | Bson::Decimal128(_)
    )
}

/// `multipleOf`: a multiple of the old one, both whole.
pub(super) fn multiple(old: &Known<'_>, value: &Bson, at: &Path) -> Vec<Reason> {
    let goal = whole(value).filter(|goal| *goal > 0);
    let follows = |before: &Bson| match (whole(before), goal) {
        (Some(before), Some(goal)) => before > 0 && before % goal == 0,
        _ => false,
    };
    if old.each("multipleOf").any(follows) {
        return Vec::new();
    }
    let was = old
        .each("multipleOf")
        .next()
        .map_or("none".to_owned(), show);
    Reason::stricter(at, format!("multipleOf {}, was {was}", show(value)))
}

/// `pattern`: no other than the same one is known to follow.
pub(super) fn pattern(old: &Known<'_>, value: &Bson, at: &Path) -> Vec<Reason> {
    let now = show(value);
    match old.each("pattern").next() {
        Some(before) => {
            let was = show(before);
            Reason::unknown(at, format!("pattern `{now}`, was `{was}`"))
        }
        None if old.values().is_some() => {
            Reason::unknown(at, format!("pattern `{now}`, was a list of values"))
        }
        None => Reason::stricter(at, format!("pattern `{now}`, was none")),
    }
}

/// `minLength`, `maxItems` and the like.
pub(super) fn bound(old: &Known<'_>, name: &str, value: &Bson, at: &Path) -> Vec<Reason> {
    let Some(goal) = whole(value) else {
        return Reason::unknown(at, format!("{name} can't be read"));
    };
    let lower = name.starts_with("min");
    let before = known_bound(old, name);
    let follows = before.is_some_and(|it| if lower { it >= goal } else { it <= goal });
    // Nothing is shorter than nothing.
    if follows || (lower && goal <= 0) {
        return Vec::new();
    }
    let was = before.map_or("none".to_owned(), |before| before.to_string());
    Reason::stricter(at, format!("{name} {goal}, was {was}"))
}

/// The tightest bound that is stated, or follows from what is.
pub(super) fn known_bound(old: &Known<'_>, name: &str) -> Option<i64> {
    let stated = old.each(name).filter_map(whole);
    let all = stated.chain(implied(old, name));
    if name.starts_with("min") {
        all.max()
    } else {
        all.min()
    }
}

fn implied(old: &Known<'_>, name: &str) -> Option<i64> {
    let lengths = || {
        let values = old.values()?;
        let lengths = values
            .iter()
            .filter_map(Bson::as_str)
            .map(|it| it.chars().count());
        Some(
            lengths
                .filter_map(|length| i64::try_from(length).ok())
                .collect::<Vec<_>>(),
        )
    };
    match name {
        "minLength" => lengths()?.into_iter().min(),
        "maxLength" => lengths()?.into_iter().max(),
        "minProperties" => {
            let names = super::object::names_required(old);
            // Several paths may lead through one field.
            let fields = names.iter().filter(|name| !name.contains('.'));
            i64::try_from(fields.count()).ok()
        }
        "maxProperties" => super::object::most_names(old),
        _ => None,
    }
}

/// A value in a line of text.
pub(super) fn show(value: &Bson) -> String {
    match value {
        Bson::String(text) => text.clone(),
        other => other.clone().into_relaxed_extjson().to_string(),
    }
}
