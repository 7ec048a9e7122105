//! Completion of commands, turns and file names.

use std::path::is_separator;

use jarmo_render::text::is_shown;
use rustyline::completion::{Completer, Pair};
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

use super::vocabulary::{self, Word};
use crate::places;

/// What can be said at the moment.
#[derive(Clone, Debug, Default)]
pub(super) struct Words {
    /// The legal turns.
    pub(super) turns: Vec<String>,
    /// The holes with archers that can move.
    pub(super) holes: Vec<String>,
    /// The names of the record's tags.
    pub(super) tags: Vec<String>,
    /// The answers to a question, where one was asked: nothing else is said then.
    pub(super) answers: &'static [&'static str],
}

impl Words {
    /// No other words than these answers to a question.
    pub(super) fn answers(answers: &'static [&'static str]) -> Words {
        Words { answers, ..Words::default() }
    }
}

/// What helps a person to type.
#[derive(Default)]
pub(super) struct Assistant {
    pub(super) words: Words,
}

/// What may follow `new`.
const PLAYERS: [&str; 12] = [
    "white human",
    "black human",
    "white level:",
    "black level:",
    "rules brainking",
    "rules traditional",
    "rules jasir",
    "board jarmo",
    "board jasir",
    "first white",
    "first black",
    "match",
];

impl Assistant {
    /// What `typed`, the beginning of the last word of `line`, can go on to.
    fn candidates(&self, before: &str, typed: &str) -> Vec<String> {
        let matching = |all: &mut dyn Iterator<Item = &str>| {
            let typed = typed.to_lowercase();
            all.filter(|word| word.to_lowercase().starts_with(&typed)).map(str::to_owned).collect()
        };
        let texts = |words: &'_ [String]| -> Vec<String> {
            matching(&mut words.iter().map(String::as_str))
        };
        if !self.words.answers.is_empty() {
            return matching(&mut self.words.answers.iter().copied());
        }
        let Some(command) = before.split_whitespace().next() else {
            let names = vocabulary::entries().map(|entry| entry.names[0]);
            return matching(&mut names.chain(self.words.turns.iter().map(String::as_str)));
        };
        match vocabulary::find(command) {
            Ok(Word::New) => matching(&mut PLAYERS.iter().copied()),
            Ok(Word::Moves) => texts(&self.words.holes),
            Ok(Word::Tag) => {
                matching(&mut self.words.tags.iter().map(String::as_str).chain(["delete"]))
            }
            Ok(Word::Comment) => matching(&mut ["before", "delete"].into_iter()),
            Ok(Word::Glyph) => matching(&mut ["delete"].into_iter()),
            Ok(Word::Help) => matching(&mut vocabulary::entries().map(|entry| entry.names[0])),
            Ok(Word::Rules) => matching(&mut ["brainking", "traditional", "jasir"].into_iter()),
            Ok(Word::Resign) => matching(&mut ["white", "black"].into_iter()),
            _ => Vec::new(),
        }
    }
}

/// Where the name of a file begins that follows a command: it is all the rest of the line.
fn file_start(line: &str) -> usize {
    let blanks = line.len() - line.trim_start().len();
    let word = line[blanks..].find(char::is_whitespace).map_or(line.len(), |at| blanks + at);
    line.len() - line[word..].trim_start().len()
}

/// The files and folders whose names begin as typed, as they are called: nothing else in a line
/// could be meant, so that blanks need no quotes.
fn files(typed: &str) -> Vec<Pair> {
    let typed = typed.strip_prefix(['"', '\'']).unwrap_or(typed);
    let (folder, begun) = typed.split_at(typed.rfind(is_separator).map_or(0, |at| at + 1));
    let looked_in = if folder.is_empty() { ".".into() } else { places::from_home(folder) };
    let Ok(entries) = std::fs::read_dir(looked_in) else { return Vec::new() };
    let mut names: Vec<String> = entries
        .filter_map(Result::ok)
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            // The editor would print it as it is.
            name.chars().all(is_shown).then_some(())?;
            let hidden = name.starts_with('.') && !begun.starts_with('.');
            let end = if entry.path().is_dir() { "/" } else { "" };
            (name.starts_with(begun) && !hidden).then(|| name + end)
        })
        .collect();
    names.sort_unstable();
    let pair = |name: String| Pair { replacement: format!("{folder}{name}"), display: name };
    names.into_iter().map(pair).collect()
}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let start = line[..at].rfind(char::is_whitespace).map_or(0, |space| space + 1);
        let (before, typed) = line[..at].split_at(start);
        let command = before.split_whitespace().next();
        let command = command.map(|word| vocabulary::find(word.trim_end_matches('!')));
        let asked = !self.words.answers.is_empty();
        if !asked && command.is_some_and(|word| word.is_ok_and(Word::takes_file)) {
            let start = file_start(&line[..at]);
            return Ok((start, files(&line[start..at])));
        }
        let pair = |word: String| Pair { display: word.clone(), replacement: word };
        Ok((start, self.candidates(before, typed).into_iter().map(pair).collect()))
    }
}

impl Hinter for Assistant {
    type Hint = String;

    /// The rest of the only turn that begins as the line does.
    fn hint(&self, line: &str, at: usize, _: &Context<'_>) -> Option<String> {
        if line.len() < 2 || at < line.len() {
            return None;
        }
        let begins = |turn: &&String| {
            turn.get(..line.len()).is_some_and(|start| start.eq_ignore_ascii_case(line))
        };
        let mut turns = self.words.turns.iter().filter(begins);
        let turn = turns.next().filter(|_| turns.next().is_none())?;
        Some(turn[line.len()..].to_owned()).filter(|rest| !rest.is_empty())
    }
}

impl Highlighter for Assistant {}
impl Validator for Assistant {}
impl Helper for Assistant {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_the_rest_of_the_line() {
        for (line, start) in [("load my ga", 5), ("  load   x", 9), ("load ", 5), ("load", 4)] {
            assert_eq!(file_start(line), start, "{line:?}");
        }
    }

    #[test]
    fn names_of_files_are_completed_as_they_are() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["my game.jgn", "my $(1).jgn", ".hidden", "other"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        std::fs::create_dir(folder.path().join("mythen")).unwrap();
        let at = |begun: &str| format!("{}/{begun}", folder.path().display());
        let found = |typed: &str| -> Vec<String> {
            files(typed).into_iter().map(|pair| pair.replacement).collect()
        };
        assert_eq!(found(&at("my")), [at("my $(1).jgn"), at("my game.jgn"), at("mythen/")]);
        assert_eq!(found(&at("my g")), [at("my game.jgn")]);
        assert_eq!(found(&format!("\"{}", at("my g"))), [at("my game.jgn")]);
        assert_eq!(found(&at(".h")), [at(".hidden")]);
        assert_eq!(found(&at("")).len(), 4);
        assert!(found(&at("none/")).is_empty());
    }
}
