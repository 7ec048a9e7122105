//! An archer on the board.

use crate::side::Side;

/// An archer: whose it is, and whether it is marked (rules, sections 2 and 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Archer {
    /// The side it belongs to.
    pub side: Side,
    /// Whether it has captured since it last came onto the board or paid for a return.
    pub marked: bool,
}
