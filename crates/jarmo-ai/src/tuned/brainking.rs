//! Written by `cargo xtask tune --rules brainking --games 15000 --nodes 2000 --seed 1 --write`,
//! from 241573 positions.

use crate::weights::Weights;

impl Weights {
    /// For returns that take a whole turn.
    pub const BRAINKING: Weights = Weights {
        archer: [172, 166, 149, 136, 130, 122],
        mark: [43, 41, 8, 1, 14, 12],
        centre: 7,
        spendable: 70,
        tempo: 19,
        mobility: 6,
        last_archer: 81,
        attacked_mover: -53,
        attacked_waiter: -40,
        hanging_mover: -7,
        hanging_waiter: -19,
    };
}
