//! `rules`: what the compiler demands, and what this application is excepted from.

use schema_core::declared::{DeclaredDatabase, Exception};
use schema_rules::{ALL, Rule};

use super::arguments::Rules;
use super::console::Console;
use super::run::{DONE, NOT_AS_DECLARED};
use crate::error::{Error, Result};
use crate::output::rules;

/// Lists the rules, explains one, or lists the exceptions that are not needed; returns the exit
/// code.
pub(super) fn run(declared: &DeclaredDatabase, console: &Console, wanted: &Rules) -> Result<u8> {
    let exceptions = &declared.exceptions;
    if wanted.unused {
        return unused(exceptions, console);
    }
    match &wanted.name {
        Some(name) => {
            let rule = find(name)?;
            console.answer(|out| rules::write_rule(out, rule), || rules::rule(rule))?;
        }
        None => console.answer(
            |out| rules::write_all(out, exceptions),
            || rules::all(exceptions),
        )?,
    }
    Ok(DONE)
}

fn unused(exceptions: &[Exception], console: &Console) -> Result<u8> {
    let unused: Vec<&Exception> = exceptions.iter().filter(|it| !it.needed).collect();
    console.answer(
        |out| rules::write_unused(out, &unused),
        || rules::unused(&unused),
    )?;
    if unused.is_empty() {
        console.note("every exception suppresses something");
        return Ok(DONE);
    }
    Ok(NOT_AS_DECLARED)
}

fn find(name: &str) -> Result<&'static Rule> {
    // As it stands in a message, brackets and all.
    let name = name.trim_start_matches('[').trim_end_matches(']');
    schema_rules::find(name).ok_or_else(|| {
        let nearest: Vec<String> = nearest(name).iter().map(|it| format!("`{it}`")).collect();
        Error::Usage(format!(
            "`{name}` is not a rule; the nearest are {}; `cargo xtask rules` lists all",
            nearest.join(", ")
        ))
    })
}

/// How many names are offered in place of one that is unknown.
const OFFERED: usize = 3;

/// The names that are most like one, the most likely first: those that contain it, then by the
/// number of letters to change.
fn nearest(name: &str) -> Vec<&'static str> {
    let name = name.to_lowercase().replace('_', "-");
    let mut names: Vec<&str> = ALL.iter().map(|rule| rule.name).collect();
    names.sort_by_key(|known| {
        let distance = strsim::damerau_levenshtein(known, &name);
        (name.is_empty() || !known.contains(&name), distance)
    });
    names.truncate(OFFERED);
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_found_in_each_of_its_forms() {
        for name in ["ttl-not-date", "ttl_not_date", "[ttl-not-date]"] {
            assert_eq!(find(name).expect(name).name, "ttl-not-date");
        }
    }

    #[test]
    fn an_unknown_name_is_wrong_usage_and_the_nearest_are_offered() {
        let error = find("ttl-no-date").expect_err("unknown");
        assert_eq!(error.exit_code(), 64);
        let text = error.to_string();
        assert!(
            text.starts_with("`ttl-no-date` is not a rule; the nearest are `ttl-not-date`, "),
            "{text}"
        );
        assert_eq!(nearest("HASHED")[..2], ["hashed-array", "hashed-unique"]);
        assert_eq!(nearest("").len(), OFFERED);
    }
}
