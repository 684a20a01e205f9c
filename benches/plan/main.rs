//! `plan` on 1,000 collections of 10 indexes, beside the bare driver calls that it needs.
//!
//! `cargo bench -p mongo-schema-benches --features server --bench plan` fills a throw-away server and
//! takes turns: the driver's `listCollections`, and for each collection `listIndexes` and a `find`
//! with limit 1, eight at a time; then inspection, planning and output by the library, on the same
//! server with the same number of calls at a time; and, where `npm` is found, mongoose's
//! `diffIndexes` on as many models. The least of several turns counts, since everything else that the
//! machine does only adds to a turn. `PLAN_COLLECTIONS` sets another number of collections.

mod memory;
mod mongoose;
mod peer;
mod schema;

use std::time::{Duration, Instant};

use mongodb::Client;
use schema_core::declared::DeclaredDatabase;
use schema_xtask::connect::{Manner, Server};
use schema_xtask::dev_server::testing::ThrowAway;
use schema_xtask::output::{Verbosity, human};
use schema_xtask::plan::{self, Scope};
use schema_xtask::{dev_server::testing, inspect};

/// The database's name.
const DATABASE: &str = "bench";
/// How many calls are under way at a time.
const PARALLEL: usize = 8;
/// How many turns each takes.
const TURNS: usize = 7;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

#[tokio::main]
async fn main() -> Outcome<()> {
    let count = std::env::var("PLAN_COLLECTIONS").map_or(Ok(1000), |it| it.parse())?;
    let throw_away: ThrowAway = testing::ThrowAway::start().await?;
    let uri = throw_away.uri();
    let declared = schema::declared(count);
    let client = Client::with_uri_str(uri).await?;
    let filling = Instant::now();
    schema::fill(&client.database(DATABASE), &declared).await?;
    println!(
        "{count} collections of {} indexes, made in {:.0?}",
        schema::INDEXES,
        filling.elapsed()
    );

    let manner = Manner {
        max_time: None,
        parallel: PARALLEL,
    };
    let server = Server::connect(uri, DATABASE, manner).await?;
    let mut bare = Duration::MAX;
    let mut planned = (Duration::MAX, Duration::MAX);
    let mut added = 0;
    for _ in 0..TURNS {
        bare = bare.min(peer::turn(&client.database(DATABASE)).await?);
        let before = memory::reset_peak();
        planned = planned.min(turn(&server, &declared).await?);
        added = added.max(memory::peak().saturating_sub(before));
    }
    println!("{:>24}: {:.3} s", "bare driver calls", bare.as_secs_f64());
    let (whole, inspected) = (planned.0.as_secs_f64(), planned.1.as_secs_f64());
    println!(
        "{:>24}: {whole:.3} s, of which inspection {inspected:.3} s",
        "plan"
    );
    println!(
        "a ratio of {:.2}",
        planned.0.as_secs_f64() / bare.as_secs_f64()
    );
    println!(
        "at most {added} KiB more memory, of {} KiB in all",
        memory::peak()
    );
    match mongoose::least_time(uri, count)? {
        Some(time) => println!(
            "{:>24}: {:.3} s",
            "mongoose's diffIndexes",
            time.as_secs_f64()
        ),
        None => println!("npm is not on the PATH, so mongoose was not measured"),
    }
    Ok(())
}

/// Inspection, planning, and the text for people: the time of all, and that of inspection alone.
async fn turn(server: &Server, declared: &DeclaredDatabase) -> Outcome<(Duration, Duration)> {
    let start = Instant::now();
    let live = inspect::database(server, declared, &[]).await?;
    let inspected = start.elapsed();
    let plan = plan::make(declared, &live, DATABASE, &Scope::default());
    let mut text = Vec::new();
    human::write_plan(&mut text, &plan, Verbosity::Normal)?;
    let took = start.elapsed();
    assert!(plan.changes.is_empty(), "the database is as declared");
    Ok((took, inspected))
}
