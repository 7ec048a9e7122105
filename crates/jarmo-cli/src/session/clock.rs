//! The players' clocks.

use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use jarmo_ai::Clocks;
use jarmo_core::{BySide, Side};

/// Time for each side, and whose is running.
#[derive(Clone, Debug)]
pub(super) struct GameClock {
    left: BySide<Duration>,
    increment: Duration,
    /// Since when the side to move has been thinking; `None` before its first turn is waited for.
    since: Option<Instant>,
}

impl GameClock {
    /// Reads `MINUTES` or `MINUTES+SECONDS`, the time for the game and for each turn.
    pub(super) fn parse(text: &str) -> anyhow::Result<GameClock> {
        let expected =
            || format!("{text:?} is no clock: expected minutes, or minutes+seconds as in 5+3");
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let minutes: f64 = minutes.parse().with_context(expected)?;
        let seconds: f64 = seconds.parse().with_context(expected)?;
        if !(0.05..=1440.0).contains(&minutes) || !(0.0..=3600.0).contains(&seconds) {
            bail!("{}", expected());
        }
        let time = Duration::from_secs_f64(minutes * 60.0);
        Ok(GameClock {
            left: BySide::new(time, time),
            increment: Duration::from_secs_f64(seconds),
            since: None,
        })
    }

    /// Starts the clock of the side to move, where it does not run yet.
    pub(super) fn start(&mut self) {
        self.since.get_or_insert_with(Instant::now);
    }

    /// Stops the clock of `side` after its turn. Returns whether it had time left.
    pub(super) fn press(&mut self, side: Side) -> bool {
        let used = self.since.take().map_or(Duration::ZERO, |since| since.elapsed());
        let left = self.left[side].checked_sub(used);
        self.left[side] = left.map_or(Duration::ZERO, |left| left + self.increment);
        left.is_some()
    }

    /// What an engine is told.
    pub(super) fn limits(&self) -> Clocks {
        Clocks { left: self.left, increment: BySide::new(self.increment, self.increment) }
    }

    /// What a side's clock shows, as in `0:04:59`.
    pub(super) fn shown(&self, side: Side) -> String {
        let seconds = self.left[side].as_secs();
        format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_in_time_gains_the_increment() {
        let mut clock = GameClock::parse("5+3").unwrap();
        assert_eq!(clock.shown(Side::White), "0:05:00");
        assert!(clock.press(Side::White));
        assert_eq!(clock.shown(Side::White), "0:05:03");
        for text in ["", "x", "5+x", "-1", "0", "99999", "5+9999", "NaN"] {
            assert!(GameClock::parse(text).is_err(), "{text}");
        }
        let mut late = GameClock::parse("0.05").unwrap();
        late.since = Instant::now().checked_sub(Duration::from_secs(4));
        assert!(!late.press(Side::Black));
        assert_eq!(late.shown(Side::Black), "0:00:00");
    }
}
