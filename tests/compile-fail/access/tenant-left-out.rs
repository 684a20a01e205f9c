//! A tenant's collection without its tenant, and with another's kind of key.

use mongodb::Database;
use schema_core::driver::{GlobalCollection, TenantScope};
use tracker::Task;

fn without(database: &Database) {
    let _ = GlobalCollection::<Task>::new(database);
}

fn of_another_kind(database: &Database) {
    let _ = TenantScope::new(database, "acme".to_owned()).collection::<Task>();
}

fn main() {}
