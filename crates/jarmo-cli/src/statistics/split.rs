//! What games are split by.

use clap::ValueEnum;
use jarmo_core::Position;
use jarmo_notation::TurnText;

use crate::args::rules_name;
use crate::main_line::MainLine;

/// What games are split by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Split {
    /// The rule set, and the board where it is not the rule set's own.
    Rules,
    /// The players, each game once for White and once for Black.
    Player,
    /// The first turn.
    FirstTurn,
}

/// The name of the group of a game's rules.
pub(super) fn rules(line: &MainLine) -> String {
    rules_name(&line.rules, "other")
}

/// The name of the group of a game's first turn. What is played first from a position that was set
/// up cannot be compared, so that those games are a group of their own.
pub(super) fn first_turn(line: &MainLine) -> String {
    match line.beginning.first() {
        None => "no turn".to_owned(),
        Some((start, _)) if *start != Position::start(&line.rules) => "set-up position".to_owned(),
        Some((_, turn)) => TurnText::new(*turn, line.rules.board()).to_string(),
    }
}
