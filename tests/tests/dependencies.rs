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

/// The features of `schema-core`, without the one that is for the driver.
fn features_without_driver() -> String {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let schema_core = packages.iter().find(|it| it["name"] == "schema-core");
    let features = schema_core.unwrap()["features"].as_object().unwrap();
    assert!(features.contains_key("driver"), "{features:?}");
    let others = features.keys().filter(|name| *name != "driver");
    others.cloned().collect::<Vec<_>>().join(",")
}

/// CASES 23: what is linked into an application reaches no server, so nothing is built when it starts.
#[test]
fn an_application_compiles_neither_the_driver_nor_tokio() {
    let others = features_without_driver();
    for flags in [&[][..], &["--features", &others]] {
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
