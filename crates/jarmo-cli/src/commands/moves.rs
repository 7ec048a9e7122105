//! `jarmo moves`: the legal turns.

use std::io::{self, Write};
use std::process::ExitCode;

use jarmo_core::Game;
use jarmo_notation::TurnText;

/// Prints the legal turns sorted by bytes, one a line; nothing when the game is over.
pub(crate) fn run(game: &Game) -> anyhow::Result<ExitCode> {
    let rules = game.rules();
    let turns = game.position().legal_turns(rules);
    let mut texts: Vec<String> =
        turns.map(|turn| TurnText::new(turn, rules.board()).to_string()).collect();
    texts.sort_unstable();
    let mut out = io::stdout().lock();
    for text in texts {
        writeln!(out, "{text}")?;
    }
    Ok(ExitCode::SUCCESS)
}
