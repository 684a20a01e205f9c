//! Building the server where none is found, with cargo and cmake, once.

mod environment;
mod run;

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::error::{DevServerError, IoContext};
use super::files;
use super::find::{self, ServerBinary};
use super::progress::{Activity, Progress};
use super::target_dir;

/// The crate that has the server.
const PACKAGE: &str = "secantus-mdb";

/// Its version.
const VERSION: &str = "0.5.3-beta.196";

/// The programs that the installation uses.
pub(super) struct Tools {
    cargo: OsString,
    /// The search path for the others.
    path: Option<OsString>,
    /// `CMAKE` of the user, by which builds find a cmake that is not on the search path.
    cmake: Option<OsString>,
}

impl Tools {
    /// The tools on the search path `path`.
    pub(super) fn new(path: Option<OsString>) -> Self {
        let cmake = env::var_os("CMAKE").filter(|cmake| !cmake.is_empty());
        Self {
            cargo: target_dir::cargo(),
            path,
            cmake,
        }
    }

    fn program(&self, name: &str) -> Option<PathBuf> {
        find::program(self.path.as_deref(), name)
    }
}

/// Installs the server under `root`, or waits until another process has.
///
/// Killed at any time, it leaves at most what the next run continues from: the binary comes to its
/// place in one step, at the end.
pub(super) async fn install(
    root: &Path,
    tools: &Tools,
    progress: Progress,
) -> Result<ServerBinary, DevServerError> {
    files::make_folder(root)?;
    let path = root.join("install.lock");
    let lock = files::open_lock(&path)?;
    let waiting = || progress.say("another process is installing the development server; waiting");
    files::lock(&lock, &path, waiting).await?;
    if let Some(server) = find::installed(root) {
        return Ok(server);
    }
    Installation { root, tools, lock }.run(progress).await
}

/// An installation in progress, which holds the lock.
struct Installation<'a> {
    root: &'a Path,
    tools: &'a Tools,
    lock: File,
}

impl Installation<'_> {
    async fn run(&self, progress: Progress) -> Result<ServerBinary, DevServerError> {
        let cmake = self.cmake()?;
        File::create(self.log()).doing("write", &self.log())?;
        let activity = progress.begin(
            "no server for development was found; building one, once, which takes about three minutes",
        );
        if let Cmake::ToFetch { python } = &cmake {
            self.fetch_cmake(python, &activity).await?;
        }
        self.build(cmake.variable(self.root), &activity).await?;
        let server = self.put_into_place()?;
        drop(activity);
        progress.say("the server for development is installed");
        Ok(server)
    }

    /// Which cmake to build with.
    fn cmake(&self) -> Result<Cmake, DevServerError> {
        if self.tools.cmake.is_some() || self.tools.program("cmake").is_some() {
            return Ok(Cmake::Users);
        }
        if fetched_cmake(self.root).is_file() {
            return Ok(Cmake::Fetched);
        }
        let python = self
            .tools
            .program("python3")
            .filter(|python| has_pip(python));
        python
            .map(|python| Cmake::ToFetch { python })
            .ok_or(DevServerError::NoCmake)
    }

    /// Installs cmake's wheel into a folder of its own: needs no privileges, changes nothing else.
    async fn fetch_cmake(&self, python: &Path, activity: &Activity) -> Result<(), DevServerError> {
        let (part, place) = (self.root.join("cmake.part"), self.root.join("cmake"));
        remove_folder(&part)?;
        remove_folder(&place)?;
        let mut command = Command::new(python);
        command.args([
            "-m",
            "pip",
            "install",
            "--no-input",
            "--disable-pip-version-check",
        ]);
        command
            .arg("--target")
            .arg(&part)
            .arg("cmake")
            .env_remove("PIP_USER");
        self.logged(command, "python3 -m pip install cmake", activity)
            .await?;
        fs::rename(&part, &place).doing("rename", &part)
    }

    /// Builds the server into the folder `staging`. Its target directory is its own, as the
    /// command that waits for it may hold the lock of the usual one.
    async fn build(
        &self,
        cmake: Option<PathBuf>,
        activity: &Activity,
    ) -> Result<(), DevServerError> {
        let mut command = Command::new(&self.tools.cargo);
        environment::clean(&mut command);
        command.args(["install", PACKAGE, "--version", VERSION, "--locked"]);
        // It asks for a newer compiler than it needs.
        command.arg("--ignore-rust-version");
        command.arg("--root").arg(self.staging());
        command.env("CARGO_TARGET_DIR", self.root.join("build"));
        command.envs(cmake.map(|cmake| ("CMAKE", cmake)));
        self.logged(command, "cargo install secantus-mdb", activity)
            .await
    }

    /// Moves the binary to its place in one step, and removes what only the build needed.
    fn put_into_place(&self) -> Result<ServerBinary, DevServerError> {
        let place = find::installed_path(self.root);
        files::make_folder(&self.root.join("bin"))?;
        let built = find::installed_path(&self.staging());
        fs::rename(&built, &place).doing("rename", &built)?;
        for folder in ["staging", "build", "cmake"] {
            remove_folder(&self.root.join(folder))?;
        }
        find::installed(self.root)
            .ok_or(std::io::ErrorKind::NotFound.into())
            .doing("find", &place)
    }

    async fn logged(
        &self,
        command: Command,
        name: &'static str,
        activity: &Activity,
    ) -> Result<(), DevServerError> {
        run::logged(command, name, &self.log(), &self.lock, activity).await
    }

    fn log(&self) -> PathBuf {
        self.root.join("install.log")
    }

    fn staging(&self) -> PathBuf {
        self.root.join("staging")
    }
}

/// Where cmake comes from.
enum Cmake {
    /// The build finds the user's.
    Users,
    /// An earlier run fetched it.
    Fetched,
    /// Python's pip fetches it.
    ToFetch { python: PathBuf },
}

impl Cmake {
    /// The value of `CMAKE` for the build, where the build would not find it by itself.
    fn variable(&self, root: &Path) -> Option<PathBuf> {
        (!matches!(self, Self::Users)).then(|| fetched_cmake(root))
    }
}

/// The program in cmake's wheel itself; the wheel's script `bin/cmake` needs Python's search path.
fn fetched_cmake(root: &Path) -> PathBuf {
    root.join("cmake/cmake/data/bin/cmake")
}

fn has_pip(python: &Path) -> bool {
    let mut command = Command::new(python);
    command.args([OsStr::new("-m"), OsStr::new("pip"), OsStr::new("--version")]);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn remove_folder(path: &Path) -> Result<(), DevServerError> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        result => result.doing("remove", path),
    }
}

#[cfg(test)]
mod tests;
