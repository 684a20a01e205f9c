//! A type of which nothing is known.

use bson::oid::ObjectId;
use schema_core::Collection;

#[derive(Collection)]
#[collection(name = "tasks", global = "an example")]
struct Task {
    _id: ObjectId,
    due_at: std::time::Instant,
}

fn main() {}
