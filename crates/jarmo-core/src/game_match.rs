//! A match: two games with sides changed.

use crate::game::Game;
use crate::score::Score;
use crate::side::Side;

/// One of the two players of a match, whichever side it has at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Player {
    /// Has White in the first game and Black in the second.
    One,
    /// Has Black in the first game and White in the second.
    Two,
}

/// The two games of a match, the players changing sides between them; the points of both are
/// added and the higher total wins (rules, section 10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Match {
    /// The points of the games finished so far, White's and Black's, at most two.
    first: Option<Score>,
    second: Option<Score>,
}

impl Match {
    /// A match of which no game is finished.
    #[must_use]
    pub const fn new() -> Match {
        Match { first: None, second: None }
    }

    /// Which game is being played, 1 or 2; `None` when both are finished.
    #[must_use]
    pub const fn game_number(&self) -> Option<u8> {
        match (self.first, self.second) {
            (None, _) => Some(1),
            (Some(_), None) => Some(2),
            (Some(_), Some(_)) => None,
        }
    }

    /// The player who has `side` in the game being played, or, when both are finished, in the
    /// second.
    #[must_use]
    pub const fn player(&self, side: Side) -> Player {
        match (self.first.is_some(), side) {
            (false, Side::White) | (true, Side::Black) => Player::One,
            (false, Side::Black) | (true, Side::White) => Player::Two,
        }
    }

    /// Adds a finished game's [`match_points`](Game::match_points).
    ///
    /// Returns whether it was taken: not when the game goes on or the match is over.
    pub fn finish_game(&mut self, game: &Game) -> bool {
        let Some(points) = game.match_points() else { return false };
        match self.game_number() {
            Some(1) => self.first = Some(points),
            Some(_) => self.second = Some(points),
            None => return false,
        }
        true
    }

    /// A player's points so far.
    #[must_use]
    pub fn points(&self, player: Player) -> u32 {
        let (first_side, second_side) = match player {
            Player::One => (Side::White, Side::Black),
            Player::Two => (Side::Black, Side::White),
        };
        let first = self.first.map_or(0, |score| score.of(first_side));
        // Points that were read from data may be any.
        first.saturating_add(self.second.map_or(0, |score| score.of(second_side)))
    }

    /// Who won: `None` until both games are finished, `Some(None)` when the totals are equal.
    #[must_use]
    pub fn winner(&self) -> Option<Option<Player>> {
        if self.game_number().is_some() {
            return None;
        }
        let (one, two) = (self.points(Player::One), self.points(Player::Two));
        Some(match one.cmp(&two) {
            core::cmp::Ordering::Greater => Some(Player::One),
            core::cmp::Ordering::Less => Some(Player::Two),
            core::cmp::Ordering::Equal => None,
        })
    }
}
