//! The header of a table file.

use jarmo_core::{Board, ReturnTiming, Rules, Side};

use crate::class::Class;
use crate::error::Fault;
use crate::value::Counts;

/// What a table file begins with.
pub(crate) const MAGIC: [u8; 8] = *b"JarmoTab";

/// The version of the format.
pub(crate) const VERSION: u32 = 1;

/// What a file says of itself: what it is of, and how many positions of each class have which
/// value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    /// A number of the board and of the rules that matter here.
    pub(crate) game: u64,
    pub(crate) level: usize,
    /// Whether only White's wins are in it so far.
    pub(crate) unfinished: bool,
    /// For each class of the level, White to move, then Black.
    pub(crate) counts: Vec<[Counts; 2]>,
}

impl Header {
    /// How many bytes the header of a level takes.
    pub(crate) fn size(board: &Board, level: usize) -> usize {
        8 + 4 + 4 + 8 + 4 + 4 + Class::of_level(board, level).len() * 2 * 4 * 8 + 4
    }

    /// The header in bytes, a checksum last.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.level as u32).to_le_bytes());
        bytes.extend(self.game.to_le_bytes());
        bytes.extend(u32::from(self.unfinished).to_le_bytes());
        bytes.extend((self.counts.len() as u32).to_le_bytes());
        for counts in self.counts.iter().flatten() {
            for count in [counts.win, counts.loss, counts.drawn, counts.endless] {
                bytes.extend(count.to_le_bytes());
            }
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a header that must be of this level and these rules.
    pub(crate) fn from_bytes(bytes: &[u8], rules: &Rules, level: usize) -> Result<Header, Fault> {
        if bytes.get(..8) != Some(&MAGIC) {
            return Err(Fault::Foreign);
        }
        let version = word(bytes, 8)?;
        if version != VERSION {
            return Err(Fault::Version(version));
        }
        let (found, game) = (word(bytes, 12)? as usize, long(bytes, 16)?);
        if game != game_number(rules) {
            return Err(Fault::OtherRules);
        }
        if found != level {
            return Err(Fault::OtherLevel { found, expected: level });
        }
        let (body, sum) = bytes.split_at(bytes.len().saturating_sub(4));
        let classes = Class::of_level(rules.board(), level).len();
        if word(sum, 0)? != crc32fast::hash(body) || word(bytes, 28)? as usize != classes {
            return Err(Fault::Corrupt("header"));
        }
        let counts = |at: usize| -> Result<Counts, Fault> {
            let count = |i: usize| long(bytes, 32 + at * 32 + i * 8);
            Ok(Counts { win: count(0)?, loss: count(1)?, drawn: count(2)?, endless: count(3)? })
        };
        let counts = (0..classes)
            .map(|class| Ok([counts(2 * class)?, counts(2 * class + 1)?]))
            .collect::<Result<_, Fault>>()?;
        Ok(Header { game, level, unfinished: word(bytes, 24)? != 0, counts })
    }
}

fn word(bytes: &[u8], at: usize) -> Result<u32, Fault> {
    let part = bytes.get(at..at + 4).and_then(|part| part.try_into().ok());
    part.map(u32::from_le_bytes).ok_or(Fault::Corrupt("header"))
}

fn long(bytes: &[u8], at: usize) -> Result<u64, Fault> {
    let part = bytes.get(at..at + 8).and_then(|part| part.try_into().ok());
    part.map(u64::from_le_bytes).ok_or(Fault::Corrupt("header"))
}

/// A number of everything that values depend on: holes, lines, first rows, returns and backward
/// moves. Who moves first, shuttling and names do not matter.
pub(crate) fn game_number(rules: &Rules) -> u64 {
    let board = rules.board();
    let options = rules.options();
    let mut bytes = vec![board.files() as u8, board.ranks() as u8];
    bytes.push(u8::from(options.returns == ReturnTiming::Added));
    bytes.push(u8::from(options.backward));
    for side in Side::ALL {
        bytes.extend(board.first_row(side).bits().to_le_bytes());
    }
    for (from, to) in board.lines() {
        bytes.extend([u8::from(from), u8::from(to)]);
    }
    // FNV-1a: short, and the same everywhere and for ever.
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
