//! Turning a square of bits about its diagonal.

/// Makes bit `j` of word `i` bit `i` of word `j`.
///
/// Halves are swapped, then quarters, and so on down to single bits.
#[inline]
pub(crate) fn transpose(square: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = u64::MAX >> 32;
    while width != 0 {
        let mut start = 0;
        while start < 64 {
            for low in start..start + width {
                let swapped = (square[low] >> width ^ square[low + width]) & mask;
                square[low] ^= swapped << width;
                square[low + width] ^= swapped;
            }
            start += 2 * width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::transpose;

    #[test]
    fn rows_become_columns() {
        let mut square = [0; 64];
        for (i, word) in square.iter_mut().enumerate() {
            *word = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(i as u64 + 1);
        }
        let before = square;
        transpose(&mut square);
        for (i, row) in before.iter().enumerate() {
            for (j, column) in square.iter().enumerate() {
                assert_eq!(row >> j & 1, column >> i & 1, "{i} {j}");
            }
        }
    }
}
