//! Null, where the field is never null.

use mongodb::Database;
use schema_core::driver::TenantScope;
use tracker::Task;

fn board(database: &Database, tenant_id: bson::oid::ObjectId) {
    let tasks = TenantScope::new(database, tenant_id).collection::<Task>();
    let nobodys: Option<bson::oid::ObjectId> = None;
    let _ = tasks.query().open_work(nobodys, []);
    let _ = tasks.query().board(nobodys);
}

fn main() {}
