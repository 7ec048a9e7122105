//! Written by `cargo xtask tune --rules traditional --games 15000 --nodes 2000 --seed 1 --write`,
//! from 250071 positions.

use crate::weights::Weights;

impl Weights {
    /// For returns that are added to moves.
    pub const TRADITIONAL: Weights = Weights {
        archer: [155, 166, 166, 152, 130, 122],
        mark: [83, 67, 25, 7, 14, 12],
        centre: 12,
        spendable: 117,
        tempo: 20,
        mobility: 8,
        last_archer: 104,
        attacked_mover: -48,
        attacked_waiter: -36,
        hanging_mover: -6,
        hanging_waiter: -26,
    };
}
