//! Counts over the games of one player.

use jarmo_core::{GameResult, Side};
use jarmo_notation::Outcome;
use serde::Serialize;

use super::Games;
use crate::main_line::MainLine;

/// What was counted over the games of one player.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct PlayerTally {
    pub(super) games: u64,
    /// Games with White.
    pub(super) white: u64,
    /// Games with Black.
    pub(super) black: u64,
    pub(super) won: u64,
    pub(super) drawn: u64,
    pub(super) lost: u64,
    pub(super) unfinished: u64,
    /// The player's points in games that ended on the board.
    pub(super) points: u64,
    /// The other players' points in those.
    pub(super) points_against: u64,
}

impl PlayerTally {
    /// Counts a game that the player played with `side`.
    pub(super) fn add(&mut self, line: &MainLine, side: Side) {
        self.games += 1;
        match side {
            Side::White => self.white += 1,
            Side::Black => self.black += 1,
        }
        match line.outcome {
            Outcome::Decided(GameResult::Won(winner)) if winner == side => self.won += 1,
            Outcome::Decided(GameResult::Won(_)) => self.lost += 1,
            Outcome::Decided(GameResult::Draw) => self.drawn += 1,
            Outcome::Unknown => self.unfinished += 1,
        }
        if let Some(score) = line.score {
            self.points += u64::from(score.of(side));
            self.points_against += u64::from(score.of(side.other()));
        }
    }
}

impl Games for PlayerTally {
    fn games(&self) -> u64 {
        self.games
    }
}
