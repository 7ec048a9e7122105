//! The rules of **Jarmo**, an old Tatar race-and-capture game: boards, positions, legal turns,
//! games and matches.
//!
//! A [`Position`] is who stands where and whose turn it is; the [`Rules`] it is played under, a
//! [`Board`] and [`Options`], are passed to whatever asks about legality.
//!
//! ```
//! use jarmo_core::{Position, Rules};
//!
//! let rules = Rules::BRAINKING;
//! let start = Position::start(&rules);
//! assert_eq!(start.turn_count(&rules), 11);
//! for turn in start.legal_turns(&rules) {
//!     let after = start.play(&rules, turn).expect("a legal turn can be played");
//!     assert!(!after.is_over(&rules));
//! }
//! ```
//!
//! A [`Game`] keeps the history, and says how it ended:
//!
//! ```
//! use jarmo_core::{Game, Rules};
//!
//! let mut game = Game::new(Rules::TRADITIONAL);
//! while game.ending().is_none() {
//!     let turn = game.position().legal_turns(game.rules()).next();
//!     game.play(turn.expect("a game that goes on has a legal turn"))?;
//! }
//! println!("{} with {}", game.result().unwrap(), game.score());
//! # Ok::<(), jarmo_core::PlayError>(())
//! ```
//!
//! Any other board of up to 32 holes is data:
//!
//! ```
//! use jarmo_core::{perft, Board, Position, RuleSet, Rules};
//!
//! let lines = [["A1", "B2"], ["B2", "C3"], ["B1", "B2"], ["B2", "A3"], ["C1", "B3"]];
//! let board = Board::new("small", "ABC", 3, 3, 1, 3, &lines)?;
//! let rules = Rules::new(board, RuleSet::Jasir.options());
//! assert_eq!(perft(&Position::start(&rules), &rules, 1), 3);
//! # Ok::<(), jarmo_core::BoardError>(())
//! ```
//!
//! # Features
//!
//! - `std` (default): nothing but `alloc`; the crate itself is `no_std`.
//! - `alloc`: [`Game`] and [`Match`], which keep a history on the heap.
//! - `serde`: `Serialize` and `Deserialize` for boards, options, setups, turns and the like. A
//!   [`Position`] travels as its [`Setup`], and is checked when it is made again.
//!
//! # Errors
//!
//! [`PlayError`] says in the game's terms why a turn is not legal, [`SetupError`] what keeps a
//! setup from being a position, [`BoardError`] what is wrong with a board's data. Nothing here
//! panics on what it is given.
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(test)]
extern crate std;

mod archer;
mod board;
mod ending;
#[cfg(feature = "alloc")]
mod game;
#[cfg(feature = "alloc")]
mod game_match;
mod hole;
mod key;
mod label;
mod legal;
mod options;
mod perft;
mod play;
mod position;
mod rules;
mod score;
mod side;
mod streak;
mod turn;

pub use archer::Archer;
pub use board::{Board, BoardError};
pub use ending::Ending;
#[cfg(feature = "alloc")]
pub use game::{Game, GameResult};
#[cfg(feature = "alloc")]
pub use game_match::{Match, Player};
pub use hole::{Hole, HoleName, HoleSet, Holes, MAX_HOLES, NoSuchHole};
pub use label::Label;
pub use legal::{GroupTurns, TurnGroup};
pub use options::{Options, ReturnTiming, RuleSet, UnknownRuleSet};
pub use perft::perft;
pub use play::PlayError;
pub use position::{Position, Setup, SetupError};
pub use rules::Rules;
pub use score::Score;
pub use side::{BySide, Side};
pub use streak::Streak;
pub use turn::Turn;
