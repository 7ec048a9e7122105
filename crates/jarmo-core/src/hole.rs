//! Holes, their names, and sets of them.

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// The most holes a board may have.
pub const MAX_HOLES: usize = 32;

/// A hole, by its number on its board: rank by rank from rank 1, in a rank from the first file.
///
/// On a built-in board A1 is 0, E1 is 4, A2 is 5 and E5 is 24. A hole is a bare number;
/// [`Board::name`](crate::Board::name) and [`Board::hole`](crate::Board::hole) turn it into its
/// name and back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
pub struct Hole(u8);

impl Hole {
    /// The hole with this number, or `None` from 32 on.
    #[must_use]
    pub const fn new(index: u8) -> Option<Hole> {
        if (index as usize) < MAX_HOLES { Some(Hole(index)) } else { None }
    }

    /// The hole whose number is the low five bits of `index`.
    #[must_use]
    #[inline]
    pub(crate) const fn wrapping(index: u32) -> Hole {
        Hole((index & 31) as u8)
    }

    /// The number, 0 to 31.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        // The mask is for the compiler: it proves every table look-up in bounds.
        (self.0 & 31) as usize
    }
}

impl fmt::Debug for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hole({})", self.0)
    }
}

impl From<Hole> for u8 {
    fn from(hole: Hole) -> u8 {
        hole.0
    }
}

impl TryFrom<u8> for Hole {
    type Error = NoSuchHole;

    fn try_from(index: u8) -> Result<Hole, NoSuchHole> {
        Hole::new(index).ok_or(NoSuchHole(index))
    }
}

/// A hole's number is past the 32 that a board may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchHole(pub u8);

impl fmt::Display for NoSuchHole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "hole number {} is past the last possible one, 31", self.0)
    }
}

impl core::error::Error for NoSuchHole {}

/// A hole's name: file letter and rank, as in `C2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HoleName {
    /// The file, `A` to `Z`.
    pub file: char,
    /// The rank, counted from 1.
    pub rank: u8,
}

impl fmt::Display for HoleName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file, self.rank)
    }
}

/// A set of holes, one bit each.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct HoleSet(u32);

impl HoleSet {
    /// No hole.
    pub const EMPTY: HoleSet = HoleSet(0);

    /// The set whose bit `i` says whether hole `i` is in it.
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u32) -> HoleSet {
        HoleSet(bits)
    }

    /// Bit `i` says whether hole `i` is in the set.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The set of one hole.
    #[must_use]
    #[inline]
    pub const fn of(hole: Hole) -> HoleSet {
        HoleSet(1 << hole.index())
    }

    /// Holes 0 to `count` − 1; all 32 from 32 on.
    #[must_use]
    pub const fn first(count: usize) -> HoleSet {
        if count >= MAX_HOLES { HoleSet(u32::MAX) } else { HoleSet((1 << count) - 1) }
    }

    /// How many holes are in the set, 0 to 32.
    #[must_use]
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no hole is in the set.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `hole` is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(self, hole: Hole) -> bool {
        self.0 >> hole.index() & 1 != 0
    }

    /// The set and `hole`.
    #[must_use]
    #[inline]
    pub const fn with(self, hole: Hole) -> HoleSet {
        HoleSet(self.0 | 1 << hole.index())
    }

    /// The set but for `hole`.
    #[must_use]
    #[inline]
    pub const fn without(self, hole: Hole) -> HoleSet {
        HoleSet(self.0 & !(1 << hole.index()))
    }

    /// The holes of this set that are not in `other`.
    #[must_use]
    #[inline]
    pub const fn minus(self, other: HoleSet) -> HoleSet {
        HoleSet(self.0 & !other.0)
    }

    /// The holes of this set that are also in `other`; `&` where a `const fn` needs it.
    #[must_use]
    #[inline]
    pub const fn and(self, other: HoleSet) -> HoleSet {
        HoleSet(self.0 & other.0)
    }

    /// Whether the two sets share no hole.
    #[must_use]
    #[inline]
    pub const fn is_disjoint(self, other: HoleSet) -> bool {
        self.0 & other.0 == 0
    }

    /// The hole with the lowest number, `None` of the empty set.
    #[must_use]
    #[inline]
    pub const fn lowest(self) -> Option<Hole> {
        if self.0 == 0 { None } else { Some(Hole::wrapping(self.0.trailing_zeros())) }
    }
}

impl fmt::Debug for HoleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.into_iter().map(Hole::index)).finish()
    }
}

impl BitAnd for HoleSet {
    type Output = HoleSet;

    #[inline]
    fn bitand(self, other: HoleSet) -> HoleSet {
        HoleSet(self.0 & other.0)
    }
}

impl BitAndAssign for HoleSet {
    #[inline]
    fn bitand_assign(&mut self, other: HoleSet) {
        self.0 &= other.0;
    }
}

impl BitOr for HoleSet {
    type Output = HoleSet;

    #[inline]
    fn bitor(self, other: HoleSet) -> HoleSet {
        HoleSet(self.0 | other.0)
    }
}

impl BitOrAssign for HoleSet {
    #[inline]
    fn bitor_assign(&mut self, other: HoleSet) {
        self.0 |= other.0;
    }
}

impl BitXor for HoleSet {
    type Output = HoleSet;

    #[inline]
    fn bitxor(self, other: HoleSet) -> HoleSet {
        HoleSet(self.0 ^ other.0)
    }
}

impl BitXorAssign for HoleSet {
    #[inline]
    fn bitxor_assign(&mut self, other: HoleSet) {
        self.0 ^= other.0;
    }
}

impl Not for HoleSet {
    type Output = HoleSet;

    #[inline]
    fn not(self) -> HoleSet {
        HoleSet(!self.0)
    }
}

impl FromIterator<Hole> for HoleSet {
    fn from_iter<I: IntoIterator<Item = Hole>>(holes: I) -> HoleSet {
        holes.into_iter().fold(HoleSet::EMPTY, HoleSet::with)
    }
}

impl IntoIterator for HoleSet {
    type Item = Hole;
    type IntoIter = Holes;

    #[inline]
    fn into_iter(self) -> Holes {
        Holes(self.0)
    }
}

/// The holes of a set, from the lowest number up.
#[derive(Clone, Debug)]
pub struct Holes(u32);

impl Iterator for Holes {
    type Item = Hole;

    #[inline]
    fn next(&mut self) -> Option<Hole> {
        let hole = HoleSet(self.0).lowest()?;
        self.0 &= self.0 - 1;
        Some(hole)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Holes {}
