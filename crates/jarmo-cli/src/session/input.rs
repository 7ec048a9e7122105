//! Where a session's commands come from: a person at a terminal, or a pipe.

use std::collections::VecDeque;
use std::io::{self, BufRead, IsTerminal, Write};

use jarmo_render::text::printable;
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
    /// Lines that were pasted together with the one read last, and come next.
    pasted: VecDeque<String>,
    /// What was typed while nobody read, and begins the next line.
    begun: String,
}

/// How many commands the history keeps.
const HISTORY: usize = 1000;

impl Input {
    pub(super) fn new() -> anyhow::Result<Input> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Ok(Input::new_with(None));
        }
        let config = Config::builder().max_history_size(HISTORY)?.build();
        let mut editor = Editor::with_config(config)?;
        editor.set_helper(Some(Assistant::default()));
        if let Some(path) = journal::history_file() {
            // A first session has none.
            let _ = editor.load_history(&path);
        }
        Ok(Input::new_with(Some(editor)))
    }

    fn new_with(editor: Option<Editor<Assistant, FileHistory>>) -> Input {
        Input { editor, line_number: 0, pasted: VecDeque::new(), begun: String::new() }
    }

    pub(super) fn is_terminal(&self) -> bool {
        self.editor.is_some()
    }

    /// The number of the line read last, counted from 1.
    pub(super) fn line_number(&self) -> u64 {
        self.line_number
    }

    /// Whether lines that were pasted come before anybody is asked.
    pub(super) fn has_pasted(&self) -> bool {
        !self.pasted.is_empty()
    }

    /// Takes what somebody typed while the session was busy: it is obeyed before what comes later.
    pub(super) fn type_ahead(&mut self, typed: &str) {
        let mut lines = typed.split('\n');
        self.begun += lines.next_back().unwrap_or_default();
        self.pasted.extend(lines.map(str::to_owned));
    }

    /// The next line; `None` at the end of the input. At a terminal that can edit lines, Ctrl-C
    /// clears the line; Ctrl-D on an empty one ends the input. Several lines that were pasted as
    /// one text are handed out one by one.
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
        if let Some(line) = self.pasted.pop_front() {
            say!("{prompt}{}", printable(&line));
            keep_history(editor, &line);
            return Ok(Some(line));
        }
        if let Some(assistant) = editor.helper_mut() {
            assistant.words = words();
        }
        loop {
            let begun = std::mem::take(&mut self.begun);
            match editor.readline_with_initial(prompt, (&begun, "")) {
                Ok(text) => {
                    // A break at its end ends the last line, and begins none.
                    let text = text.strip_suffix('\n').unwrap_or(&text);
                    let mut lines = text.split('\n').map(str::to_owned);
                    let first = lines.next().unwrap_or_default();
                    self.pasted.extend(lines);
                    keep_history(editor, &first);
                    return Ok(Some(first));
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

/// Adds a line to the history, and to that on disk, where other sessions have theirs too. Done at
/// once, as a terminal that goes away takes the session with it.
fn keep_history(editor: &mut Editor<Assistant, FileHistory>, line: &str) {
    // Not worth a word when there is no room for it.
    let added = editor.add_history_entry(line).unwrap_or(false);
    if let Some(path) = journal::history_file().filter(|_| added) {
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
