//! Enums, maps and documents inside of each other.

use std::collections::BTreeMap;

use bson::oid::ObjectId;
use proptest::{collection::btree_map, prelude::*};
use schema_core::{Collection, Embedded};
use serde::Serialize;

use crate::drawn::{drawn, object_id, text};

hold! {
    enums_behind_newtypes_and_in_maps: Holders;
    flattened_options_of_enums_and_maps: Flattened;
}

#[derive(Debug, Clone, Serialize, Embedded)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Shape {
    Point,
    Circle {
        #[field(minimum = 0)]
        radius: i32,
    },
    Named(Name),
}

#[derive(Debug, Clone, Serialize, Embedded)]
struct Name {
    #[field(max_length = 4)]
    name: String,
}

drawn!(Name { name: text(0, 4) });
drawn!(
    Shape = prop_oneof![
        Just(Shape::Point),
        (0..).prop_map(|radius| Shape::Circle { radius }),
        Name::drawn().prop_map(Shape::Named),
    ]
);

#[derive(Debug, Clone, Serialize, Embedded)]
struct Wrapped(Shape);

drawn!(Wrapped = Shape::drawn().prop_map(Wrapped));

#[derive(Debug, Clone, Serialize, Embedded)]
struct Placed {
    at: i64,
    #[serde(flatten)]
    shape: Shape,
}

drawn!(Placed {
    at: any::<i64>(),
    shape: Shape::drawn()
});

#[derive(Debug, Clone, Serialize, Embedded)]
struct Again(Placed);

drawn!(Again = Placed::drawn().prop_map(Again));

/// One variant has no tag.
#[derive(Debug, Clone, Serialize, Embedded)]
#[serde(tag = "t", content = "c")]
enum Mixed {
    One(Option<Wrapped>),
    Many(#[field(max_items = 2)] Vec<Placed>),
    #[serde(untagged)]
    Other(Name),
}

drawn!(
    Mixed = prop_oneof![
        prop::option::of(Wrapped::drawn()).prop_map(Mixed::One),
        prop::collection::vec(Placed::drawn(), 0..=2).prop_map(Mixed::Many),
        Name::drawn().prop_map(Mixed::Other),
    ]
);

#[derive(Debug, Clone, Serialize, Embedded)]
#[serde(untagged)]
enum Loose {
    Inner(Shape),
    Map(#[field(max_properties = 2, keys(pattern = "^[a-z]$"))] BTreeMap<String, Name>),
    Listed([u8; 2]),
}

drawn!(
    Loose = prop_oneof![
        Shape::drawn().prop_map(Loose::Inner),
        btree_map("[a-z]", Name::drawn(), 0..=2).prop_map(Loose::Map),
        any::<[u8; 2]>().prop_map(Loose::Listed),
    ]
);

#[derive(Debug, Clone, Serialize, Collection)]
#[collection(name = "holders", global = "a test")]
struct Holders {
    #[serde(rename = "_id")]
    id: ObjectId,
    wrapped: Wrapped,
    maybe: Option<Wrapped>,
    placed: Option<Again>,
    #[field(max_items = 2)]
    several: Vec<Option<Again>>,
    mixed: Mixed,
    maybe_mixed: Option<Mixed>,
    loose: Option<Loose>,
    #[field(max_properties = 2, keys(pattern = "^[a-z]$"))]
    by_name: BTreeMap<String, Option<Shape>>,
    #[field(max_properties = 2, keys(pattern = "^[a-z]$"))]
    placed_by_name: BTreeMap<String, Option<Placed>>,
    pair: (Option<Placed>, Option<Loose>),
}

drawn!(Holders {
    id: object_id(),
    wrapped: Wrapped::drawn(),
    maybe: prop::option::of(Wrapped::drawn()),
    placed: prop::option::of(Again::drawn()),
    several: prop::collection::vec(prop::option::of(Again::drawn()), 0..=2),
    mixed: Mixed::drawn(),
    maybe_mixed: prop::option::of(Mixed::drawn()),
    loose: prop::option::of(Loose::drawn()),
    by_name: btree_map("[a-z]", prop::option::of(Shape::drawn()), 0..=2),
    placed_by_name: btree_map("[a-z]", prop::option::of(Placed::drawn()), 0..=2),
    pair: (
        prop::option::of(Placed::drawn()),
        prop::option::of(Loose::drawn())
    ),
});

#[derive(Debug, Clone, Serialize, Collection)]
#[collection(name = "flattened", global = "a test")]
struct Flattened {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[serde(flatten)]
    shape: Option<Shape>,
    #[serde(flatten)]
    again: Inside,
    nested: Option<Inside>,
}

#[derive(Debug, Clone, Serialize, Embedded)]
struct Inside {
    #[serde(rename = "in", skip_serializing_if = "Option::is_none")]
    inside: Option<Shape>,
    #[serde(flatten)]
    #[field(max_properties = 2, keys(pattern = "^x[a-z]$"), values(minimum = 1))]
    rest: BTreeMap<String, i64>,
}

drawn!(Inside {
    inside: prop::option::of(Shape::drawn()),
    rest: btree_map("x[a-z]", 1_i64.., 0..=2),
});
drawn!(Flattened {
    id: object_id(),
    shape: prop::option::of(Shape::drawn()),
    again: Inside::drawn(),
    nested: prop::option::of(Inside::drawn()),
});
