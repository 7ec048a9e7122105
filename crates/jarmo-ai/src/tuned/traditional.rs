//! Written by `cargo xtask tune --rules traditional --games 15000 --nodes 2000 --seed 1 --write`,
//! from 305399 positions.

use crate::weights::Weights;

impl Weights {
    /// For returns that are added to moves.
    pub const TRADITIONAL: Weights = Weights {
        archer: [158, 166, 162, 145, 130, 122],
        mark: [96, 70, 24, 23, 14, 12],
        centre: 16,
        spendable: 108,
        tempo: 20,
        mobility: 8,
        last_archer: 105,
        attacked_mover: -45,
        attacked_waiter: -32,
        hanging_mover: -14,
        hanging_waiter: -33,
    };
}
