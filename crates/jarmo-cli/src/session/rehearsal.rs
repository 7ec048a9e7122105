//! A session without files, engines and a terminal.

use jarmo_core::BySide;

use super::opponent::Player;
use super::vocabulary::{self, Word};
use super::{Session, journal};
use crate::args::Opening;
use crate::config::Config;
use crate::terminal::Appearance;

/// Carries out lines between two people, but for the commands that touch files or think, and
/// returns the games as the journal would have them.
pub(crate) fn rehearse(text: &str) -> String {
    let (config, appearance) = (Config::default(), Appearance::default());
    let Ok(mut session) = Session::new(&Opening::default(), appearance, &config, None, false)
    else {
        return String::new();
    };
    session.players = BySide::new(Player::Human, Player::Human);
    for line in text.lines().map(str::trim) {
        if leaves_the_session(line) {
            continue;
        }
        let _ = session.obey(line);
        // What a terminal would ask for.
        session.prompt();
        session.words();
    }
    let mut games = Vec::new();
    // Memory can be written to.
    let _ = journal::write_games(&session.games, &mut games);
    String::from_utf8_lossy(&games).into_owned()
}

/// Whether a line asks for files or for an engine.
fn leaves_the_session(line: &str) -> bool {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match vocabulary::find(word) {
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
