//! What a position looks like without looking ahead.

use jarmo_core::{Hole, HoleSet, MAX_HOLES, Position, Rules, Side};

use crate::distance::Distances;
use crate::value::Value;
use crate::weights::{DISTANCES, Weights};

/// Estimates positions of one set of rules by one set of weights.
#[derive(Clone, Debug)]
pub struct Evaluation {
    weights: Weights,
    /// `[side][marked][hole]`.
    worth: [[[i16; MAX_HOLES]; 2]; 2],
}

/// What a side's archers could do if it were to move.
#[derive(Clone, Copy)]
struct Grip {
    /// The holes that some archer's line leads to.
    reached: HoleSet,
    /// Moves, shuttling left aside.
    moves: usize,
}

impl Evaluation {
    /// Lays the weights out by hole.
    #[must_use]
    pub fn new(rules: &Rules, weights: &Weights) -> Evaluation {
        let weights = weights.bounded();
        let narrow = |worth: i32| worth.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let distances = Distances::new(rules);
        let mut worth = [[[0; MAX_HOLES]; 2]; 2];
        for side in Side::ALL {
            let enemy_holes = rules.board().holes();
            for hole in rules.board().holes() {
                let approaches = enemy_holes
                    .into_iter()
                    .filter(|from| rules.reach(side.other(), *from).contains(hole));
                let moves = usize::from(distances.of(side, hole)).min(DISTANCES - 1);
                let archer = weights.archer[moves] + weights.centre * approaches.count() as i32;
                worth[side.index()][0][hole.index()] = narrow(archer);
                worth[side.index()][1][hole.index()] = narrow(archer + weights.mark[moves]);
            }
        }
        Evaluation { weights, worth }
    }

    /// An estimate of the final margin for the side to move.
    #[must_use]
    #[inline]
    pub fn estimate(&self, rules: &Rules, position: &Position) -> Value {
        let side = position.to_move();
        let (own, enemy) = (position.archers(side), position.archers(side.other()));
        let own_grip = grip(rules, side, own);
        let enemy_grip = grip(rules, side.other(), enemy);
        let weights = &self.weights;

        let mut sum = self.assets(rules, position, side) - self.assets(rules, position, !side);
        sum += weights.tempo;
        sum += weights.mobility * (own_grip.moves as i32 - enemy_grip.moves as i32);
        let attacked = own & enemy_grip.reached;
        if !attacked.is_empty() {
            let hanging = attacked.minus(own_grip.reached);
            sum += weights.attacked_mover * attacked.len() as i32;
            sum += weights.hanging_mover * hanging.len() as i32;
        }
        let attacked = enemy & own_grip.reached;
        if !attacked.is_empty() {
            let hanging = attacked.minus(enemy_grip.reached);
            sum -= weights.attacked_waiter * attacked.len() as i32;
            sum -= weights.hanging_waiter * hanging.len() as i32;
        }
        Value::estimate(sum)
    }

    /// What a side's archers and marks are worth by themselves.
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
        let goal = rules.goal_row(side);
        let spendable = (marks & goal).len();
        if spendable > 0 {
            sum += self.weights.spendable * spendable.min(position.prisoners(rules, side)) as i32;
        }
        if archers.minus(goal).len() == 1 {
            sum += self.weights.last_archer;
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

#[inline]
fn grip(rules: &Rules, side: Side, archers: HoleSet) -> Grip {
    let mut grip = Grip { reached: HoleSet::EMPTY, moves: 0 };
    for from in archers {
        let reach = rules.reach(side, from);
        grip.reached |= reach;
        grip.moves += reach.minus(archers).len();
    }
    grip
}

#[cfg(test)]
mod tests {
    use jarmo_core::{Board, BySide, HoleSet, Options, Position, RuleSet, Rules, Setup, Side};

    use super::Evaluation;
    use crate::weights::Weights;

    fn position(rules: &Rules, white: &[&str], black: &[&str], to_move: Side) -> Position {
        let holes = |names: &[&str]| -> HoleSet {
            names.iter().map(|name| rules.board().hole(name).unwrap()).collect()
        };
        let setup = Setup {
            archers: BySide::new(holes(white), holes(black)),
            marked: HoleSet::EMPTY,
            to_move,
            streaks: BySide::default(),
            turn_number: 1,
        };
        Position::new(rules, &setup).unwrap()
    }

    #[test]
    fn more_archers_and_archers_further_on_are_better() {
        let rules = Rules::BRAINKING;
        let evaluation = Evaluation::new(&rules, &Weights::tuned(&rules));
        let value = |white: &[&str]| {
            let position = position(&rules, white, &["E5", "D4"], Side::White);
            evaluation.estimate(&rules, &position)
        };
        assert!(value(&["A1", "B1"]) > value(&["A1"]));
        assert!(value(&["A1", "A5"]) > value(&["A1", "B1"]));
    }

    #[test]
    fn a_mirrored_board_gives_mirrored_estimates() {
        // The only line of each file leads across; turned around, the board is the same.
        let lines = [["A1", "A2"], ["A2", "A3"], ["B1", "B2"], ["B2", "B3"], ["A2", "B2"]];
        let board = Board::new("ladder", "AB", 3, 2, 1, 3, &lines).unwrap();
        let options = Options { first: Side::White, ..RuleSet::Brainking.options() };
        let rules = Rules::new(board, options);
        let evaluation = Evaluation::new(&rules, &Weights::tuned(&rules));
        let white = position(&rules, &["A2", "B1"], &["A3", "B3"], Side::White);
        let black = position(&rules, &["A1", "B1"], &["A2", "B3"], Side::Black);
        assert_eq!(evaluation.estimate(&rules, &white), evaluation.estimate(&rules, &black));
    }
}
