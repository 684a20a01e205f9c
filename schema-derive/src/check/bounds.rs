//! Rules about the bounds on a field.

use schema_rules::{BOUND_ON_WRONG_TYPE, BOUNDS_EMPTY, PATTERN_INVALID, PATTERN_UNANCHORED};

use super::{
    Class,
    class::range,
    pattern::{fault, is_anchored},
};
use crate::{
    faults::Faults,
    parse::{Allows, Bound, BoundValue, Field},
};

/// The rules about the bounds on a field. `outer` is what the collection allows.
pub(super) fn bounds(field: &Field, outer: &Allows, faults: &mut Faults) {
    let class = field.class().unwrap_or(Class::Unknown);
    for bound in &field.attrs.bounds {
        bound_applies(field, &class, bound, faults);
        pattern(field, bound, outer, faults);
    }
    let mut depths: Vec<u8> = field.attrs.bounds.iter().map(|bound| bound.depth).collect();
    depths.sort_unstable();
    depths.dedup();
    for depth in depths {
        let here = Here::of(field, &class, depth);
        here.counts(faults);
        here.numbers(faults);
    }
}

/// The rules about regular expressions.
fn pattern(field: &Field, bound: &Bound, outer: &Allows, faults: &mut Faults) {
    let (BoundValue::Text(text), "pattern" | "keys") = (&bound.value, bound.keyword.name) else {
        return;
    };
    let shown = if text.contains(char::is_control) {
        text.escape_debug().to_string()
    } else {
        text.clone()
    };
    if let Some(fault) = fault(text) {
        let wrong = format!("`{shown}` is no regular expression: {fault}");
        faults.broken(&PATTERN_INVALID, &[], bound.span, &wrong);
    } else if !is_anchored(text) {
        let wrong = format!("`{shown}` may match a part of the string");
        let allows = [&field.attrs.allows, outer];
        faults.broken(&PATTERN_UNANCHORED, &allows, bound.span, &wrong);
    }
}

/// The bounds at one depth of a field.
struct Here<'a> {
    field: &'a Field,
    /// What they stand on.
    class: &'a Class,
    bounds: Vec<&'a Bound>,
}

/// A number that a value has to be at least or at most.
#[derive(Clone, Copy)]
struct Limit<'a> {
    value: Value,
    exclusive: bool,
    bound: &'a Bound,
}

/// A number in a bound: whole, or approximately.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Value {
    Whole(i64),
    Near(f64),
}

impl Value {
    fn of(bound: &Bound) -> Option<Self> {
        match &bound.value {
            BoundValue::Integer(value) => Some(Self::Whole(*value)),
            BoundValue::Float(value) => Some(Self::Near(*value)),
            BoundValue::Decimal(digits) => match digits.parse() {
                Ok(value) => Some(Self::Whole(value)),
                Err(_) => digits.parse().ok().map(Self::Near),
            },
            _ => None,
        }
    }

    #[allow(clippy::cast_precision_loss)] // bounds that differ by less are left to the user
    fn near(self) -> f64 {
        match self {
            Self::Whole(value) => value as f64,
            Self::Near(value) => value,
        }
    }

    fn exceeds(self, other: Self) -> bool {
        match (self, other) {
            (Self::Whole(one), Self::Whole(two)) => one > two,
            _ => self.near() > other.near(),
        }
    }
}

impl<'a> Here<'a> {
    fn of(field: &'a Field, class: &'a Class, depth: u8) -> Self {
        let mut inner = Some(class);
        for _ in 0..depth {
            inner = inner.and_then(Class::inside);
        }
        let bounds = field.attrs.bounds.iter();
        Self {
            field,
            class: inner.map_or(&Class::Unknown, Class::present),
            bounds: bounds.filter(|bound| bound.depth == depth).collect(),
        }
    }

    fn named(&self, name: &str) -> Option<&'a Bound> {
        let mut bounds = self.bounds.iter();
        bounds.find(|bound| bound.keyword.name == name).copied()
    }

    /// The smallest count is no more than the largest.
    fn counts(&self, faults: &mut Faults) {
        for (least, most) in [
            ("min_length", "max_length"),
            ("min_items", "max_items"),
            ("min_properties", "max_properties"),
        ] {
            let (Some(least), Some(most)) = (self.named(least), self.named(most)) else {
                continue;
            };
            if let (BoundValue::Count(low), BoundValue::Count(high)) = (&least.value, &most.value)
                && low > high
            {
                let wrong = format!(
                    "`{}` {low} and `{}` {high} leave no value of field `{}`",
                    least.keyword.name, most.keyword.name, self.field.name
                );
                faults.broken(&BOUNDS_EMPTY, &[], least.span, &wrong);
            }
        }
    }

    /// Some number keeps all bounds.
    fn numbers(&self, faults: &mut Faults) {
        let (least, most) = (
            self.limit("minimum", "exclusive_minimum", Value::exceeds),
            self.limit("maximum", "exclusive_maximum", |one, two| two.exceeds(one)),
        );
        let range = match *self.class {
            Class::Integer(name) => range(name),
            _ => None,
        };
        if let Some((name, low, high)) = range {
            let beyond = |limit: Limit<'a>, above: bool| {
                let edge = Value::Whole(if above { high } else { low });
                let passes = if above {
                    limit.value.exceeds(edge)
                } else {
                    edge.exceeds(limit.value)
                };
                passes || (limit.exclusive && limit.value == edge)
            };
            let least = least.filter(|limit| beyond(*limit, true));
            let most = most.filter(|limit| beyond(*limit, false));
            if let Some(Limit { bound, .. }) = least.or(most) {
                let wrong = format!("`{}` leaves no value of a `{name}`", bound.keyword.name);
                faults.broken(&BOUNDS_EMPTY, &[], bound.span, &wrong);
                return;
            }
        }
        self.between(least, most, range.map(|(_, low, high)| (low, high)), faults);
    }

    /// The tighter of an inclusive and an exclusive limit.
    fn limit(
        &self,
        inclusive: &str,
        exclusive: &str,
        tighter: fn(Value, Value) -> bool,
    ) -> Option<Limit<'a>> {
        let limit = |name: &str, exclusive| {
            let bound = self.named(name)?;
            let value = Value::of(bound)?;
            Some(Limit {
                value,
                exclusive,
                bound,
            })
        };
        match (limit(inclusive, false), limit(exclusive, true)) {
            (Some(one), Some(two)) if tighter(one.value, two.value) => Some(one),
            (one, two) => two.or(one),
        }
    }

    fn between(
        &self,
        least: Option<Limit<'_>>,
        most: Option<Limit<'_>>,
        range: Option<(i64, i64)>,
        faults: &mut Faults,
    ) {
        let divisor = self.named("multiple_of");
        if let Some(bound) = divisor
            && Value::of(bound).is_some_and(|value| value.near() <= 0.0)
        {
            let wrong = "only a number above 0 can be divided by";
            let instead = "write such a number, or remove the bound";
            faults.broken_with(&BOUNDS_EMPTY, &[], bound.span, wrong, instead);
            return;
        }
        if let (Some(least), Some(most)) = (least, most)
            && (least.value.exceeds(most.value)
                || (least.value == most.value && (least.exclusive || most.exclusive))
                || (range.is_some() && none_between(least, most)))
        {
            let wrong = format!(
                "`{}` and `{}` leave no value of field `{}`",
                least.bound.keyword.name, most.bound.keyword.name, self.field.name
            );
            faults.broken(&BOUNDS_EMPTY, &[], least.bound.span, &wrong);
        } else if let (Some(bound), Some(range)) = (divisor, range)
            && let BoundValue::Integer(divisor) = bound.value
            && !has_multiple(divisor, least, most, range)
        {
            let wrong = format!("no multiple of {divisor} is within the bounds");
            faults.broken(&BOUNDS_EMPTY, &[], bound.span, &wrong);
        }
    }
}

/// Whether no whole number lies between two limits.
fn none_between(least: Limit<'_>, most: Limit<'_>) -> bool {
    match (least.value, most.value) {
        (Value::Whole(low), Value::Whole(high)) => {
            let low = i128::from(low) + i128::from(least.exclusive);
            low > i128::from(high) - i128::from(most.exclusive)
        }
        _ => false,
    }
}

/// Whether a multiple of `divisor`, which is above 0, lies within the limits and the range.
fn has_multiple(
    divisor: i64,
    least: Option<Limit<'_>>,
    most: Option<Limit<'_>>,
    (low, high): (i64, i64),
) -> bool {
    let whole = |limit: Option<Limit<'_>>, edge: i64, inward: i128| match limit {
        None => Some(i128::from(edge)),
        Some(Limit {
            value: Value::Whole(value),
            exclusive,
            ..
        }) => Some(i128::from(value) + if exclusive { inward } else { 0 }),
        Some(_) => None,
    };
    let (Some(low), Some(high)) = (whole(least, low, 1), whole(most, high, -1)) else {
        return true;
    };
    let divisor = i128::from(divisor);
    let first = low + (divisor - low.rem_euclid(divisor)) % divisor;
    first <= high
}

/// What the tokens tell of a bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Told {
    /// It says something about what it stands on.
    Applies,
    /// It says nothing about what it stands on.
    OtherKind,
    /// It stands on what is inside a value that has nothing inside.
    NothingInside,
    /// The compiler has to decide.
    Open,
}

/// What the tokens tell of a bound on a field of this class.
pub(crate) fn told(class: &Class, bound: &Bound) -> Told {
    let mut class = class;
    for _ in 0..bound.depth {
        match class.inside() {
            Some(inner) => class = inner,
            None if *class.present() == Class::Unknown => return Told::Open,
            None => return Told::NothingInside,
        }
    }
    match class.is_about(bound.keyword.about) {
        Some(true) => Told::Applies,
        Some(false) => Told::OtherKind,
        None => Told::Open,
    }
}

/// A bound stands on a value that it says something about.
fn bound_applies(field: &Field, class: &Class, bound: &Bound, faults: &mut Faults) {
    let (name, keyword) = (&field.name, bound.keyword.name);
    let wrong = match told(class, bound) {
        Told::Applies | Told::Open => return,
        Told::NothingInside => {
            format!(
                "field `{name}` is neither an array nor a map, so `{keyword}` bounds nothing inside it"
            )
        }
        Told::OtherKind => {
            let place = if bound.depth == 0 {
                "field"
            } else {
                "what is inside field"
            };
            let kind = bound.keyword.about.words();
            format!("`{keyword}` does not apply to {place} `{name}`, which is not stored as {kind}")
        }
    };
    faults.broken(&BOUND_ON_WRONG_TYPE, &[], bound.span, &wrong);
}
