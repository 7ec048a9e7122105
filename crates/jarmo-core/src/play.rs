//! Playing a turn.

use core::fmt;

use crate::board::Board;
use crate::hole::{Hole, HoleName, HoleSet};
use crate::key;
use crate::position::Position;
use crate::rules::Rules;
use crate::side::Side;
use crate::streak::{PackedStreak, Streak};
use crate::turn::Turn;

impl Position {
    /// The position after a legal turn.
    ///
    /// # Errors
    ///
    /// Why the turn is not legal here, see [`PlayError`].
    pub fn play(&self, rules: &Rules, turn: Turn) -> Result<Position, PlayError> {
        self.check(rules, turn)?;
        Ok(self.play_unchecked(rules, turn))
    }

    /// The position after a turn that is known to be legal.
    ///
    /// After one that is not, the result is some position or other: nothing unsafe, nothing
    /// meant.
    #[must_use]
    #[inline]
    pub fn play_unchecked(&self, rules: &Rules, turn: Turn) -> Position {
        match turn {
            Turn::Move { from, to, returning, .. } => {
                let mut after = self.after_move(from, to);
                if let Some(hole) = returning {
                    after.bring_back(rules, hole);
                }
                after
            }
            Turn::Return(hole) => {
                let mut after = self.handed_over(PackedStreak::NONE);
                after.bring_back(rules, hole);
                after
            }
            Turn::Pass => self.handed_over(PackedStreak::PASS),
        }
    }

    /// The same archers with the other side to move, after a turn that left this streak.
    #[inline(always)]
    fn handed_over(&self, streak: PackedStreak) -> Position {
        Position {
            own: self.enemy,
            enemy: self.own,
            marked: self.marked,
            own_streak: self.enemy_streak,
            enemy_streak: streak,
            to_move: self.to_move.other(),
            turn_number: self.turn_number.saturating_add(self.to_move as u32),
            placement_key: self.placement_key ^ key::BLACK_TO_MOVE,
        }
    }

    /// The position after a move without a return (rules, sections 3, 4 and 7).
    #[inline(always)]
    pub(crate) fn after_move(&self, from: Hole, to: Hole) -> Position {
        let side = self.to_move;
        let was_marked = self.marked.contains(from);
        let captures = self.enemy.contains(to);
        let marked = was_marked || captures;

        let mut after = self.handed_over(self.own_streak.after_move(from, to));
        after.enemy = self.own.without(from).with(to);
        after.placement_key ^= key::archer(side, was_marked, from) ^ key::archer(side, marked, to);
        // A move that captures nothing changes nothing here: no branch to guess wrong.
        after.own = self.enemy.without(to);
        let captured = key::archer(side.other(), self.marked.contains(to), to);
        after.placement_key ^= captured & u64::from(captures).wrapping_neg();
        let mark = HoleSet::from_bits(u32::from(marked) << to.index());
        after.marked = self.marked.without(from).without(to) | mark;
        after
    }

    /// Brings back an archer of the side that has just handed the turn over; its marked home
    /// archer on the lowest file letter pays (rules, section 6): the leftmost, since the letters
    /// of a board ascend.
    #[inline]
    fn bring_back(&mut self, rules: &Rules, hole: Hole) {
        let side = self.to_move.other();
        if let Some(payer) = (self.marked & self.enemy & rules.goal_row(side)).lowest() {
            self.marked = self.marked.without(payer);
            self.placement_key ^= key::archer(side, true, payer) ^ key::archer(side, false, payer);
        }
        self.enemy = self.enemy.with(hole);
        self.placement_key ^= key::archer(side, false, hole);
    }

    /// Whether a turn is legal.
    #[must_use]
    pub fn is_legal(&self, rules: &Rules, turn: Turn) -> bool {
        self.check(rules, turn).is_ok()
    }

    /// Checks that a turn is legal.
    ///
    /// # Errors
    ///
    /// Why it is not, see [`PlayError`].
    #[inline]
    pub fn check(&self, rules: &Rules, turn: Turn) -> Result<(), PlayError> {
        if self.is_over(rules) {
            return Err(PlayError::GameOver);
        }
        match turn {
            Turn::Move { from, to, capture, returning } => {
                self.check_move(rules, from, to, capture)?;
                match returning {
                    None => Ok(()),
                    Some(_) if !rules.adds_returns() => Err(PlayError::ReturnTakesTurn),
                    Some(hole) => {
                        let after = self.after_move(from, to);
                        let allowed = self.added_return_holes(rules, from, to);
                        after.check_return(rules, self.to_move, hole, allowed)
                    }
                }
            }
            Turn::Return(hole) => {
                if rules.adds_returns() && self.has_move(rules) {
                    return Err(PlayError::ReturnNeedsMove);
                }
                self.check_return(rules, self.to_move, hole, self.return_holes(rules))
            }
            Turn::Pass => {
                let alone = !rules.adds_returns() || !self.has_move(rules);
                let can_return = alone && !self.return_holes(rules).is_empty();
                if self.has_move(rules) || can_return {
                    Err(PlayError::PassWithTurns)
                } else {
                    Ok(())
                }
            }
        }
    }

    #[inline]
    fn check_move(
        &self,
        rules: &Rules,
        from: Hole,
        to: Hole,
        capture: bool,
    ) -> Result<(), PlayError> {
        let legal = self.own.contains(from)
            && self.targets_of(rules, from, self.shuttle_ban(rules)).contains(to)
            && capture == self.enemy.contains(to);
        if legal { Ok(()) } else { self.explain_move(rules, from, to, capture) }
    }

    /// Why a move is not legal.
    #[cold]
    fn explain_move(
        &self,
        rules: &Rules,
        from: Hole,
        to: Hole,
        capture: bool,
    ) -> Result<(), PlayError> {
        let board = rules.board();
        let side = self.to_move;
        let name = |hole| board.name(hole);
        for hole in [from, to] {
            if !board.holes().contains(hole) {
                return Err(PlayError::OffBoard(name(hole)));
            }
        }
        if self.archers(side.other()).contains(from) {
            return Err(PlayError::EnemyArcher { hole: name(from), side });
        }
        if !self.archers(side).contains(from) {
            return Err(PlayError::NoArcher(name(from)));
        }
        if rules.goal_row(side).contains(from) {
            return Err(PlayError::Home(name(from)));
        }
        if !board.joins(from, to) {
            return Err(PlayError::NoLine { from: name(from), to: name(to) });
        }
        if !rules.reach(side, from).contains(to) {
            return Err(PlayError::Backward { from: name(from), to: name(to) });
        }
        if self.archers(side).contains(to) {
            return Err(PlayError::OwnArcher(name(to)));
        }
        if let Some(ban) = self.shuttle_ban(rules)
            && ban == (from, to)
            && let Streak::Line { count, .. } = self.streak(side)
        {
            let turns = u16::from(count) + 1;
            return Err(PlayError::Shuttle { from: name(from), to: name(to), turns });
        }
        match (capture, self.archers(side.other()).contains(to)) {
            (true, false) => Err(PlayError::NothingToCapture(name(to))),
            (false, true) => Err(PlayError::UnsaidCapture(name(to))),
            _ => Ok(()),
        }
    }

    /// Checks a return of `side` in the position it is made in; `allowed` are the holes on which
    /// the rules allow it, and all that is left here is to say why `hole` is not among them.
    fn check_return(
        &self,
        rules: &Rules,
        side: Side,
        hole: Hole,
        allowed: HoleSet,
    ) -> Result<(), PlayError> {
        let name = rules.board().name(hole);
        if allowed.contains(hole) {
            Ok(())
        } else if !rules.board().holes().contains(hole) {
            Err(PlayError::OffBoard(name))
        } else if self.prisoners(rules, side) == 0 {
            Err(PlayError::NoPrisoner { side })
        } else if self.marked.is_disjoint(self.home(rules, side)) {
            Err(PlayError::NoMarkHome { side })
        } else if !rules.first_row(side).contains(hole) {
            Err(PlayError::ReturnOffFirstRow { hole: name, side })
        } else {
            Err(PlayError::ReturnOccupied(name))
        }
    }
}

/// Why a turn is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The game is over (rules, section 9).
    GameOver,
    /// The board has no such hole.
    OffBoard(HoleName),
    /// No archer stands there.
    NoArcher(HoleName),
    /// The archer there belongs to the other player.
    EnemyArcher {
        /// Where it stands.
        hole: HoleName,
        /// The side whose turn it is.
        side: Side,
    },
    /// The archer is home (rules, section 5).
    Home(HoleName),
    /// The two holes are not joined (rules, section 3).
    NoLine {
        /// Where the move would start.
        from: HoleName,
        /// Where it would end.
        to: HoleName,
    },
    /// The move would go back, which these rules forbid (rules, section 3, Jasir).
    Backward {
        /// Where the move would start.
        from: HoleName,
        /// Where it would end.
        to: HoleName,
    },
    /// An archer of the same side stands there.
    OwnArcher(HoleName),
    /// The move would extend a streak at its limit (rules, section 7).
    Shuttle {
        /// Where the move would start.
        from: HoleName,
        /// Where it would end.
        to: HoleName,
        /// How many turns to and fro it would make.
        turns: u16,
    },
    /// The turn says it captures, and no enemy archer stands there.
    NothingToCapture(HoleName),
    /// The turn does not say that it captures, and an enemy archer stands there.
    UnsaidCapture(HoleName),
    /// A return was added to a move where it takes a whole turn (rules, section 6).
    ReturnTakesTurn,
    /// A return was played alone where it is added to a move, and there is a move (rules,
    /// section 6).
    ReturnNeedsMove,
    /// None of the side's archers is a prisoner (rules, section 6).
    NoPrisoner {
        /// The side.
        side: Side,
    },
    /// None of the side's home archers is marked (rules, section 6).
    NoMarkHome {
        /// The side.
        side: Side,
    },
    /// The hole is not on the side's own first row (rules, section 6).
    ReturnOffFirstRow {
        /// The hole.
        hole: HoleName,
        /// The side.
        side: Side,
    },
    /// The hole is not empty (rules, section 6).
    ReturnOccupied(HoleName),
    /// There are legal turns, so passing is not allowed (rules, section 8).
    PassWithTurns,
}

impl PlayError {
    /// For a missing line that sets the built-in boards apart: the one that has it.
    #[must_use]
    pub fn board_with_line(&self) -> Option<&'static Board> {
        let PlayError::NoLine { from, to } = self else { return None };
        let joins = |board: &&Board| {
            let holes = board.hole_named(*from).zip(board.hole_named(*to));
            holes.is_some_and(|(from, to)| board.joins(from, to))
        };
        let mut with = Board::BUILT_IN.iter().filter(joins);
        with.next().filter(|_| with.count() + 1 < Board::BUILT_IN.len())
    }
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::GameOver => f.write_str("the game is over"),
            PlayError::OffBoard(hole) => write!(f, "the board has no hole {hole}"),
            PlayError::NoArcher(hole) => write!(f, "no archer stands on {hole}"),
            PlayError::EnemyArcher { hole, side } => {
                write!(f, "the archer on {hole} is {}'s, and it is {side}'s turn", side.other())
            }
            PlayError::Home(hole) => write!(f, "{hole} is home and cannot move"),
            PlayError::NoLine { from, to } => {
                write!(f, "no line joins {from} and {to}")?;
                match self.board_with_line() {
                    Some(board) => {
                        write!(f, " on this board; the board {} has that line", board.board_name())
                    }
                    None => Ok(()),
                }
            }
            PlayError::Backward { from, to } => {
                write!(f, "{from}-{to} goes backward, which archers cannot in these rules")
            }
            PlayError::OwnArcher(hole) => write!(f, "an archer of the same side stands on {hole}"),
            PlayError::Shuttle { from, to, turns } => {
                write!(f, "{from}-{to} would be the {} turn to and fro", Ordinal(*turns))
            }
            PlayError::NothingToCapture(hole) => {
                write!(f, "nothing is captured on {hole}: no enemy archer stands there")
            }
            PlayError::UnsaidCapture(hole) => {
                write!(f, "an enemy archer stands on {hole}: the move captures it")
            }
            PlayError::ReturnTakesTurn => f.write_str("a return takes a whole turn in these rules"),
            PlayError::ReturnNeedsMove => {
                f.write_str("a return is added to a move in these rules, and there is a legal move")
            }
            PlayError::NoPrisoner { side } => write!(f, "none of {side}'s archers is a prisoner"),
            PlayError::NoMarkHome { side } => {
                write!(f, "{side} has no marked archer home to pay for a return")
            }
            PlayError::ReturnOffFirstRow { hole, side } => {
                write!(f, "{hole} is not on {side}'s first row")
            }
            PlayError::ReturnOccupied(hole) => write!(f, "{hole} is not empty"),
            PlayError::PassWithTurns => {
                f.write_str("passing is allowed only when there is no legal turn")
            }
        }
    }
}

impl core::error::Error for PlayError {}

/// `fifth`, or `11th` past the tenth.
struct Ordinal(u16);

impl fmt::Display for Ordinal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const WORDS: [&str; 10] = [
            "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
            "tenth",
        ];
        if let Some(word) = usize::from(self.0).checked_sub(1).and_then(|i| WORDS.get(i)) {
            return f.write_str(word);
        }
        let ending = match (self.0 % 100, self.0 % 10) {
            (11..=13, _) => "th",
            (_, 1) => "st",
            (_, 2) => "nd",
            (_, 3) => "rd",
            _ => "th",
        };
        write!(f, "{}{ending}", self.0)
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::Ordinal;
    use alloc::string::ToString;

    #[test]
    fn ordinals() {
        let words = [1, 5, 10, 11, 21, 22, 113].map(|n| Ordinal(n).to_string());
        assert_eq!(words, ["first", "fifth", "tenth", "11th", "21st", "22nd", "113th"]);
    }
}
