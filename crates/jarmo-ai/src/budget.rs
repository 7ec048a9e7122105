//! How many positions may be looked up for one question.

use crate::watch::Watch;

/// A number of positions, which is used up early when half of the turn's time is over or the
/// search is told to stop.
pub(crate) struct Budget<'a> {
    left: u32,
    watch: &'a Watch<'a>,
}

impl<'a> Budget<'a> {
    pub(crate) fn new(positions: u32, watch: &'a Watch<'a>) -> Budget<'a> {
        Budget { left: positions, watch }
    }

    /// Takes one position off; `false` when there is none left.
    pub(crate) fn spend(&mut self) -> bool {
        if self.left > 0 {
            self.left = if self.watch.is_half_up() { 0 } else { self.left - 1 };
        }
        self.left > 0
    }
}
