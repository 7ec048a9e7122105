//! Blocks: the values of some thousand positions, compressed together.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use crate::header::Kind;

/// How many positions a block has; the last one may have fewer. A block is what a probe must
/// unpack, so it is small.
pub(crate) const POSITIONS: usize = 1 << 16;

/// How many positions a byte holds: 3 to the 5th is the last power below 256.
const PER_BYTE: usize = 5;

/// Packs codes, of 0 to 2 if they are values, and compresses them.
pub(crate) fn pack(kind: Kind, codes: &[u8]) -> std::io::Result<Vec<u8>> {
    let packed = match kind {
        Kind::Values => codes
            .chunks(PER_BYTE)
            .map(|five| five.iter().rev().fold(0, |sum, code| sum * 3 + code))
            .collect(),
        Kind::Distances => codes.to_vec(),
    };
    // A tenth fewer bytes of distances took half as long again for the whole build.
    let level = if kind == Kind::Values { 6 } else { 3 };
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(level));
    encoder.write_all(&packed)?;
    encoder.finish()
}

/// Undoes the compression of a block of `positions`, and leaves the codes packed; `None` when the
/// bytes are no such block.
pub(crate) fn inflate(kind: Kind, bytes: &[u8], positions: usize) -> Option<Vec<u8>> {
    let len = match kind {
        Kind::Values => positions.div_ceil(PER_BYTE),
        Kind::Distances => positions,
    };
    let mut packed = Vec::with_capacity(len + 1);
    DeflateDecoder::new(bytes).take(len as u64 + 1).read_to_end(&mut packed).ok()?;
    (packed.len() == len).then_some(packed)
}

/// One code of those that are packed.
pub(crate) fn code(kind: Kind, packed: &[u8], place: usize) -> Option<u8> {
    match kind {
        Kind::Distances => packed.get(place).copied(),
        Kind::Values => {
            let five = packed.get(place / PER_BYTE)?;
            Some(five / [1, 3, 9, 27, 81][place % PER_BYTE] % 3)
        }
    }
}

/// Unpacks the codes of a block of `positions`; `None` when the bytes are no such block.
pub(crate) fn unpack(kind: Kind, bytes: &[u8], positions: usize) -> Option<Vec<u8>> {
    let packed = inflate(kind, bytes, positions)?;
    if kind == Kind::Distances {
        return Some(packed);
    }
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
            for kind in Kind::ALL {
                let bytes = pack(kind, &codes).expect("memory can be written to");
                let packed = inflate(kind, &bytes, len).expect("it is such a block");
                assert!((0..len).all(|place| code(kind, &packed, place) == Some(codes[place])));
                assert_eq!(unpack(kind, &bytes, len).as_ref(), Some(&codes));
                assert_eq!(unpack(kind, &bytes, len + PER_BYTE), None);
            }
        }
    }
}
