//! Ways out of a tenant, each tried through a scoped handle and by the bare driver.
//!
//! Every attempt runs on two tenants' data. By the scoped handle none may see what is the other
//! tenant's, change it, or take a document out of its own tenant; by the bare driver each does, which
//! shows that the attempt is one.

#[path = "isolation/aggregations.rs"]
mod aggregations;
#[path = "isolation/attempt.rs"]
mod attempt;
#[path = "isolation/bulk.rs"]
mod bulk;
#[path = "isolation/by_id.rs"]
mod by_id;
#[path = "isolation/inserts.rs"]
mod inserts;
#[path = "isolation/queries.rs"]
mod queries;
#[path = "isolation/streams.rs"]
mod streams;
#[path = "isolation/updates.rs"]
mod updates;
#[path = "isolation/world.rs"]
mod world;

use attempt::{Attempt, Outcome};
use world::World;

/// How many ways out are tried at least.
const WAYS_OUT: usize = 60;

fn attempts() -> Vec<Attempt> {
    [
        queries::attempts(),
        by_id::attempts(),
        inserts::attempts(),
        updates::attempts(),
        aggregations::attempts(),
        bulk::attempts(),
        streams::attempts(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[tokio::test]
async fn no_way_leads_out_of_a_tenant_and_each_would_by_the_bare_driver() {
    let attempts = attempts();
    assert!(attempts.len() >= WAYS_OUT, "{}", attempts.len());
    let world = World::create().await;
    let mut wrong = Vec::new();
    for attempt in &attempts {
        let bare = Outcome::of(&world, &attempt.bare).await;
        if !bare.escaped() {
            wrong.push(format!(
                "{}: the bare driver stays inside: {bare:?}",
                attempt.name
            ));
        }
        let scoped = Outcome::of(&world, &attempt.scoped).await;
        if scoped.escaped() {
            wrong.push(format!("{}: a way out: {scoped:?}", attempt.name));
        }
    }
    println!("{} ways out tried", attempts.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
