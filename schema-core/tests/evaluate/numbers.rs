//! Numbers: comparison across the four types, and multiples.

use bson::{Bson, doc};
use proptest::prelude::*;

use crate::{admits, decimal, refuses};

#[test]
fn bounds_compare_across_types() {
    let fives = || {
        [
            5.into(),
            5_i64.into(),
            5.0.into(),
            decimal("5.00"),
            decimal("50E-1"),
        ]
    };
    for five in fives() {
        admits(doc! { "minimum": &five, "maximum": &five }, fives());
        let inner = [5.1.into(), decimal("5.0000000000000000000000001"), 6.into()];
        admits(doc! { "minimum": &five }, inner.clone());
        refuses(doc! { "maximum": &five }, inner);
        let below = [
            4.into(),
            4.9.into(),
            decimal("4.9999999999999999999999999"),
            decimal("-5"),
        ];
        refuses(doc! { "minimum": &five }, below.clone());
        admits(doc! { "maximum": &five }, below);
    }
}

#[test]
fn exclusive_bounds_are_draft_fours() {
    let above = || doc! { "minimum": 5, "exclusiveMinimum": true };
    refuses(above(), [5.into(), 5.0.into(), decimal("5"), 4.into()]);
    admits(above(), [6.into(), 5.000_001.into()]);
    let below = || doc! { "maximum": 5, "exclusiveMaximum": true };
    refuses(below(), [5.into(), decimal("5.0"), 6.into()]);
    admits(below(), [4.into()]);
    admits(doc! { "maximum": 5, "exclusiveMaximum": false }, [5.into()]);
}

#[test]
fn nan_is_within_no_bound_and_infinity_is_at_the_end() {
    let nan = || [f64::NAN.into(), decimal("NaN")];
    refuses(doc! { "minimum": -1e308 }, nan());
    refuses(doc! { "maximum": 1e308 }, nan());
    admits(doc! { "minimum": f64::NAN }, nan());
    refuses(
        doc! { "minimum": f64::NAN },
        [0.into(), f64::INFINITY.into()],
    );
    refuses(
        doc! { "minimum": f64::NAN, "exclusiveMinimum": true },
        nan(),
    );
    admits(
        doc! { "minimum": 5 },
        [f64::INFINITY.into(), decimal("Infinity")],
    );
    refuses(
        doc! { "minimum": 5 },
        [f64::NEG_INFINITY.into(), decimal("-Infinity")],
    );
    admits(
        doc! { "maximum": f64::INFINITY },
        [decimal("Infinity"), decimal("9E6111"), i64::MAX.into()],
    );
    refuses(
        doc! { "maximum": decimal("9E6111") },
        [f64::INFINITY.into()],
    );
    admits(
        doc! { "minimum": 0, "maximum": 0 },
        [(-0.0).into(), decimal("-0E10"), decimal("0E-99")],
    );
}

#[test]
fn no_digit_is_lost() {
    let (two_to_53, same) = (9_007_199_254_740_992_i64, 9_007_199_254_740_992.0);
    refuses(doc! { "maximum": same }, [(two_to_53 + 1).into()]);
    refuses(doc! { "minimum": two_to_53 + 1 }, [(same).into()]);
    refuses(
        doc! { "maximum": i64::MAX },
        [9_223_372_036_854_775_808.0.into()],
    );
    admits(
        doc! { "minimum": i64::MIN },
        [(-9_223_372_036_854_775_808.0).into()],
    );
    // A double is what it is, not what is written.
    refuses(doc! { "maximum": decimal("0.1") }, [0.1.into()]);
    let exactly = decimal("0.1000000000000000055511151231257827");
    refuses(doc! { "maximum": exactly.clone() }, [0.1.into()]);
    admits(doc! { "minimum": exactly }, [0.1.into()]);
    admits(doc! { "enum": [decimal("0.5")] }, [0.5.into()]);
    refuses(doc! { "enum": [decimal("0.1")] }, [0.1.into()]);
    refuses(
        doc! { "maximum": 5e-324 },
        [decimal("4.9406564584124655E-324")],
    );
    admits(
        doc! { "maximum": 5e-324 },
        [decimal("4.9406564584124654E-324")],
    );
    admits(
        doc! { "maximum": f64::MAX },
        [decimal("1.7976931348623157E308")],
    );
    refuses(
        doc! { "maximum": f64::MAX },
        [decimal("1.7976931348623158E308")],
    );
}

#[test]
fn multiples_are_of_decimals() {
    admits(
        doc! { "multipleOf": 0.1 },
        [0.3.into(), 0.7.into(), 12.into(), decimal("1.1")],
    );
    refuses(doc! { "multipleOf": 0.1 }, [0.35.into(), decimal("0.15")]);
    admits(
        doc! { "multipleOf": 3 },
        [9.into(), 9.0.into(), decimal("9.00"), 0.into(), (-9).into()],
    );
    refuses(
        doc! { "multipleOf": 3 },
        [10.into(), 9.5.into(), f64::NAN.into(), f64::INFINITY.into()],
    );
    refuses(doc! { "multipleOf": 2 }, [9_007_199_254_740_993_i64.into()]);
    admits(
        doc! { "multipleOf": decimal("1E-6000") },
        [decimal("9E6000")],
    );
    refuses(
        doc! { "multipleOf": decimal("7E-6000") },
        [decimal("9E6000")],
    );
    admits(
        doc! { "multipleOf": decimal("3E-6000") },
        [decimal("9E6000")],
    );
    refuses(
        doc! { "multipleOf": decimal("1E6000") },
        [decimal("9E-6000"), 1.into()],
    );
    admits(doc! { "multipleOf": f64::INFINITY }, [0.into()]);
    refuses(doc! { "multipleOf": f64::INFINITY }, [1.into()]);
    refuses(doc! { "multipleOf": f64::NAN }, [0.into(), 1.into()]);
}

/// Digits and a power of ten, for all four types where they hold them.
fn numbers() -> impl Strategy<Value = Bson> {
    prop_oneof![
        (-20_i32..20).prop_map(Bson::from),
        any::<i64>().prop_map(Bson::from),
        any::<f64>().prop_map(Bson::from),
        (-1000_i32..1000, -3_i32..3).prop_map(|(n, e)| Bson::from(f64::from(n) * 10_f64.powi(e))),
        (-1000_i64..1000, -40_i32..40).prop_map(|(n, e)| decimal(&format!("{n}E{e}"))),
        (any::<i64>(), -330_i32..310).prop_map(|(n, e)| decimal(&format!("{n}E{e}"))),
        any::<f64>()
            .prop_filter("finite", |it| it.is_finite())
            .prop_map(|n| decimal(&format!("{n:.20e}"))),
    ]
}

fn compare(left: &Bson, right: &Bson) -> std::cmp::Ordering {
    let is = |keyword: &str, exclusive: &str| {
        let schema = doc! { keyword: right, exclusive: true };
        crate::admitted(&schema, std::slice::from_ref(left))[0]
    };
    match (
        is("minimum", "exclusiveMinimum"),
        is("maximum", "exclusiveMaximum"),
    ) {
        (true, false) => std::cmp::Ordering::Greater,
        (false, true) => std::cmp::Ordering::Less,
        both => {
            assert_eq!(both, (false, false), "{left} against {right}");
            std::cmp::Ordering::Equal
        }
    }
}

proptest! {
    /// An order: of three numbers, whatever their types, and of one turned round.
    #[test]
    fn comparison_is_an_order(mut three in prop::array::uniform3(numbers())) {
        let is_nan = |it: &Bson| matches!(it, Bson::Double(it) if it.is_nan());
        prop_assume!(!three.iter().any(is_nan));
        three.sort_by(compare);
        let [a, b, c] = &three;
        prop_assert!(compare(a, c).is_le() && compare(c, a) == compare(a, c).reverse(), "{} {} {}", a, b, c);
        prop_assert_eq!(compare(a, b).is_eq() && compare(b, c).is_eq(), compare(a, c).is_eq());
        // Equality is that of `enum`.
        let same = crate::admitted(&doc! { "enum": [a] }, std::slice::from_ref(b))[0];
        prop_assert_eq!(same, compare(a, b).is_eq());
    }

    /// A double and the decimal of its shortest form are as far from each other as exact digits say.
    #[test]
    fn a_double_against_its_own_digits(value in any::<f64>().prop_filter("finite", |it| it.is_finite())) {
        let digits = format!("{value:.33e}");
        let told = decimal(&digits);
        let exact = format!("{value:.800e}");
        let exact = exact.split_once('e').unwrap().0.trim_end_matches('0').trim_start_matches('-').to_owned();
        let kept = digits.split_once('e').unwrap().0.trim_end_matches('0').trim_start_matches('-').to_owned();
        let sizes = exact.as_str().cmp(kept.as_str());
        let order = if value < 0.0 { sizes.reverse() } else { sizes };
        prop_assert_eq!(compare(&Bson::Double(value), &told), order, "{} and {}", exact, kept);
    }
}
