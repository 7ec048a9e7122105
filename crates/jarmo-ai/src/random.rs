//! A player that knows only the rules.

use core::sync::atomic::AtomicBool;

use jarmo_core::{Game, Turn};

use crate::engine::{Choice, Engine, EngineError, Info};
use crate::limits::Limits;

/// Plays any legal turn, each as likely as the others.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    rng: fastrand::Rng,
}

impl RandomPlayer {
    /// A player whose choices follow from the seed.
    #[must_use]
    pub fn new(seed: u64) -> RandomPlayer {
        RandomPlayer { rng: fastrand::Rng::with_seed(seed) }
    }
}

impl Engine for RandomPlayer {
    fn name(&self) -> String {
        "random".into()
    }

    fn choose(
        &mut self,
        game: &Game,
        _: &Limits,
        _: &AtomicBool,
        _: &mut dyn FnMut(&Info),
    ) -> Result<Choice, EngineError> {
        if game.ending().is_some() {
            return Err(EngineError::GameOver);
        }
        let turns: Vec<Turn> = game.position().legal_turns(game.rules()).collect();
        self.rng.choice(turns).map(Choice::unsearched).ok_or(EngineError::GameOver)
    }
}
