//! The weights of the evaluation.

/// How many distances from home are told apart; archers further off count as the last.
pub const DISTANCES: usize = 6;

/// What things are worth in the evaluation, in hundredths of a point of the final margin.
///
/// Plain numbers, so that a program can try others; [`Weights::tuned`] has the ones in
/// use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// An archer that is this many moves from home, 0 at home.
    pub archer: [i32; DISTANCES],
    /// More for a marked archer that is this many moves from home.
    pub mark: [i32; DISTANCES],
    /// More for each hole from which an enemy may come to an archer's, whoever stands there:
    /// where the lines meet.
    pub centre: i32,
    /// A mark at home that can be spent at once, since the other side holds a prisoner.
    pub spendable: i32,
    /// The right to move.
    pub tempo: i32,
    /// Each hole that an archer can move to, own archers out of the way.
    pub mobility: i32,
    /// One archer left that is not home: the game can be ended.
    pub last_archer: i32,
    /// An archer of the side to move that an enemy can capture.
    pub attacked_mover: i32,
    /// An archer of the other side that can be captured.
    pub attacked_waiter: i32,
    /// More for an attacked archer of the side to move that could not be avenged.
    pub hanging_mover: i32,
    /// More for an attacked archer of the other side that could not be avenged.
    pub hanging_waiter: i32,
}
