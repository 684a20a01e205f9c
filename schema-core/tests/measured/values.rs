//! Drawn values of types that hold others: both writers' documents keep the rendered schema, and
//! what is outside a type's range does not.

use std::collections::{BTreeMap, BTreeSet};

use bson::Bson;
use proptest::prelude::*;
use schema_core::{EmbeddedSchema, render};

use super::{admits, stored_as};

/// Whether a type's schema takes a value.
fn takes<T: EmbeddedSchema>(value: impl Into<Bson>) -> bool {
    admits(&render::value(&T::SHAPE), &value.into())
}

proptest! {
    #[test]
    fn nested_types_are_admitted(
        items in proptest::collection::vec((any::<u32>(), any::<Option<f64>>(), ".{0,8}"), 0..4),
        map in proptest::collection::btree_map("[a-z]{1,4}", any::<Option<i16>>(), 0..4),
        set in proptest::collection::btree_set(any::<i64>(), 0..6),
        pair in any::<(char, bool)>(),
    ) {
        stored_as(items, "array");
        stored_as::<BTreeMap<String, Option<i16>>>(map, "object");
        stored_as::<BTreeSet<i64>>(set, "array");
        stored_as(pair, "array");
    }

    #[test]
    fn a_range_holds_exactly_what_its_type_does(value in any::<i32>()) {
        prop_assert_eq!(takes::<u8>(value), u8::try_from(value).is_ok());
        prop_assert_eq!(takes::<i16>(value), i16::try_from(value).is_ok());
        prop_assert_eq!(takes::<u32>(value), u32::try_from(value).is_ok());
        prop_assert!(takes::<i64>(value));
    }

    #[test]
    fn a_tuple_has_its_own_length(items in proptest::collection::vec(any::<bool>(), 0..5)) {
        let length = items.len();
        prop_assert_eq!(takes::<(bool, bool)>(items.clone()), length == 2);
        prop_assert_eq!(takes::<[bool; 3]>(items.clone()), length == 3);
        prop_assert!(takes::<Vec<bool>>(items));
    }

    #[test]
    fn a_character_is_one_code_point(text in ".{0,3}") {
        prop_assert_eq!(takes::<char>(text.clone()), text.chars().count() == 1);
    }
}
