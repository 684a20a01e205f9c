//! More values than the query's `any_of` admits.

use mongodb::Database;
use schema_core::driver::TenantScope;
use tracker::{Status, Task};

fn open_work(database: &Database, tenant_id: bson::oid::ObjectId) {
    let tasks = TenantScope::new(database, tenant_id).collection::<Task>();
    let open = [Status::Todo, Status::InProgress, Status::Review];
    let _ = tasks.query().open_work(tenant_id, open);
}

fn main() {}
