//! The weights of the evaluation.

/// How many distances from home are told apart; archers further off count as the last.
pub const DISTANCES: usize = 8;

/// What things are worth in the evaluation, in hundredths of a point of the final margin.
///
/// Plain numbers, so that a program can try others; [`Weights::TUNED`] are the ones in use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// An archer that is this many moves from home, 0 at home.
    pub archer: [i32; DISTANCES],
    /// More for a marked archer that is this many moves from home.
    pub mark: [i32; DISTANCES],
    /// A mark at home that can be spent at once, since the other side holds a prisoner.
    pub spendable: i32,
    /// The right to move.
    pub tempo: i32,
}
