//! What a command writes down about the server that it started.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::{DevServerError, IoContext};
use super::find::Make;

/// A server that was ready, as JSON beside its data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct State {
    /// The server's process. The state speaks of a running server only where the pid file names
    /// the same process and is locked.
    pub pid: i32,
    /// Where it listens, as a connection string.
    pub uri: String,
    /// Its make.
    pub make: Make,
    /// When it was started, RFC 3339 in UTC; for people.
    pub started: String,
}

impl State {
    /// Reads a state; none where there is none, or where it cannot be understood.
    pub(super) fn read(path: &Path) -> Option<Self> {
        serde_json::from_slice(&fs::read(path).ok()?).ok()
    }

    /// Writes the state in one step: a reader sees the old content or the new.
    pub(super) fn write(&self, path: &Path) -> Result<(), DevServerError> {
        let mut json = serde_json::to_vec_pretty(self).map_err(std::io::Error::from);
        if let Ok(json) = &mut json {
            json.push(b'\n');
        }
        let part = path.with_extension("json.part");
        json.and_then(|json| fs::write(&part, json))
            .doing("write", &part)?;
        fs::rename(&part, path).doing("write", path)
    }

    /// Removes the state that speaks of process `pid`, and no other.
    pub(super) fn remove(path: &Path, pid: i32) -> Result<(), DevServerError> {
        if Self::read(path).is_some_and(|state| state.pid == pid) {
            fs::remove_file(path).doing("remove", path)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state() -> State {
        State {
            pid: 4711,
            uri: "mongodb://127.0.0.1:40001/?directConnection=true".to_owned(),
            make: Make::Secantus,
            started: "2026-11-30T12:00:00Z".to_owned(),
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secantusd-rs.json");
        state().write(&path).unwrap();
        assert_eq!(State::read(&path), Some(state()));
        assert!(
            fs::read_to_string(&path)
                .unwrap()
                .contains(r#""make": "secantusd-rs""#)
        );
    }

    #[test]
    fn what_is_cut_short_or_foreign_is_no_state() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.json");
        assert_eq!(State::read(&path), None);
        state().write(&path).unwrap();
        let whole = fs::read_to_string(&path).unwrap();
        let others = [
            &whole[..whole.len() / 2],
            "",
            "[]",
            r#"{"pid": "x"}"#,
            &whole.replace("secantusd-rs", "other"),
        ];
        for broken in others {
            fs::write(&path, broken).unwrap();
            assert_eq!(State::read(&path), None, "{broken}");
        }
    }

    #[test]
    fn another_servers_state_is_not_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.json");
        state().write(&path).unwrap();
        State::remove(&path, 1).unwrap();
        assert!(path.exists());
        State::remove(&path, 4711).unwrap();
        assert!(!path.exists());
        State::remove(&path, 4711).unwrap();
    }
}
