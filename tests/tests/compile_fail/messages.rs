//! That every message has one form.

use std::collections::BTreeSet;

use super::{Case, cases};

/// What stands before a message's own words: what a macro finds, and what evaluation finds.
const OURS: [&str; 2] = ["error: ", "error[E0080]: evaluation panicked: "];

#[test]
fn each_message_says_what_is_wrong_and_what_to_write_instead() {
    for case in cases() {
        for message in own_messages(&case) {
            let first = message.chars().next().unwrap_or_default();
            assert!(!first.is_uppercase(), "{}: {message}", case.name);
            assert!(!message.ends_with('.'), "{}: {message}", case.name);
            let (wrong, instead) = message.split_once("; ").unwrap_or_default();
            assert!(
                !wrong.is_empty() && !instead.is_empty(),
                "{}: {message}",
                case.name
            );
        }
    }
}

/// Those of the compiler and of serde are not ours to word.
fn own_messages(case: &Case) -> Vec<&str> {
    let ours = case.errors().filter_map(|error| {
        let mut starts = OURS.iter();
        starts.find_map(|start| error.strip_prefix(start))
    });
    ours.filter(|message| !message.starts_with("unknown rename rule"))
        .collect()
}

#[test]
fn nothing_is_said_twice() {
    for case in cases() {
        let mut said = BTreeSet::new();
        let places = case.stderr.lines().zip(case.stderr.lines().skip(1));
        for (error, place) in places.filter(|(error, _)| error.starts_with("error")) {
            assert!(said.insert((error, place)), "{}: {error}", case.name);
        }
    }
}

/// What is said of a type without an implementation lists those that have one, at their derives.
const LIST_TYPES: [&str; 3] = [
    "filter-on-other-enum",
    "references-no-collection",
    "unknown-type",
];

/// What only this project's authors know has no place in a message, nor what changes with the
/// toolchain.
#[test]
fn no_message_shows_what_is_inside() {
    const HIDDEN: [&str; 6] = [
        "__DOC",
        "__MODEL",
        "__private",
        "__rules",
        "originates in",
        "$RUST",
    ];
    for case in cases() {
        let lists = LIST_TYPES.contains(&case.name.as_str());
        for text in HIDDEN {
            assert!(
                lists || !case.stderr.contains(text),
                "{}: {text}",
                case.name
            );
        }
    }
}

/// The caret is on a token of the user's, and never on the derive or on an attribute's `#`.
#[test]
fn the_caret_is_on_the_users_own_token() {
    let cases = cases();
    let cases = cases
        .iter()
        .filter(|case| !LIST_TYPES.contains(&case.name.as_str()));
    for case in cases {
        let lines: Vec<&str> = case.stderr.lines().collect();
        for (above, below) in lines.iter().zip(&lines[1..]) {
            let Some(column) = below.find('^').filter(|_| below.contains("| ")) else {
                continue;
            };
            let pointed = above.get(column..).unwrap_or_default();
            assert!(!pointed.starts_with('#'), "{}: {above}", case.name);
            let derive = above
                .find("#[derive(")
                .is_some_and(|derive| derive < column);
            assert!(!derive, "{}: {above}", case.name);
        }
    }
}
