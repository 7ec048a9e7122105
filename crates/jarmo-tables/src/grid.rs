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
    bits: Vec<Lanes>,
    news: Vec<u8>,
}

impl Grid {
    pub(crate) fn new(lanes: usize, rows: usize) -> Grid {
        let len = lanes.div_ceil(WIDTH) * rows;
        Grid { rows, bits: vec![Lanes::NONE; len], news: vec![u8::MAX; len] }
    }

    /// How many bytes [`Grid::new`] takes.
    pub(crate) fn size(lanes: u64, rows: u64) -> u64 {
        lanes.div_ceil(WIDTH as u64) * rows * (size_of::<Lanes>() as u64 + 1)
    }

    pub(crate) fn panel(&self, panel: usize) -> &[Lanes] {
        &self.bits[panel * self.rows..][..self.rows]
    }

    pub(crate) fn panel_news(&self, panel: usize) -> &[u8] {
        &self.news[panel * self.rows..][..self.rows]
    }

    /// Every panel, to be changed, with its news.
    pub(crate) fn panels_mut(&mut self) -> impl Iterator<Item = (&mut [Lanes], &mut [u8])> {
        self.bits.chunks_mut(self.rows).zip(self.news.chunks_mut(self.rows))
    }

    /// All bits.
    pub(crate) fn words(&self) -> impl Iterator<Item = u64> {
        self.bits.iter().flat_map(|lanes| lanes.0)
    }

    /// All bits, to be changed.
    pub(crate) fn words_mut(&mut self) -> impl Iterator<Item = &mut u64> {
        self.bits.iter_mut().flat_map(|lanes| &mut lanes.0)
    }

    pub(crate) fn forget_news(&mut self) {
        self.news.fill(0);
    }
}
