//! Grids: one bit for each pair of camps.

use crate::lanes::{Lanes, WIDTH};

/// What has happened to a row of a panel since it was last looked at.
pub(crate) mod news {
    /// A bit of the row itself was set.
    pub(crate) const CHANGED: u8 = 1;
    /// A bit was set in a row to which a move leads from this one.
    pub(crate) const FOLLOWED: u8 = 2;
}

/// One bit for each pair of camps with one side to move.
///
/// The camps of the side to move are lanes, 256 to a panel; the other side's are a panel's rows.
/// So whoever looks where the *other* side's moves lead, when it is that side's turn, finds all
/// the rows it needs in one panel.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    rows: usize,
    /// Empty while they are not in memory.
    bits: Vec<Lanes>,
    /// Whether a bit may have been set since they came to memory.
    changed: bool,
    news: Vec<u8>,
}

impl Grid {
    /// A grid with no bit set, which is not in memory yet.
    pub(crate) fn new(lanes: usize, rows: usize) -> Grid {
        let len = lanes.div_ceil(WIDTH) * rows;
        Grid { rows, bits: Vec::new(), changed: false, news: vec![u8::MAX; len] }
    }

    /// How many bytes the bits of a grid take.
    pub(crate) fn size(lanes: u64, rows: u64) -> u64 {
        let panels = lanes.div_ceil(WIDTH as u64);
        panels.saturating_mul(rows).saturating_mul(size_of::<Lanes>() as u64)
    }

    /// How many bytes its bits take.
    pub(crate) fn bytes(&self) -> u64 {
        (self.news.len() * size_of::<Lanes>()) as u64
    }

    pub(crate) fn is_in_memory(&self) -> bool {
        !self.bits.is_empty()
    }

    /// Brings it to memory with no bit set.
    pub(crate) fn make_bits(&mut self) {
        self.bits = vec![Lanes::NONE; self.news.len()];
        self.changed = false;
    }

    /// All bits, to be filled with what they were.
    pub(crate) fn stored_bits(&mut self) -> &mut [Lanes] {
        &mut self.bits
    }

    /// Takes its bits out of memory, and says whether they may have changed there.
    pub(crate) fn take_bits(&mut self) -> (Vec<Lanes>, bool) {
        (std::mem::take(&mut self.bits), self.changed)
    }

    /// How many rows all panels have together.
    pub(crate) fn rows(&self) -> usize {
        self.news.len()
    }

    pub(crate) fn panel(&self, panel: usize) -> &[Lanes] {
        &self.bits[panel * self.rows..][..self.rows]
    }

    pub(crate) fn panel_news(&self, panel: usize) -> &[u8] {
        &self.news[panel * self.rows..][..self.rows]
    }

    /// Every panel, to be changed, with its news.
    pub(crate) fn panels_mut(&mut self) -> impl Iterator<Item = (&mut [Lanes], &mut [u8])> {
        self.changed = true;
        self.bits.chunks_mut(self.rows).zip(self.news.chunks_mut(self.rows))
    }

    /// Whether a row has this news.
    pub(crate) fn has_news(&self, kind: u8) -> bool {
        self.news.iter().any(|news| news & kind != 0)
    }

    pub(crate) fn forget_news(&mut self) {
        self.news.fill(0);
    }
}
