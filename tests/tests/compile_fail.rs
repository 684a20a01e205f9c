//! The rulebook as tests: each file under `compile-fail/` breaks one rule in one way, and the
//! message beside it is what its author sees.
//!
//! `TRYBUILD=overwrite cargo test -p mongo-schema-tests --test compile_fail` writes the messages
//! anew; read the difference before committing it.

#[path = "compile_fail/messages.rs"]
mod messages;
#[path = "compile_fail/rulebook.rs"]
mod rulebook;

use std::{fs, path::Path};

/// Only cases that fail stand here: a passing one would make every case a whole build.
#[test]
fn every_case_fails_with_its_message() {
    trybuild::TestCases::new().compile_fail("compile-fail/*/*.rs");
}

/// A case: its folder, its name, its source and the messages beside it.
struct Case {
    folder: String,
    name: String,
    source: String,
    stderr: String,
}

impl Case {
    /// The rule that the case is named after: what stands before the first underscore.
    fn rule(&self) -> &str {
        self.name.split('_').next().unwrap_or_default()
    }

    /// The headline of each error.
    fn errors(&self) -> impl Iterator<Item = &str> {
        let lines = self.stderr.lines();
        lines.filter(|line| line.starts_with("error"))
    }
}

/// Every case, in the order of their names.
fn cases() -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("compile-fail");
    let folders = entries(&root);
    let files = folders.iter().flat_map(|folder| entries(folder));
    let sources = files.filter(|file| file.extension().is_some_and(|ending| ending == "rs"));
    sources.map(|file| case(&file)).collect()
}

fn case(file: &Path) -> Case {
    let text = |part: Option<&std::ffi::OsStr>| part.unwrap().to_str().unwrap().to_owned();
    let stderr = file.with_extension("stderr");
    Case {
        folder: text(file.parent().unwrap().file_name()),
        name: text(file.file_stem()),
        source: fs::read_to_string(file).unwrap(),
        stderr: fs::read_to_string(&stderr)
            .unwrap_or_else(|error| panic!("{}: {error}", stderr.display())),
    }
}

fn entries(folder: &Path) -> Vec<std::path::PathBuf> {
    let read = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut entries: Vec<_> = read.map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    entries
}
