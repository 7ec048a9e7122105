//! Timing contestants beside each other.

use std::time::{Duration, Instant};

/// The median time of each contestant over this many rounds, in each of which all run once, in
/// order. A round before the first warms caches up and is not counted.
pub fn medians<const N: usize>(
    rounds: usize,
    mut contestants: [&mut dyn FnMut(); N],
) -> [Duration; N] {
    let mut times = [const { Vec::new() }; N];
    for round in 0..=rounds {
        for (contestant, times) in contestants.iter_mut().zip(&mut times) {
            let start = Instant::now();
            contestant();
            if round > 0 {
                times.push(start.elapsed());
            }
        }
    }
    times.map(median)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
