//! The first opponent, kept as it was: the yardstick `baseline:1`.
//!
//! Plain iterative deepening alpha-beta with a table. It is not to be improved: later engines are
//! measured against it, so what it plays at a given depth must stay the same.

use core::sync::atomic::AtomicBool;

use jarmo_core::{Game, Position, Rules, Side, Turn};

use crate::clock::Clock;
use crate::distance::Distances;
use crate::engine::{Choice, Engine, EngineError, Info};
use crate::limits::Limits;
use crate::packed_turn::PackedTurn;
use crate::value::Value;
use crate::watch::Watch;

/// The engine `baseline:1`.
#[derive(Debug)]
pub struct Baseline {
    clock: Clock,
    table: Vec<Entry>,
    /// The rules that the table's entries belong to.
    rules: Option<Rules>,
}

/// The deepest iteration.
const MOST_DEPTH: u32 = 60;
/// Entries in the table, a power of two.
const ENTRIES: usize = 1 << 19;

/// Hundredths of a point for what stands on the board.
const ARCHER: i32 = 100;
const HOME: i32 = 130;
const STEP_FROM_HOME: i32 = 9;
const MARK: i32 = 25;

/// What the table knows of one position.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    value: Value,
    bound: Bound,
    depth: u8,
    turn: PackedTurn,
}

/// How an entry's value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

const EMPTY: Entry =
    Entry { key: 0, value: Value::DRAW, bound: Bound::Exact, depth: 0, turn: PackedTurn::NONE };

impl Baseline {
    /// The engine with an empty table, reading this clock.
    #[must_use]
    pub fn new(clock: Clock) -> Baseline {
        Baseline { clock, table: vec![EMPTY; ENTRIES], rules: None }
    }
}

impl Default for Baseline {
    fn default() -> Baseline {
        Baseline::new(Clock::default())
    }
}

impl Engine for Baseline {
    fn name(&self) -> String {
        "baseline:1".into()
    }

    fn new_game(&mut self) {
        self.table.fill(EMPTY);
    }

    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Info),
    ) -> Result<Choice, EngineError> {
        let rules = game.rules();
        let position = *game.position();
        if game.ending().is_some() {
            return Err(EngineError::GameOver);
        }
        if self.rules != Some(*rules) {
            self.new_game();
            self.rules = Some(*rules);
        }
        let mut descent = Descent {
            rules,
            distances: Distances::new(rules),
            table: &mut self.table,
            path: game.history().iter().map(|(earlier, _)| earlier.placement_key()).collect(),
            watch: Watch::start(self.clock, limits, position.to_move(), stop),
            nodes: 0,
            stopped: false,
        };
        descent.deepen(&position, limits.depth.unwrap_or(MOST_DEPTH).min(MOST_DEPTH), report)
    }
}

/// One search: the state that its nodes share.
struct Descent<'a> {
    rules: &'a Rules,
    distances: Distances,
    table: &'a mut [Entry],
    /// Placement keys of the game and of the line being looked at.
    path: Vec<u64>,
    watch: Watch<'a>,
    nodes: u64,
    stopped: bool,
}

impl Descent<'_> {
    fn deepen(
        &mut self,
        position: &Position,
        most_depth: u32,
        report: &mut dyn FnMut(&Info),
    ) -> Result<Choice, EngineError> {
        let first = position.legal_turns(self.rules).next().ok_or(EngineError::GameOver)?;
        let mut choice = Choice::unsearched(first);
        for depth in 1..=most_depth {
            let value = self.search(position, depth, -Value::INFINITE, Value::INFINITE, 0);
            if self.stopped {
                break;
            }
            let line = self.line_from(position);
            let turn = line.first().copied().unwrap_or(choice.turn);
            choice = Choice { turn, value: Some(value), line, depth, nodes: self.nodes };
            report(&Info {
                depth,
                seldepth: depth,
                rank: 1,
                value,
                verdict: value.verdict(),
                nodes: self.nodes,
                time: self.watch.elapsed(),
                hashfull: 0,
                line: choice.line.clone(),
            });
            let decided = value.plies_to_end().is_some_and(|plies| plies <= depth);
            if decided || !self.watch.allows_iteration(self.nodes) {
                break;
            }
        }
        choice.nodes = self.nodes;
        Ok(choice)
    }

    /// The value for the side to move, exact when it lies between `alpha` and `beta`.
    fn search(
        &mut self,
        position: &Position,
        depth: u32,
        mut alpha: Value,
        beta: Value,
        ply: usize,
    ) -> Value {
        self.nodes += 1;
        if self.watch.is_up(self.nodes) {
            self.stopped = true;
        }
        if self.stopped {
            return Value::DRAW;
        }
        if position.is_over(self.rules) {
            let margin = position.score(self.rules).margin(position.to_move());
            return Value::decided(margin, ply);
        }
        let key = position.placement_key();
        if ply > 0 && self.path.contains(&key) {
            return Value::DRAW;
        }
        if depth == 0 {
            return self.estimate(position);
        }
        let entry = self.table[key as usize % ENTRIES];
        let known = (entry.key == key).then_some(entry);
        if ply > 0
            && let Some(value) = known.and_then(|entry| entry.settles(depth, alpha, beta, ply))
        {
            return value;
        }

        self.path.push(key);
        let hash_turn = known.map_or(PackedTurn::NONE, |entry| entry.turn);
        let mut best = (-Value::INFINITE, PackedTurn::NONE);
        let mut bound = Bound::AtMost;
        for turn in self.ordered_turns(position, hash_turn) {
            let after = position.play_unchecked(self.rules, turn);
            let value = -self.search(&after, depth - 1, -beta, -alpha, ply + 1);
            if value > best.0 {
                best = (value, PackedTurn::new(turn));
            }
            if value > alpha {
                alpha = value;
                bound = Bound::Exact;
            }
            if alpha >= beta {
                bound = Bound::AtLeast;
                break;
            }
        }
        self.path.pop();
        if !self.stopped {
            let (value, turn) = (best.0.nearer(ply), best.1);
            self.table[key as usize % ENTRIES] =
                Entry { key, value, bound, depth: depth as u8, turn };
        }
        best.0
    }

    /// The turn of the table first, then captures, arrivals home, and the rest.
    fn ordered_turns(&self, position: &Position, hash_turn: PackedTurn) -> Vec<Turn> {
        let goal = self.rules.goal_row(position.to_move());
        let mut turns: Vec<Turn> = position.legal_turns(self.rules).collect();
        turns.sort_by_key(|turn| match turn {
            turn if PackedTurn::new(*turn) == hash_turn => 0,
            Turn::Move { capture: true, .. } => 1,
            Turn::Move { to, .. } if goal.contains(*to) => 2,
            _ => 3,
        });
        turns
    }

    /// An estimate for the side to move, from what stands where.
    fn estimate(&self, position: &Position) -> Value {
        let side = position.to_move();
        Value::estimate(self.assets(position, side) - self.assets(position, side.other()))
    }

    fn assets(&self, position: &Position, side: Side) -> i32 {
        let archers = position.archers(side);
        let worth = |hole| match self.distances.of(side, hole) {
            0 => HOME,
            moves => -STEP_FROM_HOME * i32::from(moves.min(10)),
        };
        archers.into_iter().map(worth).sum::<i32>()
            + ARCHER * archers.len() as i32
            + MARK * position.marked(side).len() as i32
    }

    /// The line of best turns that the table remembers.
    fn line_from(&self, position: &Position) -> Vec<Turn> {
        let mut line = Vec::new();
        let mut seen = Vec::new();
        let mut position = *position;
        while !seen.contains(&position.placement_key()) {
            let key = position.placement_key();
            let entry = self.table[key as usize % ENTRIES];
            let Some(turn) = entry.turn.unpack(&position).filter(|_| entry.key == key) else {
                break;
            };
            let Ok(after) = position.play(self.rules, turn) else { break };
            seen.push(key);
            line.push(turn);
            position = after;
        }
        line
    }
}

impl Entry {
    /// The entry's value, where it is deep enough and decides the window.
    fn settles(&self, depth: u32, alpha: Value, beta: Value, ply: usize) -> Option<Value> {
        let value = self.value.further(ply);
        let decides = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => value >= beta,
            Bound::AtMost => value <= alpha,
        };
        (u32::from(self.depth) >= depth && decides).then_some(value)
    }
}
