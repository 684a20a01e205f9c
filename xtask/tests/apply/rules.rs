//! Exit codes and output of `rules`, which needs no server.

use serde_json::{Value, json};

use crate::support::{Finished, finished, fixture};

fn excepted(line: &str) -> Finished {
    finished(fixture(line).env("FIXTURE", "excepted"))
}

fn document(finished: &Finished) -> Value {
    serde_json::from_str(&finished.out).expect("one document")
}

#[test]
fn rules_and_exceptions_are_listed() {
    let finished = excepted("rules --color never");
    assert_eq!((finished.code, finished.err.as_str()), (Some(0), ""));
    for line in [
        "collection",
        "* array-without-max-items ",
        "  ttl-not-date ",
        "  array-without-max-items for field labels of Task: few\n",
        "  array-without-max-items for field flags of Task: few (suppresses nothing)\n",
    ] {
        assert!(finished.out.contains(line), "{line}: {}", finished.out);
    }
    assert!(!finished.out.contains('\u{1b}'), "{}", finished.out);
    assert!(excepted("rules --color always").out.contains('\u{1b}'));
}

#[test]
fn a_rule_is_explained_by_either_name() {
    let finished = excepted("rules ttl-not-date");
    assert_eq!((finished.code, finished.err.as_str()), (Some(0), ""));
    for text in [
        "ttl-not-date\n",
        "\nFails\n",
        "\nWrite instead\n",
        "\nSource: ",
    ] {
        assert!(finished.out.contains(text), "{text}: {}", finished.out);
    }
    assert_eq!(excepted("rules ttl_not_date").out, finished.out);
}

#[test]
fn an_unknown_rule_is_wrong_usage() {
    let finished = excepted("rules ttl-no-date");
    assert_eq!((finished.code, finished.out.as_str()), (Some(64), ""));
    assert!(finished.err.contains("`ttl-not-date`"), "{}", finished.err);
    assert_eq!(excepted("rules ttl-not-date --unused").code, Some(64));
}

#[test]
fn exceptions_that_suppress_nothing_make_the_exit_code_2() {
    let finished = excepted("rules --unused");
    let expected =
        "`allow(array_without_max_items)` for field flags of Task suppresses nothing; remove it\n";
    assert_eq!((finished.code, finished.out.as_str()), (Some(2), expected));
    let none = crate::support::finished(&mut fixture("rules --unused"));
    assert_eq!((none.code, none.out.as_str()), (Some(0), ""));
}

#[test]
fn programs_get_one_document() {
    let all = document(&excepted("rules --format json"));
    assert_eq!(all["format"], 1);
    let names: Vec<&Value> = all["rules"].as_array().expect("rules").iter().collect();
    assert!(
        names
            .iter()
            .any(|rule| rule["name"] == "ttl-not-date" && rule["starred"] == false)
    );
    assert_eq!(all["exceptions"].as_array().map(Vec::len), Some(2));

    let one = document(&excepted("rules ttl-not-date --format json"));
    assert_eq!(one["rule"]["group"], "index");

    let unused = excepted("rules --unused --format json");
    let expected = json!({ "format": 1, "unused": [{
        "rule": "array-without-max-items",
        "type": "Task",
        "at": "field",
        "name": "flags",
        "reason": "few",
        "needed": false,
    }] });
    assert_eq!((unused.code, document(&unused)), (Some(2), expected));
}
