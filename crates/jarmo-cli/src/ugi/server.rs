//! `jarmo ugi`: the engine behind the interface, on standard input and output.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use jarmo_ai::{Clock, Engine, EngineError, Level, LevelPlayer, Limits, Resources, Search, Solved};
use jarmo_core::{Board, Game, Options, RuleSet, Rules, Side};
use jarmo_notation::{parse_position, parse_turn};

use super::protocol::{Asked, go_words, info_words, parse_go, parse_option, turn_text};
use crate::args::{MOST_HASH, MOST_THREADS, Opening};
use crate::{files, solutions};

/// What the interface calls a text that is empty.
const EMPTY: &str = "<empty>";
/// What the option `Board` is called while each rule set is played on its own board.
const OWN: &str = "own";

/// What the main loop waits for.
enum Event {
    Line(String),
    /// The input has ended.
    End,
    /// A search is over; the engine comes back.
    Found(Box<dyn Engine>),
}

/// Speaks the interface until told to quit, or until the input ends and nothing is being thought
/// about any more.
pub(crate) fn run(opening: &Opening) -> anyhow::Result<ExitCode> {
    let (sender, events) = mpsc::channel();
    let lines = sender.clone();
    let mut server = Server::new(opening.game()?, sender);
    server.given = opening.board()?;
    server.board = server.given;
    server.tables = opening.tables.clone().filter(|path| !path.as_os_str().is_empty());
    server.open_tables()?;
    thread::spawn(move || read_lines(&lines));
    server.serve(&events)?;
    Ok(ExitCode::SUCCESS)
}

/// Carries out lines without searching: of `go`, only the limits are read, and said again as to a
/// program of somebody else's.
pub(crate) fn rehearse(text: &str) {
    let (sender, events) = mpsc::channel();
    let mut server = Server::new(Game::new(Rules::BRAINKING), sender);
    for line in text.lines().map(str::trim) {
        let mut words = line.split_whitespace();
        if words.next() == Some("go") {
            let limits = parse_go(words).limits;
            let said = go_words(&limits);
            assert_eq!(parse_go(said.split_whitespace().skip(1)).limits, limits, "{said}");
        } else {
            // Where nobody listens there is nothing to be done either.
            let _ = server.obey(line, &events);
        }
    }
}

/// Hands over lines as they come, so that they can be answered while the engine thinks.
fn read_lines(events: &Sender<Event>) {
    let mut input = io::stdin().lock();
    let mut bytes = Vec::new();
    let mut first = true;
    loop {
        bytes.clear();
        let event = match input.read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => Event::End,
            Ok(_) => {
                let line = String::from_utf8_lossy(&bytes);
                let line = if first { files::without_mark(&line) } else { &line };
                first = false;
                Event::Line(line.trim().to_owned())
            }
        };
        let ended = matches!(event, Event::End);
        if events.send(event).is_err() || ended {
            return;
        }
    }
}

struct Server {
    game: Game,
    threads: usize,
    hash: usize,
    /// The board of the command line, which the option `Board` can name too.
    given: Option<Board>,
    /// `None` for each rule set's own.
    board: Option<Board>,
    /// `None` for full strength.
    level: Option<Level>,
    /// The directory with tables; `None` for none.
    tables: Option<PathBuf>,
    /// Those of the rules at hand.
    solved: Solved,
    /// `None` while it thinks, and before it is needed.
    engine: Option<Box<dyn Engine>>,
    thinking: Option<Thinking>,
    events: Sender<Event>,
    /// What came while a stopped search was waited for.
    waiting: VecDeque<Event>,
    /// Lines that wait until a search is over.
    deferred: VecDeque<String>,
}

/// A search that goes on in its own thread.
struct Thinking {
    stop: Arc<AtomicBool>,
    /// Whether it was told to go on until it is stopped.
    infinite: bool,
}

impl Server {
    fn new(game: Game, events: Sender<Event>) -> Server {
        Server {
            game,
            threads: 1,
            hash: 64,
            given: None,
            board: None,
            level: None,
            tables: None,
            solved: Solved::none(),
            engine: None,
            thinking: None,
            events,
            waiting: VecDeque::new(),
            deferred: VecDeque::new(),
        }
    }

    fn serve(&mut self, events: &Receiver<Event>) -> anyhow::Result<()> {
        let mut ended = false;
        while let Some(event) = self.next(events) {
            match event {
                Event::Line(line) if line == "quit" => break,
                Event::Line(line) => self.hear(line, events)?,
                Event::Found(engine) => {
                    self.engine = Some(engine);
                    self.thinking = None;
                }
                Event::End => {
                    ended = true;
                    // Nobody is left to stop it; anything else finds its own end.
                    if self.thinks_without_end() {
                        self.stop(events);
                    }
                }
            }
            while self.thinking.is_none()
                && let Some(line) = self.deferred.pop_front()
            {
                self.obey(&line, events)?;
            }
            if ended && self.thinking.is_none() {
                break;
            }
        }
        self.stop(events);
        Ok(())
    }

    fn thinks_without_end(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| thinking.infinite)
    }

    /// Takes a line: what can be answered while the engine thinks is, and the rest waits until it
    /// has found its turn.
    fn hear(&mut self, line: String, events: &Receiver<Event>) -> anyhow::Result<()> {
        let word = line.split_whitespace().next().unwrap_or_default();
        let waits = matches!(word, "setoption" | "uginewgame" | "position" | "go");
        if waits && self.thinks_without_end() {
            // It would wait for ever.
            self.stop(events);
        }
        let at_once = matches!(word, "ugi" | "isready" | "stop");
        if at_once || (self.thinking.is_none() && self.deferred.is_empty()) {
            return self.obey(&line, events);
        }
        self.deferred.push_back(line);
        Ok(())
    }

    fn next(&mut self, events: &Receiver<Event>) -> Option<Event> {
        self.waiting.pop_front().or_else(|| events.recv().ok())
    }

    /// Carries out a line. Unknown words are passed over, as the interface has it.
    fn obey(&mut self, line: &str, events: &Receiver<Event>) -> anyhow::Result<()> {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("ugi") => self.introduce()?,
            Some("isready") => {
                // Ready means that the first turn does not wait for memory.
                if self.engine.is_none() && self.thinking.is_none() {
                    self.engine = Some(self.make_engine());
                }
                say("readyok")?;
            }
            Some("setoption") => self.set_option(line)?,
            Some("uginewgame") => {
                if let Some(engine) = &mut self.engine {
                    engine.new_game();
                }
            }
            Some("position") => self.set_position(line)?,
            Some("go") => {
                let Asked { limits, infinite, faults } = parse_go(words);
                for fault in faults {
                    say(&format!("info string go {fault}"))?;
                }
                self.go(limits, infinite)?;
            }
            Some("stop") => self.stop(events),
            Some("query") => self.answer(words.next().unwrap_or_default())?,
            _ => {}
        }
        Ok(())
    }

    fn introduce(&self) -> anyhow::Result<()> {
        say(concat!("id name Jarmo ", env!("CARGO_PKG_VERSION")))?;
        say("id author The Jarmo developers")?;
        say(&format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"))?;
        say(&format!("option name Hash type spin default {} min 1 max {MOST_HASH}", self.hash))?;
        let sets = RuleSet::ALL.map(|set| format!(" var {set}")).concat();
        say(&format!("option name Rules type combo default {}{sets}", RuleSet::default()))?;
        let default = self.board.as_ref().map_or(OWN, Board::board_name);
        let boards: String =
            self.boards().map(|board| format!(" var {}", board.board_name())).collect();
        say(&format!("option name Board type combo default {default} var {OWN}{boards}"))?;
        say("option name Level type spin default 0 min 0 max 10")?;
        let tables = self.tables.as_ref().map(|path| path.display().to_string());
        say(&format!(
            "option name Tables type string default {}",
            tables.as_deref().unwrap_or(EMPTY)
        ))?;
        say("ugiok")
    }

    /// `setoption name N value V`. The engine is made anew with it.
    fn set_option(&mut self, line: &str) -> anyhow::Result<()> {
        let (name, value) = parse_option(line);
        let number = value.parse::<usize>();
        match (name.to_ascii_lowercase().as_str(), number) {
            ("threads", Ok(threads)) => self.threads = threads.clamp(1, MOST_THREADS.into()),
            ("hash", Ok(mib)) => self.hash = mib.clamp(1, MOST_HASH.into()),
            ("level", Ok(0)) => self.level = None,
            ("level", Ok(level)) if level <= Level::STRONGEST.number().into() => {
                self.level = u8::try_from(level).ok().and_then(Level::new);
            }
            ("rules", _) => match value.parse::<RuleSet>() {
                Ok(set) => self.play_by(set.options())?,
                Err(error) => return say(&format!("info string {error}")),
            },
            ("board", _) => {
                let named = |board: &&Board| board.board_name().eq_ignore_ascii_case(value);
                let board = self.boards().find(named).copied();
                if board.is_none() && !value.eq_ignore_ascii_case(OWN) {
                    return say(&format!("info string no board is called {value:?}"));
                }
                self.board = board;
                self.play_by(self.game.rules().options())?;
            }
            ("tables", _) => {
                self.tables = (!value.is_empty() && value != EMPTY).then(|| value.into());
                self.open_tables()?;
            }
            _ => return say(&format!("info string no option {name:?} with value {value:?}")),
        }
        self.engine = None;
        Ok(())
    }

    /// The boards that can be named.
    fn boards(&self) -> impl Iterator<Item = &Board> {
        let given = self.given.iter().filter(|board| !Board::BUILT_IN.contains(board));
        Board::BUILT_IN.iter().chain(given)
    }

    /// A new game by these options, on the board that was asked for or the rule set's own.
    fn play_by(&mut self, options: Options) -> anyhow::Result<()> {
        let own = || options.rule_set().map_or(*self.game.rules().board(), |set| *set.board());
        self.game = Game::new(Rules::new(self.board.unwrap_or_else(own), options));
        self.open_tables()
    }

    /// Opens the tables of the rules at hand. Those that cannot be used are told of and left alone.
    fn open_tables(&mut self) -> anyhow::Result<()> {
        self.solved = Solved::none();
        let Some(directory) = &self.tables else { return Ok(()) };
        let tell = |text: &str| {
            // Where standard output has gone nobody waits for it either.
            let _ = say(&format!("info string {text}"));
        };
        match solutions::open(Some(directory), self.game.rules(), tell) {
            Ok(solved) => {
                let said = match solved.highest_level() {
                    Some(level) => format!("tables to level {level}"),
                    None => format!("no tables in {}", directory.display()),
                };
                self.solved = solved;
                say(&format!("info string {said}"))
            }
            Err(error) => say(&format!("info string {error:#}; tables are not used")),
        }
    }

    /// `position startpos|fen STRING [moves TURN...]`. What cannot be played leaves the position
    /// as it was.
    fn set_position(&mut self, line: &str) -> anyhow::Result<()> {
        match read_position(self.game.rules(), line) {
            Ok(game) => {
                self.game = game;
                Ok(())
            }
            Err(error) => say(&format!("info string {error:#}")),
        }
    }

    fn go(&mut self, limits: Limits, infinite: bool) -> anyhow::Result<()> {
        if self.game.ending().is_some() {
            return say("info string the game is over\nbestmove (none)");
        }
        let engine = self.engine.take().unwrap_or_else(|| self.make_engine());
        let stop = Arc::new(AtomicBool::new(false));
        self.thinking = Some(Thinking { stop: Arc::clone(&stop), infinite });
        let (game, events) = (self.game.clone(), self.events.clone());
        thread::spawn(move || think(engine, &game, limits, infinite, &stop, &events));
        Ok(())
    }

    fn make_engine(&self) -> Box<dyn Engine> {
        if let Some(level) = self.level {
            let resources = Resources {
                threads: self.threads,
                hash_mib: self.hash,
                solved: self.solved.clone(),
                ..Resources::default()
            };
            return Box::new(LevelPlayer::new(level, &resources));
        }
        let mut search = Search::new(self.hash, Clock::default());
        search.set_threads(self.threads);
        search.set_solved(self.solved.clone());
        Box::new(search)
    }

    /// Ends a search, if there is one, and waits for its answer to be given.
    fn stop(&mut self, events: &Receiver<Event>) {
        let Some(thinking) = self.thinking.take() else { return };
        thinking.stop.store(true, Ordering::Relaxed);
        while let Ok(event) = events.recv() {
            match event {
                Event::Found(engine) => {
                    self.engine = Some(engine);
                    break;
                }
                other => self.waiting.push_back(other),
            }
        }
    }

    /// `query p1turn|gameover|result`; player 1 has White.
    fn answer(&self, question: &str) -> anyhow::Result<()> {
        let over = self.game.ending().is_some();
        let answer = match question {
            "p1turn" => (self.game.position().to_move() == Side::White).to_string(),
            "gameover" => over.to_string(),
            "result" if !over => "none".to_owned(),
            "result" => match self.game.score().leader() {
                Some(Side::White) => "p1win".to_owned(),
                Some(Side::Black) => "p2win".to_owned(),
                None => "draw".to_owned(),
            },
            _ => return Ok(()),
        };
        say(&format!("response {answer}"))
    }
}

/// Searches, says what it finds, and gives the engine back.
fn think(
    mut engine: Box<dyn Engine>,
    game: &Game,
    limits: Limits,
    infinite: bool,
    stop: &AtomicBool,
    events: &Sender<Event>,
) {
    let board = game.rules().board();
    let found = engine.choose(game, &limits, stop, &mut |info| {
        // Where standard output has gone nobody waits for the answer either.
        let _ = say(&info_words(info, board));
    });
    // The interface has no answer to an infinite search before it is stopped.
    while infinite && !stop.load(Ordering::Relaxed) {
        thread::park_timeout(std::time::Duration::from_millis(2));
    }
    let _ = match found {
        Ok(choice) => say(&format!("bestmove {}", turn_text(choice.turn, board))),
        Err(EngineError::GameOver) => say("bestmove (none)"),
        Err(error) => say(&format!("info string {error}\nbestmove (none)")),
    };
    let _ = events.send(Event::Found(engine));
}

fn read_position(rules: &Rules, line: &str) -> anyhow::Result<Game> {
    let rest = line.trim_start().strip_prefix("position").unwrap_or(line).trim();
    let (place, turns) = match rest.split_once("moves") {
        Some((place, turns)) => (place.trim(), turns),
        None => (rest, ""),
    };
    let mut game = match place.strip_prefix("fen") {
        Some(text) => Game::from_position(*rules, parse_position(text, rules)?)?,
        None if place == "startpos" => Game::new(*rules),
        None => anyhow::bail!("{place:?}: expected startpos or fen and a position string"),
    };
    for text in turns.split_whitespace() {
        let turn = parse_turn(text, game.rules(), game.position())
            .map_err(|error| anyhow::anyhow!("{text}: {error}"))?;
        game.play(turn)?;
    }
    Ok(game)
}

/// Says a line at once.
fn say(line: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}
