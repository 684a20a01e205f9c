//! What the derives add to a cold `cargo check`, beside what serde's cost on the same structs.
//!
//! `cargo bench -p mongo-schema-benches --bench derive_check` makes a crate of 200 structs of 20 fields
//! with 6 indexes each, and of 200 small embedded ones; checks it without any derive, with serde's,
//! with serde's and these, and with 6 queries each as well; and prints the ratio of what each added,
//! in processor time where the system tells it. The least of several runs counts, since everything
//! else that the machine does only adds to a run.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
    time::{Duration, Instant},
};

const STRUCTS: usize = 200;
const RUNS: usize = 3;

/// Which derives a check runs.
const VARIANTS: [(&str, &str); 4] = [
    ("no derive", ""),
    ("serde", "serde"),
    ("serde and schema-core", "serde,schema"),
    ("the same with queries", "serde,schema,queries"),
];

fn main() -> std::io::Result<()> {
    let folder = make_crate()?;
    let times: Vec<Duration> = VARIANTS
        .iter()
        .map(|(_, features)| least_time(&folder, features))
        .collect();
    for ((name, _), time) in VARIANTS.iter().zip(&times) {
        println!("{name:>24}: {:.2} s", time.as_secs_f64());
    }
    let serde = times[1].saturating_sub(times[0]).as_secs_f64();
    println!("serde adds {serde:.2} s");
    for (what, time) in [("", times[2]), (" with queries", times[3])] {
        let ours = time.saturating_sub(times[1]).as_secs_f64();
        let ratio = ours / serde;
        println!("schema-core{what} adds {ours:.2} s: a ratio of {ratio:.2}");
    }
    Ok(())
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn make_crate() -> std::io::Result<PathBuf> {
    let folder = repository().join("target/derive-check");
    fs::create_dir_all(folder.join("src"))?;
    fs::write(folder.join("Cargo.toml"), MANIFEST)?;
    fs::write(folder.join("src/lib.rs"), source())?;
    Ok(folder)
}

const MANIFEST: &str = r#"[package]
name = "derive-check"
version = "0.0.0"
edition = "2024"

[dependencies]
bson = { version = "3", features = ["serde"] }
schema-core = { path = "../../schema-core" }
serde = { version = "1", features = ["derive"] }

[features]
serde = []
schema = []
queries = []

[workspace]
"#;

/// The structs. Attributes stand behind features, so that the same source serves each run.
fn source() -> String {
    let mut source = String::from("use bson::{DateTime, oid::ObjectId};\n");
    for number in 0..STRUCTS {
        let text = STRUCT.replace("REFERENCED", &((number * 7 + 3) % STRUCTS).to_string());
        write!(source, "{}", text.replace("NUMBER", &number.to_string()))
            .expect("a String takes every text");
    }
    source
}

const STRUCT: &str = r#"
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "schema", derive(schema_core::Embedded))]
pub struct PersonNUMBER {
    pub id: ObjectId,
    #[cfg_attr(feature = "schema", field(max_length = 100))]
    pub name: String,
    pub since: DateTime,
}

#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "schema",
    derive(schema_core::Collection),
    collection(name = "tasks_NUMBER", tenant = tenant_id, schema_version = 1),
    index(keys(tenant_id, project_id, status, position)),
    index(keys(tenant_id, assignee.id, due_at)),
    index(keys(tenant_id, project_id, priority, due_at)),
    index(keys(tenant_id, labels, created_at = -1)),
    index(keys(tenant_id, email), unique),
    index(keys(expires_at), expire_after = "180d"))]
#[cfg_attr(feature = "queries",
    query(name = "board", eq(project_id), sort(status, position)),
    query(name = "open_work", eq(assignee.id), range(due_at)),
    query(name = "urgent", eq(project_id), sort(priority), range(due_at)),
    query(name = "labelled", eq(labels), sort(created_at = -1)),
    query(name = "of_email", eq(email)),
    query(name = "column", eq(project_id), any_of(status, max = 3), sort(position), frequency = "100/s"))]
pub struct TaskNUMBER {
    #[cfg_attr(feature = "serde", serde(rename = "_id"))]
    pub id: ObjectId,
    pub tenant_id: ObjectId,
    pub schema_version: i32,
    #[cfg_attr(feature = "schema", field(references = TaskREFERENCED))]
    pub project_id: ObjectId,
    #[cfg_attr(feature = "schema", field(min_length = 1, max_length = 200))]
    pub title: String,
    #[cfg_attr(feature = "schema", field(max_length = 10_000))]
    pub description: Option<String>,
    pub status: String,
    pub priority: i32,
    pub position: i64,
    #[cfg_attr(feature = "schema", field(max_items = 20, unique_items, items(max_length = 40)))]
    pub labels: Vec<String>,
    pub assignee: Option<PersonNUMBER>,
    pub reviewer: PersonNUMBER,
    #[cfg_attr(feature = "schema", field(minimum = 0))]
    pub comment_count: i32,
    pub due_at: Option<DateTime>,
    pub created_at: DateTime,
    pub expires_at: DateTime,
    pub email: String,
    pub weight: f64,
    pub done: bool,
    pub url: Option<String>,
}
"#;

/// The least time of several cold checks of the crate alone, its dependencies being built.
fn least_time(folder: &Path, features: &str) -> Duration {
    check(folder, features);
    (0..RUNS)
        .map(|_| check(folder, features))
        .min()
        .unwrap_or_default()
}

fn check(folder: &Path, features: &str) -> Duration {
    let source = folder.join("src/lib.rs");
    let text = fs::read(&source).expect("the source was written");
    fs::write(&source, text).expect("the source was written");
    let start = spent();
    let status = Command::new(env!("CARGO"))
        .args(["check", "--quiet", "--features", features])
        .current_dir(folder)
        .env("CARGO_INCREMENTAL", "0")
        .env_remove("CARGO_TARGET_DIR")
        .status()
        .expect("cargo runs");
    assert!(
        status.success(),
        "the crate does not compile with `{features}`"
    );
    spent().saturating_sub(start)
}

/// The processor time of all commands that have ended, in user mode; without `/proc`, the time.
fn spent() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let ticks = fs::read_to_string("/proc/self/stat").ok().and_then(|stat| {
        // Behind the name in parentheses; field 16 is the children's time in hundredths of a second.
        let fields = stat.rsplit(") ").next()?;
        fields.split(' ').nth(13)?.parse().ok()
    });
    ticks.map_or_else(
        || START.get_or_init(Instant::now).elapsed(),
        |ticks: u64| Duration::from_millis(ticks * 10),
    )
}
