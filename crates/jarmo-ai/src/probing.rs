//! Solved positions inside the search.

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
        match self.shared.solved.verdict(&node.position)? {
            Verdict::Win => Some(Value::proven(node.ply)),
            Verdict::Loss => Some(-Value::proven(node.ply)),
            // Played on for a win: how a drawn position looks is all there is to go by.
            Verdict::Draw if self.shared.draw != Value::DRAW => None,
            Verdict::Draw => Some(self.draw(node.ply)),
        }
    }
}
