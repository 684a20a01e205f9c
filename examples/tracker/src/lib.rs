//! The project tracker.

/// The tracker's database.
pub struct Tracker;

impl schema_core::DatabaseSchema for Tracker {
    fn declared() -> schema_core::declared::DeclaredDatabase {
        schema_core::declared::DeclaredDatabase { name: "tracker".into(), collections: Vec::new() }
    }
}
