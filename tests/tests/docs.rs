//! The pages under `docs/rules/` are written from the rulebook:
//! `UPDATE_DOCS=1 cargo test -p mongo-schema-tests --test docs` writes them.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    fs,
    path::Path,
};

use schema_rules::{ALL, Group};

#[test]
fn the_pages_are_those_of_the_rulebook() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/rules");
    let pages = pages();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        write(&folder, &pages);
    }
    let found = read(&folder);
    let names: BTreeSet<&String> = found.keys().chain(pages.keys()).collect();
    let differing: Vec<_> = names
        .iter()
        .filter(|name| found.get(**name) != pages.get(**name))
        .collect();
    assert!(
        differing.is_empty(),
        "run this test with UPDATE_DOCS=1 for {differing:?}"
    );
}

/// Each page's file name and text.
fn pages() -> BTreeMap<String, String> {
    let rules = ALL
        .iter()
        .map(|rule| (format!("{}.md", rule.name), rule.page()));
    rules.chain([("README.md".to_owned(), index())]).collect()
}

fn index() -> String {
    let mut text = "# Rules\n\nEach rule is checked when the application is compiled. A rule with a \
         star can be suppressed where it fires, with `allow(rule_name = \"why\")` on the field, the \
         index, the query or the collection; the reason is required.\n"
        .to_owned();
    for group in [
        Group::Collection,
        Group::Field,
        Group::Index,
        Group::Query,
        Group::Database,
    ] {
        write!(text, "\n## {}\n\n", group.name()).unwrap();
        for rule in ALL.iter().filter(|rule| rule.group == group) {
            let star = if rule.starred { "*" } else { "" };
            let (name, demand) = (rule.name, rule.demand);
            writeln!(text, "- [{name}]({name}.md){star}: {demand}").unwrap();
        }
    }
    text
}

fn write(folder: &Path, pages: &BTreeMap<String, String>) {
    fs::create_dir_all(folder).unwrap();
    for old in read(folder).keys() {
        fs::remove_file(folder.join(old)).unwrap();
    }
    for (name, text) in pages {
        fs::write(folder.join(name), text).unwrap();
    }
}

fn read(folder: &Path) -> BTreeMap<String, String> {
    let Ok(entries) = fs::read_dir(folder) else {
        return BTreeMap::new();
    };
    let files = entries.map(|entry| entry.unwrap().path());
    files
        .map(|file| {
            let name = file.file_name().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(&file).unwrap())
        })
        .collect()
}
