//! Programs from the npm registry, for checks against what other people use.
//!
//! Without `npm` such a check prints that it did not run, unless `MONGO_SCHEMA_TEST_NODE` demands it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// The variable by which a missing `npm` is a failure.
const DEMANDED: &str = "MONGO_SCHEMA_TEST_NODE";

/// `mongosh`: the one on the `PATH`, or one that npm installs under `target/`; none without either.
pub(crate) fn mongosh() -> Option<&'static Path> {
    static MONGOSH: LazyLock<Option<PathBuf>> = LazyLock::new(find);
    if MONGOSH.is_none() {
        let demanded = std::env::var_os(DEMANDED).is_some_and(|it| !it.is_empty());
        assert!(!demanded, "`{DEMANDED}` is set, and npm is not on the PATH");
        eprintln!("not run: neither mongosh nor npm is on the PATH");
    }
    MONGOSH.as_deref()
}

fn find() -> Option<PathBuf> {
    if let Ok(found) = which::which("mongosh") {
        return Some(found);
    }
    let npm = which::which("npm").ok()?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/npm/mongosh");
    let program = folder.join("node_modules/.bin/mongosh");
    std::fs::create_dir_all(&folder).expect("a folder under target/");
    // Test processes run side by side.
    let lock = std::fs::File::create(folder.join("lock")).expect("a lock file");
    lock.lock().expect("a lock");
    if !program.exists() {
        let installed = Command::new(npm)
            .args([
                "install",
                "--no-audit",
                "--no-fund",
                "--loglevel",
                "error",
                "--prefix",
                ".",
            ])
            .arg(concat!("mongosh@", "2.12.0"))
            .current_dir(&folder)
            .status();
        assert!(
            installed.expect("npm starts").success(),
            "npm installs mongosh"
        );
    }
    Some(program)
}
