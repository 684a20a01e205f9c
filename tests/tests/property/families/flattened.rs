//! Structs, maps and enums flattened into others.

use std::collections::BTreeMap;

use bson::oid::ObjectId;
use proptest::{collection::btree_map, prelude::*};
use schema_core::{Collection, Embedded};
use serde::Serialize;

use crate::drawn::{date, drawn, name, object_id, text};

hold! {
    flattened_structs_and_enums: Post;
    a_flattened_map_by_pattern: Pattern;
    a_flattened_open_map: Open;
    a_flattened_document: Unsaid;
    two_flattened_enums: Both;
}

#[derive(Debug, Clone, Serialize, Embedded)]
#[serde(rename_all = "camelCase")]
struct Stamps {
    created_at: bson::DateTime,
    created_by: Option<ObjectId>,
    #[serde(flatten)]
    inner: Inner,
}

#[derive(Debug, Clone, Serialize, Embedded)]
struct Inner {
    #[field(maximum = 5)]
    level: u8,
}

drawn!(Inner { level: 0..=5_u8 });
drawn!(Stamps {
    created_at: date(),
    created_by: prop::option::of(object_id()),
    inner: Inner::drawn(),
});

#[derive(Debug, Clone, Serialize, Embedded)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Payload {
    Nothing,
    Text {
        #[field(max_length = 5)]
        body: String,
    },
    Image {
        url: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        alt: Option<String>,
    },
    Level(Level),
}

#[derive(Debug, Clone, Serialize, Embedded)]
struct Level {
    #[field(minimum = 3)]
    height: i32,
}

drawn!(
    Payload = prop_oneof![
        Just(Payload::Nothing),
        text(0, 5).prop_map(|body| Payload::Text { body }),
        (text(0, 5), prop::option::of(text(0, 5)))
            .prop_map(|(url, alt)| Payload::Image { url, alt }),
        (3..).prop_map(|height| Payload::Level(Level { height })),
    ]
);

#[derive(Debug, Clone, Serialize, Collection)]
#[collection(name = "posts", tenant = tenant)]
struct Post {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant: i64,
    #[serde(flatten)]
    stamps: Stamps,
    #[serde(flatten)]
    payload: Payload,
}

drawn!(Post {
    id: object_id(),
    tenant: any::<i64>(),
    stamps: Stamps::drawn(),
    payload: Payload::drawn(),
});

#[derive(Debug, Clone, Serialize, Collection)]
#[collection(name = "pattern", global = "a test")]
struct Pattern {
    #[serde(rename = "_id")]
    id: ObjectId,
    known: bool,
    #[serde(flatten)]
    #[field(
        max_properties = 3,
        keys(pattern = "^x-[a-z]+$"),
        values(max_length = 4)
    )]
    rest: BTreeMap<String, String>,
}

drawn!(Pattern {
    id: object_id(),
    known: any::<bool>(),
    rest: btree_map("x-[a-z]{1,3}", text(0, 4), 0..=3),
});

#[derive(Debug, Clone, Serialize, Collection)]
#[collection(name = "open", global = "a test")]
struct Open {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[serde(flatten)]
    stamps: Option<Inner>,
    #[serde(flatten)]
    #[field(
        max_properties = 3,
        allow(dynamic_field_names = "a test"),
        values(minimum = 0)
    )]
    rest: BTreeMap<String, i64>,
}

drawn!(Open {
    id: object_id(),
    stamps: prop::option::of(Inner::drawn()),
    rest: btree_map(name().prop_map(|it| format!("_{it}")), 0_i64.., 0..=3),
});

/// What the flattened field holds is not said.
#[derive(Debug, Clone, Serialize, Collection)]
#[collection(name = "rest", global = "a test", additional_properties = true)]
struct Unsaid {
    #[serde(rename = "_id")]
    id: ObjectId,
    inner: OpenInside,
    #[serde(flatten)]
    #[field(allow(map_without_max_properties = "a test", dynamic_field_names = "a test"))]
    rest: bson::Document,
}

#[derive(Debug, Clone, Serialize, Embedded)]
#[embedded(additional_properties = true)]
struct OpenInside {
    level: u8,
}

drawn!(Unsaid {
    id: object_id(),
    inner: any::<u8>().prop_map(|level| OpenInside { level }),
    rest: btree_map(name().prop_map(|it| format!("_{it}")), any::<i32>(), 0..=3).prop_map(|it| it
        .into_iter()
        .map(|(name, value)| (name, value.into()))
        .collect()),
});

#[derive(Debug, Clone, Serialize, Embedded)]
enum Shape {
    Circle { radius: f64 },
    Square(Inner),
}

drawn!(
    Shape = prop_oneof![
        any::<f64>().prop_map(|radius| Shape::Circle { radius }),
        Inner::drawn().prop_map(Shape::Square),
    ]
);

#[derive(Debug, Clone, Serialize, Embedded)]
#[serde(tag = "state", content = "of")]
enum State {
    Open,
    Closed(#[field(minimum = 1)] i32),
}

drawn!(State = prop_oneof![Just(State::Open), (1..).prop_map(State::Closed)]);

#[derive(Debug, Clone, Serialize, Collection)]
#[collection(name = "both", global = "a test")]
struct Both {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[serde(flatten)]
    shape: Shape,
    #[serde(flatten)]
    state: State,
    nested: Option<Nested>,
}

#[derive(Debug, Clone, Serialize, Embedded)]
struct Nested {
    #[serde(flatten)]
    payload: Payload,
    #[serde(flatten)]
    inner: Option<Inner>,
}

drawn!(Nested {
    payload: Payload::drawn(),
    inner: prop::option::of(Inner::drawn())
});
drawn!(Both {
    id: object_id(),
    shape: Shape::drawn(),
    state: State::drawn(),
    nested: prop::option::of(Nested::drawn()),
});
