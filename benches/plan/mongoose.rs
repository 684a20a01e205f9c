//! mongoose, from the npm registry.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::{DATABASE, Outcome, PARALLEL, TURNS};

const VERSION: &str = "9.12.1";

/// The least time of `diffIndexes` over all models; none without `npm`.
pub(crate) fn least_time(uri: &str, count: usize) -> Outcome<Option<Duration>> {
    let (Ok(npm), Ok(node)) = (which::which("npm"), which::which("node")) else {
        return Ok(None);
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/npm/mongoose");
    fs::create_dir_all(&folder)?;
    if !folder.join("node_modules/mongoose").exists() {
        let mut install = Command::new(npm);
        install.args([
            "install",
            "--no-audit",
            "--no-fund",
            "--loglevel",
            "error",
            "--prefix",
            ".",
        ]);
        install
            .arg(format!("mongoose@{VERSION}"))
            .current_dir(&folder);
        if !install.status()?.success() {
            return Err("npm could not install mongoose".into());
        }
    }
    let script = folder.join("diff_indexes.cjs");
    fs::write(&script, include_str!("diff_indexes.cjs"))?;
    let arguments = [count, TURNS, PARALLEL].map(|it| it.to_string());
    let ran = Command::new(node)
        .arg(script)
        .args([uri, DATABASE])
        .args(arguments)
        .output()?;
    let said = String::from_utf8(ran.stdout)?;
    if !ran.status.success() {
        return Err(format!("mongoose failed: {}", String::from_utf8_lossy(&ran.stderr)).into());
    }
    Ok(Some(Duration::from_secs_f64(
        said.trim().parse::<f64>()? / 1000.0,
    )))
}
