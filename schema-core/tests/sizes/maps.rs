//! Maps of which the names are UUIDs.

use std::collections::{BTreeSet, HashMap};

use bson::{Binary, spec::BinarySubtype};
use uuid::Uuid;

use super::*;

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "limits", global = ALL)]
struct Limits {
    #[serde(rename = "_id")]
    id: bson::Uuid,
    #[field(max_properties = 120, values(max_items = 2))]
    by_day: HashMap<Uuid, Vec<bool>>,
    #[field(max_items = 101)]
    counts: BTreeSet<i64>,
    large: Option<[[f64; 3]; 32]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gone: Option<Decimal128>,
}

#[test]
fn a_map_counts_the_longest_names_that_its_pattern_admits() {
    #[derive(Serialize)]
    struct Largest {
        _id: Binary,
        by_day: Document,
        counts: Vec<i64>,
        large: Vec<[f64; 3]>,
        gone: Decimal128,
    }
    // The pattern of a UUID admits a line feed at its end.
    let name = |at: u128| {
        (
            format!("{}\n", bson::Uuid::from_bytes(at.to_be_bytes())),
            Bson::from(vec![true; 2]),
        )
    };
    let largest = Largest {
        _id: Binary {
            subtype: BinarySubtype::Uuid,
            bytes: vec![0; 16],
        },
        by_day: (0..120).map(name).collect(),
        counts: vec![i64::MAX; 101],
        large: vec![[0.5; 3]; 32],
        gone: "1".parse().unwrap(),
    };
    assert_eq!(proven::<Limits>(), bytes(&largest));
}

#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "attributes", global = ALL)]
struct Attributes {
    #[serde(rename = "_id")]
    id: ObjectId,
    maybe: Option<i64>,
    #[serde(default)]
    often: bool,
    #[serde(flatten)]
    #[field(max_properties = 3, values(max_length = 9))]
    others: HashMap<Uuid, String>,
}

#[test]
fn others_may_take_the_place_of_fields_that_are_left_out() {
    // `maxProperties` is 6, and `often` may be missing.
    let schema = render::collection(Attributes::MODEL).options;
    let schema = schema.get_document("validator").unwrap();
    let schema = schema.get_document("$jsonSchema").unwrap();
    assert_eq!(schema.get("maxProperties"), Some(&Bson::Int32(6)));
    let id = Uuid::nil().to_string();
    let mut admitted = bson::doc! { "_id": ObjectId::new(), "maybe": i64::MAX };
    for at in 0..4 {
        admitted.insert(format!("{at}{}\n", &id[1..]), WIDE.repeat(9));
    }
    assert!(bytes(&admitted) <= proven::<Attributes>());
    // Both at once cannot be, which the proof does not know.
    admitted.insert("often", true);
    assert_eq!(bytes(&admitted), proven::<Attributes>());
}

#[test]
fn the_levels_of_maps_are_those_of_the_rendered_schema() {
    let (_, limits) = nesting_of(Limits::MODEL);
    assert_eq!(limits, schema_levels::<Limits>());
    let (_, attributes) = nesting_of(Attributes::MODEL);
    assert_eq!(attributes, schema_levels::<Attributes>());
}
