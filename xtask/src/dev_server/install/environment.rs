//! What a nested cargo must not inherit.

use std::env;
use std::process::Command;

/// Removes from the command's environment what the outer cargo, its user or a tool around it set
/// for the build of this workspace.
///
/// What says how cargo reaches the network and its home stays, and so does `RUSTUP_TOOLCHAIN`: the
/// cargo and the compiler of the nested build are then of one toolchain, the one in use.
pub(super) fn clean(command: &mut Command) {
    for (name, _) in env::vars_os() {
        if name.to_str().is_some_and(is_of_the_outer_build) {
            command.env_remove(name);
        }
    }
}

/// Whether a variable speaks of the build of this workspace (The Cargo Book, "Environment
/// Variables" and "Configuration").
fn is_of_the_outer_build(name: &str) -> bool {
    const NAMES: [&str; 14] = [
        "RUSTFLAGS",
        "RUSTDOCFLAGS",
        "RUSTC_WRAPPER",
        "RUSTC_WORKSPACE_WRAPPER",
        "CARGO_ENCODED_RUSTFLAGS",
        "CARGO_ENCODED_RUSTDOCFLAGS",
        "CARGO_INCREMENTAL",
        "CARGO_INSTALL_ROOT",
        "CARGO_CRATE_NAME",
        "CARGO_PRIMARY_PACKAGE",
        "CARGO_MAKEFLAGS",
        "CARGO_TARGET_DIR",
        "MAKEFLAGS",
        "MFLAGS",
    ];
    const PREFIXES: [&str; 7] = [
        "CARGO_BIN_",
        "CARGO_BUILD_",
        "CARGO_CFG_",
        "CARGO_FEATURE_",
        "CARGO_MANIFEST_",
        "CARGO_PKG_",
        "CARGO_PROFILE_",
    ];
    // How many processors the user grants is theirs to say for every build.
    let of_every_build = name == "CARGO_BUILD_JOBS";
    let prefixed = PREFIXES.iter().any(|prefix| name.starts_with(prefix));
    let flags = name.starts_with("CARGO_TARGET_") && name.ends_with("FLAGS");
    NAMES.contains(&name) || flags || (prefixed && !of_every_build)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outer_build_is_left_behind() {
        let names = [
            "RUSTFLAGS",
            "RUSTC_WRAPPER",
            "CARGO_BUILD_TARGET",
            "CARGO_BUILD_RUSTC_WRAPPER",
            "CARGO_MANIFEST_DIR",
            "CARGO_PKG_NAME",
            "CARGO_PROFILE_DEV_DEBUG",
            "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUSTFLAGS",
        ];
        for name in names {
            assert!(is_of_the_outer_build(name), "{name}");
        }
    }

    #[test]
    fn the_way_to_the_network_and_the_toolchain_stay() {
        let names = [
            "PATH",
            "CARGO_HOME",
            "CARGO_HTTP_CAINFO",
            "CARGO_NET_OFFLINE",
            "CARGO_REGISTRIES_CRATES_IO_PROTOCOL",
            "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_LINKER",
            "CARGO_BUILD_JOBS",
            "RUSTUP_TOOLCHAIN",
            "CC",
        ];
        for name in names {
            assert!(!is_of_the_outer_build(name), "{name}");
        }
    }
}
