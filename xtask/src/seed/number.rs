//! Numbers within bounds.

use bson::{Bson, Document};

use super::decimal::Decimal;
use super::draw::Draws;

/// How a number is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stored {
    /// `int`
    Int,
    /// `long`
    Long,
    /// `double`
    Double,
    /// `decimal`
    Decimal,
}

/// What a schema says of a number.
#[derive(Debug, Clone, Default)]
pub(super) struct Numbers {
    low: Option<Limit>,
    high: Option<Limit>,
    multiple: Option<Decimal>,
}

/// A bound.
#[derive(Debug, Clone, Copy)]
struct Limit {
    value: Decimal,
    exclusive: bool,
}

/// The numbers that a field may have: `step` × each of the whole numbers from `least` to `most`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grid {
    step: Decimal,
    least: i128,
    most: i128,
    stored: Stored,
}

impl Numbers {
    /// What all of these schemas say.
    pub(super) fn of(schemas: &[Document]) -> Self {
        let mut all = Self::default();
        for schema in schemas {
            let limit = |key: &str, flag: &str| {
                let value = Decimal::of(schema.get(key)?)?;
                let exclusive = schema.get_bool(flag).unwrap_or(false);
                Some(Limit { value, exclusive })
            };
            let low = limit("minimum", "exclusiveMinimum");
            let high = limit("maximum", "exclusiveMaximum");
            all.low = tighter(all.low, low, |one, two| one > two);
            all.high = tighter(all.high, high, |one, two| one < two);
            if let Some(multiple) = schema.get("multipleOf").and_then(Decimal::of) {
                let before = all.multiple;
                all.multiple =
                    Some(before.map_or(multiple, |before| before.common_multiple(multiple)));
            }
        }
        all
    }

    /// Whether every one of them fits `int`.
    pub(super) fn fit_int(&self) -> bool {
        let fits = |limit: Option<Limit>| {
            limit.is_some_and(|limit| {
                let exponent = limit.value.exponent.min(0);
                let most = Decimal::whole(i32::MAX.into()).units(exponent);
                limit.value.units(exponent).abs() <= most
            })
        };
        fits(self.low) && fits(self.high)
    }

    /// The numbers that may be stored so; none where there are none.
    pub(super) fn grid(&self, stored: Stored) -> Option<Grid> {
        let steps: Vec<Decimal> = match (self.multiple, stored) {
            (Some(step), Stored::Int | Stored::Long) => {
                vec![step.common_multiple(Decimal::whole(1))]
            }
            (Some(step), _) => vec![step],
            (None, Stored::Int | Stored::Long) => vec![Decimal::whole(1)],
            // Finer where the bounds are close.
            (None, _) => [-2, -5, -9, -15]
                .map(|exponent| Decimal {
                    mantissa: 1,
                    exponent,
                })
                .to_vec(),
        };
        let mut grids = steps.into_iter().map(|step| self.along(step, stored));
        grids.find(|grid| grid.least <= grid.most)
    }

    fn along(&self, step: Decimal, stored: Stored) -> Grid {
        let (lowest, highest) = match stored {
            Stored::Int => (i64::from(i32::MIN), i64::from(i32::MAX)),
            Stored::Long => (i64::MIN, i64::MAX),
            // Beyond, doubles are no longer told apart.
            Stored::Double | Stored::Decimal => (-(1 << 52), 1 << 52),
        };
        let inclusive = |value| Limit {
            value: Decimal::whole(value),
            exclusive: false,
        };
        let low = self.low.unwrap_or(inclusive(lowest));
        let low = tighter(Some(low), Some(inclusive(lowest)), |one, two| one > two);
        let high = self.high.unwrap_or(inclusive(highest));
        let high = tighter(Some(high), Some(inclusive(highest)), |one, two| one < two);
        Grid {
            step,
            least: low.map_or(0, |low| first(low, step)),
            most: high.map_or(0, |high| -first(negative(high), step)),
            stored,
        }
    }
}

/// The first multiple of a step that is no less than a bound.
fn first(low: Limit, step: Decimal) -> i128 {
    let exponent = low.value.exponent.min(step.exponent);
    let (low_units, step) = (low.value.units(exponent), step.units(exponent).max(1));
    let floor = low_units.div_euclid(step);
    let is_exact = low_units.rem_euclid(step) == 0;
    match (is_exact, low.exclusive) {
        (true, false) => floor,
        _ => floor.saturating_add(1),
    }
}

fn negative(limit: Limit) -> Limit {
    Limit {
        value: limit.value.times(-1),
        ..limit
    }
}

/// Of two bounds the one that admits less; at the same value the exclusive one.
fn tighter(
    one: Option<Limit>,
    two: Option<Limit>,
    is_tighter: impl Fn(i128, i128) -> bool,
) -> Option<Limit> {
    let (Some(first), Some(second)) = (one, two) else {
        return one.or(two);
    };
    let exponent = first.value.exponent.min(second.value.exponent);
    let (a, b) = (first.value.units(exponent), second.value.units(exponent));
    Some(if is_tighter(b, a) || (a == b && second.exclusive) {
        second
    } else {
        first
    })
}

impl Grid {
    /// How many numbers there are.
    pub(super) fn capacity(&self) -> u64 {
        let count = self.most.saturating_sub(self.least).saturating_add(1);
        u64::try_from(count).unwrap_or(u64::MAX)
    }

    /// The number of this number: all below the capacity are different. They start at 1 where there
    /// are enough from there.
    pub(super) fn nth(&self, number: u64, capacity: u64) -> Bson {
        let above = self.least.max(1);
        let enough = self.most.saturating_sub(above) >= i128::from(capacity);
        let start = if enough { above } else { self.least };
        self.value(start + i128::from(number))
    }

    /// A number, within the usual range where one of them is.
    pub(super) fn draw(&self, usual: (i64, i64), draws: &mut Draws) -> Bson {
        let inclusive = |value| Limit {
            value: Decimal::whole(value),
            exclusive: false,
        };
        let from = first(inclusive(usual.0), self.step);
        let to = -first(negative(inclusive(usual.1)), self.step);
        let (mut least, mut most) = (from.max(self.least), to.min(self.most));
        if least > most {
            let some = 1_000;
            (least, most) = if from > self.most {
                (self.least.max(self.most.saturating_sub(some)), self.most)
            } else {
                (self.least, self.most.min(self.least.saturating_add(some)))
            };
        }
        let span = u64::try_from(most - least).unwrap_or(u64::MAX - 1);
        self.value(least + i128::from(draws.below(span.saturating_add(1))))
    }

    fn value(&self, times: i128) -> Bson {
        let number = self.step.times(times);
        let digits = number.digits();
        match self.stored {
            Stored::Int => Bson::Int32(i32::try_from(whole(number)).unwrap_or_default()),
            Stored::Long => Bson::Int64(whole(number)),
            Stored::Double => Bson::Double(digits.parse().unwrap_or_default()),
            Stored::Decimal => digits.parse().map_or(Bson::Null, Bson::Decimal128),
        }
    }
}

/// A whole number, whatever its exponent.
fn whole(number: Decimal) -> i64 {
    let Decimal { mantissa, exponent } = number;
    let units = match u32::try_from(-exponent) {
        Ok(places) => mantissa / 10_i128.checked_pow(places).unwrap_or(i128::MAX),
        Err(_) => number.units(0),
    };
    i64::try_from(units).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use bson::doc;

    use super::*;
    use crate::seed::draw::Key;

    fn drawn(schema: Document, stored: Stored) -> Vec<Bson> {
        let grid = Numbers::of(&[schema]).grid(stored).expect("numbers");
        let mut draws = Key::of_seed(3).draws();
        (0..200).map(|_| grid.draw((0, 100), &mut draws)).collect()
    }

    fn doubles(schema: Document) -> Vec<f64> {
        let all = drawn(schema, Stored::Double);
        all.iter()
            .map(|it| it.as_f64().expect("a double"))
            .collect()
    }

    #[test]
    fn numbers_keep_their_bounds() {
        let ints = drawn(doc! { "minimum": 5, "maximum": 7 }, Stored::Int);
        assert!(
            ints.iter()
                .all(|it| (5..=7).contains(&it.as_i32().expect("an int")))
        );
        let open =
            doc! { "minimum": 5, "exclusiveMinimum": true, "maximum": 7, "exclusiveMaximum": true };
        assert!(
            drawn(open.clone(), Stored::Long)
                .iter()
                .all(|it| it.as_i64() == Some(6))
        );
        assert!(doubles(open).iter().all(|it| *it > 5.0 && *it < 7.0));
        let far = doc! { "minimum": 4_000_000_000_i64 };
        assert!(
            drawn(far, Stored::Long)
                .iter()
                .all(|it| it.as_i64() >= Some(4_000_000_000))
        );
        let below = drawn(doc! { "maximum": -3 }, Stored::Int);
        assert!(below.iter().all(|it| it.as_i32() <= Some(-3)));
        let close = doubles(doc! { "minimum": 0.0001, "maximum": 0.0002 });
        assert!(close.iter().all(|it| (0.0001..=0.0002).contains(it)));
        assert!(
            Numbers::of(&[doc! { "minimum": 3, "maximum": 2 }])
                .grid(Stored::Int)
                .is_none()
        );
    }

    #[test]
    fn multiples_are_exact() {
        for value in drawn(doc! { "multipleOf": 0.1, "minimum": 0 }, Stored::Decimal) {
            let text = value.to_string();
            assert!(
                text.split_once('.')
                    .is_some_and(|(_, part)| part.len() == 1),
                "{text}"
            );
        }
        let sevens = drawn(doc! { "multipleOf": 7, "minimum": 10 }, Stored::Int);
        assert!(
            sevens
                .iter()
                .all(|it| it.as_i32().expect("an int") % 7 == 0)
        );
        let whole = drawn(doc! { "multipleOf": 2.5 }, Stored::Long);
        assert!(whole.iter().all(|it| it.as_i64().expect("a long") % 5 == 0));
    }

    #[test]
    fn unique_numbers_differ() {
        let numbers = Numbers::of(&[doc! { "minimum": 0, "maximum": 9 }]);
        let grid = numbers.grid(Stored::Int).expect("numbers");
        assert_eq!(grid.capacity(), 10);
        let all: Vec<Bson> = (0..10).map(|at| grid.nth(at, 10)).collect();
        assert_eq!(all, (0..10).map(Bson::Int32).collect::<Vec<_>>());
    }
}
