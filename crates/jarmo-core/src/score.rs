//! Points.

use core::cmp::Ordering;
use core::fmt;
use core::ops::{Add, AddAssign};

use crate::side::{BySide, Side};

/// The points of both sides (rules, section 9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Score {
    /// White's points.
    pub white: u32,
    /// Black's points.
    pub black: u32,
}

impl Score {
    /// White's points first, then Black's.
    #[must_use]
    pub const fn new(white: u32, black: u32) -> Score {
        Score { white, black }
    }

    /// The points of one side.
    #[must_use]
    pub const fn of(self, side: Side) -> u32 {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }

    /// The side with more points; `None` when they are equal, a draw.
    #[must_use]
    pub fn leader(self) -> Option<Side> {
        match self.white.cmp(&self.black) {
            Ordering::Greater => Some(Side::White),
            Ordering::Less => Some(Side::Black),
            Ordering::Equal => None,
        }
    }

    /// How many points `side` is ahead; negative when it is behind.
    #[must_use]
    pub fn margin(self, side: Side) -> i64 {
        i64::from(self.of(side)) - i64::from(self.of(side.other()))
    }
}

impl fmt::Display for Score {
    /// White's points, a dash, Black's points: `4-5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.white, self.black)
    }
}

impl From<BySide<u32>> for Score {
    fn from(points: BySide<u32>) -> Score {
        Score::new(points.white, points.black)
    }
}

impl Add for Score {
    type Output = Score;

    fn add(self, other: Score) -> Score {
        Score::new(self.white.saturating_add(other.white), self.black.saturating_add(other.black))
    }
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Score) {
        *self = *self + other;
    }
}
