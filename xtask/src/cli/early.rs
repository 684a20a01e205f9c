//! What matters of a command line before it is known to be right.

use std::ffi::OsString;
use std::io::{self, Write};

use clap::ValueEnum;

use super::USAGE;
use super::arguments::{Color, Format};
use crate::output::json;

/// The choice of colors, as far as it can be told.
pub(super) fn color(line: &[OsString]) -> Color {
    last(line, "--color").unwrap_or(Color::Auto)
}

/// Whether programs read standard output.
pub(super) fn is_json(line: &[OsString]) -> bool {
    last(line, "--format") == Some(Format::Json)
}

/// The last value of a flag that can be read.
fn last<T: ValueEnum>(line: &[OsString], flag: &str) -> Option<T> {
    let line: Vec<&str> = line
        .iter()
        .map(|it| it.to_str().unwrap_or_default())
        .collect();
    let mut values = line.iter().enumerate().rev().filter_map(|(at, word)| {
        let behind = word.strip_prefix(flag)?;
        let value = match behind.strip_prefix('=') {
            Some(value) => value,
            None if behind.is_empty() => line.get(at + 1)?,
            None => return None,
        };
        T::from_str(value, false).ok()
    });
    values.next()
}

/// Prints what clap has to say: help where it was asked for, and else what is wrong; to programs in
/// a document of its own.
pub(super) fn explain(error: &clap::Error, json: bool) -> io::Result<()> {
    let text = error.render();
    if error.use_stderr() {
        write!(anstream::stderr(), "{}", text.ansi())?;
    } else {
        write!(anstream::stdout(), "{}", text.ansi())?;
    }
    if json {
        let text = text.to_string();
        let message = text.split("\n\n").next().unwrap_or_default();
        let message = message.trim_start_matches("error: ");
        let document = json::failure(message, USAGE);
        writeln!(io::stdout(), "{document:#}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(words: &str) -> Vec<OsString> {
        words.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn flags_are_told_wherever_they_stand() {
        assert_eq!(
            color(&line("x --color never plan --nonsense")),
            Color::Never
        );
        assert_eq!(color(&line("x nonsense --color=always")), Color::Always);
        assert_eq!(color(&line("x --color purple")), Color::Auto);
        assert_eq!(color(&line("x --colors never --color")), Color::Auto);
        assert!(is_json(&line("x --format human --format=json")));
        assert!(!is_json(&line("x plan")));
    }
}
