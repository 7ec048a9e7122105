//! The full search, as an engine.

use core::sync::atomic::{AtomicBool, AtomicU64};

use jarmo_core::{Game, Rules, Side};

use crate::clock::Clock;
use crate::deepening::Task;
use crate::engine::{Choice, Engine, EngineError, Info};
use crate::evaluation::Evaluation;
use crate::limits::Limits;
use crate::opponent::Opponent;
use crate::packed_turn::PackedTurn;
use crate::pressure::Pressure;
use crate::reduction::Reductions;
use crate::selectivity::Selectivity;
use crate::solved::Solved;
use crate::tiers::Tiers;
use crate::transposition::TranspositionTable;
use crate::value::Value;
use crate::watch::Watch;
use crate::weights::Weights;
use crate::worker::{Node, Shared, Worker, is_irreversible};

/// The strongest engine: principal variation search over a shared transposition table.
///
/// With one thread, the same search after [`Engine::new_game`] visits the same nodes and finds the
/// same value and line every time, as long as it is not time that ends it.
#[derive(Debug)]
pub struct Search {
    clock: Clock,
    threads: usize,
    /// `None` for those tuned for the rules.
    weights: Option<Weights>,
    selectivity: Selectivity,
    contempt: i32,
    table: TranspositionTable,
    /// What a draw was worth to White in what the table holds.
    draw_to_white: Value,
    solved: Solved,
    /// What drawn positions look like without solved ones, to an opponent and to this search;
    /// while there are any.
    unsolved: Option<Unsolved>,
    /// The rules that the table and the evaluation belong to.
    prepared: Option<(Rules, Evaluation)>,
}

/// What drawn positions look like without solved ones.
#[derive(Debug)]
struct Unsolved {
    to_opponent: TranspositionTable,
    to_search: TranspositionTable,
}

/// The size of each of these tables, in MiB.
const UNSOLVED_HASH_MIB: usize = 4;

impl Unsolved {
    fn new() -> Unsolved {
        let table = || TranspositionTable::new(UNSOLVED_HASH_MIB);
        Unsolved { to_opponent: table(), to_search: table() }
    }

    fn tables(&mut self) -> [&mut TranspositionTable; 2] {
        [&mut self.to_opponent, &mut self.to_search]
    }
}

/// The most threads of a search: each has its own stack and history, and more only wait.
const MOST_THREADS: usize = 256;

/// How a search is meant.
struct Manner {
    /// How many lines to look for.
    lines: usize,
    /// What a draw is worth to the side to move.
    draw: Value,
    /// Whether a draw is played on for a win.
    pressing: bool,
}

impl Search {
    /// The contempt with which the strongest level and named engines play, in hundredths of a
    /// point. Against itself without contempt it made no difference that shows (200 games, 9 Elo,
    /// -8 to 26); what it gains against weaker players is yet to be measured in a long match.
    pub const CONTEMPT: i32 = 30;

    /// A search on one thread with a table of about this many MiB, at least 1, reading this clock.
    /// Where the system does not give that much memory, [`Search::hash_mib`] is less.
    #[must_use]
    pub fn new(hash_mib: usize, clock: Clock) -> Search {
        Search {
            clock,
            threads: 1,
            weights: None,
            selectivity: Selectivity::PROVEN,
            contempt: 0,
            table: TranspositionTable::new(hash_mib),
            draw_to_white: Value::DRAW,
            solved: Solved::none(),
            unsolved: None,
            prepared: None,
        }
    }

    /// How many threads to use, 1 to 256, or as many as the system gives. Without the feature `std`
    /// it is always one.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.clamp(1, MOST_THREADS);
    }

    /// The size of the transposition table in MiB.
    #[must_use]
    pub fn hash_mib(&self) -> usize {
        self.table.mib()
    }

    /// The size of the transposition table in MiB, at least 1; what it held is forgotten if that is
    /// another size. Where the system does not give that much memory, [`Search::hash_mib`] is less.
    pub fn set_hash_mib(&mut self, mib: usize) {
        if self.table.mib() != mib.max(1) {
            self.table = TranspositionTable::new(mib);
        }
    }

    /// Other weights for the evaluation; what was found out with the old ones is forgotten.
    pub fn set_weights(&mut self, weights: Weights) {
        self.weights = Some(weights);
        self.prepared = None;
    }

    /// Another selectivity; what was found out with the old one is forgotten.
    pub fn set_selectivity(&mut self, selectivity: Selectivity) {
        self.selectivity = selectivity;
        self.forget();
    }

    /// How many hundredths of a point behind it would rather play on than take a draw when it
    /// chooses a turn, at least 0; what it has found out is forgotten. Against a weaker player,
    /// more wins; [`Search::analyze`] always takes a draw for what it is.
    pub fn set_contempt(&mut self, hundredths: i32) {
        self.contempt = hundredths.max(0);
        self.forget();
    }

    /// Positions to look up. Where they reach it plays perfectly: it never lets go of what is won
    /// or drawn, takes the shortest win and the longest defence as far as distances are known, and
    /// in play, of turns that hold a draw, takes those after which the other side is likeliest to go
    /// wrong. What was found out without them is forgotten.
    pub fn set_solved(&mut self, solved: Solved) {
        self.unsolved = solved.highest_level().map(|_| Unsolved::new());
        self.solved = solved;
        self.forget();
    }

    /// Forgets what it has found out, so that the next search is like the first.
    pub fn forget(&mut self) {
        self.table.clear();
        for table in self.unsolved.iter_mut().flat_map(Unsolved::tables) {
            table.clear();
        }
    }

    /// Looks for the best `lines` lines at once, at least one, and returns what it knows of each
    /// in the end, best first; fewer where there are fewer legal turns.
    ///
    /// `report` is called with each line of each completed depth.
    ///
    /// # Errors
    ///
    /// [`EngineError::GameOver`] when there is nothing to look for.
    pub fn analyze(
        &mut self,
        game: &Game,
        limits: &Limits,
        lines: usize,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Info),
    ) -> Result<Vec<Info>, EngineError> {
        self.look(game, limits, &Manner { lines, draw: Value::DRAW, pressing: false }, stop, report)
    }

    /// As [`Search::analyze`], in a manner of its own.
    fn look(
        &mut self,
        game: &Game,
        limits: &Limits,
        manner: &Manner,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Info),
    ) -> Result<Vec<Info>, EngineError> {
        if game.ending().is_some() {
            return Err(EngineError::GameOver);
        }
        let rules = game.rules();
        self.prepare(
            rules,
            match game.position().to_move() {
                Side::White => manner.draw,
                Side::Black => -manner.draw,
            },
        );
        let Some((_, evaluation)) = &self.prepared else { return Err(EngineError::GameOver) };
        let watch = Watch::start(self.clock, limits, game.position().to_move(), stop);
        let nodes = AtomicU64::new(0);
        let solved = self.solved.of_game(rules);
        let shared = Shared {
            rules,
            evaluation,
            selectivity: &self.selectivity,
            reductions: &Reductions::new(&self.selectivity),
            table: &self.table,
            nodes: &nodes,
            draw: manner.draw,
            solved: &solved,
            tiers: None,
        };
        let none = Solved::none();
        let pressed = self.unsolved.as_ref().filter(|_| manner.pressing);
        let pressed = pressed.map(|table| (table, Evaluation::new(rules, &Weights::BY_HAND)));
        let mut pressure = pressed.as_ref().map(|(unsolved, by_hand)| {
            let without = Shared { draw: Value::DRAW, solved: &none, ..shared };
            let worker = |shared, share| Worker::new(shared, watch.share(share), Vec::new());
            let theirs = Shared { evaluation: by_hand, table: &unsolved.to_opponent, ..without };
            let own = Shared { table: &unsolved.to_search, ..without };
            let opponent = Opponent::new(worker(theirs, Pressure::OPPONENTS), &solved);
            Pressure::new(opponent, worker(own, Pressure::OWN))
        });
        let tiers = Tiers::new(&solved, game, pressure.as_mut(), &watch);
        let watch = watch.after(pressure.map_or(0, |pressure| pressure.nodes()));
        let shared = Shared { tiers: tiers.as_ref(), ..shared };
        let task = Task { first_depth: 1, step: 1, last_depth: limits.depth, lines: manner.lines };
        let found = run(self.threads, shared, watch, game, task, report);
        if found.is_empty() { Err(EngineError::GameOver) } else { Ok(found) }
    }

    /// Makes the evaluation for these rules, and forgets what belongs to others, or to another
    /// worth of a draw: with contempt, values found in play are not those of an analysis, and those
    /// found for one side are not the other's.
    fn prepare(&mut self, rules: &Rules, draw_to_white: Value) {
        if self.draw_to_white != draw_to_white {
            self.forget();
            self.draw_to_white = draw_to_white;
        }
        if self.prepared.as_ref().is_none_or(|(prepared, _)| prepared != rules) {
            self.forget();
            let weights = self.weights.clone().unwrap_or_else(|| Weights::tuned(rules));
            self.prepared = Some((*rules, Evaluation::new(rules, &weights)));
        }
        self.table.begin_search();
        for table in self.unsolved.iter_mut().flat_map(Unsolved::tables) {
            table.begin_search();
        }
    }
}

impl Engine for Search {
    fn name(&self) -> String {
        concat!("jarmo ", env!("CARGO_PKG_VERSION")).into()
    }

    fn new_game(&mut self) {
        self.forget();
    }

    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Info),
    ) -> Result<Choice, EngineError> {
        let draw = Value::estimate(-self.contempt);
        let manner = Manner { lines: 1, draw, pressing: true };
        let found = self.look(game, limits, &manner, stop, report)?;
        found.into_iter().next().and_then(Choice::of).ok_or(EngineError::GameOver)
    }
}

/// The root's node, and the keys of the game's positions before it.
fn root_of(game: &Game) -> (Node, Vec<u64>) {
    let past = game.history();
    let reversible = past
        .iter()
        .rev()
        .take_while(|(position, turn)| !is_irreversible(game.rules(), position.to_move(), *turn));
    let root = Node {
        position: *game.position(),
        ply: 0,
        reversible: reversible.count(),
        last: past.last().map_or(PackedTurn::NONE, |(_, turn)| PackedTurn::new(*turn)),
    };
    (root, past.iter().map(|(position, _)| position.key()).collect())
}

/// Runs the search on the calling thread, which alone reports and decides, with helpers that fill
/// the table for it ("lazy SMP").
fn run(
    threads: usize,
    shared: Shared<'_>,
    watch: Watch<'_>,
    game: &Game,
    task: Task,
    report: &mut dyn FnMut(&Info),
) -> Vec<Info> {
    let (root, path) = root_of(game);
    #[cfg(feature = "std")]
    if let threads @ 2.. = watch.threads(threads) {
        let finished = AtomicBool::new(false);
        let share = watch.share_of_nodes(threads);
        return std::thread::scope(|scope| {
            // The scope waits for the helpers, also when `report` panics.
            let _finish = Finish(&finished);
            let mut left = watch;
            for index in 1..threads {
                let mut helper = Worker::new(shared, watch.helper(&finished, share), path.clone());
                // Helpers leave every other depth out, and so find what the main search will
                // need next: with two threads 1.63 times the speed of one, 1.46 without.
                let task =
                    Task { first_depth: 1 + index as u32 % 2, step: 2, last_depth: None, ..task };
                let help = move || _ = helper.deepen(&root, task, &mut |_| ());
                if std::thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    // The system has no more threads: those there are will do.
                    break;
                }
                left = left.after(share);
            }
            Worker::new(shared, left, path).deepen(&root, task, report)
        });
    }
    #[cfg(not(feature = "std"))]
    let _ = threads;
    Worker::new(shared, watch, path).deepen(&root, task, report)
}

/// Tells the helpers when it is dropped that the search is finished.
#[cfg(feature = "std")]
struct Finish<'a>(&'a AtomicBool);

#[cfg(feature = "std")]
impl Drop for Finish<'_> {
    fn drop(&mut self) {
        self.0.store(true, core::sync::atomic::Ordering::Relaxed);
    }
}
