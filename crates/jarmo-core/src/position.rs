//! A position: archers, marks, whose turn it is, streaks.

use core::fmt;

use crate::archer::Archer;
use crate::ending::Ending;
use crate::hole::{Hole, HoleName, HoleSet};
use crate::key;
use crate::rules::Rules;
use crate::score::Score;
use crate::side::{BySide, Side};
use crate::streak::{PackedStreak, Streak};

/// Everything that decides which turns are legal and what they lead to.
///
/// A position is small, is copied rather than changed back, and does not hold its
/// [`Rules`]: whoever asks about legality passes them in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    // The mover's things and the other side's, not White's and Black's: playing a turn swaps
    // them, and no field is ever looked up by a side that is known only at run time.
    pub(crate) own: HoleSet,
    pub(crate) enemy: HoleSet,
    pub(crate) marked: HoleSet,
    pub(crate) own_streak: PackedStreak,
    pub(crate) enemy_streak: PackedStreak,
    pub(crate) to_move: Side,
    pub(crate) turn_number: u32,
    /// The key of archers and side to move, kept up to date turn by turn.
    pub(crate) placement_key: u64,
}

/// A position's contents, not yet checked: what text, files and editors are read into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Setup {
    /// The holes of each side's archers.
    pub archers: BySide<HoleSet>,
    /// The holes of marked archers, of both sides.
    pub marked: HoleSet,
    /// The side to move.
    pub to_move: Side,
    /// What each side's latest turns say about shuttling.
    pub streaks: BySide<Streak>,
    /// Starts at 1 and grows after Black's turn.
    pub turn_number: u32,
}

impl Position {
    /// The start position (rules, section 2).
    #[must_use]
    pub fn start(rules: &Rules) -> Position {
        let board = rules.board();
        Position::assemble(&Setup {
            archers: BySide::new(board.first_row(Side::White), board.first_row(Side::Black)),
            marked: HoleSet::EMPTY,
            to_move: rules.options().first,
            streaks: BySide::default(),
            turn_number: 1,
        })
    }

    /// Checks a position's contents.
    ///
    /// # Errors
    ///
    /// The first thing that no position has, see [`SetupError`]. Positions that no game reaches,
    /// but that could be played on from, are fine.
    pub fn new(rules: &Rules, setup: &Setup) -> Result<Position, SetupError> {
        setup.check(rules)?;
        Ok(Position::assemble(setup))
    }

    /// Checks that this is a position of these rules: one of another board may have archers off
    /// theirs, or a streak where theirs has no line. Where it fits both, it is one of both.
    ///
    /// # Errors
    ///
    /// What these rules' positions do not have.
    pub fn fits(&self, rules: &Rules) -> Result<(), SetupError> {
        self.setup().check(rules)
    }

    fn assemble(setup: &Setup) -> Position {
        let side = setup.to_move;
        let mut position = Position {
            own: setup.archers[side],
            enemy: setup.archers[side.other()],
            marked: setup.marked,
            own_streak: PackedStreak::new(setup.streaks[side]),
            enemy_streak: PackedStreak::new(setup.streaks[side.other()]),
            to_move: side,
            turn_number: setup.turn_number,
            placement_key: 0,
        };
        position.placement_key = position.fresh_placement_key();
        position
    }

    /// The position's contents, as [`Position::new`] takes them.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            archers: BySide::new(self.archers(Side::White), self.archers(Side::Black)),
            marked: self.marked,
            to_move: self.to_move,
            streaks: BySide::new(self.streak(Side::White), self.streak(Side::Black)),
            turn_number: self.turn_number,
        }
    }

    /// The side whose turn it is.
    #[must_use]
    #[inline]
    pub const fn to_move(&self) -> Side {
        self.to_move
    }

    /// The turn's number: starts at 1 and grows after Black's turn.
    #[must_use]
    pub const fn turn_number(&self) -> u32 {
        self.turn_number
    }

    /// The holes of a side's archers.
    #[must_use]
    #[inline]
    pub const fn archers(&self, side: Side) -> HoleSet {
        if side as u8 == self.to_move as u8 { self.own } else { self.enemy }
    }

    /// The holes of all archers.
    #[must_use]
    #[inline]
    pub const fn occupied(&self) -> HoleSet {
        HoleSet::from_bits(self.own.bits() | self.enemy.bits())
    }

    /// The holes of a side's marked archers.
    #[must_use]
    #[inline]
    pub const fn marked(&self, side: Side) -> HoleSet {
        self.marked.and(self.archers(side))
    }

    /// The holes of a side's archers that are home (rules, section 5).
    #[must_use]
    #[inline]
    pub const fn home(&self, rules: &Rules, side: Side) -> HoleSet {
        self.archers(side).and(rules.goal_row(side))
    }

    /// How many of a side's archers the other side holds prisoner; none where it has more archers
    /// than it starts with, as under the rules of a smaller board.
    #[must_use]
    #[inline]
    pub const fn prisoners(&self, rules: &Rules, side: Side) -> usize {
        rules.board().archers().saturating_sub(self.archers(side).len())
    }

    /// The archer that stands on a hole.
    #[must_use]
    pub fn archer_at(&self, hole: Hole) -> Option<Archer> {
        let side = Side::ALL.into_iter().find(|side| self.archers(*side).contains(hole))?;
        Some(Archer { side, marked: self.marked.contains(hole) })
    }

    /// What a side's latest turns say about shuttling (rules, section 7).
    #[must_use]
    #[inline]
    pub const fn streak(&self, side: Side) -> Streak {
        let packed =
            if side as u8 == self.to_move as u8 { self.own_streak } else { self.enemy_streak };
        packed.unpack()
    }

    /// Archers on the board and marked archers among them: it never grows in play.
    #[must_use]
    pub const fn level(&self) -> usize {
        self.occupied().len() + self.marked.len()
    }

    /// A 64-bit key of everything but the turn number. Positions that differ in nothing else
    /// have equal keys; others differ but for chance.
    #[must_use]
    #[inline]
    pub fn key(&self) -> u64 {
        self.key_with_streaks_from(1)
    }

    /// [`Position::key`] where a streak along a line of fewer than `least` turns counts as none;
    /// that the last turn was a pass always counts.
    ///
    /// With the shuttling limit for `least`, positions with equal keys have the same legal turns.
    #[must_use]
    #[inline]
    pub fn key_with_streaks_from(&self, least: u8) -> u64 {
        let part = |side, streak: PackedStreak| {
            let counts = streak.count() >= least || streak == PackedStreak::PASS;
            if counts { key::streak(side, streak) } else { 0 }
        };
        self.placement_key
            ^ part(self.to_move, self.own_streak)
            ^ part(self.to_move.other(), self.enemy_streak)
    }

    /// A 64-bit key of the archers, marks and side to move, without streaks.
    #[must_use]
    #[inline]
    pub const fn placement_key(&self) -> u64 {
        self.placement_key
    }

    /// [`Position::placement_key`] computed from nothing, to check the one kept in play.
    #[must_use]
    pub fn fresh_placement_key(&self) -> u64 {
        let mut sum = if self.to_move == Side::Black { key::BLACK_TO_MOVE } else { 0 };
        for side in Side::ALL {
            for hole in self.archers(side) {
                sum ^= key::archer(side, self.marked.contains(hole), hole);
            }
        }
        sum
    }

    /// Whether the game has ended on the board: [`Position::ending`] without the reason.
    #[must_use]
    #[inline]
    pub fn is_over(&self, rules: &Rules) -> bool {
        self.own.minus(rules.goal_row(self.to_move)).is_empty()
            || self.enemy.minus(rules.first_row(self.to_move)).is_empty()
            || self.both_passed()
    }

    /// Why the game has ended on the board (rules, sections 8 and 9); `None` while it goes on.
    ///
    /// A side without archers is named before a side whose archers are all home, and the side
    /// that has just moved before the other.
    #[must_use]
    pub fn ending(&self, rules: &Rules) -> Option<Ending> {
        let sides = [self.to_move.other(), self.to_move];
        if let Some(side) = sides.into_iter().find(|side| self.archers(*side).is_empty()) {
            return Some(Ending::WipedOut(side));
        }
        let all_home = |side: &Side| self.archers(*side).minus(rules.goal_row(*side)).is_empty();
        if let Some(side) = sides.into_iter().find(all_home) {
            return Some(Ending::AllHome(side));
        }
        self.both_passed().then_some(Ending::Passes)
    }

    #[inline]
    fn both_passed(&self) -> bool {
        self.own_streak == PackedStreak::PASS && self.enemy_streak == PackedStreak::PASS
    }

    /// The points that the archers on the board make now (rules, section 9): 2 for each that is
    /// home and 1 for each other.
    #[must_use]
    pub const fn score(&self, rules: &Rules) -> Score {
        let white = self.archers(Side::White).len() + self.home(rules, Side::White).len();
        let black = self.archers(Side::Black).len() + self.home(rules, Side::Black).len();
        Score::new(white as u32, black as u32)
    }
}

impl Setup {
    fn check(&self, rules: &Rules) -> Result<(), SetupError> {
        let board = rules.board();
        let BySide { white, black } = self.archers;
        if let Some(hole) = (white & black).lowest() {
            return Err(SetupError::TwoArchers(board.name(hole)));
        }
        if let Some(hole) = (white | black).minus(board.holes()).lowest() {
            return Err(SetupError::OffBoard(board.name(hole)));
        }
        if let Some(hole) = self.marked.minus(white | black).lowest() {
            return Err(SetupError::MarkOnNothing(board.name(hole)));
        }
        for side in Side::ALL {
            let count = self.archers[side].len();
            if count > board.archers() {
                return Err(SetupError::TooManyArchers { side, count, most: board.archers() });
            }
            let Streak::Line { from, to, count } = self.streaks[side] else { continue };
            if !board.joins(from, to) {
                let (from, to) = (board.name(from), board.name(to));
                return Err(SetupError::StreakOffLine { side, from, to });
            }
            if count == 0 {
                return Err(SetupError::StreakOfNone { side });
            }
            // The archer may be an enemy that has just captured there, but only when the side
            // itself is to move; the other has just moved, and its archer still stands there.
            let expected = if side == self.to_move { white | black } else { self.archers[side] };
            if !expected.contains(to) {
                return Err(SetupError::StreakWithoutArcher { side, to: board.name(to) });
            }
        }
        if self.turn_number == 0 {
            return Err(SetupError::TurnNumber);
        }
        Ok(())
    }
}

/// What keeps a [`Setup`] from being a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// An archer of each side stands on this hole.
    TwoArchers(HoleName),
    /// An archer stands on a hole past the board's last one.
    OffBoard(HoleName),
    /// A mark lies where no archer stands.
    MarkOnNothing(HoleName),
    /// A side has more archers than it starts with.
    TooManyArchers {
        /// The side.
        side: Side,
        /// How many it has.
        count: usize,
        /// How many it may have.
        most: usize,
    },
    /// A streak goes along a line that the board does not have.
    StreakOffLine {
        /// Whose streak.
        side: Side,
        /// Where its latest turn started.
        from: HoleName,
        /// Where its latest turn ended.
        to: HoleName,
    },
    /// A streak counts no turn.
    StreakOfNone {
        /// Whose streak.
        side: Side,
    },
    /// No archer stands where a streak's latest turn ended: neither the one that moved nor, for
    /// the side to move, an enemy that captured it.
    StreakWithoutArcher {
        /// Whose streak.
        side: Side,
        /// Where its latest turn ended.
        to: HoleName,
    },
    /// The turn number is 0.
    TurnNumber,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::TwoArchers(hole) => write!(f, "two archers stand on {hole}"),
            SetupError::OffBoard(hole) => write!(f, "an archer stands on {hole}, off the board"),
            SetupError::MarkOnNothing(hole) => {
                write!(f, "a mark lies on {hole}, where no archer stands")
            }
            SetupError::TooManyArchers { side, count, most } => {
                write!(f, "{side} has {count} archers: expected at most {most}")
            }
            SetupError::StreakOffLine { side, from, to } => {
                write!(f, "{side}'s streak goes from {from} to {to}, which no line joins")
            }
            SetupError::StreakOfNone { side } => {
                write!(f, "{side}'s streak counts 0 turns: expected at least 1")
            }
            SetupError::StreakWithoutArcher { side, to } => {
                write!(f, "{side}'s streak ends on {to}, where its archer does not stand")
            }
            SetupError::TurnNumber => f.write_str("turn number 0: expected 1 or more"),
        }
    }
}

impl core::error::Error for SetupError {}
