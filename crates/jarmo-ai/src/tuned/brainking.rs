//! Written by `cargo xtask tune --rules brainking --games 15000 --nodes 2000 --seed 1 --write`,
//! from 287319 positions.

use crate::weights::Weights;

impl Weights {
    /// For returns that take a whole turn.
    pub const BRAINKING: Weights = Weights {
        archer: [169, 166, 149, 141, 130, 122],
        mark: [27, 28, 6, 6, 14, 12],
        centre: 10,
        spendable: 88,
        tempo: 18,
        mobility: 7,
        last_archer: 85,
        attacked_mover: -53,
        attacked_waiter: -41,
        hanging_mover: -9,
        hanging_waiter: -28,
    };
}
