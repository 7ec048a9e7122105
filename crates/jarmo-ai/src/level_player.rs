//! The player behind each level.

use core::sync::atomic::AtomicBool;
use core::time::Duration;

use jarmo_core::Game;

use crate::baseline::Baseline;
use crate::clock::Clock;
use crate::engine::{Choice, Engine, EngineError, Info};
use crate::level::Level;
use crate::limits::Limits;

/// Plays at one of the ten levels.
#[derive(Debug)]
pub struct LevelPlayer {
    level: Level,
    engine: Baseline,
}

impl LevelPlayer {
    /// A player of this level, reading this clock.
    #[must_use]
    pub fn new(level: Level, clock: Clock) -> LevelPlayer {
        LevelPlayer { level, engine: Baseline::new(clock) }
    }

    fn limits(&self) -> Limits {
        match self.level.number() {
            number @ 1..10 => {
                Limits { time: Some(Duration::from_secs(1)), ..Limits::depth(number.into()) }
            }
            _ => Limits::time(Duration::from_secs(1)),
        }
    }
}

impl Engine for LevelPlayer {
    fn name(&self) -> String {
        format!("level {}", self.level)
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }

    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Info),
    ) -> Result<Choice, EngineError> {
        self.engine.choose(game, &self.limits().and(*limits), stop, report)
    }
}
