//! What each type is stored as, by both of the driver's writers, against what it renders to.

mod admits;
mod helpers;
mod rows;
mod values;

use admits::{admits, alias};
use bson::{Bson, Document};
use schema_core::{
    EmbeddedSchema, StoredBy,
    model::{Shape, Types},
    render,
};
use serde::Serialize;

#[derive(Serialize)]
struct Stored<'a, T: Serialize> {
    value: &'a T,
}

/// What `insert_one` stores, and what `bulk_write` does.
fn written(value: &impl Serialize) -> [Bson; 2] {
    let stored = Stored { value };
    let raw = bson::serialize_to_raw_document_buf(&stored).expect("the raw writer takes it");
    let raw = Document::try_from(raw).expect("a document");
    let document = bson::serialize_to_document(&stored).expect("the other writer takes it");
    [raw, document].map(|document| document.get("value").expect("the field").clone())
}

/// Both writers store `value` as `expected`, and its type admits that, null, and nothing but other
/// numbers beside a number.
fn stored_as<T: Serialize + EmbeddedSchema>(value: T, expected: &str) {
    shape_admits(&T::SHAPE, &value, [expected; 2]);
    let admitted: Vec<&str> = T::SHAPE.types.without(Types::NULL).aliases().collect();
    let numbers: Vec<&str> = Types::NUMBER.aliases().collect();
    let widened = |alias: &&str| numbers.contains(&expected) && numbers.contains(alias);
    let alike = |alias: &&str| *alias == expected || expected == "null" || widened(alias);
    assert!(admitted.iter().all(alike), "{expected}: {admitted:?}");
}

/// Both writers store `value` as `expected`, which its type admits among others.
fn also_stored_as<T: Serialize + EmbeddedSchema>(value: T, expected: &str) {
    shape_admits(&T::SHAPE, &value, [expected; 2]);
}

/// The same of a type that the writers store differently.
fn stored_by_writer_as<T: Serialize + EmbeddedSchema>(value: T, expected: [&str; 2]) {
    use schema_core::model::Marks;
    shape_admits(&T::SHAPE, &value, expected);
    assert!(T::SHAPE.marks.intersects(Marks::WRITER_DEPENDENT));
}

fn shape_admits(shape: &Shape, value: &impl Serialize, expected: [&str; 2]) {
    let schema = render::value(shape);
    for (bson, expected) in written(value).iter().zip(expected) {
        assert_eq!(alias(bson), expected, "{bson:?}");
        assert!(admits(&schema, bson), "{bson:?} under {schema}");
    }
}

/// A value as a helper stores it.
struct By<'a, T>(&'a T, fn(&T) -> [Bson; 2]);

impl<T> By<'_, T> {
    fn stored_as<H: StoredBy<T>>(&self, expected: &str) {
        let schema = render::value(&H::SHAPE);
        for bson in (self.1)(self.0) {
            assert_eq!(alias(&bson), expected, "{bson:?}");
            assert!(admits(&schema, &bson), "{bson:?} under {schema}");
        }
    }
}
