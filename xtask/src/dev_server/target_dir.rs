//! Where cargo builds.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The absolute target directory of the workspace around the current directory.
///
/// `CARGO_TARGET_DIR`, else `target` beside the workspace's manifest, else `target` in the current
/// directory.
pub fn target_directory() -> PathBuf {
    let directory = env::var_os("CARGO_TARGET_DIR")
        .filter(|directory| !directory.is_empty())
        .map(PathBuf::from)
        .or_else(|| Some(workspace_manifest()?.parent()?.join("target")))
        .unwrap_or_else(|| PathBuf::from("target"));
    std::path::absolute(&directory).unwrap_or(directory)
}

/// The cargo that runs this program, else the one on the PATH.
pub(super) fn cargo() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// The manifest of the workspace around the current directory, as cargo tells.
fn workspace_manifest() -> Option<PathBuf> {
    let output = Command::new(cargo())
        .args(["locate-project", "--workspace", "--message-format", "plain"])
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let printed = String::from_utf8(output.stdout).ok()?;
    let manifest = Path::new(printed.trim_end_matches('\n'));
    (output.status.success() && manifest.is_absolute()).then(|| manifest.to_owned())
}
