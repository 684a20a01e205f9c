//! Exit codes and output of what needs no server.

use std::io::Read;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::support::{finished, fixture};

#[test]
fn wrong_usage_exits_with_64() {
    for line in [
        "",
        "nonsense",
        "plan --nonsense",
        "plan --dev --uri mongodb://127.0.0.1:1",
        "--dev plan --uri mongodb://127.0.0.1:1",
        "plan --only nobody --uri mongodb://127.0.0.1:1",
        "plan --max-time soon",
        "plan --parallel 0",
        "plan --db a.b --uri mongodb://127.0.0.1:1",
        "emit",
        "apply --allow everything",
    ] {
        let finished = finished(&mut fixture(line));
        assert_eq!(finished.code, Some(64), "{line}: {finished:?}");
        assert_eq!(finished.out, "", "{line}");
        assert_ne!(finished.err, "", "{line}");
    }
}

#[test]
fn programs_are_told_of_a_failure_in_a_document() {
    for (line, code, said) in [
        ("plan", 1, "no server is named"),
        ("plan --only nobody", 64, "`nobody`"),
        ("plan --nonsense", 64, "--nonsense"),
        ("nonsense", 64, "nonsense"),
        (
            "apply --plan /nonexistent --uri mongodb://127.0.0.1:1",
            1,
            "/nonexistent",
        ),
    ] {
        let finished = finished(&mut fixture(&format!("{line} --format json")));
        assert_eq!(finished.code, Some(code), "{line}: {finished:?}");
        assert_ne!(finished.err, "", "people are told as well");
        let document: Value = serde_json::from_str(&finished.out).expect("one JSON document");
        assert_eq!(document["format"], 1);
        assert_eq!(document["error"]["exit_code"], code);
        let message = document["error"]["message"].as_str().expect("a message");
        assert!(message.contains(said), "{message}");
        assert!(
            !message.contains('\u{1b}') && !message.starts_with("error"),
            "{message}"
        );
    }
}

#[test]
fn colors_are_as_chosen_for_wrong_usage_too() {
    for (line, colored) in [
        ("--color never nonsense", false),
        ("plan --nonsense --color=never", false),
        ("nonsense", false),
        ("--color always plan", true),
        ("--color always plan --nonsense", true),
    ] {
        let finished = finished(fixture(line).env_remove("CLICOLOR_FORCE"));
        assert_eq!(
            finished.err.contains('\u{1b}'),
            colored,
            "{line}: {finished:?}"
        );
    }
}

#[test]
fn what_needs_no_database_passes_over_its_name() {
    let finished = finished(fixture("rules").env("MONGODB_DB", "admin"));
    assert_eq!(finished.code, Some(0), "{finished:?}");
}

#[test]
fn every_target_prints_text_or_one_document() {
    for target in ["json", "mongosh", "json-schema", "markdown", "roles"] {
        let line = format!("emit --target {target}");
        let finished = finished(&mut fixture(&line));
        assert_eq!(finished.code, Some(0), "{finished:?}");
        assert!(
            finished.out.contains("tasks") && finished.out.ends_with('\n'),
            "{target}"
        );
        let json = crate::support::finished(&mut fixture(&format!("{line} --format json")));
        let document: Value = serde_json::from_str(&json.out).expect("one JSON document");
        assert!(document.to_string().contains("tasks"), "{target}");
    }
}

#[test]
fn help_and_version_are_no_failure() {
    for line in ["--help", "plan --help", "--version"] {
        let finished = finished(&mut fixture(line));
        assert_eq!(finished.code, Some(0), "{line}");
        assert_ne!(finished.out, "");
    }
}

#[test]
fn without_a_server_the_ways_to_name_one_are_said() {
    for line in ["plan", "apply --yes"] {
        let finished = finished(&mut fixture(line));
        assert_eq!(finished.code, Some(1), "{finished:?}");
        for way in ["--uri", "MONGODB_URI", "--dev"] {
            assert!(finished.err.contains(way), "{way}: {}", finished.err);
        }
    }
}

#[test]
fn an_unknown_collection_lists_the_declared_ones() {
    let finished = finished(&mut fixture("emit --target json --only tsks"));
    assert_eq!(finished.code, Some(64));
    assert!(
        finished.err.contains("`tsks`") && finished.err.contains("`tasks`, `users`"),
        "{}",
        finished.err
    );
}

#[test]
fn emit_prints_the_declared_schema_in_order() {
    let finished = finished(&mut fixture("emit --target json --db other"));
    assert_eq!(finished.code, Some(0));
    assert!(finished.err.contains("`other`"));
    let emitted: Value = serde_json::from_str(&finished.out).expect("JSON");
    assert_eq!(emitted["format"], 1);
    assert_eq!(emitted["database"], "other");
    assert_eq!(
        emitted["collections"][1]["indexes"],
        json!([{ "key": { "name": 1 }, "name": "name_1" }])
    );
    let key = r#""tenantId": 1,"#;
    let next = r#""projectId": -1"#;
    let key_at = finished.out.find(key).expect("the first key");
    assert!(
        finished.out[key_at..].find(next).is_some_and(|at| at < 60),
        "{}",
        finished.out
    );
    let only = crate::support::finished(&mut fixture("emit --target json --only users"));
    let only: Value = serde_json::from_str(&only.out).expect("JSON");
    assert_eq!(only["collections"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let mut child = fixture("emit --target json")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the fixture starts");
    drop(child.stdout.take());
    let mut err = String::new();
    child
        .stderr
        .take()
        .expect("piped")
        .read_to_string(&mut err)
        .expect("UTF-8");
    assert!(child.wait().expect("it ends").success(), "{err}");
    assert!(!err.contains("panicked"), "{err}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure() {
    let full = std::fs::File::options()
        .write(true)
        .open("/dev/full")
        .expect("Linux has it");
    let status = fixture("emit --target json")
        .stdout(full)
        .stderr(Stdio::null())
        .status();
    assert_eq!(status.expect("the fixture starts").code(), Some(1));
}
