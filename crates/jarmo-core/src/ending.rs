//! How a game ends.

use core::fmt;

use crate::side::Side;

/// Why a game is over (rules, sections 8 and 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Ending {
    /// This side has no archer left on the board.
    WipedOut(Side),
    /// Every archer that this side has on the board is home.
    AllHome(Side),
    /// Both players passed in succession.
    Passes,
    /// This side resigned.
    Resigned(Side),
    /// The players agreed to a draw.
    Agreed,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::WipedOut(side) => write!(f, "{side} has no archer left"),
            Ending::AllHome(side) => write!(f, "all of {side}'s archers are home"),
            Ending::Passes => f.write_str("both players passed"),
            Ending::Resigned(side) => write!(f, "{side} resigned"),
            Ending::Agreed => f.write_str("draw agreed"),
        }
    }
}
