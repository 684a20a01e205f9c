//! Which server is there.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// A make of server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Make {
    /// MongoDB's own server.
    #[serde(rename = "mongod")]
    Mongod,
    /// `secantusd-rs` of SecantusDB, which speaks MongoDB's wire protocol.
    #[serde(rename = "secantusd-rs")]
    Secantus,
}

impl Make {
    /// The binary's name, which also names the make's data folder.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mongod => "mongod",
            Self::Secantus => "secantusd-rs",
        }
    }
}

/// A server that can be started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerBinary {
    /// Its make, which decides its command line.
    pub make: Make,
    /// The absolute path of its binary.
    pub path: PathBuf,
}

/// The server to use: on the search path `path` (in the form of `PATH`), else the installed one.
pub(super) fn find(path: Option<&OsStr>, root: &Path) -> Option<ServerBinary> {
    let on_path = |make: Make| {
        Some(ServerBinary {
            make,
            path: program(path, make.name())?,
        })
    };
    on_path(Make::Mongod)
        .or_else(|| on_path(Make::Secantus))
        .or_else(|| installed(root))
}

/// The server that an earlier run installed.
pub(super) fn installed(root: &Path) -> Option<ServerBinary> {
    let path = installed_path(root);
    path.is_file().then_some(ServerBinary {
        make: Make::Secantus,
        path,
    })
}

/// Where the installed server is.
pub(super) fn installed_path(root: &Path) -> PathBuf {
    root.join("bin").join(Make::Secantus.name())
}

/// The absolute path of an executable on the search path `path`.
pub(super) fn program(path: Option<&OsStr>, name: &str) -> Option<PathBuf> {
    which::which_in(name, Some(path?), std::env::current_dir().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// Makes a file that is a program when `executable`.
    fn place(folder: &Path, name: &str, executable: bool) -> PathBuf {
        fs::create_dir_all(folder).unwrap();
        let file = folder.join(name);
        fs::write(&file, "#!/bin/sh\n").unwrap();
        fs::set_permissions(
            &file,
            Permissions::from_mode(if executable { 0o755 } else { 0o644 }),
        )
        .unwrap();
        file
    }

    #[test]
    fn the_order_is_mongod_then_secantus_on_the_path_then_the_installed() {
        let temporary = tempfile::tempdir().unwrap();
        let (first, second) = (
            temporary.path().join("first"),
            temporary.path().join("second"),
        );
        let root = temporary.path().join("root");
        let path = std::env::join_paths([&first, &second]).unwrap();
        let found = || find(Some(&path), &root).map(|server| server.path);

        assert_eq!(found(), None);
        let installed = place(&root.join("bin"), "secantusd-rs", true);
        assert_eq!(found(), Some(installed));
        let secantus = place(&first, "secantusd-rs", true);
        assert_eq!(found(), Some(secantus));
        let mongod = place(&second, "mongod", true);
        assert_eq!(found(), Some(mongod));
    }

    #[test]
    fn a_file_that_is_no_program_is_passed_over() {
        let temporary = tempfile::tempdir().unwrap();
        place(temporary.path(), "mongod", false);
        let path = temporary.path().as_os_str();
        assert_eq!(find(Some(path), &temporary.path().join("root")), None);
    }

    #[test]
    fn without_a_path_the_installed_is_found() {
        let temporary = tempfile::tempdir().unwrap();
        assert_eq!(find(None, temporary.path()), None);
        let installed = place(&temporary.path().join("bin"), "secantusd-rs", true);
        let expected = ServerBinary {
            make: Make::Secantus,
            path: installed,
        };
        assert_eq!(find(None, temporary.path()), Some(expected));
    }
}
