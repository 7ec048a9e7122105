//! `jarmo match`: engines or levels against each other.

use std::fmt::Write as _;
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
    Clock, Engine, EngineSpec, Limits, Openings, PairTally, Resources, Solved, Sprt, SprtState,
    Tally,
};
use jarmo_core::{BySide, Game, GameResult, Rules, Side, Turn};
use jarmo_notation::{NodeId, Outcome, Record};

use super::overrun::{Overruns, allowed};
use super::resume::{OPENING_ENDS, Resumed};
use crate::args::{Match, Opening, misused};
use crate::output;
use crate::progress::Progress;
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
        for (index, outcome) in fixture.saved_games(path, options.resume)? {
            if let Some(place) = played.get_mut(index).filter(|played| !**played) {
                *place = true;
                standings.add(index, outcome);
            }
        }
    }
    let stop = Arc::new(AtomicBool::new(false));
    let interrupt = Arc::clone(&stop);
    // Without a handler Ctrl-C ends the program at once; the games that are over are saved.
    let _ = ctrlc::set_handler(move || interrupt.store(true, Ordering::Relaxed));

    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    std::thread::scope(|scope| -> anyhow::Result<()> {
        for _ in 0..options.concurrency {
            let (fixture, next, played, stop) = (&fixture, &next, &played, &stop);
            let sender = sender.clone();
            scope.spawn(move || fixture.work(next, played, stop, &sender));
        }
        drop(sender);
        let collected = collect(&results, options, &mut standings, &stop);
        stop.store(true, Ordering::Relaxed);
        collected
    })?;
    let mut out = io::stdout().lock();
    out.write_all(standings.text(&fixture).as_bytes())?;
    if standings.games() < options.games && standings.sprt_state() == SprtState::Undecided {
        tell!("stopped after {} of {} games", standings.games(), options.games);
    }
    Ok(ExitCode::SUCCESS)
}

/// Takes games as they end: saves them, counts them, and tells how the match stands.
fn collect(
    results: &Receiver<(usize, Record)>,
    options: &Match,
    standings: &mut Standings,
    stop: &AtomicBool,
) -> anyhow::Result<()> {
    let mut progress = Progress::new();
    while let Ok((index, record)) = results.recv() {
        if let Some(path) = &options.save {
            append(path, &record).with_context(|| path.display().to_string())?;
        }
        standings.add(index, record.outcome);
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

    /// The games that the file has of this match already: place and outcome. A file that is there
    /// is taken up only if `resume` says so; a last game that was cut short is dropped from it.
    fn saved_games(&self, path: &Path, resume: bool) -> anyhow::Result<Vec<(usize, Outcome)>> {
        if !path.exists() {
            output::check(path)?;
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

    /// Plays games until there are no more, in its own thread with engines of its own.
    fn work(
        &self,
        next: &AtomicUsize,
        played: &[bool],
        stop: &AtomicBool,
        results: &Sender<(usize, Record)>,
    ) {
        let mut engines = [self.engine(&self.options.white), self.engine(&self.options.black)];
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
            if let Some(record) = self.play(index, opening, &mut engines, stop)
                && results.send((index, record)).is_err()
            {
                return;
            }
        }
    }

    fn engine(&self, spec: &EngineSpec) -> Box<dyn Engine> {
        let grace = Duration::from_secs_f64(self.options.grace);
        let resources = Resources {
            clock: Clock::system(),
            seed: self.options.seed,
            solved: self.solved.clone(),
            ..Resources::default()
        };
        match spec {
            EngineSpec::Program(command) => {
                Box::new(ForeignEngine::new(command, self.rules, grace))
            }
            spec => spec
                .engine(&resources)
                .unwrap_or_else(|| Box::new(ForeignEngine::new("", self.rules, grace))),
        }
    }

    /// Plays one game; `None` when it was stopped. The first engine has White in the first game of
    /// a pair and Black in the second.
    fn play(
        &self,
        index: usize,
        opening: &Game,
        engines: &mut [Box<dyn Engine>; 2],
        stop: &AtomicBool,
    ) -> Option<Record> {
        let swapped = index % 2 == 1;
        for engine in engines.iter_mut() {
            engine.new_game();
        }
        let mut game = opening.clone();
        let mut termination = None;
        let movetime = Duration::from_secs_f64(self.options.movetime);
        let limits = Limits::time(movetime);
        while game.ending().is_none() && termination.is_none() {
            let side = game.position().to_move();
            let place = usize::from((side == Side::Black) != swapped);
            let spec = [&self.options.white, &self.options.black][place];
            // Our own engines have limits of their own.
            let limits = if matches!(spec, EngineSpec::Program(_)) { limits } else { Limits::NONE };
            let begun = Instant::now();
            let verdict = engines[place]
                .choose(&game, &limits, stop, &mut |_| ())
                .map_err(|error| error.to_string())
                .and_then(|choice| game.play(choice.turn).map_err(|error| error.to_string()));
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(allowed) = allowed(spec, movetime) {
                self.overruns.add(place, allowed, begun.elapsed());
            }
            termination = match verdict {
                Err(reason) => Some((GameResult::Won(side.other()), reason)),
                Ok(()) if never_ends(&game) => {
                    Some((GameResult::Draw, "the same position for the third time".to_owned()))
                }
                Ok(()) if game.turns().len() >= self.options.longest => Some((
                    GameResult::Draw,
                    format!("{} turns without an end", self.options.longest),
                )),
                Ok(()) => None,
            };
        }
        Some(self.record(index, opening.turns().len(), &game, engines, swapped, termination))
    }

    fn record(
        &self,
        index: usize,
        opening: usize,
        game: &Game,
        engines: &[Box<dyn Engine>; 2],
        swapped: bool,
        termination: Option<(GameResult, String)>,
    ) -> Record {
        let mut record = Record::from_position(*game.rules(), *game.start());
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
        record.tags.set("Round", &format!("{}.{}", index / 2 + 1, index % 2 + 1));
        record.tags.set("White", &names.white);
        record.tags.set("Black", &names.black);
        if let Some((result, reason)) = termination {
            record.outcome = Outcome::Decided(result);
            record.tags.set("Termination", &reason);
        }
        record.complete();
        record
    }
}

/// Whether the position at hand has come so often that the game goes round in circles.
fn never_ends(game: &Game) -> bool {
    let key = game.position().key();
    let before = game.history().iter().filter(|(position, _)| position.key() == key).count();
    before + 1 >= REPETITIONS
}

/// A whole number with its sign; 0 has a plus.
fn signed(number: f64) -> String {
    // What is rounded to -0 becomes 0.
    format!("{:+}", number.round() + 0.0)
}

/// Wins, draws and losses of the first engine.
struct Standings<'a> {
    options: &'a Match,
    tally: Tally,
    pairs: PairTally,
    /// Half points of the first engine in the game of each pair that is over while the other is
    /// not.
    open: std::collections::HashMap<usize, usize>,
}

impl<'a> Standings<'a> {
    fn new(options: &'a Match) -> Standings<'a> {
        Standings {
            options,
            tally: Tally::default(),
            pairs: PairTally::default(),
            open: Default::default(),
        }
    }

    fn add(&mut self, index: usize, outcome: Outcome) {
        let first_side = if index.is_multiple_of(2) { Side::White } else { Side::Black };
        let half_points = match outcome {
            Outcome::Decided(GameResult::Won(side)) if side == first_side => 2,
            Outcome::Decided(GameResult::Won(_)) => 0,
            _ => 1,
        };
        match half_points {
            2 => self.tally.wins += 1,
            1 => self.tally.draws += 1,
            _ => self.tally.losses += 1,
        }
        match self.open.remove(&(index / 2)) {
            Some(other) => self.pairs.add(other + half_points),
            None => {
                self.open.insert(index / 2, half_points);
            }
        }
    }

    fn games(&self) -> usize {
        self.tally.games() as usize
    }

    fn sprt(&self) -> Option<Sprt> {
        let [elo0, elo1] = self.options.sprt.as_deref()? else { return None };
        Some(Sprt::new(*elo0, *elo1))
    }

    fn sprt_state(&self) -> SprtState {
        self.sprt().map_or(SprtState::Undecided, |sprt| sprt.state(self.pairs))
    }

    /// The standings in a line.
    fn line(&self) -> String {
        let Tally { wins, draws, losses } = self.tally;
        format!("{} of {} games: +{wins} ={draws} -{losses}", self.games(), self.options.games)
    }

    fn text(&self, fixture: &Fixture<'_>) -> String {
        let Tally { wins, draws, losses } = self.tally;
        let points = wins as f64 + draws as f64 / 2.0;
        let mut text = format!(
            "{} against {}, {}\n",
            self.options.white,
            self.options.black,
            fixture.rules.options().rule_set().map_or("rules of their own", |set| set.name())
        );
        let games = self.games();
        // A string takes everything.
        let _ = writeln!(text, "games {games}  wins {wins}  draws {draws}  losses {losses}");
        let share = 100.0 * self.tally.share();
        let _ = writeln!(text, "points {points:.1}-{:.1}  {share:.1} %", games as f64 - points);
        // Pairs say more than games, once there are some.
        let elo = if self.pairs.pairs() > 1 { self.pairs.elo() } else { self.tally.elo() };
        if let Some(elo) = elo {
            let _ = writeln!(
                text,
                "Elo {}  95 % interval {} to {}",
                signed(elo.difference),
                signed(elo.low),
                signed(elo.high)
            );
        }
        let movetime = Duration::from_secs_f64(self.options.movetime);
        let has_time = [&self.options.white, &self.options.black]
            .map(|spec| allowed(spec, movetime).is_some());
        if let Some(overruns) = fixture.overruns.text(has_time) {
            let _ = writeln!(text, "{overruns}");
        }
        if let Some(sprt) = self.sprt() {
            let ratio = self.pairs.log_likelihood_ratio(sprt.elo0, sprt.elo1);
            let (low, high) = sprt.bounds();
            let verdict = match self.sprt_state() {
                SprtState::Undecided => "undecided".to_owned(),
                SprtState::Elo0 => format!("Elo {} rather than {}", sprt.elo0, sprt.elo1),
                SprtState::Elo1 => format!("Elo {} rather than {}", sprt.elo1, sprt.elo0),
            };
            let _ = writeln!(text, "SPRT {ratio:.2} of {low:.2} to {high:.2}: {verdict}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::signed;

    #[test]
    fn nothing_has_a_plus() {
        let text = [0.0, -0.0, -0.4, 0.4, -0.6, 12.5].map(signed);
        assert_eq!(text, ["+0", "+0", "+0", "+0", "-1", "+13"]);
        assert_eq!(signed(f64::NEG_INFINITY), "-inf");
    }
}
