//! Benchmarks of Jarmo's crates beside peers, and the generated games they read.
//!
//! `cargo xtask bench` runs them; each prints a table with the ratios to its peers, or its own
//! rates where there is no peer. Contestants are
//! run in turn, round after round, so that a busy machine slows all of them alike, and medians
//! are compared ([`medians`]).
//!
//! The crate is never published and no other program is built with it. That matters for its
//! licence too: of the peers, which only the benchmarks are linked with, pgn-reader and shakmaty
//! are under the GPL 3.
//!
//! [`Games`] makes files of games to read:
//!
//! ```
//! let text: String = jarmo_bench::Games::new(7).take(2).map(|game| game.to_string()).collect();
//! assert!(text.starts_with("[Event \"Generated game\"]\n"));
//! ```

mod annotation;
mod contest;
mod games;
mod table;

pub use contest::medians;
pub use games::Games;
pub use table::{Row, print_rates, print_table};
