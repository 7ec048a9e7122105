//! A session without files, engines and a terminal.

use jarmo_core::BySide;
use jarmo_notation::Records;

use super::opponent::Player;
use super::vocabulary::{self, Word};
use super::waiting::Waiting;
use super::{Session, journal};
use crate::args::Opening;
use crate::config::Config;
use crate::shown;
use crate::terminal::Appearance;

/// How lines come to a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// One after another, each when the one before has been obeyed.
    Typed,
    /// All at once.
    Pasted,
}

/// What a session came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rehearsal {
    /// The games as the journal would have them.
    pub journal: String,
    /// What a terminal was given.
    pub shown: String,
}

/// What looks at the games of a file from all sides.
const LOOKS: [&str; 16] = [
    "tags",
    "games",
    "game 1",
    "show",
    "tree",
    "board",
    "start",
    "comment",
    "variation",
    "forward",
    "comment",
    "glyph",
    "board",
    "end",
    "comment",
    "score",
];

/// Carries out lines between two people, but for the commands that touch files or think.
pub(crate) fn rehearse(text: &str, entry: Entry) -> Rehearsal {
    let (journal, shown) = shown::capture(|| {
        let Some(mut session) = two_people() else { return String::new() };
        let mut waiting = Waiting::default();
        match entry {
            Entry::Typed => text.lines().for_each(|line| session.rehearse_line(line)),
            Entry::Pasted if text.is_empty() => {}
            Entry::Pasted => {
                waiting.enter(text);
                while let Some(line) = waiting.next() {
                    session.rehearse_line(&line);
                }
            }
        }
        let mut games = Vec::new();
        // Memory can be written to.
        let _ = journal::write_games(&session.games, &mut games);
        String::from_utf8_lossy(&games).into_owned()
    });
    Rehearsal { journal, shown }
}

/// Reads a text as a file of games and looks at them; returns what a terminal was given.
pub(crate) fn look_at(text: &str) -> String {
    let look = || {
        let mut session = two_people()?;
        let mut records = Records::new(text.as_bytes(), &[]);
        let (mut games, mut faults) = (Vec::new(), Vec::new());
        while let Some((record, found)) = records.next_record().ok()? {
            games.push(record);
            faults.extend(found);
        }
        session.tell_faults("games.jgn", &faults).ok()?;
        if games.is_empty() {
            return None;
        }
        session.take_games(games);
        LOOKS.iter().for_each(|line| session.rehearse_line(line));
        Some(())
    };
    shown::capture(look).1
}

fn two_people() -> Option<Session> {
    let (config, appearance) = (Config::default(), Appearance::plain());
    let mut session = Session::new(&Opening::default(), appearance, &config, None, false).ok()?;
    session.players = BySide::new(Player::Human, Player::Human);
    Some(session)
}

impl Session {
    fn rehearse_line(&mut self, line: &str) {
        let line = line.trim();
        if leaves_the_session(line) {
            return;
        }
        if let Err(error) = self.obey(line) {
            // It is shown to memory.
            let _ = shown::write(&shown::clean(&format!("{error:#}\n")));
        }
        // What a terminal would ask for.
        let _ = shown::write(&(self.prompt() + "\n"));
        self.words();
    }
}

/// Whether a line asks for files or for an engine.
fn leaves_the_session(line: &str) -> bool {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match vocabulary::find(word.strip_suffix('!').unwrap_or(word)) {
        Ok(Word::New) => {
            rest.split_whitespace().any(|word| matches!(word.parse(), Ok(Player::Engine(_))))
        }
        Ok(word) => matches!(
            word,
            Word::Save
                | Word::Load
                | Word::Resume
                | Word::Explore
                | Word::Go
                | Word::Hint
                | Word::Analyze
        ),
        Err(_) => false,
    }
}
