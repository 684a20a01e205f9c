//! The installation's own logic, with a cargo that only writes a file.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;

use super::*;

/// Stands in for cargo: notes that it ran, takes a while, and leaves a binary where `--root` says.
const CARGO: &str = r#"#!/bin/sh
echo ran >>"$(dirname "$0")/runs"
sleep 0.3
while [ "$1" != --root ]; do shift; done
mkdir -p "$2/bin" && echo "$CARGO_TARGET_DIR $CMAKE" >"$2/bin/secantusd-rs"
"#;

/// A folder with programs, and the root of an installation.
struct Place {
    folder: tempfile::TempDir,
    root: PathBuf,
}

impl Place {
    fn new(programs: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, content) in programs {
            let path = folder.path().join(name);
            fs::write(&path, content).unwrap();
            fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
        }
        let root = folder.path().join("dev-server");
        Self { folder, root }
    }

    async fn install(&self) -> Result<ServerBinary, DevServerError> {
        let cargo = self.folder.path().join("cargo").into();
        let tools = Tools {
            cargo,
            path: Some(self.folder.path().into()),
            cmake: None,
        };
        install(&self.root, &tools, Progress::silent()).await
    }

    fn runs(&self) -> usize {
        fs::read_to_string(self.folder.path().join("runs")).map_or(0, |runs| runs.lines().count())
    }
}

#[tokio::test]
async fn two_at_once_build_once() {
    let place = Place::new(&[("cargo", CARGO), ("cmake", "#!/bin/sh\n")]);
    let (one, two) = tokio::join!(place.install(), place.install());
    assert_eq!(one.unwrap(), two.unwrap());
    assert_eq!(place.runs(), 1);
}

#[tokio::test]
async fn the_build_has_a_target_directory_of_its_own_and_leaves_only_the_binary() {
    let place = Place::new(&[("cargo", CARGO), ("cmake", "#!/bin/sh\n")]);
    let server = place.install().await.unwrap();
    let build = place.root.join("build");
    assert!(
        fs::read_to_string(&server.path)
            .unwrap()
            .starts_with(build.to_str().unwrap())
    );
    for gone in ["build", "staging", "cmake"] {
        assert!(!place.root.join(gone).exists(), "{gone}");
    }
}

#[tokio::test]
async fn a_failed_build_shows_its_last_lines_and_installs_nothing() {
    let place = Place::new(&[
        (
            "cargo",
            "#!/bin/sh\necho first; echo 'no such crate' >&2; exit 101\n",
        ),
        ("cmake", "#!/bin/sh\n"),
    ]);
    let error = place.install().await.unwrap_err().to_string();
    assert!(
        error.starts_with("`cargo install secantus-mdb` failed (exit status: 101)"),
        "{error}"
    );
    assert!(error.ends_with(":\nfirst\nno such crate"), "{error}");
    assert_eq!(find::installed(&place.root), None);
}

#[tokio::test]
async fn without_cmake_it_is_fetched_with_pip() {
    // Stands in for `python3 -m pip install --target DIR cmake`.
    let python = r#"#!/bin/sh
        [ "$3" = --version ] && exit 0
        while [ "$1" != --target ]; do shift; done
        mkdir -p "$2/cmake/data/bin" && touch "$2/cmake/data/bin/cmake""#;
    let place = Place::new(&[("cargo", CARGO), ("python3", python)]);
    let server = place.install().await.unwrap();
    let cmake = place.root.join("cmake/cmake/data/bin/cmake");
    assert!(
        fs::read_to_string(server.path)
            .unwrap()
            .trim_end()
            .ends_with(cmake.to_str().unwrap())
    );
}

#[tokio::test]
async fn without_cmake_and_pip_it_says_what_to_install() {
    for programs in [
        &[("cargo", CARGO)][..],
        &[("cargo", CARGO), ("python3", "#!/bin/sh\nexit 1\n")],
    ] {
        let place = Place::new(programs);
        let error = place.install().await.unwrap_err();
        assert!(matches!(error, DevServerError::NoCmake), "{error}");
        assert!(error.to_string().contains("install cmake"), "{error}");
        assert_eq!(place.runs(), 0);
    }
}

#[tokio::test]
async fn the_lock_stays_until_the_last_process_of_the_build_has_ended() {
    let folder = tempfile::tempdir().unwrap();
    let (path, log) = (folder.path().join("lock"), folder.path().join("log"));
    fs::write(&log, "").unwrap();
    let (lock, other) = (
        files::open_lock(&path).unwrap(),
        files::open_lock(&path).unwrap(),
    );
    lock.try_lock().unwrap();
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", "exec 3<&0; sleep 1 <&3 3<&- >/dev/null 2>&1 &"]);
    let activity = Progress::silent().begin("building");
    run::logged(shell, "sh", &log, &lock, &activity)
        .await
        .unwrap();
    drop(lock);
    assert!(other.try_lock().is_err(), "a process of the build is left");
    files::lock(&other, &path, || {}).await.unwrap();
}
