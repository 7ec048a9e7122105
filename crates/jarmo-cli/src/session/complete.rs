//! Completion of commands, turns and file names.

use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

use super::vocabulary::{self, Word};

/// What can be said at the moment.
#[derive(Clone, Debug, Default)]
pub(super) struct Words {
    /// The legal turns.
    pub(super) turns: Vec<String>,
    /// The holes with archers that can move.
    pub(super) holes: Vec<String>,
    /// The names of the record's tags.
    pub(super) tags: Vec<String>,
}

/// What helps a person to type.
#[derive(Default)]
pub(super) struct Assistant {
    pub(super) words: Words,
    files: FilenameCompleter,
}

/// What may follow `new`.
const PLAYERS: [&str; 10] = [
    "white human",
    "black human",
    "white level:",
    "black level:",
    "rules brainking",
    "rules traditional",
    "rules jasir",
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
        let Some(command) = before.split_whitespace().next() else {
            let names = vocabulary::entries().map(|entry| entry.names[0]);
            return matching(&mut names.chain(self.words.turns.iter().map(String::as_str)));
        };
        match vocabulary::find(command) {
            Ok(Word::New) => matching(&mut PLAYERS.iter().copied()),
            Ok(Word::Moves) => texts(&self.words.holes),
            Ok(Word::Tag) => texts(&self.words.tags),
            Ok(Word::Help) => matching(&mut vocabulary::entries().map(|entry| entry.names[0])),
            Ok(Word::Rules) => matching(&mut ["brainking", "traditional", "jasir"].into_iter()),
            Ok(Word::Resign) => matching(&mut ["white", "black"].into_iter()),
            _ => Vec::new(),
        }
    }
}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        at: usize,
        context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let start = line[..at].rfind(char::is_whitespace).map_or(0, |space| space + 1);
        let (before, typed) = line[..at].split_at(start);
        let command = before.split_whitespace().next().map(vocabulary::find);
        if let Some(Ok(Word::Save | Word::Load | Word::Explore)) = command {
            return self.files.complete(line, at, context);
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
