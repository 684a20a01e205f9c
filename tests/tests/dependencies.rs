//! What an application that depends on `schema-core` alone compiles.

use std::process::Command;

/// The names of the packages that `schema-core` is built with.
fn packages_of_schema_core(flags: &[&str]) -> Vec<String> {
    let output = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--package",
            "schema-core",
            "--edges",
            "normal,build",
            "--prefix",
            "none",
        ])
        .args(flags)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let tree = String::from_utf8(output.stdout).unwrap();
    tree.lines()
        .filter_map(|line| line.split(' ').next())
        .map(str::to_owned)
        .collect()
}

/// CASES 23: what is linked into an application reaches no server, so nothing is built when it starts.
#[test]
fn an_application_compiles_neither_the_driver_nor_tokio() {
    for flags in [&[][..], &["--all-features"]] {
        let packages = packages_of_schema_core(flags);
        assert!(packages.iter().any(|name| name == "bson"), "{packages:?}");
        for heavy in ["mongodb", "tokio", "rustls", "schema-xtask"] {
            assert!(
                !packages.iter().any(|name| name == heavy),
                "{heavy} with {flags:?}"
            );
        }
    }
}
