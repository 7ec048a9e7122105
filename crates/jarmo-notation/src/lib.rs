//! Jarmo in text: turns such as `A1-C2`, position strings, and **JGN**, the game's record format.
//!
//! Reading is generous and writing canonical. A turn a player types:
//!
//! ```
//! use jarmo_core::{Position, Rules};
//! use jarmo_notation::{parse_turn, PositionText};
//!
//! let rules = Rules::BRAINKING;
//! let start = Position::start(&rules);
//! let after = start.play(&rules, parse_turn("a1 c2", &rules, &start)?)?;
//! let text = PositionText::new(&after, rules.board()).to_string();
//! assert_eq!(text, "bbbbb/5/5/2w2/1wwww b A1-C2:1 - 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Records as trees, with variations, glyphs and comments, read one by one with [`Records`] and
//! written by [`Record`]'s `Display`:
//!
//! ```
//! use jarmo_notation::Records;
//!
//! let file = "[Event \"Casual game\"]\n\n1. C1-E2 E5-C4 2. B1-A3? (2. D1-C3!) B5xA3 0-1\n";
//! let mut records = Records::new(file.as_bytes(), &[]);
//! while let Some((record, faults)) = records.next_record()? {
//!     assert!(faults.is_empty());
//!     println!("{record}");
//! }
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! Below the tree is [`Reader`], which tells a [`Visitor`] about tags, turns, glyphs, comments and
//! variations as they come, in memory that does not grow with the file; [`Checker`] is the visitor
//! that checks legality.
//!
//! # Features
//!
//! - `serde`: records, turns and diagnostics as JSON and the like.
//!
//! # Errors
//!
//! What one writes has small errors, [`ParseTurnError`] and [`ParsePositionError`], that name the
//! column. Faults in a file are [`Diagnostic`]s: reading goes on behind each of them, and what
//! cannot be understood is kept as a comment.

mod builder;
mod change;
mod checker;
mod comment;
#[cfg(feature = "serde")]
mod data;
mod diagnostic;
mod glyph;
mod letters;
mod outcome;
mod position;
mod reader;
mod record;
mod referee;
mod source;
mod tags;
mod terms;
mod turn;
mod visitor;
mod writer;

pub use builder::Records;
pub use change::Change;
pub use checker::Checker;
pub use comment::{Command, Eval, commands, without_commands};
pub use diagnostic::{Diagnostic, Excerpt, Fault, Location, Severity};
pub use glyph::{Glyph, ParseGlyphError};
pub use outcome::{Outcome, ParseOutcomeError};
pub use position::{ParsePositionError, PositionText, parse_position};
pub use reader::Reader;
pub use record::{Node, NodeId, Record};
pub use referee::{Referee, Ruling};
pub use tags::{TagError, Tags};
pub use terms::{Boards, Terms};
pub use turn::{ParseTurnError, ReadTurnError, TurnText, parse_turn};
pub use visitor::{Interest, Visitor};
