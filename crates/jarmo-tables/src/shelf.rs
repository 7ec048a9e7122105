//! Blocks that are kept in memory after they were read.

use std::collections::VecDeque;
use std::sync::Arc;

/// How many bytes of blocks a table keeps at most.
const MOST_BYTES: usize = 32 << 20;

/// The blocks of one table that were read lately, as many as there is room for.
///
/// When there is no room the block that came first goes, unless it was asked for since: then it is
/// passed over once.
#[derive(Debug, Default)]
pub(crate) struct Shelf {
    /// Each block of the table, if it is here.
    places: Vec<Option<Kept>>,
    /// The blocks that are here, in the order in which they came.
    order: VecDeque<usize>,
    bytes: usize,
}

#[derive(Debug)]
struct Kept {
    block: Arc<[u8]>,
    asked_for: bool,
}

impl Shelf {
    /// A block, if it is here.
    pub(crate) fn get(&mut self, at: u64) -> Option<Arc<[u8]>> {
        let kept = self.places.get_mut(at as usize)?.as_mut()?;
        kept.asked_for = true;
        Some(Arc::clone(&kept.block))
    }

    /// Keeps a block.
    pub(crate) fn put(&mut self, at: u64, block: Arc<[u8]>) {
        let at = at as usize;
        if self.places.len() <= at {
            self.places.resize_with(at + 1, || None);
        }
        if self.places[at].is_some() {
            return;
        }
        while self.bytes + block.len() > MOST_BYTES && self.drop_one() {}
        self.bytes += block.len();
        self.order.push_back(at);
        self.places[at] = Some(Kept { block, asked_for: false });
    }

    /// Drops a block; `false` when there is none.
    fn drop_one(&mut self) -> bool {
        while let Some(at) = self.order.pop_front() {
            let place = &mut self.places[at];
            match place {
                Some(kept) if kept.asked_for => {
                    kept.asked_for = false;
                    self.order.push_back(at);
                }
                Some(kept) => {
                    self.bytes -= kept.block.len();
                    *place = None;
                    return true;
                }
                None => {}
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_stays_longer() {
        let mut shelf = Shelf::default();
        let block: Arc<[u8]> = vec![0; MOST_BYTES / 4].into();
        for at in 0..4 {
            shelf.put(at, Arc::clone(&block));
        }
        assert!(shelf.get(0).is_some());
        shelf.put(4, block);
        assert!(shelf.get(0).is_some(), "it was asked for");
        assert!(shelf.get(1).is_none(), "there is no room for five");
        assert!((2..5).all(|at| shelf.get(at).is_some()));
    }
}
