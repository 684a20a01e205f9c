//! What the client spends before anything is sent: the part that a scoped handle adds to.

use std::{hint::black_box, time::Instant};

use bson::doc;

use crate::{Both, Task};

/// How often each is run.
const RUNS: u32 = 200_000;

/// Tells what one operation's preparation costs either way.
pub(crate) fn tell(both: &Both) {
    let task = Task::new(both.tenant);
    let insert = [
        each(|| drop(black_box(both.bare.insert_one(&task)))),
        each(|| drop(black_box(both.scoped.insert_one(&task)))),
    ];
    let find = [
        each(|| {
            let filter = doc! { "tenant_id": both.tenant, "_id": task.id };
            drop(black_box(both.bare.find_one(filter)));
        }),
        each(|| drop(black_box(both.scoped.find_one(task.id)))),
    ];
    for (name, [bare, scoped]) in [("insert_one", insert), ("find_one", find)] {
        let added = scoped - bare;
        println!("{name}, prepared: bare {bare:.2} µs, scoped {scoped:.2} µs, {added:.2} µs more");
    }
}

/// Microseconds a run.
fn each(mut run: impl FnMut()) -> f64 {
    let start = Instant::now();
    for _ in 0..RUNS {
        run();
    }
    start.elapsed().as_secs_f64() * 1e6 / f64::from(RUNS)
}
