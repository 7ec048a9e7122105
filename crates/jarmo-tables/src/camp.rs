//! Camps: where the archers of one side stand and which are marked.

use jarmo_core::{HoleSet, MAX_HOLES};

use crate::class::Strength;
use crate::combination::{binomial, gather, rank, scatter, unrank};

/// Where one side's archers stand, and which of them are marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Camp {
    /// The holes of the archers.
    pub archers: HoleSet,
    /// The holes of the marked ones among them.
    pub marked: HoleSet,
}

impl Camp {
    pub(crate) fn strength(self) -> Strength {
        Strength { archers: self.archers.len(), marked: self.marked.len() }
    }

    /// How many camps of a strength there are among so many holes.
    pub(crate) fn count(holes: usize, strength: Strength) -> u64 {
        binomial(holes, strength.archers) * binomial(strength.archers, strength.marked)
    }

    /// The camp's number among all of its strength: archers first, marks among them then.
    pub(crate) fn number(self) -> u64 {
        let marks = binomial(self.archers.len(), self.marked.len());
        rank(self.archers) * marks + rank(gather(self.marked, self.archers))
    }

    /// The camp's number among those of its strength that stand on holes of `within`.
    pub(crate) fn number_within(self, within: HoleSet) -> u64 {
        let archers = gather(self.archers, within);
        Camp { archers, marked: gather(self.marked, within) }.number()
    }

    /// The camp of this strength and number.
    pub(crate) fn numbered(number: u64, strength: Strength) -> Camp {
        let marks = binomial(strength.archers, strength.marked).max(1);
        let archers = unrank(number / marks, strength.archers);
        let marked = scatter(unrank(number % marks, strength.marked), archers);
        Camp { archers, marked }
    }

    /// The camp of this strength and number among those on holes of `within`.
    pub(crate) fn numbered_within(number: u64, strength: Strength, within: HoleSet) -> Camp {
        let camp = Camp::numbered(number, strength);
        Camp { archers: scatter(camp.archers, within), marked: scatter(camp.marked, within) }
    }

    /// Every camp of a strength among the first `holes`, in order of their numbers.
    pub(crate) fn all(holes: usize, strength: Strength) -> Vec<Camp> {
        debug_assert!(holes <= MAX_HOLES);
        (0..Camp::count(holes, strength)).map(|number| Camp::numbered(number, strength)).collect()
    }
}
