//! What a position looks like without looking ahead.

use jarmo_core::{Hole, MAX_HOLES, Position, Rules, Side};

use crate::distance::Distances;
use crate::value::Value;
use crate::weights::{DISTANCES, Weights};

/// Estimates positions of one set of rules by one set of weights.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// `[side][marked][hole]`.
    worth: [[[i16; MAX_HOLES]; 2]; 2],
    spendable: i32,
    tempo: i32,
}

impl Evaluation {
    /// Lays the weights out by hole.
    #[must_use]
    pub fn new(rules: &Rules, weights: &Weights) -> Evaluation {
        let distances = Distances::new(rules);
        let mut worth = [[[0; MAX_HOLES]; 2]; 2];
        for side in Side::ALL {
            for hole in rules.board().holes() {
                let moves = usize::from(distances.of(side, hole)).min(DISTANCES - 1);
                let archer = weights.archer[moves] as i16;
                worth[side.index()][0][hole.index()] = archer;
                worth[side.index()][1][hole.index()] = archer + weights.mark[moves] as i16;
            }
        }
        Evaluation { worth, spendable: weights.spendable, tempo: weights.tempo }
    }

    /// An estimate of the final margin for the side to move.
    #[must_use]
    #[inline]
    pub fn estimate(&self, rules: &Rules, position: &Position) -> Value {
        let side = position.to_move();
        let own = self.assets(rules, position, side);
        let enemy = self.assets(rules, position, side.other());
        Value::estimate(own - enemy + self.tempo)
    }

    /// What a side's archers and marks are worth.
    #[inline]
    fn assets(&self, rules: &Rules, position: &Position, side: Side) -> i32 {
        let [unmarked, marked] = &self.worth[side.index()];
        let archers = position.archers(side);
        let marks = position.marked(side);
        let mut sum = 0;
        for hole in archers.minus(marks) {
            sum += i32::from(unmarked[hole.index()]);
        }
        for hole in marks {
            sum += i32::from(marked[hole.index()]);
        }
        let spendable = (marks & rules.goal_row(side)).len();
        if spendable > 0 {
            sum += self.spendable * spendable.min(position.prisoners(rules, side)) as i32;
        }
        sum
    }

    /// What the archer on `hole` is worth to its side; 0 where none stands.
    #[inline]
    pub(crate) fn archer(&self, position: &Position, hole: Hole) -> i32 {
        position.archer_at(hole).map_or(0, |archer| {
            let by_mark = &self.worth[archer.side.index()];
            i32::from(by_mark[usize::from(archer.marked)][hole.index()])
        })
    }
}
