//! A foreign program that speaks the interface, as an engine.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use jarmo_ai::{Choice, Engine, EngineError, Info, Limits};
use jarmo_core::{Board, Game, RuleSet, Rules, Side};
use jarmo_notation::parse_turn;

use super::protocol::{go_words, position_words};

/// How long a program may take to come up.
const START: Duration = Duration::from_secs(10);
/// How long a program may take to leave when it is told to.
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
    process: Option<Process>,
}

/// A program's name, and the boards that it can play on.
type Introduction = (Option<String>, Vec<String>);

struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    name: String,
    /// The names of the boards that it says it can play on.
    boards: Vec<String>,
}

impl ForeignEngine {
    /// A program that plays by these rules, by its command line, its words split as a shell does.
    pub(crate) fn new(command: &str, rules: Rules, grace: Duration) -> ForeignEngine {
        ForeignEngine { command: command.to_owned(), rules, grace, process: None }
    }

    /// Has the program running and ready, so that its first turn does not wait for that.
    fn prepare(&mut self) -> anyhow::Result<()> {
        let process = self.process()?;
        process.say("uginewgame")?;
        process.wait_until_ready()
    }

    fn process(&mut self) -> anyhow::Result<&mut Process> {
        if self.process.is_none() {
            let mut process = Process::start(&self.command)?;
            if let Some(set) = self.rules.options().rule_set() {
                process.say(&format!("setoption name Rules value {set}"))?;
                process.choose_board(self.rules.board(), set)?;
                process.wait_until_ready()?;
            }
            self.process = Some(process);
        }
        self.process.as_mut().context("the program has gone")
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> anyhow::Result<Choice> {
        let grace = self.grace;
        let process = self.process()?;
        process.say(&position_words(game.start(), game.rules(), game.turns()))?;
        process.say(&go_words(limits))?;
        let deadline =
            allowed(limits, game.position().to_move()).map(|time| Instant::now() + time + grace);
        let mut stopped = false;
        loop {
            if stop.load(Ordering::Relaxed) && !stopped {
                process.say("stop")?;
                stopped = true;
            }
            match process.lines.recv_timeout(GLANCE) {
                Ok(line) => {
                    if let Some(answer) = line.strip_prefix("bestmove") {
                        let text = answer.split_whitespace().next().unwrap_or_default();
                        let turn = parse_turn(text, game.rules(), game.position())
                            .with_context(|| format!("it played {text:?}"))?;
                        return Ok(Choice::unsearched(turn));
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => bail!("it ended without an answer"),
            }
            if deadline.is_some_and(|deadline| Instant::now() > deadline) {
                bail!("it did not answer in time");
            }
        }
    }
}

/// How much time the limits give to a turn; `None` where they give any.
fn allowed(limits: &Limits, side: Side) -> Option<Duration> {
    limits.time.or(limits.clocks.map(|clocks| clocks.left[side]))
}

impl Engine for ForeignEngine {
    fn name(&self) -> String {
        self.process.as_ref().map_or_else(|| self.command.clone(), |process| process.name.clone())
    }

    fn new_game(&mut self) {
        // What is wrong is told when a turn is asked for.
        if self.prepare().is_err() {
            self.process = None;
        }
    }

    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
        _report: &mut dyn FnMut(&Info),
    ) -> Result<Choice, EngineError> {
        self.search(game, limits, stop).map_err(|error| {
            // Whatever it is doing now is of no more use.
            self.process = None;
            EngineError::Failed(format!("{}: {error:#}", self.command))
        })
    }
}

impl Process {
    fn start(command: &str) -> anyhow::Result<Process> {
        let words = shlex::split(command).context("a quote is not closed")?;
        let Some((program, arguments)) = words.split_first() else { bail!("no program is named") };
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("{program} cannot be started"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            bail!("{program} has no standard input and output");
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
        let mut process =
            Process { child, input, lines, name: program.clone(), boards: Vec::new() };
        process.greet()?;
        Ok(process)
    }

    fn greet(&mut self) -> anyhow::Result<()> {
        self.say("ugi")?;
        let (name, boards) =
            self.wait_for("ugiok", |line, (name, boards): &mut Introduction| {
                if let Some(said) = line.strip_prefix("id name ") {
                    *name = Some(said.trim().to_owned());
                } else if let Some(values) = line.strip_prefix("option name Board type combo ") {
                    *boards =
                        values.split(" var ").skip(1).map(|name| name.trim().to_owned()).collect();
                }
            })?;
        self.name = name.unwrap_or_else(|| self.name.clone());
        self.boards = boards;
        Ok(())
    }

    /// Has it play on a board; a rule set's own goes without saying for programs that know no other.
    fn choose_board(&mut self, board: &Board, set: RuleSet) -> anyhow::Result<()> {
        let name = board.board_name();
        if self.boards.iter().any(|known| known == name) {
            self.say(&format!("setoption name Board value {name}"))
        } else if board == set.board() {
            Ok(())
        } else {
            bail!(
                "it does not say that it can play on the board {name}: it has no such option Board"
            )
        }
    }

    /// Reads up to a line, showing those before it to `listen`.
    fn wait_for<T: Default>(
        &mut self,
        word: &str,
        listen: impl Fn(&str, &mut T),
    ) -> anyhow::Result<T> {
        let deadline = Instant::now() + START;
        let mut heard = T::default();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self
                .lines
                .recv_timeout(left)
                .map_err(|_| anyhow::anyhow!("it does not say {word}"))?;
            if line == word {
                return Ok(heard);
            }
            listen(&line, &mut heard);
        }
    }

    fn wait_until_ready(&mut self) -> anyhow::Result<()> {
        self.say("isready")?;
        self.wait_for("readyok", |_, (): &mut ()| ())
    }

    fn say(&mut self, line: &str) -> anyhow::Result<()> {
        writeln!(self.input, "{line}")
            .and_then(|()| self.input.flush())
            .context("it no longer listens")
    }
}

impl Drop for Process {
    /// Asks the program to leave, and ends it where it does not.
    fn drop(&mut self) {
        let _ = self.say("quit");
        let deadline = Instant::now() + LEAVE;
        while Instant::now() < deadline {
            if matches!(self.child.try_wait(), Ok(Some(_)) | Err(_)) {
                return;
            }
            thread::sleep(GLANCE);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
