//! What of a line is certain.

use crate::packed_turn::PackedTurn;
use crate::value::Value;
use crate::verdict::Verdict;
use crate::worker::{Node, Worker};

impl Worker<'_> {
    /// How a line of this value ends, if it was seen to the end or leads to a solved position.
    ///
    /// A draw is worth what an estimate may be worth by chance: whether it is one shows where the
    /// line ends.
    pub(crate) fn seen(
        &mut self,
        root: &Node,
        value: Value,
        line: &[PackedTurn],
    ) -> Option<Verdict> {
        if value == self.shared.draw && self.ends_drawn(root, line) {
            return Some(Verdict::Draw);
        }
        value.verdict()
    }

    /// Whether the position that a line leads to ends a game without a winner, or lets it go round
    /// in circles, or is known to be drawn.
    fn ends_drawn(&mut self, root: &Node, line: &[PackedTurn]) -> bool {
        let known = self.path.len();
        let mut node = *root;
        for packed in line {
            let Some(turn) = packed.unpack(&node.position) else { break };
            self.path.push(node.position.key());
            node = self.child(&node, turn, *packed);
        }
        let drawn = node.ply > 0 && self.is_drawn(&node);
        self.path.truncate(known);
        drawn
    }

    fn is_drawn(&self, node: &Node) -> bool {
        let (rules, position) = (self.shared.rules, &node.position);
        if position.is_over(rules) {
            return position.score(rules).leader().is_none();
        }
        self.has_come_before(node)
            || node.reversible == 0
                && self.shared.solved.reaches(position.level())
                && self.shared.solved.verdict(position) == Some(Verdict::Draw)
    }
}
