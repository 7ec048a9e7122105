//! The weights in use, and where they come from.
//!
//! The tables are written by `cargo xtask tune`; the head of each says what it was made with.
//! It plays games of the search against itself, with [`Weights::BY_HAND`], from 3 to 14 random
//! turns on, and does a logistic regression of the result on the terms of the evaluation over
//! the quiet positions. The scale is such that an archer one move from home is worth 1.66 points.
//! Archers four and more moves away, which the built-in boards do not have, are set by hand. One
//! game in five is kept apart to see that the fit holds.
//!
//! What such fits are worth was measured with those to the board `jasir`, on which `brainking` and
//! `traditional` were played before, in games at 10,000 positions a turn, with 95 % intervals: against the
//! weights set by hand, 120 Elo (83 to 161, 120 games) for `brainking` and 161 (120 to 208) for
//! `traditional`; against fits to other games of the same kind, no difference that shows (2 Elo,
//! -14 to 19, and 4, -16 to 24, 160 games). A fit to Jasir, whose games are often decided before
//! they are quiet, lost to the weights of `brainking` by 53 Elo (26 to 79) in 200 games, so that
//! Jasir has no table; whether it takes those of `brainking` or of `traditional` makes no
//! difference that shows (420 games).

use jarmo_core::{ReturnTiming, Rules};

use crate::weights::Weights;

mod brainking;
mod traditional;

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
}
