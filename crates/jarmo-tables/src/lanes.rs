//! Lanes: 256 bits handled at once, one for each of 256 camps.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// How many camps are handled at once.
///
/// A panel of the widest class is then what a core's cache holds, and a row of it half a cache
/// line; twice the width was slower.
pub(crate) const WIDTH: usize = 256;

const WORDS: usize = WIDTH / 64;

/// One bit for each of 256 camps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lanes(pub(crate) [u64; WORDS]);

impl Lanes {
    pub(crate) const NONE: Lanes = Lanes([0; WORDS]);
    pub(crate) const ALL: Lanes = Lanes([u64::MAX; WORDS]);

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    #[inline]
    pub(crate) fn set(&mut self, lane: usize) {
        self.0[lane / 64 % WORDS] |= 1 << (lane % 64);
    }

    #[inline]
    pub(crate) fn contains(self, lane: usize) -> bool {
        self.0[lane / 64 % WORDS] >> (lane % 64) & 1 != 0
    }

    /// The lanes that are set, from the lowest up.
    #[inline]
    pub(crate) fn for_each(self, mut visit: impl FnMut(usize)) {
        for (at, mut word) in self.0.into_iter().enumerate() {
            while word != 0 {
                visit(at * 64 + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }
}

impl BitAnd for Lanes {
    type Output = Lanes;

    #[inline]
    fn bitand(mut self, other: Lanes) -> Lanes {
        self &= other;
        self
    }
}

impl BitAndAssign for Lanes {
    #[inline]
    fn bitand_assign(&mut self, other: Lanes) {
        for (word, with) in self.0.iter_mut().zip(other.0) {
            *word &= with;
        }
    }
}

impl BitOr for Lanes {
    type Output = Lanes;

    #[inline]
    fn bitor(mut self, other: Lanes) -> Lanes {
        self |= other;
        self
    }
}

impl BitOrAssign for Lanes {
    #[inline]
    fn bitor_assign(&mut self, other: Lanes) {
        for (word, with) in self.0.iter_mut().zip(other.0) {
            *word |= with;
        }
    }
}

impl Not for Lanes {
    type Output = Lanes;

    #[inline]
    fn not(self) -> Lanes {
        Lanes(self.0.map(|word| !word))
    }
}
