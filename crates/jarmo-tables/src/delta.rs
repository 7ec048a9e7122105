//! Deltas: the bits of a panel that a sweep has set, in few bytes.
//!
//! For each row with a new bit: how many rows were passed over, seven bits to a byte and the
//! lowest first; which of the row's 32 bytes are not zero, as the bits of four bytes; and those
//! bytes.

use crate::lanes::Lanes;

/// The new bits of one panel, row by row.
#[derive(Debug, Default)]
pub(crate) struct Delta {
    bytes: Vec<u8>,
    /// The row after the last one that is in it.
    next: usize,
    rows: u64,
}

impl Delta {
    /// Adds the new bits of a row, which must be beyond all that are in it.
    pub(crate) fn push(&mut self, row: usize, new: Lanes) {
        debug_assert!(row >= self.next && !new.is_empty());
        let mut gap = row - self.next;
        while gap >= 0x80 {
            self.bytes.push(gap as u8 | 0x80);
            gap >>= 7;
        }
        self.bytes.push(gap as u8);
        let at = self.bytes.len();
        self.bytes.extend([0; 4]);
        let mut present = 0_u32;
        for (i, byte) in new.0.iter().flat_map(|word| word.to_le_bytes()).enumerate() {
            if byte != 0 {
                present |= 1 << i;
                self.bytes.push(byte);
            }
        }
        self.bytes[at..at + 4].copy_from_slice(&present.to_le_bytes());
        self.next = row + 1;
        self.rows += 1;
    }

    /// How many rows have new bits.
    pub(crate) fn rows(&self) -> u64 {
        self.rows
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// Visits the rows of a delta; `None` when the bytes are none.
pub(crate) fn each(bytes: &[u8], mut visit: impl FnMut(usize, Lanes)) -> Option<()> {
    let mut left = bytes;
    let mut row = 0_usize;
    while !left.is_empty() {
        let mut shift = 0;
        loop {
            let (&byte, rest) = left.split_first()?;
            left = rest;
            row = row.checked_add(usize::from(byte & 0x7f).checked_shl(shift)?)?;
            shift += 7;
            if byte & 0x80 == 0 {
                break;
            }
        }
        let (present, rest) = left.split_first_chunk::<4>()?;
        let mut present = u32::from_le_bytes(*present);
        let (found, rest) = rest.split_at_checked(present.count_ones() as usize)?;
        left = rest;
        let mut lanes = Lanes::NONE;
        for byte in found {
            let at = present.trailing_zeros() as usize;
            lanes.0[at / 8] |= u64::from(*byte) << (at % 8 * 8);
            present &= present - 1;
        }
        visit(row, lanes);
        row += 1;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_back() {
        let mut rows = Vec::new();
        let mut delta = Delta::default();
        for (i, row) in [0, 1, 2, 130, 131, 20_000, 53_129].into_iter().enumerate() {
            let mut lanes = Lanes::NONE;
            for lane in (i..256).step_by(3 * i + 1) {
                lanes.set(lane);
            }
            delta.push(row, lanes);
            rows.push((row, lanes));
        }
        assert_eq!(delta.rows(), 7);
        let bytes = delta.into_bytes();
        let mut found = Vec::new();
        assert_eq!(each(&bytes, |row, lanes| found.push((row, lanes))), Some(()));
        assert_eq!(found, rows);
        assert_eq!(each(&bytes[..bytes.len() - 1], |_, _| {}), None);
    }
}
