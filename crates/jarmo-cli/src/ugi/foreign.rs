//! A foreign program that speaks the interface, as an engine.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use jarmo_ai::{Choice, Engine, EngineError, Failure, Fault, Info, Limits};
use jarmo_core::{Board, Game, RuleSet, Rules, Side};
use jarmo_notation::parse_turn;

use super::protocol::{go_words, position_words};

/// How long a program may take to come up, or to say that it is ready.
const START: Duration = Duration::from_secs(10);
/// How long a program may take to leave when it is told to, or once its output has ended.
const LEAVE: Duration = Duration::from_millis(500);
/// How often a program that thinks is looked at.
const GLANCE: Duration = Duration::from_millis(2);

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

struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// The names of the boards that it says it can play on.
    boards: Vec<String>,
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
            match process.lines.recv_timeout(GLANCE) {
                Ok(line) => {
                    if let Some(text) = answer(&line) {
                        break turn_of(text, game);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(process.ended()),
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

fn failure(fault: Fault, reason: impl Into<String>) -> Failure {
    Failure { fault, reason: reason.into() }
}

fn not_started(reason: impl Into<String>) -> Failure {
    failure(Fault::NotStarted, reason)
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

impl Process {
    fn start(command: &str) -> Result<Process, Failure> {
        let words = shlex::split(command).ok_or_else(|| not_started("a quote is not closed"))?;
        let Some((program, arguments)) = words.split_first() else {
            return Err(not_started("no program is named"));
        };
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| not_started(format!("{program}: {error}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(not_started("it has no standard input and output"));
        };
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).split(b'\n') {
                let Ok(line) = line else { return };
                if sender.send(String::from_utf8_lossy(&line).trim().to_owned()).is_err() {
                    return;
                }
            }
        });
        Ok(Process { child, input, lines, boards: Vec::new() })
    }

    /// Begins to talk, and returns the name that the program gives itself.
    fn greet(&mut self) -> Result<Option<String>, Failure> {
        self.say("ugi")?;
        let (mut name, mut boards) = (None, Vec::new());
        self.wait_for("ugiok", |line| {
            if let Some(said) = line.strip_prefix("id name ") {
                name = Some(said.trim().to_owned());
            } else if let Some(values) = line.strip_prefix("option name Board type combo ") {
                boards = values.split(" var ").skip(1).map(|name| name.trim().to_owned()).collect();
            }
        })?;
        self.boards = boards;
        Ok(name)
    }

    /// Has it play on a board; a rule set's own goes without saying for programs that know no other.
    fn choose_board(&mut self, board: &Board, set: RuleSet) -> Result<(), Failure> {
        let name = board.board_name();
        if self.boards.iter().any(|known| known == name) {
            self.say(&format!("setoption name Board value {name}"))
        } else if board == set.board() {
            Ok(())
        } else {
            Err(not_started(format!(
                "it does not say that it can play on the board {name}: it has no such option Board"
            )))
        }
    }

    /// Reads up to a line, showing those before it to `listen`.
    fn wait_for(&mut self, word: &str, mut listen: impl FnMut(&str)) -> Result<(), Failure> {
        let deadline = Instant::now() + START;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) if line == word => return Ok(()),
                Ok(line) => listen(&line),
                Err(RecvTimeoutError::Timeout) => {
                    return Err(failure(Fault::Hung, format!("it does not say {word}")));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }

    fn wait_until_ready(&mut self, listen: impl FnMut(&str)) -> Result<(), Failure> {
        self.say("isready")?;
        self.wait_for("readyok", listen)
    }

    fn say(&mut self, line: &str) -> Result<(), Failure> {
        match writeln!(self.input, "{line}").and_then(|()| self.input.flush()) {
            Ok(()) => Ok(()),
            Err(_) => Err(self.ended()),
        }
    }

    /// That the program is not there any more, or talks no longer.
    fn ended(&mut self) -> Failure {
        let reason = match self.wait() {
            Some(status) => format!("it ended with {status}"),
            None => "it closed its input or output".to_owned(),
        };
        failure(Fault::Crashed, reason)
    }

    /// Waits a little for the program's end.
    fn wait(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + LEAVE;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(GLANCE),
                Ok(None) | Err(_) => return None,
            }
        }
    }
}

impl Drop for Process {
    /// Asks the program to leave, and ends it where it does not.
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit").and_then(|()| self.input.flush());
        if self.wait().is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}
