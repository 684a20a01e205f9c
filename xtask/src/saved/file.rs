//! Reading and writing the file.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{FORMAT, KIND, SavedPlan, TOOL};
use crate::error::{Error, Result};

/// Reads a plan.
///
/// # Errors
///
/// [`Error::SavedPlan`] for what cannot be read, is no plan, or is one of another version.
pub fn read(path: &Path) -> Result<SavedPlan> {
    let refuse = |why: String| refused(path, why);
    let text =
        fs::read_to_string(path).map_err(|error| refuse(format!("cannot be read: {error}")))?;
    let value: Value =
        serde_json::from_str(&text).map_err(|error| refuse(format!("is no plan: {error}")))?;
    if value["kind"] != KIND {
        let hint = "is no plan: it was not written by `cargo xtask plan --out FILE`";
        return Err(refuse(hint.to_owned()));
    }
    if value["format"] != FORMAT {
        let format = &value["format"];
        return Err(refuse(format!(
            "has the format {format}, and this version reads {FORMAT}; plan again"
        )));
    }
    if value["tool"] != TOOL {
        let tool = value["tool"].as_str().unwrap_or("unknown");
        return Err(refuse(format!(
            "was made by version {tool} of this tool, and this is {TOOL}; plan again"
        )));
    }
    serde_json::from_value(value).map_err(|error| refuse(format!("is no plan: {error}")))
}

/// Writes a plan: as a whole or not at all, and in the place of nothing but another plan.
///
/// # Errors
///
/// As [`refuse_foreign`], and for what cannot be written.
pub fn write(path: &Path, plan: &SavedPlan) -> Result<()> {
    refuse_foreign(path)?;
    let beside = beside(path);
    let written = written(&beside, plan).and_then(|()| fs::rename(&beside, path));
    written.map_err(|error| {
        // It may never have come to be.
        let _ = fs::remove_file(&beside);
        refused(path, format!("cannot be written: {error}"))
    })
}

/// Makes sure that at `path` there is nothing, or a plan.
///
/// # Errors
///
/// [`Error::SavedPlan`] where there is something else.
pub fn refuse_foreign(path: &Path) -> Result<()> {
    let is_plan = match fs::read(path) {
        Ok(bytes) => serde_json::from_slice(&bytes).is_ok_and(|value: Value| value["kind"] == KIND),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    };
    if is_plan {
        return Ok(());
    }
    let why =
        "would take the place of something that is no plan; remove that, or name another file";
    Err(refused(path, why.to_owned()))
}

fn written(path: &Path, plan: &SavedPlan) -> io::Result<()> {
    let mut text = serde_json::to_string_pretty(plan)?;
    text.push('\n');
    let mut file = File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// A file of this process in the same folder.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}", std::process::id()))
}

pub(super) fn refused(path: &Path, why: String) -> Error {
    Error::SavedPlan {
        path: path.display().to_string(),
        why,
    }
}
