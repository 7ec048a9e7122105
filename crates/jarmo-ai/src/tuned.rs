//! The weights in use, and where they come from.

use crate::weights::Weights;

impl Weights {
    /// The weights in use.
    ///
    /// Provenance: set by hand, from what archers score at the end.
    pub const TUNED: Weights = Weights {
        archer: [200, 168, 152, 140, 130, 122, 116, 100],
        mark: [25, 20, 18, 16, 14, 12, 10, 0],
        spendable: 45,
        tempo: 12,
    };
}
