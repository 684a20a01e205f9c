//! Enums that hold data, in serde's four representations.

use bson::oid::ObjectId;
use proptest::prelude::*;
use schema_core::{Collection, Embedded};
use serde::Serialize;

use crate::drawn::{drawn, object_id, text};

hold! {
    tagging: Tagging;
    tagging_in_arrays: Arrays;
    an_enum_as_a_collection: Room;
    an_enum_as_a_collection_by_content: Event;
}

#[derive(Debug, Clone, Serialize, Embedded)]
struct Person {
    #[field(min_length = 1, max_length = 9)]
    name: String,
    age: Option<u8>,
}

drawn!(Person {
    name: text(1, 9),
    age: any::<Option<u8>>()
});

#[derive(Debug, Clone, Serialize, Embedded)]
#[serde(rename_all = "snake_case", rename_all_fields = "camelCase")]
enum External {
    Nothing,
    One(#[field(minimum = 5)] i64),
    Pair(i64, #[field(max_length = 3)] String),
    Inner(Person),
    Named {
        first_name: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        age: Option<u8>,
    },
}

drawn!(
    External = prop_oneof![
        Just(External::Nothing),
        (5_i64..).prop_map(External::One),
        (any::<i64>(), text(0, 3)).prop_map(|(one, other)| External::Pair(one, other)),
        Person::drawn().prop_map(External::Inner),
        (text(0, 5), any::<Option<u8>>())
            .prop_map(|(first_name, age)| External::Named { first_name, age }),
    ]
);

#[derive(Debug, Clone, Serialize, Embedded)]
#[serde(tag = "kind")]
enum Internal {
    Nothing,
    Inner(Person),
    #[serde(rename = "named")]
    Named {
        #[field(pattern = "^[a-z]*$")]
        name: String,
    },
    Nested(Deeper),
}

#[derive(Debug, Clone, Serialize, Embedded)]
#[serde(tag = "deeper")]
enum Deeper {
    One { a: i32 },
    Two { b: bool },
}

drawn!(
    Internal = prop_oneof![
        Just(Internal::Nothing),
        Person::drawn().prop_map(Internal::Inner),
        "[a-z]{0,4}".prop_map(|name| Internal::Named { name }),
        any::<i32>().prop_map(|a| Internal::Nested(Deeper::One { a })),
        any::<bool>().prop_map(|b| Internal::Nested(Deeper::Two { b })),
    ]
);

#[derive(Debug, Clone, Serialize, Embedded)]
#[serde(tag = "t", content = "c", rename_all = "UPPERCASE")]
enum Adjacent {
    Nothing,
    One(Option<i32>),
    Pair(u8, u8),
    Named {
        #[field(max_items = 2)]
        names: Vec<String>,
    },
}

drawn!(
    Adjacent = prop_oneof![
        Just(Adjacent::Nothing),
        any::<Option<i32>>().prop_map(Adjacent::One),
        any::<(u8, u8)>().prop_map(|(one, other)| Adjacent::Pair(one, other)),
        prop::collection::vec(text(0, 3), 0..=2).prop_map(|names| Adjacent::Named { names }),
    ]
);

#[derive(Debug, Clone, Serialize, Embedded)]
#[serde(untagged)]
enum Untagged {
    Nothing,
    Number(#[field(minimum = 0)] i32),
    Text(#[field(max_length = 5)] String),
    Pair(bool, String),
    Person(Person),
    Named { width: f64 },
}

drawn!(
    Untagged = prop_oneof![
        Just(Untagged::Nothing),
        (0..).prop_map(Untagged::Number),
        text(0, 5).prop_map(Untagged::Text),
        (any::<bool>(), text(0, 3)).prop_map(|(one, other)| Untagged::Pair(one, other)),
        Person::drawn().prop_map(Untagged::Person),
        any::<f64>().prop_map(|width| Untagged::Named { width }),
    ]
);

#[derive(Debug, Clone, Serialize, Collection)]
#[collection(name = "tagging", global = "a test")]
struct Tagging {
    #[serde(rename = "_id")]
    id: ObjectId,
    external: External,
    internal: Internal,
    adjacent: Adjacent,
    untagged: Untagged,
    maybe_external: Option<External>,
    maybe_internal: Option<Internal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    maybe_adjacent: Option<Adjacent>,
    maybe_untagged: Option<Untagged>,
}

drawn!(Tagging {
    id: object_id(),
    external: External::drawn(),
    internal: Internal::drawn(),
    adjacent: Adjacent::drawn(),
    untagged: Untagged::drawn(),
    maybe_external: prop::option::of(External::drawn()),
    maybe_internal: prop::option::of(Internal::drawn()),
    maybe_adjacent: prop::option::of(Adjacent::drawn()),
    maybe_untagged: prop::option::of(Untagged::drawn()),
});

#[derive(Debug, Clone, Serialize, Collection)]
#[collection(name = "tagging_in_arrays", global = "a test")]
struct Arrays {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(max_items = 3)]
    internal: Vec<Internal>,
    #[field(max_items = 3)]
    untagged: Vec<Option<Untagged>>,
    pair: (External, Adjacent),
}

drawn!(Arrays {
    id: object_id(),
    internal: prop::collection::vec(Internal::drawn(), 0..=3),
    untagged: prop::collection::vec(prop::option::of(Untagged::drawn()), 0..=3),
    pair: (External::drawn(), Adjacent::drawn()),
});

/// A chat's room, of one kind or the other.
#[derive(Debug, Clone, Serialize, Collection)]
#[serde(tag = "kind")]
#[collection(name = "rooms", global = "a test")]
enum Room {
    Pair {
        #[serde(rename = "_id")]
        id: String,
        #[field(max_items = 2)]
        who: Vec<String>,
    },
    Text {
        #[serde(rename = "_id")]
        id: String,
        server: String,
        #[serde(default)]
        topic: Option<String>,
    },
}

drawn!(
    Room = prop_oneof![
        (text(1, 9), prop::collection::vec(text(0, 3), 0..=2))
            .prop_map(|(id, who)| Room::Pair { id, who }),
        (text(1, 9), text(0, 3), prop::option::of(text(0, 3)))
            .prop_map(|(id, server, topic)| Room::Text { id, server, topic }),
    ]
);

#[derive(Debug, Clone, Serialize, Collection)]
#[serde(untagged)]
#[collection(name = "events", tenant = org, schema_version = 2, generated_id)]
enum Event {
    Login {
        org: ObjectId,
        schema_version: i32,
        user: Person,
    },
    Logout {
        org: ObjectId,
        schema_version: i32,
        after: std::time::Duration,
    },
}

drawn!(
    Event = prop_oneof![
        (object_id(), Person::drawn()).prop_map(|(org, user)| Event::Login {
            org,
            schema_version: 2,
            user
        }),
        (object_id(), any::<u32>()).prop_map(|(org, after)| Event::Logout {
            org,
            schema_version: 2,
            after: std::time::Duration::from_millis(after.into()),
        }),
    ]
);
