//! A foreign program that speaks the interface, as an engine.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use jarmo_ai::{Choice, Engine, EngineError, Failure, Fault, Info, Limits};
use jarmo_core::{Game, Rules, Side};
use jarmo_notation::parse_turn;

use super::process::{Process, failure, not_started};
use super::protocol::{go_words, position_words};

/// A program in its own process. One that hangs, crashes or plays an illegal turn fails that
/// search, and is started again for the next game.
pub(crate) struct ForeignEngine {
    command: String,
    rules: Rules,
    /// How much later than its limit it may answer.
    grace: Duration,
    /// What it calls itself.
    name: String,
    process: Option<Process>,
    /// Why it is not ready for the game that has begun; told when a turn is asked for.
    failure: Option<Failure>,
    /// Whether it was told that the program answers more often than it is asked.
    told_of_more: bool,
}

impl ForeignEngine {
    /// Starts a program that plays by these rules, by its command line, its words split as a shell
    /// does.
    pub(crate) fn start(
        command: &str,
        rules: Rules,
        grace: Duration,
    ) -> Result<ForeignEngine, Failure> {
        let (name, command) = (command.to_owned(), command.to_owned());
        let (process, failure) = (None, None);
        let mut engine =
            ForeignEngine { command, rules, grace, name, process, failure, told_of_more: false };
        engine.process()?;
        Ok(engine)
    }

    /// Has the program running and ready, so that its first turn does not wait for that.
    fn prepare(&mut self) -> Result<(), Failure> {
        let process = self.process()?;
        process.say("uginewgame")?;
        process.wait_until_ready(|_| ())
    }

    fn process(&mut self) -> Result<&mut Process, Failure> {
        let process = match self.process.take() {
            Some(process) => process,
            None => self.begin().map_err(|failure| not_started(failure.reason))?,
        };
        Ok(self.process.insert(process))
    }

    /// Starts the process and tells it what to play by.
    fn begin(&mut self) -> Result<Process, Failure> {
        let mut process = Process::start(&self.command)?;
        if let Some(name) = process.greet()? {
            self.name = name;
        }
        if let Some(set) = self.rules.options().rule_set() {
            process.say(&format!("setoption name Rules value {set}"))?;
            process.choose_board(self.rules.board(), set)?;
            process.wait_until_ready(|_| ())?;
        }
        Ok(process)
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Choice, Failure> {
        let grace = self.grace;
        let process = self.process()?;
        process.say(&position_words(game.start(), game.rules(), game.turns()))?;
        let mut more = None;
        // What it says before it is ready is about positions that are past.
        process.wait_until_ready(|line| {
            more = more.take().or_else(|| answer(line).map(str::to_owned));
        })?;
        process.say(&go_words(limits))?;
        let deadline =
            allowed(limits, game.position().to_move()).map(|time| Instant::now() + time + grace);
        let mut stopped = false;
        let found = loop {
            if stop.load(Ordering::Relaxed) && !stopped {
                process.say("stop")?;
                stopped = true;
            }
            if let Some(line) = process.glance()?
                && let Some(text) = answer(&line)
            {
                break turn_of(text, game);
            }
            if deadline.is_some_and(|deadline| Instant::now() > deadline) {
                return Err(failure(Fault::Hung, "it did not answer in time"));
            }
        };
        self.tell_of_more(more);
        found
    }

    /// Tells once of an answer that nobody asked for.
    fn tell_of_more(&mut self, more: Option<String>) {
        if let Some(text) = more
            && !std::mem::replace(&mut self.told_of_more, true)
        {
            let name = &self.name;
            tell!(
                "{name}: it answers more often than it is asked; {text:?} and the like are passed over"
            );
        }
    }
}

/// What a line answers, if it is an answer.
fn answer(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    (words.next() == Some("bestmove")).then(|| words.next().unwrap_or_default())
}

/// The turn that an answer names.
fn turn_of(text: &str, game: &Game) -> Result<Choice, Failure> {
    match parse_turn(text, game.rules(), game.position()) {
        Ok(turn) => Ok(Choice::unsearched(turn)),
        Err(error) => Err(failure(Fault::IllegalTurn, format!("it played {text:?}: {error}"))),
    }
}

/// How much time the limits give to a turn; `None` where they give any.
fn allowed(limits: &Limits, side: Side) -> Option<Duration> {
    limits.time.or(limits.clocks.map(|clocks| clocks.left[side]))
}

impl Engine for ForeignEngine {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self) {
        self.failure = self.prepare().err();
    }

    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
        _report: &mut dyn FnMut(&Info),
    ) -> Result<Choice, EngineError> {
        let found = match self.failure.take() {
            Some(failure) => Err(failure),
            None => self.search(game, limits, stop),
        };
        found.map_err(|failure| {
            // Whatever it is doing now is of no more use.
            self.process = None;
            EngineError::Failed(failure)
        })
    }
}
