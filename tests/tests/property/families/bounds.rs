//! Every bound.

use bson::{Decimal128, oid::ObjectId};
use proptest::prelude::*;
use schema_core::{Collection, Embedded};
use serde::Serialize;

use crate::{
    drawn::{date, drawn, object_id, text},
    holds::holds,
    known,
};

hold! {
    bounds_of_numbers: Numbers;
    bounds_of_texts: Texts;
    bounds_behind_newtypes: Newtypes;
    what_is_left_out_or_required: Presence;
}

#[derive(Debug, Clone, Serialize, Collection)]
#[collection(name = "numbers", global = "a test")]
struct Numbers {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(minimum = -3, maximum = 12)]
    both: i32,
    #[field(exclusive_minimum = 0, exclusive_maximum = 100)]
    exclusive: i64,
    #[field(minimum = 0, maximum = 90, multiple_of = 15)]
    multiple: u8,
    #[field(minimum = -0.5, exclusive_maximum = 0.75)]
    float: f64,
    #[field(exclusive_minimum = 2.5)]
    above: Option<f32>,
    #[field(multiple_of = 0.25)]
    quarters: f64,
    #[field(minimum = 0, maximum = 99.95)]
    price: Decimal128,
    #[field(max_items = 4, items(minimum = 1, exclusive_maximum = 6))]
    dice: Vec<u8>,
}

fn decimal(cents: std::ops::RangeInclusive<i32>) -> impl Strategy<Value = Decimal128> {
    cents.prop_map(|it| format!("{}.{:02}", it / 100, it % 100).parse().unwrap())
}

drawn!(Numbers {
    id: object_id(),
    both: -3..=12_i32,
    exclusive: 1..100_i64,
    multiple: (0..=6_u8).prop_map(|it| it * 15),
    float: -0.5..0.75_f64,
    above: prop::option::of(2.6..1e9_f32),
    quarters: (-400..400_i32).prop_map(|it| f64::from(it) / 4.0),
    price: decimal(0..=9995),
    dice: prop::collection::vec(1..6_u8, 0..=4),
});

/// Apart, as the development server refuses a schema with a divisor in decimal.
#[derive(Debug, Clone, Serialize, Collection)]
#[collection(name = "cents", global = "a test")]
struct Cents {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(exclusive_minimum = 0, multiple_of = 0.01)]
    price: Option<Decimal128>,
}

drawn!(Cents {
    id: object_id(),
    price: prop::option::of(decimal(1..=100_000))
});

#[test]
fn a_divisor_in_decimal() {
    if !known::is_development_server() {
        holds::<Cents>();
    }
}

#[derive(Debug, Clone, Serialize, Collection)]
#[collection(name = "bounded_texts", global = "a test")]
struct Texts {
    #[serde(rename = "_id")]
    #[field(min_length = 2, max_length = 12)]
    id: String,
    #[field(min_length = 1)]
    least: String,
    #[field(max_length = 5)]
    most: Option<String>,
    #[field(pattern = "^[A-Z]{3}$")]
    currency: String,
    #[field(pattern = "^[^@]+@[^@]+$", max_length = 30)]
    email: Box<str>,
    #[field(
        max_items = 3,
        unique_items,
        items(min_length = 1, max_length = 4, pattern = "^[a-f]*$")
    )]
    labels: Vec<String>,
    /// Of this only the beginning is said.
    #[field(
        title = "a link",
        pattern = "^https?://",
        max_length = 40,
        allow(pattern_unanchored = "the rest is free")
    )]
    link: String,
}

drawn!(Texts {
    id: text(2, 12),
    least: text(1, 8),
    most: prop::option::of(text(0, 5)),
    currency: "[A-Z]{3}",
    email: "[a-z.é]{1,8}@[a-z]{1,8}".prop_map(String::into_boxed_str),
    labels: crate::drawn::distinct("[a-f]{1,4}", 0, 3),
    link: "https?://[a-z]{0,9}",
});

#[derive(Debug, Clone, Serialize, Embedded)]
struct Word(#[field(min_length = 1, max_length = 6, pattern = "^[a-z]+$")] String);

drawn!(Word = "[a-z]{1,6}".prop_map(Word));

#[derive(Debug, Clone, Serialize, Embedded)]
struct Percent(#[field(minimum = 0, maximum = 100)] i32);

drawn!(Percent = (0..=100).prop_map(Percent));

#[derive(Debug, Clone, Serialize, Embedded)]
#[serde(transparent)]
struct Labels {
    #[field(min_items = 1, max_items = 3)]
    all: Vec<Word>,
}

drawn!(Labels {
    all: prop::collection::vec(Word::drawn(), 1..=3)
});

#[derive(Debug, Clone, Serialize, Embedded)]
#[serde(into = "Stored")]
struct Split(u8, u8);

#[derive(Debug, Clone, Serialize, Embedded)]
struct Stored {
    #[field(pattern = "^[0-9]+:[0-9]+$")]
    both: String,
}

impl From<Split> for Stored {
    fn from(Split(one, other): Split) -> Self {
        Self {
            both: format!("{one}:{other}"),
        }
    }
}

drawn!(Split = any::<(u8, u8)>().prop_map(|(one, other)| Split(one, other)));

#[derive(Debug, Clone, Serialize, Embedded)]
#[serde(tag = "type", rename = "box")]
struct Tagged {
    size: Percent,
}

drawn!(Tagged {
    size: Percent::drawn()
});

/// The bounds of the field and of the newtype both hold.
#[derive(Debug, Clone, Serialize, Collection)]
#[collection(name = "newtypes", global = "a test")]
struct Newtypes {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(min_length = 2, pattern = "^[^x]*$")]
    word: Word,
    #[field(maximum = 50, multiple_of = 5)]
    percent: Percent,
    labels: Labels,
    #[field(max_items = 2)]
    more: Option<Labels>,
    split: Split,
    tagged: Tagged,
}

drawn!(Newtypes {
    id: object_id(),
    word: "[a-w]{2,6}".prop_map(Word),
    percent: (0..=10).prop_map(|it| Percent(it * 5)),
    labels: Labels::drawn(),
    more: prop::option::of(
        prop::collection::vec(Word::drawn(), 1..=2).prop_map(|all| Labels { all })
    ),
    split: Split::drawn(),
    tagged: Tagged::drawn(),
});

#[derive(Debug, Clone, Serialize, Collection)]
#[serde(rename_all = "camelCase")]
#[collection(name = "presence", tenant = tenant_key, schema_version = 3)]
struct Presence {
    #[serde(rename = "_id", skip_serializing_if = "Option::is_none")]
    id: Option<ObjectId>,
    tenant_key: String,
    schema_version: i32,
    as_null: Option<bson::DateTime>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[field(minimum = 1)]
    as_nothing: Option<i32>,
    #[serde(skip_serializing_if = "String::is_empty")]
    #[field(max_length = 3)]
    if_not_empty: String,
    #[serde(skip_serializing_if = "is_odd")]
    if_even: Option<i32>,
    #[serde(default)]
    newer: bool,
    #[serde(default)]
    #[field(required)]
    always: bool,
    #[serde(rename(serialize = "out", deserialize = "in"))]
    renamed: u8,
    #[serde(skip)]
    #[allow(dead_code)]
    never: u8,
    r#type: char,
}

#[allow(clippy::trivially_copy_pass_by_ref, clippy::ref_option)] // as serde calls it
fn is_odd(value: &Option<i32>) -> bool {
    value.is_some_and(|value| value % 2 != 0)
}

drawn!(Presence {
    id: prop::option::of(object_id()),
    tenant_key: text(1, 5),
    schema_version: Just(3),
    as_null: prop::option::of(date()),
    as_nothing: prop::option::of(1..),
    if_not_empty: text(0, 3),
    if_even: any::<Option<i32>>(),
    newer: any::<bool>(),
    always: any::<bool>(),
    renamed: any::<u8>(),
    never: any::<u8>(),
    r#type: any::<char>(),
});
