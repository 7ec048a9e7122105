//! A game: a position and how it came about.

use alloc::vec::Vec;
use core::fmt;

use crate::ending::Ending;
use crate::play::PlayError;
use crate::position::{Position, SetupError};
use crate::rules::Rules;
use crate::score::Score;
use crate::side::Side;
use crate::turn::Turn;

/// A game in play or finished, with its whole history, undo and redo.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    position: Position,
    /// Each turn played, with the position it was played in.
    past: Vec<(Position, Turn)>,
    /// Turns taken back, the latest to be played again last.
    future: Vec<Turn>,
    /// How the players ended the game, where the board did not.
    settled: Option<Ending>,
}

impl Game {
    /// A game from the start position.
    #[must_use]
    pub fn new(rules: Rules) -> Game {
        let position = Position::start(&rules);
        Game { rules, position, past: Vec::new(), future: Vec::new(), settled: None }
    }

    /// A game from any position of these rules.
    ///
    /// # Errors
    ///
    /// Why the position is not one of them, as one of another board may be.
    pub fn from_position(rules: Rules, position: Position) -> Result<Game, SetupError> {
        position.fits(&rules)?;
        Ok(Game { position, ..Game::new(rules) })
    }

    /// The rules it is played under.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position that the game began from.
    #[must_use]
    pub fn start(&self) -> &Position {
        self.past.first().map_or(&self.position, |(start, _)| start)
    }

    /// The turns played, without those taken back.
    #[must_use]
    pub fn turns(&self) -> impl DoubleEndedIterator<Item = Turn> + ExactSizeIterator + '_ {
        self.past.iter().map(|(_, turn)| *turn)
    }

    /// Each turn played, with the position it was played in.
    #[must_use]
    pub fn history(&self) -> &[(Position, Turn)] {
        &self.past
    }

    /// The turn that [`Game::redo`] would play again; `None` while the game is over by resignation
    /// or agreement, which [`Game::undo`] takes back first.
    #[must_use]
    pub fn next_redo(&self) -> Option<Turn> {
        self.future.last().copied().filter(|_| self.settled.is_none())
    }

    /// Plays a turn. What had been taken back can no longer be played again, unless the turn is
    /// the one that [`Game::redo`] would have played.
    ///
    /// # Errors
    ///
    /// Why the turn is not legal; the game is as before.
    pub fn play(&mut self, turn: Turn) -> Result<(), PlayError> {
        if self.settled.is_some() {
            return Err(PlayError::GameOver);
        }
        let after = self.position.play(&self.rules, turn)?;
        if self.future.pop() != Some(turn) {
            self.future.clear();
        }
        self.past.push((self.position, turn));
        self.position = after;
        Ok(())
    }

    /// Takes the last turn back, or the resignation or agreement that ended the game.
    ///
    /// Returns whether there was anything to take back. Everything is as it was before, the
    /// position's key included.
    pub fn undo(&mut self) -> bool {
        if self.settled.take().is_some() {
            return true;
        }
        let Some((position, turn)) = self.past.pop() else { return false };
        self.position = position;
        self.future.push(turn);
        true
    }

    /// Plays the turn taken back last again; `None` when there is none.
    pub fn redo(&mut self) -> Option<Turn> {
        let turn = self.next_redo()?;
        self.play(turn).ok().map(|()| turn)
    }

    /// A side resigns (rules, section 9).
    ///
    /// # Errors
    ///
    /// [`PlayError::GameOver`] when the game has ended already.
    pub fn resign(&mut self, side: Side) -> Result<(), PlayError> {
        self.settle(Ending::Resigned(side))
    }

    /// The players agree to a draw (rules, section 9).
    ///
    /// # Errors
    ///
    /// [`PlayError::GameOver`] when the game has ended already.
    pub fn agree_draw(&mut self) -> Result<(), PlayError> {
        self.settle(Ending::Agreed)
    }

    fn settle(&mut self, ending: Ending) -> Result<(), PlayError> {
        if self.ending().is_some() {
            return Err(PlayError::GameOver);
        }
        self.settled = Some(ending);
        Ok(())
    }

    /// Why the game is over; `None` while it goes on.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.settled.or_else(|| self.position.ending(&self.rules))
    }

    /// The points of the archers on the board now.
    #[must_use]
    pub fn score(&self) -> Score {
        self.position.score(&self.rules)
    }

    /// The game's result; `None` while it goes on.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        let winner = match self.ending()? {
            Ending::Resigned(side) => Some(side.other()),
            Ending::Agreed => None,
            Ending::WipedOut(_) | Ending::AllHome(_) | Ending::Passes => self.score().leader(),
        };
        Some(winner.map_or(GameResult::Draw, GameResult::Won))
    }

    /// The points that the game counts for in a match; `None` while it goes on.
    ///
    /// These are the points of the archers on the board, but for two endings that rules, section
    /// 10, leaves open. Whoever resigns gets nothing and the other side 2 for each archer it has on
    /// the board, so that no player gains by resigning a game early; and a draw by agreement
    /// counts for both sides as much as their archers did at the start.
    #[must_use]
    pub fn match_points(&self) -> Option<Score> {
        let twice = |side: Side| 2 * self.position.archers(side).len() as u32;
        let archers = self.rules.board().archers() as u32;
        Some(match self.ending()? {
            Ending::Resigned(Side::White) => Score::new(0, twice(Side::Black)),
            Ending::Resigned(Side::Black) => Score::new(twice(Side::White), 0),
            Ending::Agreed => Score::new(archers, archers),
            Ending::WipedOut(_) | Ending::AllHome(_) | Ending::Passes => self.score(),
        })
    }
}

/// Who won a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum GameResult {
    /// This side won.
    Won(Side),
    /// Nobody did.
    Draw,
}

impl GameResult {
    /// The side that won.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            GameResult::Won(side) => Some(side),
            GameResult::Draw => None,
        }
    }
}

impl fmt::Display for GameResult {
    /// `1-0`, `0-1` or `1/2-1/2`, as in records.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            GameResult::Won(Side::White) => "1-0",
            GameResult::Won(Side::Black) => "0-1",
            GameResult::Draw => "1/2-1/2",
        })
    }
}
