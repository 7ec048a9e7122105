//! How much of its clock an engine spends on one turn.

use core::time::Duration;

use jarmo_core::Side;

use crate::limits::Limits;

/// The time that one turn may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Allowance {
    /// No new iteration is begun after this.
    pub(crate) soft: Duration,
    /// The search is broken off at this.
    pub(crate) hard: Duration,
}

/// Kept back for what lies between the search and whoever reads its answer.
const OVERHEAD: Duration = Duration::from_millis(5);
/// How many more turns of its own a side expects to play, when there is a clock to divide: half
/// a long game.
const TURNS_TO_COME: u32 = 20;
/// An iteration takes about as long as all before it, so one begun later than this part of the
/// time would mostly be thrown away. Only worth it where time saved is kept, as on a clock.
const SOFT_SHARE: f64 = 0.6;

impl Allowance {
    /// What the limits allow `side`; `None` when they say nothing about time.
    pub(crate) fn new(limits: &Limits, side: Side) -> Option<Allowance> {
        let fixed = limits.time.map(|time| {
            // A tenth, where the whole is too short to keep all of the overhead back.
            let time = time.saturating_sub(OVERHEAD.min(time / 10));
            Allowance { soft: time, hard: time }
        });
        let clock = limits.clocks.map(|clocks| {
            let left = clocks.left[side].saturating_sub(OVERHEAD);
            let gain = clocks.increment[side].mul_f64(0.8);
            let share = (left / TURNS_TO_COME).saturating_add(gain);
            // A search that is in trouble may take a few shares, never most of the clock.
            let hard =
                share.saturating_mul(3).min(left / 3).max(Duration::from_millis(1)).min(left);
            Allowance { soft: share.mul_f64(SOFT_SHARE).min(hard), hard }
        });
        match (fixed, clock) {
            (Some(a), Some(b)) => {
                Some(Allowance { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard) })
            }
            (one, other) => one.or(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use core::time::Duration;

    use jarmo_core::{BySide, Side};

    use super::Allowance;
    use crate::limits::{Clocks, Limits};

    #[test]
    fn the_longest_times_do_not_overflow() {
        let longest = BySide::new(Duration::MAX, Duration::MAX);
        for left in [longest, BySide::new(Duration::from_secs(9), Duration::ZERO)] {
            let limits =
                Limits { clocks: Some(Clocks { left, increment: longest }), ..Limits::NONE };
            let allowance = Allowance::new(&limits, Side::White).unwrap();
            assert!(allowance.soft <= allowance.hard && allowance.hard <= left.white);
        }
    }

    #[test]
    fn never_more_than_the_clock_shows() {
        for left in [0, 1, 4, 6, 20, 1_000, 60_000] {
            for increment in [0, 10, 2_000] {
                let time = BySide::new(Duration::from_millis(left), Duration::ZERO);
                let gain = BySide::new(Duration::from_millis(increment), Duration::ZERO);
                let limits =
                    Limits { clocks: Some(Clocks { left: time, increment: gain }), ..Limits::NONE };
                let allowance = Allowance::new(&limits, Side::White).unwrap();
                assert!(allowance.soft <= allowance.hard);
                assert!(allowance.hard <= time.white);
            }
        }
        assert_eq!(Allowance::new(&Limits::depth(3), Side::White), None);
    }
}
