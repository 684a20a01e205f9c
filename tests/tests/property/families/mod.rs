//! Collections that between them use all that the language can say of types.

/// Tests of the property, one for each collection.
macro_rules! hold {
    ($($test:ident: $collection:ty;)*) => {$(
        #[test]
        fn $test() {
            $crate::holds::holds::<$collection>();
        }
    )*

        /// The keywords that can be broken in their documents.
        pub(super) fn breakable() -> std::collections::BTreeSet<String> {
            let mut all = std::collections::BTreeSet::new();
            $(all.extend($crate::holds::breakable::<$collection>());)*
            all
        }

        #[test]
        fn documents_are_generated() {
            $($crate::seeded::seeded::<$collection>().unwrap();)*
        }
    };
}

mod bounds;
mod bson_types;
mod combined;
mod containers;
mod enums;
mod flattened;
mod geo;
mod maps;
mod scalars;
mod shapes;
mod tracker;

/// All the keywords that the language renders to, but for those that say nothing of a value by
/// themselves: the flags beside `minimum` and `maximum`, annotations, and what leads further inside.
const KEYWORDS: [&str; 15] = [
    "additionalProperties",
    "bsonType",
    "enum",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "pattern",
    "required",
    "uniqueItems",
];

#[test]
fn every_keyword_is_broken_somewhere() {
    let mut all = bounds::breakable();
    all.extend(bson_types::breakable());
    all.extend(combined::breakable());
    all.extend(containers::breakable());
    all.extend(enums::breakable());
    all.extend(flattened::breakable());
    all.extend(geo::breakable());
    all.extend(maps::breakable());
    all.extend(scalars::breakable());
    all.extend(shapes::breakable());
    all.extend(tracker::breakable());
    assert_eq!(Vec::from_iter(all), KEYWORDS);
}
