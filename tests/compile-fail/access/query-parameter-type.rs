//! A value of another type than the query's field.

use mongodb::Database;
use schema_core::driver::TenantScope;
use tracker::Task;

fn board(database: &Database, tenant_id: bson::oid::ObjectId) {
    let tasks = TenantScope::new(database, tenant_id).collection::<Task>();
    let _ = tasks.query().board("a project");
}

fn main() {}
