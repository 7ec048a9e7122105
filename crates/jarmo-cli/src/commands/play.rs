//! `jarmo play`: where turns lead.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;
use jarmo_core::{Game, Turn};
use jarmo_notation::{PositionText, parse_turn};

use crate::args::Play;

/// Plays the turns, then prints the position, whether the game is over, and the score.
pub(crate) fn run(game: &Game, options: &Play) -> anyhow::Result<ExitCode> {
    let mut game = game.clone();
    let mut turns = options.turns.as_slice();
    // A `--` before the first turn is a pass only where passing is legal; else it ends the
    // options, as it does everywhere.
    if let [first, _, ..] = turns
        && first == "pass"
        && !game.position().is_legal(game.rules(), Turn::Pass)
    {
        turns = &turns[1..];
    }
    for (i, text) in turns.iter().enumerate() {
        parse_turn(text, game.rules(), game.position())
            .map_err(anyhow::Error::from)
            .and_then(|turn| Ok(game.play(turn)?))
            .with_context(|| format!("turn {}, {text}", i + 1))?;
    }
    let mut out = io::stdout().lock();
    writeln!(out, "position {}", PositionText::new(game.position(), game.rules().board()))?;
    writeln!(out, "over {}", game.ending().is_some())?;
    writeln!(out, "score {}", game.score())?;
    Ok(ExitCode::SUCCESS)
}
