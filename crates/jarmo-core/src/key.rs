//! Zobrist keys (Zobrist, 1970, "A new hashing method with application for game playing").

use crate::hole::{Hole, MAX_HOLES};
use crate::side::Side;
use crate::streak::PackedStreak;

/// One step of SplitMix64 (Steele, Lea and Flood, 2014).
const fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// `[side][marked][hole]`.
static ARCHERS: [[[u64; MAX_HOLES]; 2]; 2] = {
    let mut keys = [[[0; MAX_HOLES]; 2]; 2];
    let mut i = 0;
    while i < 4 * MAX_HOLES {
        keys[i / (2 * MAX_HOLES)][i / MAX_HOLES % 2][i % MAX_HOLES] =
            mix(0x4a41_524d_4f00 + i as u64);
        i += 1;
    }
    keys
};

/// Toggled when Black is to move.
pub(crate) const BLACK_TO_MOVE: u64 = mix(0x4a41_524d_4f00 + 4 * MAX_HOLES as u64);

/// The key of one archer.
#[inline]
pub(crate) fn archer(side: Side, marked: bool, hole: Hole) -> u64 {
    ARCHERS[side.index()][usize::from(marked)][hole.index()]
}

/// The key of a side's streak; zero when there is none, so that start positions need no special
/// care.
#[inline]
pub(crate) fn streak(side: Side, streak: PackedStreak) -> u64 {
    if streak == PackedStreak::NONE { 0 } else { mix(u64::from(streak.0) << 1 | side as u64) }
}
