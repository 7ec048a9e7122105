//! Principal variations.

use crate::ordering::MAX_PLY;
use crate::packed_turn::PackedTurn;

/// For each ply, the best line found from there on.
///
/// A line grows from the end: the node that finds a better turn puts it before the line of the
/// node below.
#[derive(Debug)]
pub(crate) struct Lines(Vec<Vec<PackedTurn>>);

impl Lines {
    pub(crate) fn new() -> Lines {
        Lines(vec![Vec::new(); MAX_PLY + 2])
    }

    /// No line from `ply` on.
    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// The line from `ply` on is `turn` and then the line from the next ply on.
    pub(crate) fn extend(&mut self, ply: usize, turn: PackedTurn) {
        if let [line, next, ..] = &mut self.0[ply..] {
            line.clear();
            line.push(turn);
            line.extend_from_slice(next);
        }
    }

    /// The line from the root.
    pub(crate) fn root(&self) -> &[PackedTurn] {
        &self.0[0]
    }
}
