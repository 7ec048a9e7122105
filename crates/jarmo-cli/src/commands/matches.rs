//! `jarmo match`: engines or levels against each other.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use jarmo_ai::{
    Choice, Clock, Engine, EngineError, EngineSpec, Failure, Fault, Limits, Openings, Resources,
    Solved, SprtState,
};
use jarmo_core::{BySide, Game, Rules, Side, Turn};
use jarmo_notation::{NodeId, Outcome, Record};

use super::finish::{Finish, Finished};
use super::overrun::{Overruns, allowed};
use super::resume::{OPENING_ENDS, Resumed};
use super::standings::Standings;
use crate::args::{Match, Opening, misused};
use crate::output;
use crate::progress::Progress;
use crate::shown::Shown;
use crate::solutions::Solutions;
use crate::ugi::ForeignEngine;

/// How often the same position makes a game one that never ends, which is a draw.
const REPETITIONS: usize = 3;

/// Plays the match and prints the standings; they go to standard error too while it runs.
pub(crate) fn run(opening: &Opening, options: &Match) -> anyhow::Result<ExitCode> {
    if let Some([elo0, elo1]) = options.sprt.as_deref()
        && elo0 == elo1
    {
        return Ok(misused("--sprt: two differences were expected, not the same one twice"));
    }
    if options.save.as_deref().is_some_and(output::is_standard) {
        return Ok(misused("--save: games are added to a file, and - is none"));
    }
    let rules = opening.rules()?;
    // Whether somebody has built tables must not change how a match goes.
    let solved = match &opening.tables {
        Some(directory) => Solutions::new(Some(directory.clone())).of(&rules)?,
        None => Solved::none(),
    };
    let fixture = Fixture::new(rules, options, solved);
    let mut standings = Standings::new(options);
    let mut played = vec![false; options.games];
    if let Some(path) = &options.save {
        for game in fixture.saved_games(path, options.resume)? {
            if let Some(place) = played.get_mut(game.index).filter(|played| !**played) {
                *place = true;
                standings.add(&game);
            }
        }
    }
    let stop = Arc::new(AtomicBool::new(false));
    let interrupt = Arc::clone(&stop);
    // Without a handler Ctrl-C ends the program at once; the games that are over are saved.
    let _ = ctrlc::set_handler(move || interrupt.store(true, Ordering::Relaxed));

    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    let collected = std::thread::scope(|scope| {
        for _ in 0..options.concurrency {
            let (fixture, next, played, stop) = (&fixture, &next, &played, &stop);
            let sender = sender.clone();
            scope.spawn(move || fixture.work(next, played, stop, &sender));
        }
        drop(sender);
        let collected = collect(&results, options, &mut standings, &stop);
        stop.store(true, Ordering::Relaxed);
        collected
    });
    if collected.is_ok() || standings.games() > 0 {
        Shown::new(io::stdout().lock())
            .write_all(standings.text(&fixture.rules, &fixture.overruns).as_bytes())?;
    }
    for text in standings.failures() {
        tell!("{text}");
    }
    collected?;
    if standings.games() < options.games && standings.sprt_state() == SprtState::Undecided {
        tell!("stopped after {} of {} games", standings.games(), options.games);
    }
    Ok(ExitCode::SUCCESS)
}

/// A game that is over.
struct Played {
    /// Its place in the match.
    index: usize,
    record: Record,
    finish: Finish,
}

/// Takes games as they end: saves them, counts them, and tells how the match stands, until there
/// are no more or a program cannot be started.
fn collect(
    results: &Receiver<anyhow::Result<Played>>,
    options: &Match,
    standings: &mut Standings,
    stop: &AtomicBool,
) -> anyhow::Result<()> {
    let mut progress = Progress::new();
    while let Ok(played) = results.recv() {
        let Played { index, record, finish } = match played {
            Ok(played) => played,
            Err(error) => {
                progress.clear();
                return Err(error);
            }
        };
        if let Some(path) = &options.save {
            append(path, &record).with_context(|| path.display().to_string())?;
        }
        if let Some((Finish::Failed(..), reason)) = Some(&finish).zip(finish.termination()) {
            progress.clear();
            tell!("game {}: {reason}", round(index));
        }
        let (outcome, failure) = (record.outcome, finish.failure());
        standings.add(&Finished { index, outcome, failure });
        progress.tell(|| standings.line());
        if standings.sprt_state() != SprtState::Undecided {
            stop.store(true, Ordering::Relaxed);
        }
    }
    progress.clear();
    Ok(())
}

/// Adds a game to the file in one write, so that a death leaves at most the last game cut short.
fn append(path: &Path, record: &Record) -> io::Result<()> {
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    let between = if file.metadata()?.len() > 0 { "\n" } else { "" };
    file.write_all(format!("{between}{record}").as_bytes())
}

/// Who plays whom, and how.
struct Fixture<'a> {
    rules: Rules,
    options: &'a Match,
    /// What our own engines look up.
    solved: Solved,
    /// How much longer they think than they may.
    overruns: Overruns,
    /// The event's name in the records, by which a resumed match knows its games.
    event: String,
}

impl<'a> Fixture<'a> {
    fn new(rules: Rules, options: &'a Match, solved: Solved) -> Fixture<'a> {
        let event = format!("{} against {}, seed {}", options.white, options.black, options.seed);
        Fixture { rules, options, solved, overruns: Overruns::default(), event }
    }

    /// The games that the file has of this match already. A file that is there is taken up only
    /// if `resume` says so; a last game that was cut short is dropped from it.
    fn saved_games(&self, path: &Path, resume: bool) -> anyhow::Result<Vec<Finished>> {
        if !path.exists() {
            output::check(path)?;
            if resume {
                tell!("{}: there is no such file yet: the match begins", path.display());
            }
            return Ok(Vec::new());
        }
        if !resume {
            bail!("{}: the file is there: --resume goes on with its match", path.display());
        }
        let games = self.options.games;
        let resumed = Resumed { path, rules: &self.rules, event: &self.event, games };
        resumed.take_up(self.openings())
    }

    /// The openings of the pairs.
    fn openings(&self) -> Openings {
        Openings::new(self.rules, self.options.seed).with_turns(self.options.opening.into())
    }

    /// Plays games until there are no more or a program cannot be started, in its own thread with
    /// engines of its own.
    fn work(
        &self,
        next: &AtomicUsize,
        played: &[bool],
        stop: &AtomicBool,
        results: &Sender<anyhow::Result<Played>>,
    ) {
        let mut engines = None;
        let mut openings = self.openings().enumerate();
        let mut current: Option<(usize, Game)> = None;
        while !stop.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= played.len() {
                return;
            }
            if played[index] {
                continue;
            }
            // Both games of a pair begin from the same opening.
            while current.as_ref().is_none_or(|(pair, _)| *pair < index / 2) {
                current = openings.next();
            }
            let Some((_, opening)) = &current else { return };
            let both = engines.take().map_or_else(|| self.engines(), Ok);
            let game = both
                .map(|both| engines.insert(both))
                .and_then(|both| self.play(index, opening, both, stop));
            let goes_on = game.is_ok();
            if let Some(game) = game.transpose()
                && (results.send(game).is_err() || !goes_on)
            {
                return;
            }
        }
    }

    /// Both engines, ready to play.
    fn engines(&self) -> anyhow::Result<[Box<dyn Engine>; 2]> {
        let [first, second] = [&self.options.white, &self.options.black]
            .map(|spec| self.engine(spec).map_err(|failure| unplayable(spec, &failure)));
        Ok([first?, second?])
    }

    fn engine(&self, spec: &EngineSpec) -> Result<Box<dyn Engine>, Failure> {
        let grace = Duration::from_secs_f64(self.options.grace);
        let resources = Resources {
            clock: Clock::system(),
            seed: self.options.seed,
            solved: self.solved.clone(),
            ..Resources::default()
        };
        if let EngineSpec::Program(command) = spec {
            return Ok(Box::new(ForeignEngine::start(command, self.rules, grace)?));
        }
        spec.engine(&resources).ok_or_else(|| Failure {
            fault: Fault::NotStarted,
            reason: "it is no engine of ours".to_owned(),
        })
    }

    /// Plays one game; `None` when it was stopped, and an error where a program cannot be started
    /// any more. The first engine has White in the first game of a pair and Black in the second.
    fn play(
        &self,
        index: usize,
        opening: &Game,
        engines: &mut [Box<dyn Engine>; 2],
        stop: &AtomicBool,
    ) -> anyhow::Result<Option<Played>> {
        let swapped = index % 2 == 1;
        for engine in engines.iter_mut() {
            engine.new_game();
        }
        let mut game = opening.clone();
        let mut finish = None;
        let movetime = Duration::from_secs_f64(self.options.movetime);
        let limits = Limits::time(movetime);
        while game.ending().is_none() && finish.is_none() {
            let side = game.position().to_move();
            let place = usize::from((side == Side::Black) != swapped);
            let spec = [&self.options.white, &self.options.black][place];
            // Our own engines have limits of their own.
            let limits = if matches!(spec, EngineSpec::Program(_)) { limits } else { Limits::NONE };
            let begun = Instant::now();
            let answer = engines[place].choose(&game, &limits, stop, &mut |_| ());
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            if let Some(allowed) = allowed(spec, movetime) {
                self.overruns.add(place, allowed, begun.elapsed());
            }
            finish = match play_answer(&mut game, answer) {
                Err(failure) if failure.fault == Fault::NotStarted => {
                    return Err(unplayable(spec, &failure));
                }
                Err(failure) => Some(Finish::Failed(side, failure)),
                Ok(()) if never_ends(&game) => Some(Finish::Repetition),
                Ok(()) if game.turns().len() >= self.options.longest => {
                    Some(Finish::TooLong(self.options.longest))
                }
                Ok(()) => None,
            };
        }
        let finish = finish.unwrap_or(Finish::OnTheBoard);
        let record = self.record(index, opening.turns().len(), &game, engines, &finish);
        Ok(Some(Played { index, record, finish }))
    }

    fn record(
        &self,
        index: usize,
        opening: usize,
        game: &Game,
        engines: &[Box<dyn Engine>; 2],
        finish: &Finish,
    ) -> Record {
        let swapped = index % 2 == 1;
        let mut record = Record::for_game(game);
        let turns: Vec<Turn> = game.turns().collect();
        let mut node = NodeId::ROOT;
        for (i, turn) in turns.iter().enumerate() {
            // Every turn of a game is legal.
            node = record.play(node, *turn).unwrap_or(node);
            if i + 1 == opening {
                record.add_comment(node, OPENING_ENDS);
            }
        }
        let names = BySide::new(
            engines[usize::from(swapped)].name(),
            engines[usize::from(!swapped)].name(),
        );
        record.tags.set("Event", &self.event);
        record.tags.set("Round", &round(index));
        record.tags.set("White", &names.white);
        record.tags.set("Black", &names.black);
        if let Some(result) = finish.result() {
            record.outcome = Outcome::Decided(result);
        }
        if let Some(reason) = finish.termination() {
            record.tags.set("Termination", &reason);
        }
        record.complete();
        record
    }
}

/// Plays an engine's answer.
fn play_answer(game: &mut Game, answer: Result<Choice, EngineError>) -> Result<(), Failure> {
    let illegal = |reason: String| Failure { fault: Fault::IllegalTurn, reason };
    match answer {
        Ok(choice) => game.play(choice.turn).map_err(|error| illegal(error.to_string())),
        Err(EngineError::Failed(failure)) => Err(failure),
        Err(error) => Err(illegal(error.to_string())),
    }
}

/// Why there is no match with an engine.
fn unplayable(spec: &EngineSpec, failure: &Failure) -> anyhow::Error {
    anyhow::anyhow!("{spec} {failure}")
}

/// The round of a game, pair and game counted from 1.
fn round(index: usize) -> String {
    format!("{}.{}", index / 2 + 1, index % 2 + 1)
}

/// Whether the position at hand has come so often that the game goes round in circles.
fn never_ends(game: &Game) -> bool {
    let key = game.position().key();
    let before = game.history().iter().filter(|(position, _)| position.key() == key).count();
    before + 1 >= REPETITIONS
}
