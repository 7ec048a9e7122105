//! Engines that play **Jarmo**.
//!
//! Everything that chooses turns is an [`Engine`]. Named in words, as on a command line:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use jarmo_ai::{EngineSpec, Limits, Resources};
//! use jarmo_core::{Game, Rules};
//!
//! let spec: EngineSpec = "depth:4".parse()?;
//! let mut engine = spec.engine(&Resources::default()).expect("it is no foreign program");
//! let mut game = Game::new(Rules::BRAINKING);
//! let choice = engine.choose(&game, &Limits::NONE, &AtomicBool::new(false), &mut |_| ())?;
//! game.play(choice.turn)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An analysis finds several lines at once, and says why in words:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use jarmo_ai::{Clock, Limits, Search, reason};
//! use jarmo_core::{Game, Rules};
//!
//! let game = Game::new(Rules::BRAINKING);
//! let mut search = Search::new(16, Clock::default());
//! let never = AtomicBool::new(false);
//! for line in search.analyze(&game, &Limits::depth(6), 3, &never, &mut |_| ())? {
//!     let why = reason(game.rules(), game.position(), &line).expect("a line has a first turn");
//!     println!("{}. {} points: it {why}", line.rank, line.value);
//! }
//! # Ok::<(), jarmo_ai::EngineError>(())
//! ```
//!
//! What a match says about two engines:
//!
//! ```
//! use jarmo_ai::Tally;
//!
//! let elo = Tally { wins: 60, draws: 25, losses: 15 }.elo().expect("there were games");
//! assert_eq!(format!("{:.0} [{:.0}, {:.0}]", elo.difference, elo.low, elo.high), "168 [109, 238]");
//! ```
//!
//! What positions are worth is said in points of the game's final margin, see [`Value`].
//!
//! # Features
//!
//! - `tables` (default): solved positions from [`jarmo_tables`] in play and analysis, see
//!   [`Solved`]. It needs files, and so `std`.
//! - `std` (default): the system's clock and several threads. Without it the search runs on the
//!   calling thread alone, and a [`Clock`] must be handed in for limits of time to be kept, as in
//!   a browser.
//!
//! # Errors
//!
//! [`EngineError`] says why an engine chose no turn, [`EngineSpecError`] why a text names no
//! engine.

mod allowance;
mod baseline;
mod budget;
mod certainty;
mod clock;
mod deepening;
mod distance;
mod engine;
mod evaluation;
mod level;
mod level_player;
mod limited;
mod limits;
mod line;
mod openings;
mod opponent;
mod ordering;
mod packed_turn;
mod pressure;
mod probing;
mod random;
mod reason;
mod reduction;
mod search;
mod selectivity;
mod solved;
mod spec;
mod tally;
mod tiers;
mod transposition;
mod tuned;
mod value;
mod verdict;
mod watch;
mod weights;
mod window;
mod worker;

pub use baseline::Baseline;
pub use clock::Clock;
pub use distance::Distances;
pub use engine::{Choice, Engine, EngineError, Failure, Fault, Info};
pub use evaluation::Evaluation;
pub use level::Level;
pub use level_player::LevelPlayer;
pub use limited::Limited;
pub use limits::{Clocks, Limits};
pub use openings::Openings;
pub use random::RandomPlayer;
pub use reason::{Reason, reason};
pub use search::Search;
pub use selectivity::Selectivity;
pub use solved::{Solved, Source};
pub use spec::{EngineSpec, EngineSpecError, Resources};
pub use tally::{EloEstimate, PairTally, Sprt, SprtState, Tally, elo_of_share, share_of_elo};
pub use value::Value;
pub use verdict::Verdict;
pub use weights::{DISTANCES, Weights};
