//! A foreign program's process, and how it is talked to.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use jarmo_ai::{Failure, Fault};
use jarmo_core::{Board, RuleSet};

/// How long a program may take to come up, or to say that it is ready.
const START: Duration = Duration::from_secs(10);
/// How long a program may take to leave when it is told to, or once its output has ended.
const LEAVE: Duration = Duration::from_millis(500);
/// How often a program that thinks is looked at.
const GLANCE: Duration = Duration::from_millis(2);
/// How many characters of what it says on standard error are told.
const COMPLAINT: usize = 200;

/// A program that is running.
pub(super) struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// The last line that it says on standard error; known once that has ended.
    complaint: Receiver<String>,
    /// The names of the boards that it says it can play on.
    boards: Vec<String>,
}

impl Process {
    pub(super) fn start(command: &str) -> Result<Process, Failure> {
        let words = shlex::split(command).ok_or_else(|| not_started("a quote is not closed"))?;
        let Some((program, arguments)) = words.split_first() else {
            return Err(not_started("no program is named"));
        };
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| not_started(format!("{program}: {error}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(not_started("it has no standard input and output"));
        };
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            // Where nobody listens any more there is nothing left to read for.
            lines_of(output).try_for_each(|line| sender.send(line))
        });
        let (sender, complaint) = mpsc::channel();
        if let Some(errors) = child.stderr.take() {
            thread::spawn(move || {
                let last = lines_of(errors).filter(|line| !line.is_empty()).last();
                last.map(|line| sender.send(line))
            });
        }
        Ok(Process { child, input, lines, complaint, boards: Vec::new() })
    }

    /// Begins to talk, and returns the name that the program gives itself.
    pub(super) fn greet(&mut self) -> Result<Option<String>, Failure> {
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
    pub(super) fn choose_board(&mut self, board: &Board, set: RuleSet) -> Result<(), Failure> {
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

    /// The next line, if one comes at once.
    pub(super) fn glance(&mut self) -> Result<Option<String>, Failure> {
        match self.lines.recv_timeout(GLANCE) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
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

    pub(super) fn wait_until_ready(&mut self, listen: impl FnMut(&str)) -> Result<(), Failure> {
        self.say("isready")?;
        self.wait_for("readyok", listen)
    }

    pub(super) fn say(&mut self, line: &str) -> Result<(), Failure> {
        match writeln!(self.input, "{line}").and_then(|()| self.input.flush()) {
            Ok(()) => Ok(()),
            Err(_) => Err(self.ended()),
        }
    }

    /// That the program is not there any more, or talks no longer.
    fn ended(&mut self) -> Failure {
        let mut reason = match self.wait() {
            Some(status) => format!("it ended with {status}"),
            None => "it closed its input or output".to_owned(),
        };
        if let Ok(line) = self.complaint.recv_timeout(LEAVE) {
            let line: String = line.chars().take(COMPLAINT).collect();
            reason += &format!(", and said: {line}");
        }
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

/// The lines of a program's output, as text.
fn lines_of(output: impl Read) -> impl Iterator<Item = String> {
    let lines = BufReader::new(output).split(b'\n').map_while(Result::ok);
    lines.map(|line| String::from_utf8_lossy(&line).trim().to_owned())
}

pub(super) fn failure(fault: Fault, reason: impl Into<String>) -> Failure {
    Failure { fault, reason: reason.into() }
}

pub(super) fn not_started(reason: impl Into<String>) -> Failure {
    failure(Fault::NotStarted, reason)
}
