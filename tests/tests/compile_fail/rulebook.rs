//! That the rulebook and the cases are complete.

use std::{collections::BTreeSet, path::Path};

use super::{cases, entries};

#[test]
fn each_rule_has_a_case_that_breaks_it() {
    let named: BTreeSet<(String, String)> = cases()
        .iter()
        .map(|case| (case.folder.clone(), case.rule().to_owned()))
        .collect();
    for rule in schema_rules::ALL {
        let wanted = (rule.group.name().to_owned(), rule.name.to_owned());
        assert!(
            named.contains(&wanted),
            "write a case `compile-fail/{}/{}.rs`",
            wanted.0,
            wanted.1
        );
    }
}

/// Outside of these, a case is named after the rule that it breaks, and after no other.
const NO_RULES: [&str; 2] = ["access", "language"];

#[test]
fn each_case_breaks_the_rule_that_it_is_named_after() {
    let of_rules = |case: &&super::Case| !NO_RULES.contains(&&*case.folder);
    for case in cases().iter().filter(of_rules) {
        let rule = schema_rules::find(case.rule())
            .unwrap_or_else(|| panic!("`{}` is named after no rule", case.name));
        assert_eq!(case.folder, rule.group.name(), "{}", case.name);
        let ending = format!("[{}]", rule.name);
        assert!(case.errors().count() > 0, "{}", case.name);
        for error in case.errors() {
            assert!(error.ends_with(&ending), "{}: {error}", case.name);
        }
    }
}

/// `language/allow-unstarred-rule.rs` tries to allow each of them.
#[test]
fn no_rule_without_a_star_can_be_allowed() {
    let cases = cases();
    let case = cases
        .iter()
        .find(|case| case.name == "allow-unstarred-rule")
        .unwrap();
    let unstarred = schema_rules::ALL.iter().filter(|rule| !rule.starred);
    for rule in unstarred {
        let name = rule.attribute_name();
        let refusal = format!("`{name}` cannot be allowed");
        let written = format!("{name} = ");
        assert!(
            case.source.contains(&written),
            "write `allow({name} = \"why\")` there"
        );
        assert!(
            case.errors().any(|error| error.contains(&refusal)),
            "{name} was allowed"
        );
    }
}

/// trybuild leaves the messages of new cases in `wip/`, where nobody would read them.
#[test]
fn no_messages_wait_to_be_read() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut folders = vec![repository.to_owned()];
    while let Some(folder) = folders.pop() {
        let name = folder.file_name().unwrap_or_default().to_owned();
        assert_ne!(
            name,
            "wip",
            "{} is left over; move what is in it",
            folder.display()
        );
        if name != "target" && name != ".git" {
            folders.extend(entries(&folder).into_iter().filter(|entry| entry.is_dir()));
        }
    }
}
