//! Values under best play.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{AddAssign, Neg};

use jarmo_core::Side;

/// What a position is worth to the side to move when both play as well as can be; a game that
/// never ends is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// The side to move loses.
    Loss,
    /// Neither side can win.
    Draw,
    /// The side to move wins.
    Win,
}

impl Value {
    /// The value for `side` when `winner` wins, or nobody.
    #[must_use]
    pub fn of(winner: Option<Side>, side: Side) -> Value {
        match winner {
            None => Value::Draw,
            Some(winner) if winner == side => Value::Win,
            Some(_) => Value::Loss,
        }
    }
}

impl Neg for Value {
    type Output = Value;

    /// The same for the other side.
    fn neg(self) -> Value {
        match self {
            Value::Loss => Value::Win,
            Value::Draw => Value::Draw,
            Value::Win => Value::Loss,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Value::Loss => "loss",
            Value::Draw => "draw",
            Value::Win => "win",
        })
    }
}

/// What tables know of a position or a turn: what it is worth and how far the end is.
///
/// The better for whose value it is, the greater: a sooner win, a later loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The value.
    pub value: Value,
    /// How many turns the winner needs, its own first one included; `None` for a draw, and when
    /// no table knows.
    pub distance: Option<u16>,
}

impl fmt::Display for Verdict {
    /// The value and, where it is known, in how many turns: `win in 3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.distance {
            Some(turns) => write!(f, "{} in {turns}", self.value),
            None => self.value.fmt(f),
        }
    }
}

impl Ord for Verdict {
    fn cmp(&self, other: &Verdict) -> Ordering {
        // Not to know how far a win or loss is, is worse than any distance.
        let for_value = |distance: Option<u16>| match self.value {
            Value::Win => distance.map_or(i64::MIN, |turns| -i64::from(turns)),
            _ => distance.map_or(i64::MIN, i64::from),
        };
        let by_distance = || for_value(self.distance).cmp(&for_value(other.distance));
        self.value.cmp(&other.value).then_with(by_distance)
    }
}

impl PartialOrd for Verdict {
    fn partial_cmp(&self, other: &Verdict) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Who wins, as tables have it: two bits a position.
pub(crate) mod code {
    use jarmo_core::Side;

    pub(crate) const NOBODY: u8 = 0;

    pub(crate) const fn of(winner: Side) -> u8 {
        winner as u8 + 1
    }

    /// Who wins; `None` in the outer place for what no table has.
    pub(crate) const fn winner(code: u8) -> Option<Option<Side>> {
        match code {
            NOBODY => Some(None),
            1 => Some(Some(Side::White)),
            2 => Some(Some(Side::Black)),
            _ => None,
        }
    }
}

/// How many positions there are of each value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The side to move wins.
    pub win: u64,
    /// The side to move loses.
    pub loss: u64,
    /// The game is over, with equal points.
    pub drawn: u64,
    /// The game never ends, or ends in a draw.
    pub endless: u64,
}

impl Counts {
    /// How many positions there are in all.
    #[must_use]
    pub fn positions(&self) -> u64 {
        [self.loss, self.drawn, self.endless].into_iter().fold(self.win, u64::saturating_add)
    }

    /// Makes each figure that of `other` where that is greater.
    pub(crate) fn raise(&mut self, other: &Counts) {
        self.win = self.win.max(other.win);
        self.loss = self.loss.max(other.loss);
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.win = self.win.saturating_add(other.win);
        self.loss = self.loss.saturating_add(other.loss);
        self.drawn = self.drawn.saturating_add(other.drawn);
        self.endless = self.endless.saturating_add(other.endless);
    }
}
