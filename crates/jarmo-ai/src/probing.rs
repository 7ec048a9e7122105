//! Solved positions inside the search.

use crate::evaluation::Evaluation;
use crate::value::Value;
use crate::verdict::Verdict;
use crate::worker::{Node, Worker};

/// Positions are looked up from this remaining depth on: nearer the leaves it costs more than it
/// saves.
const PROBE_DEPTH: i32 = 2;

impl Worker<'_> {
    /// The value of a solved position for the side to move.
    ///
    /// Only what a capture, a return or an arrival has led to is looked up: elsewhere the question
    /// is how to make progress, which no verdict answers.
    #[inline]
    pub(crate) fn look_up(&mut self, node: &Node, depth: i32) -> Option<Value> {
        let asks = node.reversible == 0 && node.ply > 0 && depth >= PROBE_DEPTH;
        if !asks || !self.shared.solved.reaches(node.position.level()) {
            return None;
        }
        let verdict = self.shared.solved.verdict(&node.position)?;
        Some(match verdict {
            Verdict::Win => Value::proven(node.ply),
            Verdict::Loss => -Value::proven(node.ply),
            Verdict::Draw => self.drawn(node),
        })
    }

    /// What a solved draw is worth: where it is played on for a win, a little more to the side that
    /// seems to stand better.
    fn drawn(&self, node: &Node) -> Value {
        let draw = self.draw(node.ply);
        if self.shared.draw == Value::DRAW {
            return draw;
        }
        let estimate =
            Evaluation::estimate(self.shared.evaluation, self.shared.rules, &node.position);
        draw.plus(i32::from(estimate.raw()).clamp(-HOPE, HOPE) * DRAWN / HOPE)
    }
}

/// Estimates of drawn positions count up to this many hundredths of a point,
const HOPE: i32 = 400;
/// as up to so many.
const DRAWN: i32 = 20;
