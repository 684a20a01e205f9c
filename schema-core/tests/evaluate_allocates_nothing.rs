//! Nothing is allocated for a document that is valid.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use bson::{Bson, Document, doc, oid::ObjectId};
use schema_core::evaluate::Validator;

/// The system's allocator, with a count for each thread.
struct Counting;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

#[allow(unsafe_code, reason = "an allocator can be counted in no other way")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(act: impl FnOnce()) -> usize {
    let before = COUNT.get();
    act();
    COUNT.get() - before
}

/// Every keyword, and a document that each of them looks at.
fn everything() -> (Document, Document) {
    let schema = doc! {
        "bsonType": "object",
        "required": ["_id", "n", "who.name"],
        "properties": {
            "_id": { "bsonType": "objectId" },
            "n": { "bsonType": ["int", "long"], "minimum": 0, "maximum": Bson::Decimal128("9.5".parse().unwrap()), "multipleOf": 0.5 },
            "d": { "minimum": 0.25, "multipleOf": 0.1 },
            "x": { "bsonType": "decimal", "minimum": 0.1, "multipleOf": Bson::Decimal128("0.01".parse().unwrap()) },
            "s": { "minLength": 2, "maxLength": 6, "pattern": "^[a-zä]+(?=z)" },
            "e": { "enum": ["open", "done", { "a": 1, "b": [1, 2] }] },
            "few": { "maxItems": 5, "uniqueItems": true, "items": { "bsonType": "int" } },
            "many": { "maxItems": 500, "uniqueItems": true },
            "pair": { "items": [{ "bsonType": "int" }], "additionalItems": { "bsonType": "string" } },
            "who": { "properties": { "name": { "bsonType": "string" } }, "additionalProperties": false },
            "who.name": { "minLength": 1 },
            "f": { "anyOf": [{ "bsonType": "null" }, { "minimum": 2 }], "oneOf": [{ "enum": [2] }, { "enum": [3] }], "not": { "enum": [9] }, "allOf": [{ "bsonType": "int" }] },
        },
        "patternProperties": { "^o_": { "bsonType": "int" } },
        "additionalProperties": { "bsonType": "bool" },
        "minProperties": 3,
        "maxProperties": 50,
        "dependencies": { "n": ["s"], "s": { "required": ["e"] } },
    };
    let document = doc! {
        "_id": ObjectId::new(), "n": 7, "d": 0.3, "x": Bson::Decimal128("0.33".parse().unwrap()), "s": "aäz",
        "e": { "b": [1.0, 2_i64], "a": 1 }, "few": [1, 2, 3],
        "many": (0..300).collect::<Vec<i32>>(), "pair": [1, "a", "b"], "who": { "name": "Ada" },
        "f": 2, "o_a": 1, "z": true,
    };
    (schema, document)
}

#[test]
fn a_valid_document_costs_no_allocation() {
    let (schema, document) = everything();
    let validator = Validator::of_schema(&schema).unwrap();
    let valid = document.to_vec().unwrap();
    // The first one makes room: for the engine of patterns, and for the items of long arrays.
    assert!(
        validator.is_valid(&valid).unwrap(),
        "{:?}",
        validator.check(&valid)
    );
    let count = allocations(|| {
        for _ in 0..100 {
            assert!(validator.is_valid(&valid).unwrap());
        }
    });
    assert_eq!(count, 0);
    // The measure does count.
    assert_ne!(
        allocations(|| drop(validator.check(&valid[..5]))),
        usize::MAX
    );
    assert!(allocations(|| drop(valid.clone())) > 0);
}
