//! Where a session's commands come from: a person at a terminal, or a pipe.

use std::io::{self, BufRead, IsTerminal, Write};

use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{Config, Editor};

use super::complete::{Assistant, Words};
use super::journal;
use crate::files;

/// Lines of commands.
pub(super) struct Input {
    editor: Option<Editor<Assistant, FileHistory>>,
    line_number: u64,
}

/// How many commands the history keeps.
const HISTORY: usize = 1000;

impl Input {
    pub(super) fn new() -> anyhow::Result<Input> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Ok(Input { editor: None, line_number: 0 });
        }
        let config = Config::builder().max_history_size(HISTORY)?.auto_add_history(true).build();
        let mut editor = Editor::with_config(config)?;
        editor.set_helper(Some(Assistant::default()));
        if let Some(path) = journal::history_file() {
            // A first session has none.
            let _ = editor.load_history(&path);
        }
        Ok(Input { editor: Some(editor), line_number: 0 })
    }

    pub(super) fn is_terminal(&self) -> bool {
        self.editor.is_some()
    }

    /// The number of the line read last, counted from 1.
    pub(super) fn line_number(&self) -> u64 {
        self.line_number
    }

    /// The next line; `None` at the end of the input. At a terminal that can edit lines, Ctrl-C
    /// clears the line; Ctrl-D on an empty one ends the input.
    pub(super) fn next_line(
        &mut self,
        prompt: &str,
        words: impl FnOnce() -> Words,
    ) -> anyhow::Result<Option<String>> {
        self.line_number += 1;
        let Some(editor) = &mut self.editor else {
            let line = next_piped_line()?;
            let first = self.line_number == 1;
            return Ok(
                line.map(|line| if first { files::without_mark(&line).to_owned() } else { line })
            );
        };
        if let Some(assistant) = editor.helper_mut() {
            assistant.words = words();
        }
        loop {
            match editor.readline(prompt) {
                Ok(line) => {
                    keep_history(editor);
                    return Ok(Some(line));
                }
                Err(ReadlineError::Interrupted) => {}
                Err(ReadlineError::Eof) => return Ok(None),
                // The terminal has gone: what was played is on disk.
                Err(ReadlineError::Io(error)) => return Err(error.into()),
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Asks a question that is answered by y or n; `default` answers for an empty line.
    pub(super) fn ask(&mut self, question: &str, default: bool) -> anyhow::Result<bool> {
        let choice = if default { "[Y/n]" } else { "[y/N]" };
        loop {
            let answer = self.next_line(&format!("{question} {choice} "), Words::default)?;
            match answer.as_deref().map(str::trim) {
                Some("") | None => return Ok(default),
                Some("y" | "Y" | "yes") => return Ok(true),
                Some("n" | "N" | "no") => return Ok(false),
                Some(_) => say!("Please answer y or n."),
            }
        }
    }
}

/// Adds the line read last to the history on disk, where other sessions have theirs too. Done at
/// once, as a terminal that goes away takes the session with it.
fn keep_history(editor: &mut Editor<Assistant, FileHistory>) {
    if let Some(path) = journal::history_file() {
        // Not worth a word when there is no room for it.
        let _ = editor.append_history(&path);
    }
}

fn next_piped_line() -> anyhow::Result<Option<String>> {
    io::stdout().flush()?;
    let mut bytes = Vec::new();
    if io::stdin().lock().read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}
