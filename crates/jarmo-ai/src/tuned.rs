//! The weights in use, and where they come from.
//!
//! Provenance: logistic regression of the game's result on the terms of the evaluation, over
//! quiet positions of games that the search, with weights set by hand, played against itself at
//! 2,000 positions a turn after 3 to 14 random turns: 217,793 positions for `brainking` and
//! 92,744 for `traditional`. One game in five was kept apart to see that the fit holds. The scale
//! is such that an archer one move from home is worth 1.66 points. Archers four and more moves
//! away, which the standard board does not have, are set by hand.
//!
//! In 120 games at 10,000 positions a turn the `brainking` fit beat the weights set by hand by 98
//! Elo (59 to 140); that of `traditional` differs little from it (200 games, 12 Elo, -6 to 30).
//!
//! A fit to 70,537 positions of Jasir, whose games are often decided before they are quiet, lost
//! to the weights of `brainking` by 53 Elo (26 to 79) in 200 games, and was dropped.

use jarmo_core::{ReturnTiming, Rules};

use crate::weights::Weights;

impl Weights {
    /// The weights in use for these rules: those of the rule set that they are most like.
    #[must_use]
    pub const fn tuned(rules: &Rules) -> Weights {
        let options = rules.options();
        match options.returns {
            ReturnTiming::Added if options.backward => Weights::TRADITIONAL,
            _ => Weights::BRAINKING,
        }
    }

    /// For returns that take a whole turn.
    pub const BRAINKING: Weights = Weights {
        archer: [179, 166, 148, 133, 120, 105],
        mark: [39, 36, 11, 11, 8, 5],
        centre: 8,
        spendable: 63,
        tempo: 20,
        mobility: 5,
        last_archer: 65,
        attacked_mover: -45,
        attacked_waiter: -33,
        hanging_mover: -12,
        hanging_waiter: -27,
    };

    /// For returns that are added to moves.
    pub const TRADITIONAL: Weights = Weights {
        archer: [154, 166, 167, 152, 140, 120],
        mark: [111, 69, 20, 0, 0, 0],
        centre: 13,
        spendable: 81,
        tempo: 20,
        mobility: 7,
        last_archer: 91,
        attacked_mover: -42,
        attacked_waiter: -31,
        hanging_mover: -4,
        hanging_waiter: -14,
    };
}
