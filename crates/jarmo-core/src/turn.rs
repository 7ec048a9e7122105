//! A turn.

use crate::hole::Hole;

/// What a player does when it is its turn (rules, sections 3 to 8).
///
/// A turn by itself is only a statement; whether it is legal depends on the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Turn {
    /// One archer moves along one line.
    Move {
        /// The hole it leaves.
        from: Hole,
        /// The hole it comes to.
        to: Hole,
        /// Whether it captures an enemy archer there.
        capture: bool,
        /// The hole of the first row on which a captured archer is brought back in the same turn.
        returning: Option<Hole>,
    },
    /// A captured archer is brought back on this hole, and nothing else.
    Return(Hole),
    /// Nothing, since there is no legal turn.
    Pass,
}

impl Turn {
    /// The hole on which this turn brings an archer back.
    #[must_use]
    pub const fn returning(self) -> Option<Hole> {
        match self {
            Turn::Move { returning, .. } => returning,
            Turn::Return(hole) => Some(hole),
            Turn::Pass => None,
        }
    }

    /// Whether this turn captures.
    #[must_use]
    pub const fn is_capture(self) -> bool {
        matches!(self, Turn::Move { capture: true, .. })
    }
}
