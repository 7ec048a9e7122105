//! Classes: how many archers and marks each side has.

use std::fmt;

use jarmo_core::{Board, BySide, Position, Side};

use crate::combination::binomial;

/// How many archers each side has, and how many of them are marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// Each side's archers.
    pub archers: BySide<usize>,
    /// Each side's marked archers.
    pub marked: BySide<usize>,
}

impl Class {
    /// The class of a position.
    #[must_use]
    pub fn of(position: &Position) -> Class {
        let archers = |side| position.archers(side).len();
        let marked = |side| position.marked(side).len();
        Class {
            archers: BySide::new(archers(Side::White), archers(Side::Black)),
            marked: BySide::new(marked(Side::White), marked(Side::Black)),
        }
    }

    /// Every class of a level in which both sides have archers, fewer archers first.
    #[must_use]
    pub fn of_level(board: &Board, level: usize) -> Vec<Class> {
        let most = board.archers();
        let mut classes = Vec::new();
        for total in 2..=level.min(2 * most) {
            for white in 1..=most.min(total - 1) {
                let black = total - white;
                let marks = level - total;
                if black > most {
                    continue;
                }
                for white_marked in 0..=white.min(marks) {
                    let black_marked = marks - white_marked;
                    if black_marked <= black {
                        classes.push(Class {
                            archers: BySide::new(white, black),
                            marked: BySide::new(white_marked, black_marked),
                        });
                    }
                }
            }
        }
        classes
    }

    /// Archers and marks together.
    #[must_use]
    pub fn level(&self) -> usize {
        let BySide { white, black } = self.marked;
        [self.archers.black, white, black]
            .into_iter()
            .fold(self.archers.white, usize::saturating_add)
    }

    /// How many placements with `side` to move the class has on a board.
    #[must_use]
    pub fn placements(&self, board: &Board) -> u64 {
        let holes = board.holes().len();
        let BySide { white, black } = self.archers;
        [
            binomial(holes.saturating_sub(white), black),
            binomial(white, self.marked.white),
            binomial(black, self.marked.black),
        ]
        .into_iter()
        .fold(binomial(holes, white), u64::saturating_mul)
    }

    /// How many positions the class has on a board, with either side to move.
    #[must_use]
    pub fn positions(&self, board: &Board) -> u64 {
        self.placements(board).saturating_mul(2)
    }

    /// How many archers and marks a side has.
    pub(crate) fn strength(&self, side: Side) -> Strength {
        Strength { archers: self.archers[side], marked: self.marked[side] }
    }

    /// The class in which `side` is so strong and the other side so.
    pub(crate) fn of_strengths(side: Side, own: Strength, other: Strength) -> Class {
        let (white, black) = match side {
            Side::White => (own, other),
            Side::Black => (other, own),
        };
        Class {
            archers: BySide::new(white.archers, black.archers),
            marked: BySide::new(white.marked, black.marked),
        }
    }
}

impl fmt::Display for Class {
    /// White's archers, Black's and, after a plus each, those that are marked: `3+1v2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |side: Side| match self.marked[side] {
            0 => self.archers[side].to_string(),
            marked => format!("{}+{marked}", self.archers[side]),
        };
        f.pad(&format!("{}v{}", part(Side::White), part(Side::Black)))
    }
}

/// How many archers one side has, and how many of them are marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Strength {
    pub(crate) archers: usize,
    pub(crate) marked: usize,
}
