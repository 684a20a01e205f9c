//! The normal form of what is as deep as BSON may be: 200 levels.

use bson::{Document, doc};
use schema_xtask::normal::{NormalIndex, NormalOptions};

fn nested(levels: usize, wrap: fn(Document) -> Document) -> Document {
    (0..levels).fold(doc! { "bsonType": ["int"] }, |inner, _| wrap(inner))
}

#[test]
fn a_validator_of_full_depth_is_normalised_to_its_bottom() {
    let deep = |types: Document| doc! { "validator": { "$jsonSchema": types } };
    let schema = nested(99, |inner| doc! { "properties": { "a": inner } });
    let single = NormalOptions::live(&deep(schema));
    let text = single.validation.text();
    assert!(text.contains(r#""bsonType":"int""#), "{text}");
    let arrays = NormalOptions::live(&deep(nested(198, |inner| doc! { "items": inner })));
    assert!(arrays.validation.text().contains(r#""bsonType":"int""#));
}

#[test]
fn an_index_of_full_depth_is_normalised() {
    let filter = nested(99, |inner| doc! { "$or": [inner, { "b": 1_i64 }] });
    let index = NormalIndex::live(
        &doc! { "key": { "a": 1 }, "name": "a_1", "partialFilterExpression": filter },
    );
    assert_eq!(NormalIndex::live(&index.document()), index);
}
