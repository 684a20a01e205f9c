//! A query that is not declared, and so has no index.

use mongodb::Database;
use schema_core::driver::TenantScope;
use tracker::Task;

fn titled(database: &Database, tenant_id: bson::oid::ObjectId) {
    let tasks = TenantScope::new(database, tenant_id).collection::<Task>();
    let _ = tasks.query().titled("a title");
}

fn main() {}
