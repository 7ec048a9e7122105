//! An engine under limits of its own.

use core::sync::atomic::AtomicBool;

use jarmo_core::Game;

use crate::engine::{Choice, Engine, EngineError, Info};
use crate::limits::Limits;

/// An engine that keeps to its own limits besides those it is given.
#[derive(Debug)]
pub struct Limited<E> {
    name: String,
    engine: E,
    limits: Limits,
}

impl<E: Engine> Limited<E> {
    /// Puts `engine` under `limits`, and calls it `name`.
    #[must_use]
    pub fn new(name: impl Into<String>, engine: E, limits: Limits) -> Limited<E> {
        Limited { name: name.into(), engine, limits }
    }
}

impl<E: Engine> Engine for Limited<E> {
    fn name(&self) -> String {
        self.name.clone()
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
        self.engine.choose(game, &self.limits.and(*limits), stop, report)
    }
}
