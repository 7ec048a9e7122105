//! What every player that is not a person looks like from outside.

use core::fmt;
use core::sync::atomic::AtomicBool;
use core::time::Duration;

use jarmo_core::{Game, Turn};

use crate::limits::Limits;
use crate::value::Value;
use crate::verdict::Verdict;

/// Something that chooses turns: a search, a level, a random player, a foreign program.
pub trait Engine: Send {
    /// What it is called in records and standings.
    fn name(&self) -> String;

    /// Forgets what it has learned of games so far. Optional before the first game.
    fn new_game(&mut self) {}

    /// Chooses a turn for the side to move.
    ///
    /// It thinks until one of the `limits` is reached or `stop` is set from elsewhere, and calls
    /// `report` whenever it knows better. The game's past counts: a position that comes again is
    /// on the way to a game that never ends.
    ///
    /// # Errors
    ///
    /// [`EngineError::GameOver`] when there is nothing to choose, and
    /// [`EngineError::Failed`] when the engine is no longer of use.
    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Info),
    ) -> Result<Choice, EngineError>;
}

/// What an engine chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The turn to play.
    pub turn: Turn,
    /// What the position is worth to the side to move, by an engine that judges at all.
    pub value: Option<Value>,
    /// How it expects play to go on, beginning with `turn`.
    pub line: Vec<Turn>,
    /// The depth of the last completed iteration, in turns of both sides.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
}

impl Choice {
    /// The first turn of a line, for what the line is worth; `None` of an empty line.
    #[must_use]
    pub fn of(line: Info) -> Option<Choice> {
        let turn = *line.line.first()?;
        let Info { depth, value, nodes, line, .. } = line;
        Some(Choice { turn, value: Some(value), line, depth, nodes })
    }

    /// A turn chosen without looking ahead.
    #[must_use]
    pub fn unsearched(turn: Turn) -> Choice {
        Choice { turn, value: None, line: vec![turn], depth: 0, nodes: 0 }
    }
}

/// What an engine knows so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// The depth searched, in turns of both sides.
    pub depth: u32,
    /// The longest line looked at, in turns of both sides.
    pub seldepth: u32,
    /// Which of the lines asked for this is, 1 for the best.
    pub rank: usize,
    /// What the line is worth to the side to move.
    pub value: Value,
    /// How the line ends, for the side to move, where that is certain: it was seen to the end, or
    /// is known from solved positions. `None` of an estimate, whatever it is.
    pub verdict: Option<Verdict>,
    /// Positions visited since the search began, by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u32,
    /// The line: the turns that both sides are expected to play, the first by the side to move.
    pub line: Vec<Turn>,
}

impl Info {
    /// Positions visited a second, 0 before any time has passed.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        let seconds = self.time.as_secs_f64();
        if seconds > 0.0 { (self.nodes as f64 / seconds) as u64 } else { 0 }
    }
}

/// Why an engine chose no turn.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineError {
    /// The game is over: there is no turn to choose.
    GameOver,
    /// The engine cannot go on, as when a foreign program has crashed.
    Failed(Failure),
}

/// How an engine failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What it did wrong.
    pub fault: Fault,
    /// More exactly, for a person.
    pub reason: String,
}

/// What an engine can do wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// It cannot be started, or does not become ready to play.
    NotStarted,
    /// It ended, or no longer listens.
    Crashed,
    /// It does not answer in time.
    Hung,
    /// It answers with something that is no legal turn.
    IllegalTurn,
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::GameOver => f.write_str("the game is over, there is no turn to choose"),
            EngineError::Failed(failure) => write!(f, "the engine {failure}"),
        }
    }
}

impl core::error::Error for EngineError {}

impl fmt::Display for Failure {
    /// A clause without a subject: `crashed: it ended without an answer`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.fault, self.reason)
    }
}

impl core::error::Error for Failure {}

impl fmt::Display for Fault {
    /// A clause without a subject: `crashed`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Fault::NotStarted => "cannot be started",
            Fault::Crashed => "crashed",
            Fault::Hung => "hung",
            Fault::IllegalTurn => "played no legal turn",
        })
    }
}
