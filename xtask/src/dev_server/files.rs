//! Files that are locks, and the ends of logs.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::Path;
use std::time::{Duration, Instant};

use super::error::{DevServerError, IoContext};

/// How often a lock that others hold is tried.
const RETRY: Duration = Duration::from_millis(50);

/// Opens a lock file, and makes it where there is none. Never truncates: others may hold it.
pub(super) fn open_lock(path: &Path) -> Result<File, DevServerError> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    options.open(path).doing("open", path)
}

/// Makes a folder and those above it.
pub(super) fn make_folder(path: &Path) -> Result<(), DevServerError> {
    fs::create_dir_all(path).doing("make the folder", path)
}

/// Whether an attempt to lock succeeded; others holding the lock is no error.
pub(super) fn locked(
    attempt: Result<(), TryLockError>,
    path: &Path,
) -> Result<bool, DevServerError> {
    match attempt {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(source)) => Err(source).doing("lock", path),
    }
}

/// After how long a wait for a lock is explained.
const SILENCE: Duration = Duration::from_secs(1);

/// Waits for the exclusive lock, and says so when that takes longer than a second. Tries again and again rather than blocking a thread, so that a
/// command that is interrupted while it waits can end.
pub(super) async fn lock(
    file: &File,
    path: &Path,
    waiting: impl Fn(),
) -> Result<(), DevServerError> {
    let begin = Instant::now();
    let mut said = false;
    while !locked(file.try_lock(), path)? {
        if !said && begin.elapsed() >= SILENCE {
            waiting();
            said = true;
        }
        tokio::time::sleep(RETRY).await;
    }
    Ok(())
}

/// The last `lines` lines of a file; empty where it cannot be read.
pub(super) fn tail(path: &Path, lines: usize) -> String {
    let content = fs::read(path).unwrap_or_default();
    let text = String::from_utf8_lossy(&content);
    let all: Vec<&str> = text.lines().collect();
    all[all.len().saturating_sub(lines)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tail_has_at_most_the_lines_asked_for() {
        let file = tempfile::NamedTempFile::new().unwrap();
        assert_eq!(tail(file.path(), 2), "");
        fs::write(file.path(), "one\ntwo\nthree\n").unwrap();
        assert_eq!(tail(file.path(), 2), "two\nthree");
        assert_eq!(tail(file.path(), 9), "one\ntwo\nthree");
        assert_eq!(tail(Path::new("/nowhere/at/all"), 9), "");
    }

    #[test]
    fn a_lock_held_elsewhere_is_seen_and_no_error() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let (one, two) = (
            open_lock(file.path()).unwrap(),
            open_lock(file.path()).unwrap(),
        );
        assert!(locked(one.try_lock(), file.path()).unwrap());
        assert!(!locked(two.try_lock_shared(), file.path()).unwrap());
        drop(one);
        assert!(locked(two.try_lock_shared(), file.path()).unwrap());
    }
}
