//! Who plays a side, and how an engine is asked for its turn.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, bail};
use jarmo_ai::{Choice, Engine, EngineSpec, Level, Limits, Resources, Solved};
use jarmo_core::{Game, Rules};

use crate::commands::analyze::line_text;
use crate::progress::Progress;
use crate::signals;

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Player {
    /// A person.
    Human,
    /// An engine.
    Engine(EngineSpec),
}

impl Player {
    /// Whom a person plays against who has not said.
    pub(super) const DEFAULT_OPPONENT: Player = match Level::new(3) {
        Some(level) => Player::Engine(EngineSpec::Level(level)),
        None => Player::Human,
    };

    pub(super) fn is_human(&self) -> bool {
        *self == Player::Human
    }

    /// The name in a record's tags.
    pub(super) fn tag(&self) -> String {
        match self {
            Player::Human => "?".to_owned(),
            Player::Engine(EngineSpec::Level(level)) => format!("jarmo, level {level}"),
            Player::Engine(spec) => format!("jarmo, {spec}"),
        }
    }

    /// The player that a tag names: a person unless it is an engine of ours.
    pub(super) fn from_tag(tag: &str) -> Player {
        let engine = tag.strip_prefix("jarmo, ").map(|name| name.replace("level ", "level:"));
        match engine.map(|name| name.parse()) {
            Some(Ok(spec)) => Player::Engine(spec),
            _ => Player::Human,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Human => f.write_str("human"),
            Player::Engine(spec) => spec.fmt(f),
        }
    }
}

impl FromStr for Player {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Player> {
        if text.eq_ignore_ascii_case("human") {
            return Ok(Player::Human);
        }
        let spec: EngineSpec =
            text.parse().with_context(|| format!("{text:?} is no player: human is one"))?;
        if matches!(spec, EngineSpec::Program(_)) {
            bail!("{text:?}: a foreign program cannot play in a session");
        }
        Ok(Player::Engine(spec))
    }
}

/// The engines in use, kept from turn to turn for what they have learned.
#[derive(Default)]
pub(super) struct Opponents(Vec<(EngineSpec, Rules, Box<dyn Engine>)>);

static THINKING: AtomicBool = AtomicBool::new(false);
static STOP: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C ends an engine's thinking, where one thinks, and the program elsewhere. At a
/// prompt it comes here only where the terminal cannot edit lines (`TERM=dumb`).
pub(super) fn catch_interrupts() {
    signals::watch(|| {
        let thinks = THINKING.load(Ordering::Relaxed);
        STOP.store(thinks, Ordering::Relaxed);
        thinks
    });
}

/// Whether Ctrl-C came since the last time an engine was asked.
pub(super) fn interrupted() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Thinks, with a flag that Ctrl-C sets.
pub(super) fn interruptible<T>(think: impl FnOnce(&AtomicBool) -> T) -> T {
    STOP.store(false, Ordering::Relaxed);
    THINKING.store(true, Ordering::Relaxed);
    let found = think(&STOP);
    THINKING.store(false, Ordering::Relaxed);
    found
}

impl Opponents {
    /// Asks an engine for its turn; Ctrl-C makes it answer at once.
    pub(super) fn choose(
        &mut self,
        spec: &EngineSpec,
        game: &Game,
        limits: Limits,
        solved: &Solved,
    ) -> anyhow::Result<Choice> {
        let engine = self.engine(spec, game.rules(), solved)?;
        let (mut progress, board) = (Progress::new(), game.rules().board());
        let side = game.position().to_move();
        let choice = interruptible(|stop| {
            engine.choose(game, &limits, stop, &mut |info| {
                progress.tell(|| format!("{side} thinks: {}", line_text(info, board)));
            })
        });
        progress.clear();
        Ok(choice?)
    }

    fn engine(
        &mut self,
        spec: &EngineSpec,
        rules: &Rules,
        solved: &Solved,
    ) -> anyhow::Result<&mut dyn Engine> {
        let is_it = |(known, of, _): &(EngineSpec, Rules, _)| known == spec && of == rules;
        let place = match self.0.iter().position(is_it) {
            Some(place) => place,
            None => {
                let resources = Resources { solved: solved.clone(), ..Resources::default() };
                let engine = spec.engine(&resources).context("no such engine here")?;
                self.0.push((spec.clone(), *rules, engine));
                self.0.len() - 1
            }
        };
        Ok(self.0[place].2.as_mut())
    }

    /// Tells the engines that another game begins.
    pub(super) fn new_game(&mut self) {
        for (_, _, engine) in &mut self.0 {
            engine.new_game();
        }
    }
}
