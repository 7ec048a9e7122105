//! The window of a search.

use crate::transposition::Bound;
use crate::value::Value;

/// The values that matter: below `alpha` the side to move has something better elsewhere, and
/// `beta` is more than the other side will allow.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pub(crate) alpha: Value,
    pub(crate) beta: Value,
}

impl Window {
    pub(crate) const FULL: Window =
        Window { alpha: Value::from_raw(-i16::MAX), beta: Value::INFINITE };

    /// Whether there are values inside: an exact value is asked for, not just a bound.
    #[inline]
    pub(crate) fn is_open(self) -> bool {
        self.alpha.plus(1) < self.beta
    }

    /// Seen from the other side.
    #[inline]
    pub(crate) fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Asks only whether the value is more than `alpha`; seen from the other side.
    #[inline]
    pub(crate) fn null_flipped(alpha: Value) -> Window {
        Window { alpha: -alpha.plus(1), beta: -alpha }
    }

    /// What a value found in this window says.
    #[inline]
    pub(crate) fn bound(self, value: Value) -> Bound {
        if value >= self.beta {
            Bound::AtLeast
        } else if value <= self.alpha {
            Bound::AtMost
        } else {
            Bound::Exact
        }
    }
}
