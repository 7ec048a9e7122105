//! How often a player has moved to and fro along one line.

use crate::hole::Hole;

/// What a player's latest turns say about shuttling (rules, sections 7 and 8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Streak {
    /// The player has not moved yet, or its last turn was only a return.
    #[default]
    None,
    /// The player's last turn was a pass.
    Pass,
    /// The player's last `count` turns went along one line, to and fro.
    Line {
        /// Where the latest of them started.
        from: Hole,
        /// Where the latest of them ended.
        to: Hole,
        /// How many there were, at least 1; it stays at 255 from there on.
        count: u8,
    },
}

/// A [`Streak`] in one word: 0 for none, 1 for a pass, else count, start and end, a byte each,
/// from the highest byte but one down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PackedStreak(pub(crate) u32);

impl PackedStreak {
    pub(crate) const NONE: PackedStreak = PackedStreak(0);
    pub(crate) const PASS: PackedStreak = PackedStreak(1);

    pub(crate) const fn new(streak: Streak) -> PackedStreak {
        match streak {
            Streak::None => PackedStreak::NONE,
            Streak::Pass => PackedStreak::PASS,
            Streak::Line { from, to, count } => {
                PackedStreak::line(from, to, if count == 0 { 1 } else { count as u32 })
            }
        }
    }

    /// `count` is 1 to 255, which tells a line from [`PackedStreak::PASS`].
    #[inline]
    const fn line(from: Hole, to: Hole, count: u32) -> PackedStreak {
        PackedStreak(count << 16 | (from.index() as u32) << 8 | to.index() as u32)
    }

    #[inline]
    pub(crate) const fn unpack(self) -> Streak {
        match self.count() {
            0 if self.0 == PackedStreak::PASS.0 => Streak::Pass,
            0 => Streak::None,
            count => Streak::Line {
                from: Hole::wrapping(self.0 >> 8),
                to: Hole::wrapping(self.0),
                count,
            },
        }
    }

    /// How many turns went to and fro; 0 when the last turn was no move.
    #[inline]
    pub(crate) const fn count(self) -> u8 {
        (self.0 >> 16) as u8
    }

    /// The streak after a move (rules, section 7).
    #[inline]
    pub(crate) const fn after_move(self, from: Hole, to: Hole) -> PackedStreak {
        let first = PackedStreak::line(from, to, 1);
        let back = PackedStreak::line(to, from, 0);
        let goes_back = self.0 & 0xffff == back.0 && self.count() > 0;
        let count = if goes_back { self.count().saturating_add(1) as u32 } else { 1 };
        PackedStreak(first.0 & 0xffff | count << 16)
    }
}
