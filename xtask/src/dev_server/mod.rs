//! The server for development: found or installed, kept running, shared and stopped.
//!
//! [`acquire`] gives a command the server of this workspace, [`run_in_foreground`] keeps it
//! running, [`testing`] starts servers that vanish with their test process. The server is always a
//! process of its own. Unix only.
//!
//! Under the workspace's target directory:
//!
//! | path | what |
//! | --- | --- |
//! | `dev-server/bin/`, `cmake/`, `build/`, `staging/`, `install.{lock,log}` | the installation |
//! | `dev-server/data/MAKE/` | the database files of one make of server |
//! | `dev-server/data/MAKE.{start,users,pid}` | the locks, explained in `kept.rs` |
//! | `dev-server/data/MAKE.{json,log,toml}` | its address, its output, its configuration |
//! | `dev-server/tmp/` | one folder for each throw-away server |

mod command_line;
mod error;
mod files;
mod find;
mod foreground;
mod install;
mod kept;
mod launch;
mod ping;
mod process;
mod progress;
mod replica_set;
mod signals;
mod state;
mod target_dir;
pub mod testing;

use std::path::{Path, PathBuf};

pub use error::DevServerError;
pub use find::{Make, ServerBinary};
pub use foreground::run_in_foreground;
pub use kept::DevServer;
pub use progress::Progress;
pub use signals::StopSignal;
pub use target_dir::target_directory;

/// Gives the calling command the development server of this workspace.
///
/// Uses the server that another command or `cargo xtask dev` runs or left behind, else starts one;
/// installs one before that where none is found, which takes about three minutes. Call
/// [`DevServer::release`] at the end: the last user stops the server.
///
/// Fails when no server can be found or installed, and when it does not start or answer.
pub async fn acquire(progress: Progress) -> Result<DevServer, DevServerError> {
    let root = root();
    let server = find_or_install_in(&root, progress).await?;
    kept::acquire_in(&root.join("data"), &server, progress).await
}

/// The server to use: `mongod` on the PATH, else `secantusd-rs` on the PATH, else the installed
/// one, which is installed now where that was not done before.
///
/// Fails when tools to build it are missing, or the build fails.
pub async fn find_or_install(progress: Progress) -> Result<ServerBinary, DevServerError> {
    find_or_install_in(&root(), progress).await
}

async fn find_or_install_in(
    root: &Path,
    progress: Progress,
) -> Result<ServerBinary, DevServerError> {
    let path = std::env::var_os("PATH");
    match find::find(path.as_deref(), root) {
        Some(server) => Ok(server),
        None => install::install(root, &install::Tools::new(path), progress).await,
    }
}

/// The folder that holds all that this module keeps: `dev-server` in the target directory.
fn root() -> PathBuf {
    target_directory().join("dev-server")
}
