//! **Jarmo solved**: tables of positions with their values under best play.
//!
//! The archers on the board and the marked ones among them never become more in play. Their sum
//! is a position's *level*: tables of all levels up to one are built together, with values and
//! distances, and looked up without being read as a whole. What is known of the first turns comes
//! with the crate.
//!
//! ```
//! use jarmo_core::{Position, Rules};
//! use jarmo_tables::{BuildOptions, Tables, build};
//!
//! let folder = tempfile::tempdir()?;
//! build(folder.path(), &Rules::BRAINKING, 3, &BuildOptions::default(), |_, _| {})?;
//! let tables = Tables::open(folder.path(), &Rules::BRAINKING)?;
//! let counts = tables.levels()[1].counts();
//! assert_eq!((counts.win, counts.loss), (13_920, 8_741));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An [`Index`] numbers a level's positions without gaps:
//!
//! ```
//! use jarmo_core::Board;
//! use jarmo_tables::Index;
//!
//! let index = Index::new(&Board::JARMO, 4);
//! assert_eq!(index.len(), 438_200);
//! let placement = index.placement(1_000).expect("there are more than a thousand");
//! assert_eq!(index.number(&placement), Some(1_000));
//! ```
//!
//! # Errors
//!
//! A [`TableError`] names the file and what is wrong with it. A damaged file is refused: its
//! header and length when it is opened, each block when it is read.
#![forbid(unsafe_code)]

mod block;
mod build;
mod camp;
mod captures;
mod class;
mod combination;
mod crew;
mod delta;
mod dense;
mod error;
mod grid;
mod header;
mod index;
mod lanes;
mod lists;
mod opening;
mod roster;
mod shelf;
mod store;
mod sweep;
mod table_file;
mod table_writer;
mod tables;
mod trail;
mod transpose;
mod value;
mod verify;
mod wins;

pub use build::{BuildOptions, Stage, build};
pub use camp::Camp;
pub use class::Class;
pub use error::{Fault, TableError};
pub use index::{Index, Placement};
pub use table_file::TableFile;
pub use tables::{Tables, game_name, highest_level};
pub use value::{Counts, Value, Verdict};
