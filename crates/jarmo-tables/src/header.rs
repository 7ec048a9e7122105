//! The header of a table file.

use std::fmt;
use std::io::Read;

use jarmo_core::{Board, ReturnTiming, Rules, Side};

use crate::class::Class;
use crate::error::Fault;
use crate::value::Counts;

/// What a table file begins with.
pub(crate) const MAGIC: [u8; 8] = *b"JarmoTab";

/// The version of the format.
pub(crate) const VERSION: u32 = 1;

/// Bytes before the figures: magic, version, level, game, kind and the number of classes.
const FIXED: usize = 8 + 4 + 4 + 8 + 4 + 4;

/// Bytes of a class's figures.
const OF_CLASS: usize = 2 * 4 * 8;

/// More classes than any level of any board has.
const MOST_CLASSES: usize = 1 << 16;

/// What a table tells of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Who wins.
    Values,
    /// How many turns the winner needs, of positions with White to move.
    Distances,
}

impl Kind {
    pub(crate) const ALL: [Kind; 2] = [Kind::Values, Kind::Distances];

    /// How many positions of so many a table of this kind has.
    pub(crate) fn positions(self, all: u64) -> u64 {
        match self {
            Kind::Values => all,
            Kind::Distances => all / 2,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Kind::Values => "table",
            Kind::Distances => "distances",
        })
    }
}

/// What a file says of itself: what it is of, and four figures for each class and side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    /// A number of the board and of the rules that matter here.
    pub(crate) game: u64,
    pub(crate) level: usize,
    pub(crate) kind: Kind,
    /// For each class of the level, White to move, then Black. Of values, how many positions
    /// there are of each; of distances, the greatest of won and of lost positions.
    pub(crate) figures: Vec<[Counts; 2]>,
}

impl Header {
    /// How many bytes the header of a level takes.
    pub(crate) fn size(board: &Board, level: usize) -> usize {
        FIXED + Class::of_level(board, level).len() * OF_CLASS + 4
    }

    /// The header in bytes, a checksum last.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.level as u32).to_le_bytes());
        bytes.extend(self.game.to_le_bytes());
        bytes.extend((self.kind as u32).to_le_bytes());
        bytes.extend((self.figures.len() as u32).to_le_bytes());
        for counts in self.figures.iter().flatten() {
            for count in [counts.win, counts.loss, counts.drawn, counts.endless] {
                bytes.extend(count.to_le_bytes());
            }
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a header that must be of this kind and level and these rules; it says what else it
    /// is of only when its checksum has shown that it is as it was written.
    pub(crate) fn read(
        input: &mut impl Read,
        rules: &Rules,
        level: usize,
        kind: Kind,
    ) -> Result<Header, Fault> {
        let mut bytes = Vec::new();
        input.by_ref().take(FIXED as u64).read_to_end(&mut bytes)?;
        if bytes.get(..8) != Some(&MAGIC) {
            return Err(Fault::Foreign);
        }
        let version = word(&bytes, 8)?;
        if version != VERSION {
            return Err(Fault::Version(version));
        }
        let classes = word(&bytes, 28)? as usize;
        if classes > MOST_CLASSES {
            return Err(Fault::Corrupt("header"));
        }
        let rest = classes * OF_CLASS + 4;
        input.take(rest as u64).read_to_end(&mut bytes)?;
        let (body, sum) = bytes.split_at(bytes.len().saturating_sub(4));
        if bytes.len() != FIXED + rest || word(sum, 0)? != crc32fast::hash(body) {
            return Err(Fault::Corrupt("header"));
        }
        let (found, game) = (word(body, 12)? as usize, long(body, 16)?);
        if game != game_number(rules) {
            return Err(Fault::OtherRules);
        }
        if found != level {
            return Err(Fault::OtherLevel { found, expected: level });
        }
        if word(body, 24)? != kind as u32 || classes != Class::of_level(rules.board(), level).len()
        {
            return Err(Fault::Foreign);
        }
        let counts = |at: usize| -> Result<Counts, Fault> {
            let count = |i: usize| long(body, FIXED + at * OF_CLASS / 2 + i * 8);
            Ok(Counts { win: count(0)?, loss: count(1)?, drawn: count(2)?, endless: count(3)? })
        };
        let figures = (0..classes)
            .map(|class| Ok([counts(2 * class)?, counts(2 * class + 1)?]))
            .collect::<Result<_, Fault>>()?;
        Ok(Header { game, level, kind, figures })
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
