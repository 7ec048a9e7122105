//! How much longer engines think than they may.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use jarmo_ai::{EngineSpec, Limits};

/// The longest that either engine of a match has thought beyond its time.
#[derive(Debug, Default)]
pub(super) struct Overruns([AtomicU64; 2]);

impl Overruns {
    /// Counts a turn of the first or the second engine.
    pub(super) fn add(&self, engine: usize, allowed: Duration, taken: Duration) {
        let micros = u64::try_from(taken.saturating_sub(allowed).as_micros()).unwrap_or(u64::MAX);
        self.0[engine].fetch_max(micros, Ordering::Relaxed);
    }

    /// Both, in milliseconds, as far as an engine has a time to keep to.
    pub(super) fn text(&self, has_time: [bool; 2]) -> Option<String> {
        let of = |engine: usize| match has_time[engine] {
            true => format!("{:.1} ms", self.0[engine].load(Ordering::Relaxed) as f64 / 1000.0),
            false => "none".to_owned(),
        };
        has_time.contains(&true).then(|| format!("largest overrun {}, {}", of(0), of(1)))
    }
}

/// How long an engine may think about a turn, where it is time that limits it.
pub(super) fn allowed(spec: &EngineSpec, movetime: Duration) -> Option<Duration> {
    match spec {
        EngineSpec::Program(_) => Some(movetime),
        EngineSpec::Search(Limits { time, .. }) | EngineSpec::Baseline(Limits { time, .. }) => {
            *time
        }
        EngineSpec::Level(_) | EngineSpec::Random => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_counts() {
        let overruns = Overruns::default();
        let millis = Duration::from_millis;
        for taken in [8, 13, 11] {
            overruns.add(1, millis(10), millis(taken));
        }
        assert_eq!(overruns.text([false, true]).as_deref(), Some("largest overrun none, 3.0 ms"));
        assert_eq!(overruns.text([false, false]), None);
    }
}
