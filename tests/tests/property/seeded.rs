//! Documents that are generated for a collection, by the evaluator.

use bson::DateTime;
use schema_core::declared::DeclaredDatabase;
use schema_core::evaluate::Validator;
use schema_core::{CollectionSchema, render};
use schema_xtask::seed::{Request, SeedError, World};

/// How many documents are generated for each collection.
const DOCUMENTS: u64 = 300;

/// Asserts that every generated document of a collection satisfies its validator, and tells why
/// where none can be generated.
pub(crate) fn seeded<T: CollectionSchema>() -> Result<(), SeedError> {
    let collection = render::collection(T::MODEL);
    let validator = collection.options.get_document("validator").unwrap();
    let validator = Validator::compile(validator).unwrap();
    let request = Request {
        seed: 11,
        day: DateTime::now().timestamp_millis(),
        tenants: 3,
        counts: [(collection.name.clone(), DOCUMENTS)].into(),
        ..Request::default()
    };
    let declared = DeclaredDatabase {
        collections: vec![collection],
        ..DeclaredDatabase::default()
    };
    let (world, _) = World::new(&declared, &request)?;
    for (name, count) in world.counts() {
        let at = world.position(name).unwrap();
        for number in 0..count {
            let document = world.document(at, number);
            let bytes = bson::serialize_to_vec(&document).unwrap();
            let broken = validator.check(&bytes).unwrap();
            assert!(broken.is_empty(), "{name}: {broken:?}: {document}");
        }
    }
    Ok(())
}
