//! Levels of play, 1 to 10.

use core::fmt;

/// A level of play: 1 loses to a child who knows the rules, 10 plays its best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The weakest.
    pub const WEAKEST: Level = Level(1);
    /// The strongest.
    pub const STRONGEST: Level = Level(10);

    /// The level with this number; `None` outside 1 to 10.
    #[must_use]
    pub const fn new(number: u8) -> Option<Level> {
        if number >= 1 && number <= 10 { Some(Level(number)) } else { None }
    }

    /// All ten, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Level> {
        (1..=10).map(Level)
    }

    /// The number, 1 to 10.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
