//! The interactive session.

/// Prints a line, which may have text of others in it. Where standard output is gone the command fails, and does not panic.
macro_rules! say {
    ($($part:tt)*) => {
        $crate::shown::write(&$crate::shown::clean(&format!("{}\n", format_args!($($part)*))))?
    };
}

/// Prints a drawing, with its colours and line breaks, or data as it is.
macro_rules! draw {
    ($text:expr) => {
        $crate::shown::write(&$text)?
    };
}

mod analysis;
mod annotate;
mod browse;
mod clock;
mod complete;
mod edit;
mod ending;
mod explore;
mod help;
mod input;
mod journal;
mod matches;
mod movetext;
mod opponent;
mod play;
mod rehearsal;
mod remark;
mod save;
mod show;
mod stepper;
mod tutorial;
mod vocabulary;
mod waiting;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::bail;
use jarmo_ai::Solved;
use jarmo_core::{BySide, Game, Position, Rules, Side};
use jarmo_notation::{NodeId, Record};

use crate::args::Opening;
use crate::config::Config;
use crate::explorer::Index;
use crate::solutions::Solutions;
use crate::terminal::Appearance;
use clock::GameClock;
use edit::{Done, TakenBack};
use ending::settled_game;
use input::{Answer, Input};
use journal::{Journal, Place};
use opponent::{Opponents, Player};
pub use rehearsal::{Entry, Rehearsal};
pub(crate) use rehearsal::{look_at, rehearse};
use remark::without_remark;
use save::{Home, Question};
pub(crate) use stepper::step_through;
use vocabulary::Word;

/// Whether the session goes on after a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    GoOn,
    Leave,
}

/// Everything that a session knows.
struct Session {
    /// The game at hand, and those that came with it: the games of a file, or of a match.
    games: Vec<Record>,
    /// Which of them is at hand.
    current: usize,
    /// The turn at hand, the last one played while a game goes on.
    node: NodeId,
    /// What was done to the games at hand, the step to be taken back first last.
    done: Vec<Done>,
    /// What was taken back, the step to be done again first last.
    redo: Vec<TakenBack>,
    /// Whether the next turn replaces one that was taken back.
    taken_back: bool,
    players: BySide<Player>,
    opponents: Opponents,
    /// Solved positions, as far as tables are there.
    solutions: Solutions,
    /// Whether the games at hand are those of a match.
    in_match: bool,
    /// Which side is drawn below.
    below: Side,
    opening: Opening,
    appearance: Appearance,
    /// The file that the games were read from or saved to last.
    file: Option<Home>,
    /// What a person is to be asked before the next line.
    question: Option<Question>,
    /// Whether something has changed since the games were saved.
    unsaved: bool,
    /// Whether something has changed since the journal was written.
    unwritten: bool,
    journal: Option<Journal>,
    /// Whether the games at hand are those of a session that died or left.
    resumed: bool,
    /// Whether the journal could not be written the last time.
    journal_fails: bool,
    /// Which lesson of the tutorial is at hand, counted from 0.
    lesson: Option<usize>,
    /// The rules and clocks of the game that was left for a lesson: the next game has them.
    before_lessons: Option<(Rules, Option<GameClock>)>,
    /// The opening explorer's index.
    index: Option<Index>,
    /// The players' clocks, in a game that has them.
    clock: Option<GameClock>,
    /// The clocks as each game of the match begins with them.
    time_control: Option<GameClock>,
    /// Whether a person sits at a terminal.
    interactive: bool,
    /// Whether lines that were pasted wait to be obeyed.
    pasted: bool,
    /// What was typed while a command had the terminal, for the next lines.
    typed: String,
}

/// Runs a session until its input ends or it is told to leave.
pub(crate) fn run(
    opening: &Opening,
    keep_going: bool,
    appearance: Appearance,
) -> anyhow::Result<ExitCode> {
    // Before the editor has the terminal.
    opponent::catch_interrupts();
    let mut input = Input::new()?;
    let config = Config::load().unwrap_or_else(|error| {
        tell!("warning: {error:#}; the configuration is not used");
        Config::default()
    });
    let mut session =
        Session::new(opening, appearance, &config, Journal::open(), input.is_terminal())?;
    if session.interactive && session.greet(&mut input)? == Flow::Leave {
        session.leave()?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut failed = false;
    session.start_clock();
    while let Some(line) = input.next_line(&session.prompt(), || session.words())? {
        session.pasted = input.has_pasted();
        let done = session.obey(line.trim()).and_then(|flow| match session.question.take() {
            Some(question) => session.ask(&question, &mut input),
            None => Ok(flow),
        });
        input.type_ahead(&std::mem::take(&mut session.typed));
        // Before anything else: the terminal may be gone, and telling so fail.
        session.write_journal();
        match done {
            Ok(Flow::GoOn) => {}
            Ok(Flow::Leave) => break,
            Err(error) if is_output_gone(&error) => return Err(error),
            Err(error) if session.interactive => say!("{error:#}"),
            Err(error) => {
                failed = true;
                tell!("error: line {}: {error:#}", input.line_number());
                if !keep_going {
                    break;
                }
            }
        }
        session.start_clock();
    }
    session.leave()?;
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn is_output_gone(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

impl Session {
    fn new(
        opening: &Opening,
        appearance: Appearance,
        config: &Config,
        journal: Option<Journal>,
        interactive: bool,
    ) -> anyhow::Result<Session> {
        let mut opening = opening.clone();
        opening.rules = opening.rules.or(config.rules);
        let game = opening.game()?;
        let opponent = config.level().map_or(Player::DEFAULT_OPPONENT, |level| {
            Player::Engine(jarmo_ai::EngineSpec::Level(level))
        });
        let mut session = Session {
            games: vec![Record::for_game(&game)],
            current: 0,
            node: NodeId::ROOT,
            done: Vec::new(),
            redo: Vec::new(),
            taken_back: false,
            players: BySide::new(Player::Human, opponent),
            opponents: Opponents::default(),
            solutions: Solutions::new(opening.tables.clone()),
            in_match: false,
            below: config.below.unwrap_or(Side::White),
            opening,
            appearance: appearance.or(config),
            file: None,
            question: None,
            unsaved: false,
            unwritten: false,
            journal,
            resumed: false,
            journal_fails: false,
            lesson: None,
            before_lessons: None,
            clock: None,
            time_control: None,
            index: None,
            interactive,
            pasted: false,
            typed: String::new(),
        };
        session.name_players();
        Ok(session)
    }

    fn record(&self) -> &Record {
        &self.games[self.current]
    }

    fn record_mut(&mut self) -> &mut Record {
        (self.unsaved, self.unwritten) = (true, true);
        &mut self.games[self.current]
    }

    fn rules(&self) -> &Rules {
        self.record().rules()
    }

    fn position(&self) -> &Position {
        self.record().node(self.node).position()
    }

    /// The game up to the turn at hand.
    fn game(&self) -> Game {
        settled_game(self.record(), self.node, self.settled())
    }

    /// The solved positions of the game at hand.
    fn solved(&mut self) -> anyhow::Result<Solved> {
        let rules = *self.rules();
        self.solutions.of(&rules)
    }

    /// Carries out a command, or plays a turn.
    fn obey(&mut self, line: &str) -> anyhow::Result<Flow> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if word.is_empty() || word.starts_with('#') {
            return Ok(Flow::GoOn);
        }
        let line = without_remark(line);
        // What comments and tags say is theirs whole; of a file's name it depends on the files.
        let keeps_remark = vocabulary::find(word.trim_end_matches('!'))
            .is_ok_and(|word| word.takes_text() || word.takes_file());
        let rest = if keeps_remark { rest } else { line.split_at(word.len()).1 };
        let rest = rest.trim();
        // `save!` is `save` that does not ask.
        let urged = word.strip_suffix('!');
        if urged.is_some_and(|word| matches!(vocabulary::find(word), Ok(Word::Save))) {
            self.save(rest, true)?;
            return Ok(Flow::GoOn);
        }
        let found = vocabulary::find(word);
        let leaving = matches!(found, Ok(Word::Quit));
        match found {
            Ok(word) => self.command(word, rest)?,
            Err(error) => {
                if !self.shorthand(line)? && !self.play_text(line)? {
                    return Err(error);
                }
            }
        }
        io::stdout().flush()?;
        Ok(if leaving { Flow::Leave } else { Flow::GoOn })
    }

    fn command(&mut self, word: Word, rest: &str) -> anyhow::Result<()> {
        match word {
            Word::New => self.new_game(rest),
            Word::Match => self.go_on_with_match(),
            Word::Go => self.go(),
            Word::Undo => self.undo(rest),
            Word::Redo => self.redo(rest),
            Word::Hint => self.hint(),
            Word::Analyze => self.analyze(rest),
            Word::Resign => self.resign(rest),
            Word::Draw => self.draw(),
            Word::Board => self.show_board(),
            Word::Moves => self.moves(rest),
            Word::Position => self.show_or_set_position(rest),
            Word::Score => self.score(),
            Word::Flip => self.flip(),
            Word::Save => self.save(rest, false),
            Word::Load => self.load(rest),
            Word::Resume => self.resume(),
            Word::Games => self.list_games(rest),
            Word::Game => self.choose_game(rest),
            Word::Forward => self.forward(rest),
            Word::Back => self.back(rest),
            Word::Start => self.go_to(NodeId::ROOT),
            Word::End => self.go_to(self.record().line_end(self.node)),
            Word::Goto => self.go_to_turn(rest),
            Word::Variation => self.enter_variation(rest),
            Word::Out => self.leave_variation(),
            Word::Promote => self.promote(rest),
            Word::Demote => self.demote(),
            Word::Delete => self.delete(),
            Word::Comment => self.comment(rest),
            Word::Glyph => self.glyph(rest),
            Word::Tag => self.tag(rest),
            Word::Tree => self.tree(),
            Word::Explore => self.explore(rest),
            Word::Show => self.show(rest),
            Word::Tutorial => self.tutorial(rest),
            Word::Rules => self.explain_rules(rest),
            Word::Help => help::run(rest),
            Word::Quit => Ok(()),
        }
    }

    /// What is said in a word: a hole shows where its archer may go, a glyph marks the turn at
    /// hand. Returns whether it was such a word.
    fn shorthand(&mut self, line: &str) -> anyhow::Result<bool> {
        if self.rules().board().hole(line).is_some() {
            self.moves(line)?;
        } else if line.starts_with(['!', '?', '$']) {
            self.glyph(line)?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    fn greet(&mut self, input: &mut Input) -> anyhow::Result<Flow> {
        say!(
            "Jarmo {}. You have White: type a turn such as C1-E2, help, or tutorial.",
            env!("CARGO_PKG_VERSION")
        );
        if self.journal.is_none() {
            say!("(The game cannot be kept while it is played: save it before you leave.)");
        }
        self.offer_to_resume(input)
    }

    /// Asks what a command needs to know, and goes on with it.
    fn ask(&mut self, question: &Question, input: &mut Input) -> anyhow::Result<Flow> {
        let Question::Overwrite(path) = question;
        match input.ask("Overwrite it?", false)? {
            Answer::Yes => self.save_to(path.clone(), true)?,
            Answer::No => say!("It is left as it is."),
            Answer::Leave => return Ok(Flow::Leave),
        }
        Ok(Flow::GoOn)
    }

    /// Where the session is in the games at hand.
    fn place(&self) -> Place {
        let file = self.file.clone().map(|home| Home {
            path: std::path::absolute(&home.path).unwrap_or(home.path),
            ..home
        });
        Place {
            game: Some(self.current),
            turn: Place::turn_of(self.record(), self.node),
            taken_back: self.taken_back,
            file,
        }
    }

    fn leave(&mut self) -> anyhow::Result<()> {
        // The place may have changed since.
        self.unwritten |= self.unsaved;
        self.write_journal();
        if let Some(journal) = self.journal.take() {
            let asked_for = self.interactive || self.resumed;
            let worth_keeping = asked_for && self.is_worth_keeping();
            journal.close(worth_keeping);
            if !self.interactive {
                return Ok(());
            }
            if worth_keeping && self.journal_fails {
                say!("The last turns are not kept: they could not be written to disk.");
            } else if worth_keeping {
                match self.games.len() {
                    1 => say!("The game is kept: the next session offers it."),
                    _ => say!("The games are kept: the next session offers them."),
                }
            }
        }
        Ok(())
    }

    /// Keeps the games at hand on disk before others take their place, where they were not saved.
    fn set_aside(&mut self) -> anyhow::Result<()> {
        if !self.interactive || !self.is_worth_keeping() {
            return Ok(());
        }
        self.write_journal();
        if let Some(journal) = self.journal.take() {
            journal.set_aside();
            say!("The game before is kept: resume goes back to it.");
        }
        self.journal = Journal::open();
        Ok(())
    }

    /// Starts the clock of the side to move, while the game goes on. It runs on while one looks
    /// at other turns, and stands where an engine is to move that nobody has asked.
    fn start_clock(&mut self) {
        if !self.is_played_here() {
            return;
        }
        let side = self.position().to_move();
        let goes_on = self.ending().is_none() && self.players[side].is_human();
        match &mut self.clock {
            Some(clock) if goes_on => clock.start(side),
            Some(clock) => clock.stop(),
            None => {}
        }
    }

    /// Whether something would be lost with the games at hand: turns, or what was said of them.
    fn is_worth_keeping(&self) -> bool {
        let played = self.games.iter().any(|record| record.next(NodeId::ROOT).is_some());
        let edited = self.done.iter().any(|step| matches!(step, Done::Edited(_)));
        self.unsaved && self.lesson.is_none() && (played || edited || self.resumed)
    }

    /// Puts what was played on disk, so that it survives the session's death.
    fn write_journal(&mut self) {
        if !self.unwritten || !self.is_worth_keeping() {
            return;
        }
        let Some(journal) = &self.journal else { return };
        match journal.write(&self.games, &self.place()) {
            Ok(()) => (self.unwritten, self.journal_fails) = (false, false),
            // Said once: it is tried again after each turn, as there may be room by then.
            Err(error) if !self.journal_fails => {
                self.journal_fails = true;
                tell!("warning: the game cannot be kept on disk while it is played: {error:#}");
            }
            Err(_) => {}
        }
    }
}

/// A number that a command takes, 1 where it is left out.
fn count(text: &str) -> anyhow::Result<usize> {
    match text.parse() {
        Ok(count) if count > 0 => Ok(count),
        _ if text.is_empty() => Ok(1),
        _ => bail!("{text:?} is no number of turns: expected 1 or more"),
    }
}
