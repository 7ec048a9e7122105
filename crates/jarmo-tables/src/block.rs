//! Blocks: the values of some thousand positions, compressed together.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

/// How many positions a block has; the last one may have fewer. A block is what a probe must
/// unpack, so it is small.
pub(crate) const POSITIONS: usize = 1 << 16;

/// How many positions a byte holds: 3 to the 5th is the last power below 256.
const PER_BYTE: usize = 5;

/// Packs codes of 0 to 2 and compresses them.
pub(crate) fn pack(codes: &[u8]) -> std::io::Result<Vec<u8>> {
    let packed: Vec<u8> = codes
        .chunks(PER_BYTE)
        .map(|five| five.iter().rev().fold(0, |sum, code| sum * 3 + code))
        .collect();
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(6));
    encoder.write_all(&packed)?;
    encoder.finish()
}

/// Undoes the compression of a block of `positions`, and leaves the codes packed; `None` when the
/// bytes are no such block.
pub(crate) fn inflate(bytes: &[u8], positions: usize) -> Option<Vec<u8>> {
    let mut packed = Vec::with_capacity(positions.div_ceil(PER_BYTE));
    let most = positions.div_ceil(PER_BYTE) as u64 + 1;
    DeflateDecoder::new(bytes).take(most).read_to_end(&mut packed).ok()?;
    (packed.len() == positions.div_ceil(PER_BYTE)).then_some(packed)
}

/// One code of those that are packed.
pub(crate) fn code(packed: &[u8], place: usize) -> Option<u8> {
    let five = packed.get(place / PER_BYTE)?;
    Some(five / [1, 3, 9, 27, 81][place % PER_BYTE] % 3)
}

/// Unpacks the codes of a block of `positions`; `None` when the bytes are no such block.
pub(crate) fn unpack(bytes: &[u8], positions: usize) -> Option<Vec<u8>> {
    let packed = inflate(bytes, positions)?;
    let mut codes = Vec::with_capacity(packed.len() * PER_BYTE);
    for mut byte in packed {
        for _ in 0..PER_BYTE {
            codes.push(byte % 3);
            byte /= 3;
        }
    }
    codes.truncate(positions);
    Some(codes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_come_back() {
        for len in [1, 4, 5, 6, 1000, POSITIONS] {
            let codes: Vec<u8> = (0..len).map(|i| (i * i % 7 % 3) as u8).collect();
            let bytes = pack(&codes).expect("memory can be written to");
            let packed = inflate(&bytes, len).expect("it is such a block");
            assert!((0..len).all(|place| code(&packed, place) == Some(codes[place])));
            assert_eq!(unpack(&bytes, len), Some(codes));
            assert_eq!(unpack(&bytes, len + PER_BYTE), None);
        }
    }
}
