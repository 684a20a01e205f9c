//! The rules, and what an application is excepted from, for people and for programs.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use schema_core::declared::{Exception, ExceptionPlace};
use schema_rules::{ALL, Rule};
use serde_json::{Value, json};

use super::words;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const YELLOW: Style = AnsiColor::Yellow.on_default();

/// The version of the documents' form.
const FORMAT: u32 = 1;

/// Writes every rule by group, and the exceptions.
pub fn write_all(out: &mut dyn Write, exceptions: &[Exception]) -> io::Result<()> {
    let width = ALL.iter().map(|rule| rule.name.len()).max().unwrap_or(0);
    for group in ALL.chunk_by(|left, right| left.group == right.group) {
        writeln!(out, "{BOLD}{}{BOLD:#}", group[0].group.name())?;
        for rule in group {
            let star = if rule.starred { '*' } else { ' ' };
            let (name, demand) = (rule.name, rule.demand);
            writeln!(out, "{YELLOW}{star}{YELLOW:#} {name:width$}  {demand}")?;
        }
        writeln!(out)?;
    }
    writeln!(
        out,
        "{DIM}* can be suppressed where it fires, with `allow(rule_name = \"why\")`; \
         `cargo xtask rules NAME` explains a rule{DIM:#}\n"
    )?;
    write_exceptions(out, exceptions)
}

fn write_exceptions(out: &mut dyn Write, exceptions: &[Exception]) -> io::Result<()> {
    writeln!(out, "{BOLD}accepted exceptions{BOLD:#}")?;
    if exceptions.is_empty() {
        return writeln!(out, "  none");
    }
    for exception in exceptions {
        let (rule, place) = (&exception.rule, place(exception));
        let reason = words::visible(&exception.reason);
        writeln!(out, "  {rule} for {place}: {reason}{}", unneeded(exception))?;
    }
    Ok(())
}

/// What is added where an exception is not needed.
fn unneeded(exception: &Exception) -> String {
    if exception.needed {
        return String::new();
    }
    format!(" {YELLOW}(suppresses nothing){YELLOW:#}")
}

/// Writes a line for each exception that suppresses nothing.
pub fn write_unused(out: &mut dyn Write, unused: &[&Exception]) -> io::Result<()> {
    for exception in unused {
        let rule = exception.rule.replace('-', "_");
        let place = place(exception);
        writeln!(
            out,
            "`allow({rule})` for {place} suppresses nothing; remove it"
        )?;
    }
    Ok(())
}

/// Where it is, in words: `field labels of Task`.
pub(crate) fn place(exception: &Exception) -> String {
    let of = &exception.type_name;
    match &exception.place {
        ExceptionPlace::Collection => of.clone(),
        ExceptionPlace::Field(name) => format!("field {name} of {of}"),
        ExceptionPlace::Index(keys) => format!("index {keys} of {of}"),
        ExceptionPlace::Query(name) => format!("query {name} of {of}"),
    }
}

/// Writes a rule's page, with styles in place of Markdown's marks.
pub fn write_rule(out: &mut dyn Write, rule: &Rule) -> io::Result<()> {
    let mut code = false;
    for line in rule.page().lines() {
        if line.starts_with("```") {
            code = !code;
        } else if code {
            writeln!(out, "{:1$}{line}", "", if line.is_empty() { 0 } else { 4 })?;
        } else if let Some(text) = marked(line) {
            writeln!(out, "{BOLD}{text}{BOLD:#}")?;
        } else {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

/// The text of a heading, or of a line that is bold as a whole.
fn marked(line: &str) -> Option<&str> {
    let heading = line.strip_prefix("# ").or_else(|| line.strip_prefix("## "));
    heading.or_else(|| line.strip_prefix("**")?.strip_suffix("**"))
}

/// A rule, for programs.
pub fn rule(rule: &Rule) -> Value {
    json!({ "format": FORMAT, "rule": fields(rule) })
}

/// Every rule and the exceptions, for programs.
pub fn all(exceptions: &[Exception]) -> Value {
    let rules: Vec<Value> = ALL.iter().map(|rule| fields(rule)).collect();
    let exceptions: Vec<Value> = exceptions.iter().map(fields_of_exception).collect();
    json!({ "format": FORMAT, "rules": rules, "exceptions": exceptions })
}

/// The exceptions that suppress nothing, for programs.
pub fn unused(unused: &[&Exception]) -> Value {
    let unused: Vec<Value> = unused.iter().map(|it| fields_of_exception(it)).collect();
    json!({ "format": FORMAT, "unused": unused })
}

fn fields(rule: &Rule) -> Value {
    json!({
        "name": rule.name,
        "group": rule.group.name(),
        "starred": rule.starred,
        "demand": rule.demand,
        "why": rule.why,
        "fails": rule.fails,
        "instead": rule.instead,
        "source": rule.source,
    })
}

fn fields_of_exception(exception: &Exception) -> Value {
    let (kind, name) = match &exception.place {
        ExceptionPlace::Collection => ("collection", None),
        ExceptionPlace::Field(name) => ("field", Some(name)),
        ExceptionPlace::Index(keys) => ("index", Some(keys)),
        ExceptionPlace::Query(name) => ("query", Some(name)),
    };
    json!({
        "rule": exception.rule,
        "type": exception.type_name,
        "at": kind,
        "name": name,
        "reason": exception.reason,
        "needed": exception.needed,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> String {
        let mut out = anstream::StripStream::new(Vec::new());
        write(&mut out).unwrap();
        String::from_utf8(out.into_inner()).unwrap()
    }

    fn exception(place: ExceptionPlace, needed: bool) -> Exception {
        Exception {
            rule: "index-redundant".into(),
            type_name: "Task".into(),
            place,
            reason: "why\u{1b}".into(),
            needed,
        }
    }

    #[test]
    fn each_rule_stands_in_its_group_with_its_star() {
        let text = plain(|out| write_all(out, &[]));
        for rule in ALL {
            let star = if rule.starred { "* " } else { "  " };
            let line = text.lines().find(|line| {
                let mut words = line.trim_start_matches('*').split_whitespace();
                words.next() == Some(rule.name)
            });
            let line = line.unwrap_or_else(|| panic!("{} is not listed", rule.name));
            assert!(
                line.starts_with(star) && line.ends_with(rule.demand),
                "{line}"
            );
        }
        let groups = ["collection", "field", "index", "query", "database"];
        let listed: Vec<&str> = text.lines().filter(|line| groups.contains(line)).collect();
        assert_eq!(listed, groups);
        assert!(text.ends_with("accepted exceptions\n  none\n"), "{text}");
    }

    #[test]
    fn a_rule_is_explained_in_the_words_of_its_page() {
        for rule in ALL {
            let text = plain(|out| write_rule(out, rule));
            let page = rule.page();
            let said = page.lines().filter(|line| !line.starts_with("```"));
            let said: Vec<&str> = said.map(|line| marked(line).unwrap_or(line)).collect();
            let lines: Vec<&str> = text.lines().collect();
            assert_eq!(lines.len(), said.len(), "{}", rule.name);
            for (line, said) in lines.into_iter().zip(said) {
                assert_eq!(line.trim_start(), said.trim_start(), "{}", rule.name);
            }
        }
    }

    #[test]
    fn an_exception_is_told_with_its_place_and_reason() {
        let exceptions = [
            exception(ExceptionPlace::Collection, true),
            exception(ExceptionPlace::Field("labels".into()), true),
            exception(ExceptionPlace::Index("keys(status)".into()), false),
            exception(ExceptionPlace::Query("open".into()), true),
        ];
        let text = plain(|out| write_exceptions(out, &exceptions));
        let expected = "accepted exceptions
  index-redundant for Task: why\\u{1b}
  index-redundant for field labels of Task: why\\u{1b}
  index-redundant for index keys(status) of Task: why\\u{1b} (suppresses nothing)
  index-redundant for query open of Task: why\\u{1b}
";
        assert_eq!(text, expected);
    }
}
