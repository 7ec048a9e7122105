//! Late turn reductions.

use crate::selectivity::Selectivity;

const DEPTHS: usize = 64;
const PLACES: usize = 64;

/// How many plies less deep late turns are looked at, by remaining depth and place in the order.
///
/// A turn that comes late in a good order is rarely the best, and the less so the later it comes;
/// how much may be saved grows with how much there is to save. Both by their logarithms, as is
/// usual.
#[derive(Clone, Debug)]
pub(crate) struct Reductions(Box<[[u8; PLACES]; DEPTHS]>);

impl Reductions {
    pub(crate) fn new(selectivity: &Selectivity) -> Reductions {
        let mut table = Box::new([[0; PLACES]; DEPTHS]);
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (place, plies) in row.iter_mut().enumerate().skip(1) {
                let logarithms = (depth as f64).ln() * (place as f64).ln();
                let full = selectivity.reduction_base + selectivity.reduction * logarithms;
                *plies = if selectivity.reduction > 0.0 { full as u8 } else { 0 };
            }
        }
        Reductions(table)
    }

    /// The reduction of the turn in this place, the first being 0.
    #[inline]
    pub(crate) fn of(&self, depth: i32, place: usize) -> i32 {
        let row = &self.0[(depth.max(0) as usize).min(DEPTHS - 1)];
        i32::from(row[place.min(PLACES - 1)])
    }
}
