//! The README's tour, run as it is written: its files are made, its commands run, and what it says
//! that they print is looked for.
//!
//! A fenced block that begins with a path in a comment is a file. One of `sh` is a script. In one of
//! `console` each line behind `$ ` is a command, and the lines below it are of its output.

use std::{
    cell::RefCell,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// A fenced block of the tour.
struct Block {
    language: String,
    text: String,
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_owned()
}

/// The fenced blocks below the heading of the tour.
fn tour() -> Vec<Block> {
    let readme = fs::read_to_string(repository().join("README.md")).unwrap();
    let tour = readme
        .split("## Five minutes")
        .nth(1)
        .unwrap()
        .split("\n## ")
        .next()
        .unwrap();
    let fenced = tour.split("```").skip(1).step_by(2);
    fenced
        .map(|block| {
            let (language, text) = block.split_once('\n').unwrap();
            Block {
                language: language.into(),
                text: text.into(),
            }
        })
        .collect()
}

/// The folder in which the tour is taken, with the clone beside what it makes; and the one in which a
/// reader's terminal is by now.
struct Folder(tempfile::TempDir, RefCell<PathBuf>);

impl Folder {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(repository(), folder.path().join("mongo-schema")).unwrap();
        let terminal = RefCell::new(folder.path().to_owned());
        Self(folder, terminal)
    }

    /// Runs a script as a reader would, where the last one ended, with artefacts and the server's data
    /// of its own, and the development server that the tests have installed.
    fn run(&self, script: &str) -> Output {
        let ended_in = self.0.path().join("terminal");
        let script = format!("trap 'pwd > \"{}\"' EXIT\n{script}", ended_in.display());
        let installed = schema_xtask::dev_server::target_directory().join("dev-server/bin");
        let path = format!("{}:{}", std::env::var("PATH").unwrap(), installed.display());
        let mut command = Command::new("sh");
        command
            .args(["-ec", &script])
            .current_dir(&*self.1.borrow())
            .env("PATH", path);
        command.env("CARGO_TARGET_DIR", repository().join("target/tour"));
        for (name, _) in std::env::vars()
            .filter(|(name, _)| name.starts_with("CARGO_") || name.starts_with("MONGO"))
        {
            if name != "CARGO_HOME" && name != "CARGO_TARGET_DIR" {
                command.env_remove(name);
            }
        }
        let output = command.output().unwrap();
        let ended_in = fs::read_to_string(ended_in).unwrap();
        self.1.replace(ended_in.trim_end().into());
        output
    }
}

fn file_of(block: &Block) -> Option<(&str, &str)> {
    let (first, rest) = block.text.split_once('\n')?;
    let path = first
        .strip_prefix("# ")
        .or_else(|| first.strip_prefix("// "))?;
    path.starts_with("notes/").then_some((path, rest))
}

fn shown(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// Runs the commands of a `console` block. One whose output shows an error is meant to fail.
fn converse(folder: &Folder, text: &str) {
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let command = line.strip_prefix("$ ").unwrap();
        let output = folder.run(command);
        let (printed, mut fails) = (shown(&output), false);
        while let Some(expected) = lines.next_if(|line| !line.starts_with("$ ")) {
            fails |= expected.starts_with("error");
            assert!(
                printed.contains(expected),
                "`{command}` does not print `{expected}`:\n{printed}"
            );
        }
        assert_eq!(output.status.success(), !fails, "`{command}`:\n{printed}");
    }
}

#[tokio::test]
async fn the_tour_runs_as_it_is_written() {
    schema_xtask::dev_server::testing::test_uri().await.unwrap();
    let folder = Folder::new();
    let data = repository().join("target/tour/dev-server");
    drop(fs::remove_dir_all(&data));
    for block in tour() {
        match (block.language.as_str(), file_of(&block)) {
            (_, Some((path, text))) => {
                let path = folder.0.path().join(path);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text).unwrap();
            }
            ("sh", None) => {
                let output = folder.run(&block.text);
                assert!(output.status.success(), "{}", shown(&output));
            }
            ("console", None) => converse(&folder, &block.text),
            (language, None) => panic!("a block of `{language}` that is no file"),
        }
    }
    drop(fs::remove_dir_all(&data));
}
