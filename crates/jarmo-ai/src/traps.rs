//! How easily a side goes wrong in a drawn position.

use jarmo_core::{Position, Rules};

use crate::budget::Budget;
use crate::solved::Solved;
use crate::verdict::Verdict;
use crate::watch::Watch;

/// Measures positions that are drawn by how many ways there are to lose them: the idea of Malom's
/// ultra-strong solutions of nine men's morris (Gévay and Danner, 2016, "Calculating ultra-strong
/// and extended solutions for nine men's morris, Morabaraba, and Lasker morris").
pub(crate) struct Traps<'a> {
    rules: &'a Rules,
    solved: &'a Solved,
    /// How many positions may still be looked up for the turn at hand.
    budget: Budget<'a>,
    watch: &'a Watch<'a>,
}

/// What is certain to go wrong counts this much.
const WHOLE: i64 = 1000;
/// How many of the other side's turns are looked at one after another.
const REPLIES: u32 = 2;
/// How many positions each turn of the root may cost.
const POSITIONS: u32 = 3_000;

impl<'a> Traps<'a> {
    pub(crate) fn new(rules: &'a Rules, solved: &'a Solved, watch: &'a Watch<'a>) -> Traps<'a> {
        Traps { rules, solved, budget: Budget::new(0, watch), watch }
    }

    /// How likely the side to move goes wrong in its next few turns, 0 to 1000, if it takes any of
    /// its turns, and the other side always sets the best trap.
    pub(crate) fn after(&mut self, position: &Position) -> i64 {
        self.budget = Budget::new(POSITIONS, self.watch);
        self.risk(position, REPLIES)
    }

    fn risk(&mut self, position: &Position, replies: u32) -> i64 {
        if position.is_over(self.rules) {
            return 0;
        }
        let (mut all, mut sum) = (0, 0);
        for reply in position.legal_turns(self.rules) {
            let next = position.play_unchecked(self.rules, reply);
            self.budget.spend();
            all += 1;
            sum += match self.solved.verdict(&next) {
                Some(Verdict::Win) => WHOLE,
                Some(Verdict::Draw) if replies > 1 => self.best_trap(&next, replies - 1),
                _ => 0,
            };
        }
        sum / all.max(1)
    }

    /// The risk that the side to move can put the other side to without letting go of the draw.
    fn best_trap(&mut self, position: &Position, replies: u32) -> i64 {
        if position.is_over(self.rules) {
            return 0;
        }
        let mut most = 0;
        for turn in position.legal_turns(self.rules) {
            if self.budget.is_spent() {
                break;
            }
            let after = position.play_unchecked(self.rules, turn);
            self.budget.spend();
            if self.solved.verdict(&after) == Some(Verdict::Draw) {
                most = most.max(self.risk(&after, replies));
            }
        }
        most
    }
}
