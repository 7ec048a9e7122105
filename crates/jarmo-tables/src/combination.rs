//! Numbering the sets of a given size: the combinatorial number system.

use jarmo_core::{HoleSet, MAX_HOLES};

/// How many sets of `k` there are among `n`, by `n` and `k`.
const BINOMIALS: [[u64; MAX_HOLES + 1]; MAX_HOLES + 1] = {
    let mut table = [[0; MAX_HOLES + 1]; MAX_HOLES + 1];
    let mut n = 0;
    while n <= MAX_HOLES {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// How many sets of `k` there are among `n`, both at most 32.
pub(crate) const fn binomial(n: usize, k: usize) -> u64 {
    if n > MAX_HOLES || k > MAX_HOLES { 0 } else { BINOMIALS[n][k] }
}

/// A set's number among all sets of its size, in the order of their bits read as numbers.
pub(crate) fn rank(set: HoleSet) -> u64 {
    set.into_iter().zip(1..).map(|(hole, k)| binomial(hole.index(), k)).sum()
}

/// The set of `size` that has this number.
pub(crate) fn unrank(mut number: u64, size: usize) -> HoleSet {
    let mut bits = 0;
    let mut n = MAX_HOLES;
    for k in (1..=size).rev() {
        while binomial(n, k) > number {
            n -= 1;
        }
        number -= binomial(n, k);
        bits |= 1 << n;
    }
    HoleSet::from_bits(bits)
}

/// The holes of `set`, numbered by their places among the holes of `within`.
pub(crate) fn gather(set: HoleSet, within: HoleSet) -> HoleSet {
    let mut bits = 0;
    for hole in set {
        bits |= 1 << (within & HoleSet::first(hole.index())).len();
    }
    HoleSet::from_bits(bits)
}

/// The holes of `within` whose places among its holes are in `places`.
pub(crate) fn scatter(places: HoleSet, within: HoleSet) -> HoleSet {
    within
        .into_iter()
        .enumerate()
        .filter(|(place, _)| places.bits() >> place & 1 != 0)
        .map(|(_, hole)| hole)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_numbered_in_the_order_of_their_bits() {
        for size in 0..=5 {
            let mut number = 0;
            for bits in 0_u32..1 << 10 {
                if bits.count_ones() as usize == size {
                    let set = HoleSet::from_bits(bits);
                    assert_eq!((rank(set), unrank(number, size)), (number, set));
                    number += 1;
                }
            }
            assert_eq!(number, binomial(10, size));
        }
    }

    #[test]
    fn scattering_undoes_gathering() {
        let within = HoleSet::from_bits(0b1101_1010_0110);
        let set = HoleSet::from_bits(0b1001_0000_0100);
        assert_eq!(gather(set, within), HoleSet::from_bits(0b101_0010));
        assert_eq!(scatter(gather(set, within), within), set);
    }
}
