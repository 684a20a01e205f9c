//! What an update never changes: the tenant key, `_id`, the version.

use schema_core::driver::Update;
use tracker::Task;

fn main() {
    let id = bson::oid::ObjectId::new();
    let _ = Update::<Task>::with(|u, f| u.set(f.tenant_id(), id));
    let _ = Update::<Task>::with(|u, f| u.set_on_insert(f.id(), id));
    let _ = Update::<Task>::with(|u, f| u.inc(f.schema_version(), 1));
}
