//! What can go wrong with tables.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use jarmo_core::SetupError;

/// What is to be done about a file that is of no use: a build leaves what is there alone.
const ANEW: &str = "delete this file and build it anew";

/// What is wrong, and with which file.
#[derive(Debug)]
pub struct TableError {
    path: PathBuf,
    fault: Fault,
}

/// What is wrong with tables or with building them.
#[derive(Debug)]
#[non_exhaustive]
pub enum Fault {
    /// Reading or writing failed.
    Io(io::Error),
    /// The file is something else.
    Foreign,
    /// The file was written in another version of the format.
    Version(u32),
    /// The file is of another board or other rules.
    OtherRules,
    /// The file is of another level.
    OtherLevel {
        /// The level it is of.
        found: usize,
        /// The level that was expected.
        expected: usize,
    },
    /// The file is longer or shorter than it says.
    Length {
        /// How many bytes it has.
        found: u64,
        /// How many it should have.
        expected: u64,
    },
    /// A checksum does not match: this part of the file was changed.
    Corrupt(&'static str),
    /// A checksum of a block does not match.
    CorruptBlock(u64),
    /// A level that is needed has no file.
    Missing(usize),
    /// The directory has no tables of the game, but the one of this name in it has.
    Below(String),
    /// The position is of another board.
    Position(SetupError),
    /// Another build is at work in this directory.
    Busy,
    /// A level needs more memory than is allowed.
    Memory {
        /// The level.
        level: usize,
        /// How many bytes it needs.
        needed: u64,
        /// How many it may have.
        allowed: u64,
    },
    /// There is no such level.
    NoLevel(usize),
    /// The value of a position does not follow from where its turns lead.
    Wrong {
        /// The level.
        level: usize,
        /// The position's number.
        number: u64,
    },
    /// The counts do not add up to what the values say.
    Counts,
}

impl TableError {
    pub(crate) fn new(path: &Path, fault: impl Into<Fault>) -> TableError {
        TableError { path: path.to_owned(), fault: fault.into() }
    }

    /// The file or directory.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is wrong with it.
    #[must_use]
    pub fn fault(&self) -> &Fault {
        &self.fault
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::Io(error)
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.fault)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mebibytes = |bytes: &u64| bytes.div_ceil(1 << 20);
        match self {
            Fault::Io(error) => error.fmt(f),
            Fault::Foreign => f.write_str("it is no table of Jarmo positions"),
            Fault::Version(version) => {
                write!(f, "it is of version {version} of the format: {ANEW}")
            }
            Fault::OtherRules => f.write_str("it is of another board or other rules"),
            Fault::OtherLevel { found, expected } => {
                write!(f, "it is of level {found}: expected level {expected}")
            }
            Fault::Length { found, expected } => {
                write!(f, "it has {found} bytes: expected {expected}; {ANEW}")
            }
            Fault::Corrupt(part) => write!(f, "its {part} was damaged: {ANEW}"),
            Fault::CorruptBlock(block) => write!(f, "block {block} was damaged: {ANEW}"),
            Fault::Missing(level) => write!(f, "there is no table of level {level}"),
            Fault::Below(name) => {
                write!(f, "the tables of this game are in its directory {name}: name that one")
            }
            Fault::Position(error) => write!(f, "the position is not one of this game: {error}"),
            Fault::Busy => f.write_str("another build is at work there"),
            Fault::Memory { level, needed, allowed } => write!(
                f,
                "level {level} needs {} MiB of memory, and {} MiB are allowed",
                mebibytes(needed),
                mebibytes(allowed)
            ),
            Fault::NoLevel(level) => write!(f, "there is no level {level}"),
            Fault::Wrong { level, number } => write!(
                f,
                "what it says of position {number} of level {level} does not follow from its turns"
            ),
            Fault::Counts => f.write_str("its counts are not those of its values"),
        }
    }
}

impl std::error::Error for TableError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.fault {
            // The error itself is in the text already.
            Fault::Io(error) => error.source(),
            _ => None,
        }
    }
}
