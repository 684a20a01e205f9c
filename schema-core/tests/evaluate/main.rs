//! The evaluator, by the server's rules (manual, "$jsonSchema"): what is refused when it is
//! compiled, what each keyword admits, what is told of a refused document.

#![allow(
    clippy::needless_pass_by_value,
    reason = "schemas and values are written where they are handed over"
)]

mod bytes;
mod dotted;
mod err_info;
mod keywords;
mod numbers;
mod objects;
mod refused;
mod sentences;
mod suite;

use bson::{Bson, Document, doc};
use schema_core::evaluate::Validator;

/// Whether a document fulfils a schema.
fn holds(schema: Document, document: Document) -> bool {
    let validator = Validator::of_schema(&schema).unwrap();
    let bytes = document.to_vec().unwrap();
    let is_valid = validator.is_valid(&bytes).unwrap();
    let told = validator.check(&bytes).unwrap();
    assert_eq!(
        is_valid,
        told.is_empty(),
        "{schema} of {document}: {told:?}"
    );
    is_valid
}

/// Which of the values a field of this schema admits.
fn admitted(schema: &Document, values: &[Bson]) -> Vec<bool> {
    let schema = doc! { "properties": { "v": schema } };
    let holds = |value: &Bson| holds(schema.clone(), doc! { "v": value });
    values.iter().map(holds).collect()
}

/// All of the values are admitted.
#[track_caller]
fn admits(schema: Document, values: impl IntoIterator<Item = Bson>) {
    for value in values {
        assert!(
            admitted(&schema, std::slice::from_ref(&value))[0],
            "{schema} refuses {value}"
        );
    }
}

/// None of the values is admitted.
#[track_caller]
fn refuses(schema: Document, values: impl IntoIterator<Item = Bson>) {
    for value in values {
        assert!(
            !admitted(&schema, std::slice::from_ref(&value))[0],
            "{schema} admits {value}"
        );
    }
}

fn decimal(text: &str) -> Bson {
    Bson::Decimal128(text.parse().unwrap())
}
