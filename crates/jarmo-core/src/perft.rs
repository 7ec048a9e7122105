//! Counting turn sequences.

use core::ops::ControlFlow;

use crate::legal::TurnGroup;
use crate::position::Position;
use crate::rules::Rules;

/// Perft: how many sequences of `depth` legal turns there are from a position; 1 of length 0.
///
/// Sequences that end earlier, because the game does, are not counted. The last turns are
/// counted in bulk, not played.
#[must_use]
pub fn perft(position: &Position, rules: &Rules, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.turn_count(rules) as u64,
        2 => sum_over_turns(position, rules, |after| after.turn_count(rules) as u64),
        _ => sum_over_turns(position, rules, |after| perft(after, rules, depth - 1)),
    }
}

/// The sum of `count` over the positions after each legal turn.
#[inline]
fn sum_over_turns(position: &Position, rules: &Rules, count: impl Fn(&Position) -> u64) -> u64 {
    let mut nodes = 0;
    let _: ControlFlow<()> = position.turn_groups(rules, |group| {
        // Moves without a return are nearly all there is; they skip making a `Turn`.
        if let TurnGroup::Moves { from, targets, .. } = group {
            for to in targets {
                nodes += count(&position.after_move(from, to));
            }
        } else {
            for turn in group {
                nodes += count(&position.play_unchecked(rules, turn));
            }
        }
        ControlFlow::Continue(())
    });
    nodes
}
