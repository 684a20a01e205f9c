//! The question before anything is changed.

use std::io::{self, BufRead, IsTerminal, Write};

use crate::error::{Error, Result};

/// Asks on standard error and reads the answer from standard input; anything but `y` or `yes` is
/// no.
///
/// # Errors
///
/// [`Error::NotConfirmed`] where either is no terminal.
pub(crate) async fn confirmed(question: &str) -> Result<bool> {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Err(Error::NotConfirmed);
    }
    let question = format!("{question} [y/N] ");
    let answer = tokio::task::spawn_blocking(move || ask(&question)).await;
    let answer = answer.map_err(io::Error::other)??;
    Ok(["y", "yes"].contains(&answer.trim().to_ascii_lowercase().as_str()))
}

fn ask(question: &str) -> io::Result<String> {
    let mut error = io::stderr();
    error.write_all(question.as_bytes())?;
    error.flush()?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    Ok(answer)
}
