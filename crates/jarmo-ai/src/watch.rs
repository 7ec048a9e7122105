//! When a search has to stop.

use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;

use jarmo_core::Side;

use crate::allowance::Allowance;
use crate::clock::Clock;
use crate::limits::Limits;

/// Positions visited between two looks at the clock and the stop flag: well under a millisecond.
const POLL_INTERVAL: u64 = 1024;
/// For fewer positions no thread is begun.
#[cfg(feature = "std")]
const LEAST_SHARE: u64 = 1024;

/// Watches over one search: its nodes, its time, and the flag by which others stop it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch<'a> {
    clock: Clock,
    started: Duration,
    allowance: Option<Allowance>,
    most_nodes: u64,
    stop: &'a AtomicBool,
    /// Set when the search that this one helps has come to its end.
    finished: Option<&'a AtomicBool>,
}

/// How much a question may take of what a search is given.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    /// Until which part of the time is over.
    pub(crate) until: f64,
    /// Which part of the positions.
    pub(crate) nodes: f64,
    /// How many positions where neither is limited.
    pub(crate) unlimited: u64,
}

impl<'a> Watch<'a> {
    /// Starts the time now.
    pub(crate) fn start(clock: Clock, limits: &Limits, side: Side, stop: &'a AtomicBool) -> Self {
        Watch {
            clock,
            started: clock.now(),
            allowance: Allowance::new(limits, side),
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            stop,
            finished: None,
        }
    }

    /// Of so many threads, how many have enough to do.
    #[cfg(feature = "std")]
    pub(crate) fn threads(&self, wanted: usize) -> usize {
        let worthwhile = usize::try_from(self.most_nodes / LEAST_SHARE).unwrap_or(usize::MAX);
        wanted.min(worthwhile.max(1))
    }

    /// How many positions each of so many threads may visit: shared out beforehand, since to count
    /// together at every position would cost time.
    #[cfg(feature = "std")]
    pub(crate) fn share_of_nodes(&self, threads: usize) -> u64 {
        self.most_nodes / threads as u64
    }

    /// The watch of a helper, which goes on until the search that it helps is finished or it has
    /// visited its share of the positions.
    #[cfg(feature = "std")]
    pub(crate) fn helper(&self, finished: &'a AtomicBool, most_nodes: u64) -> Watch<'a> {
        Watch { allowance: None, most_nodes, finished: Some(finished), ..*self }
    }

    /// A watch over a question that comes before the search, and that may take a share of what the
    /// search is given.
    pub(crate) fn share(&self, share: Share) -> Watch<'a> {
        let allowance = self.allowance.map(|allowance| {
            let until = allowance.soft.mul_f64(share.until);
            Allowance { soft: until, hard: until }
        });
        let most_nodes = match self.most_nodes {
            u64::MAX if allowance.is_none() => share.unlimited,
            u64::MAX => u64::MAX,
            nodes => (nodes as f64 * share.nodes) as u64,
        };
        Watch { allowance, most_nodes, ..*self }
    }

    /// A watch over what is left after some nodes were visited, or given away, for another question.
    pub(crate) fn after(&self, nodes: u64) -> Watch<'a> {
        match self.most_nodes {
            u64::MAX => *self,
            most => Watch { most_nodes: most.saturating_sub(nodes), ..*self },
        }
    }

    /// Whether there is a limit of time.
    pub(crate) fn is_timed(&self) -> bool {
        self.allowance.is_some()
    }

    /// The time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.started)
    }

    /// Whether to break the search off, asked at every node with the nodes visited so far.
    #[inline]
    pub(crate) fn is_up(&self, nodes: u64) -> bool {
        nodes >= self.most_nodes || nodes.is_multiple_of(POLL_INTERVAL) && self.is_called_off()
    }

    /// Whether time has run out or the flag was raised.
    #[cold]
    pub(crate) fn is_called_off(&self) -> bool {
        self.is_told_to_stop()
            || self.allowance.is_some_and(|allowance| self.elapsed() >= allowance.hard)
    }

    /// Whether it is worth beginning another iteration.
    pub(crate) fn allows_iteration(&self, nodes: u64) -> bool {
        nodes < self.most_nodes
            && !self.is_told_to_stop()
            && self.allowance.is_none_or(|allowance| self.elapsed() < allowance.soft)
    }

    /// Whether half of the time is over, or the flag was raised.
    pub(crate) fn is_half_up(&self) -> bool {
        self.is_told_to_stop()
            || self.allowance.is_some_and(|allowance| self.elapsed() >= allowance.hard / 2)
    }

    fn is_told_to_stop(&self) -> bool {
        let is_set = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        is_set(self.stop) || self.finished.is_some_and(is_set)
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use core::sync::atomic::AtomicBool;

    use jarmo_core::Side;

    use super::Watch;
    use crate::clock::Clock;
    use crate::limits::Limits;

    #[test]
    fn threads_share_the_positions() {
        let stop = AtomicBool::new(false);
        let watch = |limits| Watch::start(Clock::STOPPED, &limits, Side::White, &stop);
        assert_eq!(watch(Limits::NONE).threads(8), 8);
        assert!(!watch(Limits::NONE).helper(&stop, u64::MAX / 8).is_up(1 << 50));
        for (nodes, threads) in [(1, 1), (2_047, 1), (2_048, 2), (4_000, 3), (1_000_000, 3)] {
            let watch = watch(Limits::nodes(nodes));
            assert_eq!(watch.threads(3), threads, "{nodes} nodes");
            let share = watch.share_of_nodes(threads);
            let main = (1..threads).fold(watch, |left, _| left.after(share)).most_nodes;
            assert!(main >= share);
            assert_eq!(main + share * (threads as u64 - 1), nodes);
        }
    }
}
