//! Types that nest as deep as they may.

use super::*;

/// Structs that each hold the next, and a collection of the first.
macro_rules! nested {
    ($collection:ident: $first:ident $($rest:ident)*) => {
        nested!(@ $first $($rest)*);

        #[derive(Serialize, Deserialize, Collection)]
        #[collection(name = "deep", global = ALL, max_size = "2KiB")]
        struct $collection {
            #[serde(rename = "_id")]
            id: ObjectId,
            inner: $first,
        }
    };
    (@ $last:ident) => {
        #[derive(Default, Serialize, Deserialize, Embedded)]
        struct $last {
            number: i64,
        }
    };
    (@ $this:ident $next:ident $($rest:ident)*) => {
        #[derive(Default, Serialize, Deserialize, Embedded)]
        struct $this {
            inner: $next,
        }
        nested!(@ $next $($rest)*);
    };
}

// With the collection's own, 46 levels.
nested! {
    Deep: L01 L02 L03 L04 L05 L06 L07 L08 L09 L10 L11 L12 L13 L14 L15 L16 L17 L18 L19 L20 L21 L22
    L23 L24 L25 L26 L27 L28 L29 L30 L31 L32 L33 L34 L35 L36 L37 L38 L39 L40 L41 L42 L43 L44 L45
}

#[test]
fn what_nests_as_deep_as_it_may_is_measured() {
    let largest = Deep {
        id: ObjectId::new(),
        inner: L01::default(),
    };
    assert_eq!(nesting_of(Deep::MODEL), (document_levels(&largest), 94));
    assert_eq!(schema_levels::<Deep>(), 94);
    assert_eq!(proven::<Deep>(), bytes(&largest));
}
