//! What can be wrong with a board's data.

use core::fmt;

use crate::hole::{HoleName, MAX_HOLES};
use crate::label::Label;

/// What is wrong with a board's data. Lines are counted from 0, as in the data's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// The name is longer than 31 bytes.
    Name,
    /// The name is that of a built-in board, whose holes or lines are others.
    NameOfBuiltIn(Label),
    /// There are no holes, or more than 32.
    Size {
        /// How many files there would be.
        files: usize,
        /// How many ranks there would be.
        ranks: u8,
    },
    /// A file letter is not one of `A` to `Z`, or does not come after the one before it.
    File {
        /// Which one, counted from 0.
        index: usize,
    },
    /// The first rows are not two ranks of the board, White's below Black's.
    FirstRows {
        /// White's, counted from 1.
        white: u8,
        /// Black's, counted from 1.
        black: u8,
        /// How many ranks the board has.
        ranks: u8,
    },
    /// A first row is not of the size of a side: it must hold exactly its archers.
    Archers {
        /// How many archers each side would have.
        archers: u8,
        /// How many holes a first row has.
        files: usize,
    },
    /// A line names a hole that the board does not have.
    MissingHole {
        /// Which line.
        line: usize,
        /// The hole's name as given.
        hole: Label,
    },
    /// A line joins a hole to itself.
    Loop {
        /// Which line.
        line: usize,
        /// The hole.
        hole: HoleName,
    },
    /// Two lines join the same holes.
    DoubledLine {
        /// The second of the two.
        line: usize,
        /// One end.
        from: HoleName,
        /// The other end.
        to: HoleName,
    },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::Name => f.write_str("the board's name is longer than 31 bytes"),
            BoardError::NameOfBuiltIn(name) => write!(
                f,
                "the name {name} is that of a built-in board with other lines: expected another name"
            ),
            BoardError::Size { files, ranks } => write!(
                f,
                "{files} files and {ranks} ranks make {} holes: expected 1 to {MAX_HOLES}",
                files.saturating_mul(usize::from(*ranks))
            ),
            BoardError::File { index } => write!(
                f,
                "file letter {} is wrong: expected capital letters from A to Z in alphabetical order, each at most once",
                index.saturating_add(1)
            ),
            BoardError::FirstRows { white, black, ranks } => write!(
                f,
                "first rows on ranks {white} (White) and {black} (Black): expected two ranks of 1 to {ranks}, White's the lower"
            ),
            BoardError::Archers { archers, files } => write!(
                f,
                "a first row of {files} holes is the wrong size for {archers} archers: expected as many holes as archers"
            ),
            BoardError::MissingHole { line, hole } => {
                write!(
                    f,
                    "line {} leads to {hole}, a hole that the board does not have",
                    line.saturating_add(1)
                )
            }
            BoardError::Loop { line, hole } => {
                write!(f, "line {} joins {hole} to itself", line.saturating_add(1))
            }
            BoardError::DoubledLine { line, from, to } => {
                write!(
                    f,
                    "line {} joins {from} and {to}, which an earlier line joins already",
                    line.saturating_add(1)
                )
            }
        }
    }
}

impl core::error::Error for BoardError {}
