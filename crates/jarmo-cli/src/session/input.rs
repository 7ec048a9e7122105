//! Where a session's commands come from: a person at a terminal, or a pipe.

use std::io::{self, BufRead, IsTerminal, Write};

use jarmo_notation::TurnText;
use jarmo_render::text::printable;
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{Config, Editor};

use super::complete::{Assistant, Words};
use super::waiting::Waiting;
use super::{journal, vocabulary};
use crate::files;

/// Lines of commands.
pub(super) struct Input {
    editor: Option<Editor<Assistant, FileHistory>>,
    line_number: u64,
    /// Lines that were pasted together with the one read last, or typed while nobody read.
    waiting: Waiting,
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
        Input { editor, line_number: 0, waiting: Waiting::default() }
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
        !self.waiting.is_empty()
    }

    /// Takes what somebody typed while the session was busy: it is obeyed before what comes later.
    pub(super) fn type_ahead(&mut self, typed: &str) {
        self.waiting.type_ahead(typed);
    }

    /// The next line; `None` at the end of the input. At a terminal that can edit lines, Ctrl-C
    /// clears the line; Ctrl-D on an empty one ends the input. Several lines that were pasted as
    /// one text are handed out one by one.
    pub(super) fn next_line(
        &mut self,
        prompt: &str,
        words: impl FnOnce() -> Words,
    ) -> anyhow::Result<Option<String>> {
        let line = self.take_line(prompt, words)?;
        if let (Some(editor), Some(line)) = (&mut self.editor, &line) {
            keep_history(editor, line);
        }
        Ok(line)
    }

    fn take_line(
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
        if let Some(line) = self.waiting.next() {
            say!("{prompt}{}", printable(&line));
            return Ok(Some(line));
        }
        if let Some(assistant) = editor.helper_mut() {
            assistant.words = words();
        }
        loop {
            let begun = self.waiting.take_begun();
            match editor.readline_with_initial(prompt, (&begun, "")) {
                Ok(text) => {
                    self.waiting.enter(&text);
                    return Ok(self.waiting.next());
                }
                Err(ReadlineError::Interrupted) => {}
                Err(ReadlineError::Eof) => return Ok(None),
                // The terminal has gone: what was played is on disk.
                Err(ReadlineError::Io(error)) => return Err(error.into()),
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Asks a question that is answered by yes or no; `default` answers for an empty line. A line
    /// that is a command or a turn is no answer: it means no, and is obeyed next.
    pub(super) fn ask(&mut self, question: &str, default: bool) -> anyhow::Result<Answer> {
        let choice = if default { "[Y/n]" } else { "[y/N]" };
        let prompt = format!("{question} {choice} ");
        loop {
            let Some(line) = self.take_line(&prompt, || Words::answers(&ANSWERS))? else {
                return Ok(Answer::Leave);
            };
            match line.trim().to_lowercase().as_str() {
                "" => return Ok(if default { Answer::Yes } else { Answer::No }),
                "y" | "yes" => return Ok(Answer::Yes),
                "n" | "no" => return Ok(Answer::No),
                "quit" | "exit" | "q" => return Ok(Answer::Leave),
                other if is_meant_for_later(other) => {
                    self.waiting.put_back(line);
                    return Ok(Answer::No);
                }
                _ => say!("Please answer y or n; quit leaves."),
            }
        }
    }
}

/// How a question is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Yes,
    No,
    /// The session is to end, and nothing to be decided.
    Leave,
}

/// What Tab offers as an answer.
const ANSWERS: [&str; 3] = ["y", "n", "quit"];

/// Whether a line that came as an answer is a command or a turn.
fn is_meant_for_later(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    let turn = |text: &str| text.parse::<TurnText>().is_ok();
    vocabulary::find(word).is_ok() || turn(line) || line.split_whitespace().any(turn)
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
