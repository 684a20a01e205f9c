//! The order in which a sort brings values. Source: Comparison/Sort Order.

use std::cmp::Ordering;

use bson::{Bson, Document, doc, spec::ElementType};

use crate::model::Types;

/// A field of a sort.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sorted {
    /// The stored path.
    pub(super) path: String,
    pub(super) ascending: bool,
    /// What the field may be stored as.
    pub(super) types: Types,
}

/// What a comparison keeps to, lowest first. Arrays are not among them, as a sort takes them by their
/// items; null is, which is what a missing field counts as.
const BRACKETS: [Types; 15] = [
    Types::MIN_KEY,
    NOTHING,
    Types::NUMBER,
    Types::STRING.or(Types::SYMBOL),
    Types::OBJECT,
    Types::BIN_DATA,
    Types::OBJECT_ID,
    Types::BOOL,
    Types::DATE,
    Types::TIMESTAMP,
    Types::REGEX,
    Types::DB_POINTER,
    Types::JAVASCRIPT,
    Types::JAVASCRIPT_WITH_SCOPE,
    Types::MAX_KEY,
];

const NOTHING: Types = Types::NULL.or(Types::UNDEFINED);

impl Sorted {
    /// The conditions on the field that find what comes behind this value. A comparison finds values
    /// of one bracket alone, and of numbers none that is not a number, which comes before all.
    pub(super) fn beyond(&self, value: &Bson) -> Vec<Document> {
        let nothing = value == &Bson::Null;
        if self.ascending && nothing {
            return vec![doc! { "$ne": null }];
        }
        let floats = self.types.intersects(Types::DOUBLE.or(Types::DECIMAL));
        let compared = match (self.ascending, number(value)) {
            (true, Some(number)) if number.is_nan() => vec![doc! { "$gte": f64::NEG_INFINITY }],
            (false, Some(number)) if number.is_nan() => vec![],
            (false, Some(_)) if floats => {
                vec![doc! { "$lt": value }, doc! { "$eq": f64::NAN }]
            }
            (false, _) if nothing => vec![],
            (true, _) => vec![doc! { "$gt": value }],
            (false, _) => vec![doc! { "$lt": value }],
        };
        let others: Vec<&str> = self.other_types(value).aliases().collect();
        let others = (!others.is_empty()).then(|| doc! { "$type": others });
        let may_lack = !self.ascending && !nothing && self.path != "_id";
        let lacking = may_lack.then(|| doc! { "$eq": null });
        compared.into_iter().chain(others).chain(lacking).collect()
    }

    /// The types whose values all come behind this one.
    fn other_types(&self, value: &Bson) -> Types {
        let own = types_of(value);
        let own = BRACKETS.iter().position(|bracket| bracket.intersects(own));
        let Some(own) = own else { return Types::NONE };
        let behind = if self.ascending {
            &BRACKETS[own + 1..]
        } else {
            &BRACKETS[..own]
        };
        let behind = behind.iter().fold(Types::NONE, |all, it| all.or(*it));
        self.types.and(behind).without(NOTHING)
    }
}

/// Whether a sort leaves the order of the two open, strings being compared as they are.
pub(super) fn tie(one: &Bson, other: &Bson) -> bool {
    match (number(one), number(other)) {
        (Some(one), Some(other)) => {
            one.partial_cmp(&other) == Some(Ordering::Equal) || (one.is_nan() && other.is_nan())
        }
        _ => one == other,
    }
}

/// What is equal as a number stays so; large integers may become equal.
#[allow(clippy::cast_precision_loss)] // see above: it has to find all that are equal
fn number(value: &Bson) -> Option<f64> {
    match value {
        Bson::Int32(number) => Some(f64::from(*number)),
        Bson::Int64(number) => Some(*number as f64),
        Bson::Double(number) => Some(*number),
        Bson::Decimal128(number) => number.to_string().parse().ok(),
        _ => None,
    }
}

fn types_of(value: &Bson) -> Types {
    match value.element_type() {
        ElementType::Double => Types::DOUBLE,
        ElementType::String => Types::STRING,
        ElementType::EmbeddedDocument => Types::OBJECT,
        ElementType::Binary => Types::BIN_DATA,
        ElementType::Undefined => Types::UNDEFINED,
        ElementType::ObjectId => Types::OBJECT_ID,
        ElementType::Boolean => Types::BOOL,
        ElementType::DateTime => Types::DATE,
        ElementType::Null => Types::NULL,
        ElementType::RegularExpression => Types::REGEX,
        ElementType::DbPointer => Types::DB_POINTER,
        ElementType::JavaScriptCode => Types::JAVASCRIPT,
        ElementType::Symbol => Types::SYMBOL,
        ElementType::JavaScriptCodeWithScope => Types::JAVASCRIPT_WITH_SCOPE,
        ElementType::Int32 => Types::INT,
        ElementType::Timestamp => Types::TIMESTAMP,
        ElementType::Int64 => Types::LONG,
        ElementType::Decimal128 => Types::DECIMAL,
        ElementType::MinKey => Types::MIN_KEY,
        ElementType::MaxKey => Types::MAX_KEY,
        ElementType::Array => Types::ARRAY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn beyond(ascending: bool, types: Types, value: impl Into<Bson>) -> Vec<Document> {
        let path = "a".to_owned();
        let sorted = Sorted {
            path,
            ascending,
            types,
        };
        sorted.beyond(&value.into())
    }

    #[test]
    fn of_one_bracket_there_is_one_comparison() {
        assert_eq!(beyond(true, Types::INTEGER, 1), [doc! { "$gt": 1 }]);
        let down = beyond(false, Types::DATE.or(Types::NULL), bson::DateTime::MIN);
        assert_eq!(
            down,
            [doc! { "$lt": bson::DateTime::MIN }, doc! { "$eq": null }]
        );
        assert_eq!(
            beyond(true, Types::STRING, Bson::Null),
            [doc! { "$ne": null }]
        );
        assert!(beyond(false, Types::STRING, Bson::Null).is_empty());
    }

    #[test]
    fn the_brackets_behind_come_as_wholes() {
        let types = Types::NUMBER.or(Types::STRING).or(Types::BOOL);
        assert_eq!(
            beyond(true, types, "x"),
            [doc! { "$gt": "x" }, doc! { "$type": ["bool"] }]
        );
        let numbers = ["double", "int", "long", "decimal"];
        let down = [
            doc! { "$lt": "x" },
            doc! { "$type": numbers.to_vec() },
            doc! { "$eq": null },
        ];
        assert_eq!(beyond(false, types, "x"), down);
    }

    #[test]
    fn what_is_no_number_comes_before_the_numbers() {
        let up = beyond(true, Types::DOUBLE, f64::NAN);
        assert_eq!(up, [doc! { "$gte": f64::NEG_INFINITY }]);
        let down = beyond(false, Types::DOUBLE, 1.0);
        assert_eq!(down.len(), 3, "{down:?}");
        assert!(down[1].get_f64("$eq").is_ok_and(f64::is_nan));
        assert_eq!(
            beyond(false, Types::DOUBLE, f64::NAN),
            [doc! { "$eq": null }]
        );
    }

    #[test]
    fn numbers_tie_whatever_their_type() {
        let decimal: bson::Decimal128 = "1.00".parse().unwrap();
        for one in [1.into(), 1_i64.into(), 1.0.into(), Bson::from(decimal)] {
            assert!(tie(&one, &1.into()), "{one}");
            assert!(!tie(&one, &2.into()), "{one}");
        }
        assert!(tie(&f64::NAN.into(), &f64::NAN.into()));
        assert!(tie(&0.0.into(), &(-0.0).into()));
        assert!(!tie(&"a".into(), &"A".into()));
    }
}
