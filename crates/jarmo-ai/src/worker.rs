//! Principal variation search, as one thread does it.

use core::sync::atomic::{AtomicU64, Ordering};

use jarmo_core::{Position, Rules, Side, Turn};

use crate::evaluation::Evaluation;
use crate::line::Lines;
use crate::ordering::{Context, MAX_PLY, RankedTurn, TurnOrder, pick};
use crate::packed_turn::PackedTurn;
use crate::reduction::Reductions;
use crate::selectivity::Selectivity;
use crate::solved::Solved;
use crate::tiers::Tiers;
use crate::transposition::{Bound, Entry, TranspositionTable};
use crate::value::Value;
use crate::watch::Watch;
use crate::window::Window;

/// What all threads of a search share.
#[derive(Clone, Copy)]
pub(crate) struct Shared<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) evaluation: &'a Evaluation,
    pub(crate) selectivity: &'a Selectivity,
    pub(crate) reductions: &'a Reductions,
    pub(crate) table: &'a TranspositionTable,
    /// Positions visited so far, by all threads.
    pub(crate) nodes: &'a AtomicU64,
    /// What a drawn game is worth to the side to move at the root.
    pub(crate) draw: Value,
    /// Positions whose values are known.
    pub(crate) solved: &'a Solved,
    /// The root's turns as far as they are.
    pub(crate) tiers: Option<&'a Tiers>,
}

/// One thread's search.
pub(crate) struct Worker<'a> {
    pub(crate) shared: Shared<'a>,
    pub(crate) watch: Watch<'a>,
    /// Positions that this thread has visited.
    pub(crate) nodes: u64,
    /// How many of them are counted in what all threads share.
    counted: u64,
    /// The longest line looked at.
    pub(crate) seldepth: usize,
    pub(crate) stopped: bool,
    /// Keys of the game's positions and of the line being looked at.
    pub(crate) path: Vec<u64>,
    /// Turns yet to be looked at, of all nodes of the line: each node's after its parent's.
    turns: Vec<RankedTurn>,
    order: TurnOrder,
    pub(crate) lines: Lines,
    /// Turns that the root leaves out, since they are better lines already found.
    pub(crate) excluded: Vec<PackedTurn>,
    /// Streaks shorter than this share their place in the table.
    streaks_from: u8,
}

/// A position on the line being looked at.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) position: Position,
    /// Turns since the root.
    pub(crate) ply: usize,
    /// Turns since the last one that cannot be undone, in the game and on the line.
    pub(crate) reversible: usize,
    /// The turn that led here.
    pub(crate) last: PackedTurn,
}

/// Turns that make a position come again no more: captures, returns and arrivals home.
pub(crate) fn is_irreversible(rules: &Rules, side: Side, turn: Turn) -> bool {
    match turn {
        Turn::Move { to, capture, returning, .. } => {
            capture || returning.is_some() || rules.goal_row(side).contains(to)
        }
        Turn::Return(_) => true,
        Turn::Pass => false,
    }
}

impl<'a> Worker<'a> {
    /// A worker that knows the keys of the game's positions so far.
    pub(crate) fn new(shared: Shared<'a>, watch: Watch<'a>, path: Vec<u64>) -> Worker<'a> {
        let limit = shared.rules.options().shuttle_limit;
        Worker {
            shared,
            watch,
            nodes: 0,
            counted: 0,
            seldepth: 0,
            stopped: false,
            path,
            turns: Vec::with_capacity(1024),
            order: TurnOrder::new(shared.rules),
            lines: Lines::new(),
            excluded: Vec::new(),
            // A streak one short of the limit is the first that decides anything soon: the next
            // move along the line is the last one allowed.
            streaks_from: limit.map_or(u8::MAX, |limit| (limit.get() - 1).max(1)),
        }
    }

    /// The value for the side to move: exact inside the window, a bound outside it.
    pub(crate) fn search(&mut self, node: &Node, mut depth: i32, window: Window) -> Value {
        self.lines.clear(node.ply);
        if depth <= 0 {
            return self.quiesce(node, window);
        }
        if let Some(value) = self.settle(node) {
            return value;
        }
        let is_open = window.is_open();
        let table_key = node.position.key_with_streaks_from(self.streaks_from);
        let entry = self.shared.table.probe(table_key);
        if !is_open
            && let Some(entry) = entry
            && let Some(value) = usable(&entry, depth, window, node.ply)
        {
            return value;
        }
        if let Some(value) = self.look_up(node, depth) {
            return value;
        }
        let estimate = entry.map_or_else(|| self.estimate(node), |entry| entry.estimate);
        if !is_open && let Some(value) = self.give_up_early(node, depth, window.beta, estimate) {
            return value;
        }
        let hash_turn = entry.map_or(PackedTurn::NONE, |entry| entry.turn);
        if hash_turn == PackedTurn::NONE && depth >= 4 {
            // Without a turn to begin with, a shallower look finds one for the next time.
            depth -= 1;
        }

        self.path.push(node.position.key());
        let first = self.turns.len();
        let (value, turn) = self.search_turns(node, depth, window, hash_turn);
        self.turns.truncate(first);
        self.path.pop();
        if !self.stopped && (node.ply > 0 || self.excluded.is_empty()) {
            let bound = window.bound(value);
            let value = value.nearer(node.ply);
            self.shared
                .table
                .store(table_key, &Entry { turn, value, estimate, depth: depth as u8, bound });
        }
        value
    }

    /// Counts the node, and says its value where no turn needs to be looked at: the search is
    /// over, the game is over, the position has come again, or the line is too long.
    #[inline]
    fn settle(&mut self, node: &Node) -> Option<Value> {
        if self.stopped {
            return Some(Value::DRAW);
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(node.ply);
        if self.watch.is_up(self.nodes) {
            self.stopped = true;
        }
        if self.nodes.is_multiple_of(4096) {
            self.count_nodes();
        }
        if self.stopped {
            return Some(Value::DRAW);
        }
        let position = &node.position;
        let rules = self.shared.rules;
        if position.is_over(rules) {
            let margin = position.score(rules).margin(position.to_move());
            let drawn = margin == 0;
            return Some(if drawn {
                self.draw(node.ply)
            } else {
                Value::decided(margin, node.ply)
            });
        }
        if node.ply > 0 && self.has_come_before(node) {
            return Some(self.draw(node.ply));
        }
        (node.ply >= MAX_PLY).then(|| self.estimate(node))
    }

    /// Whether the same position, streaks included, is on the path already.
    ///
    /// What led from it to itself could go on for ever, and a game that never ends is a draw.
    #[inline]
    pub(crate) fn has_come_before(&self, node: &Node) -> bool {
        // Four turns are the fewest that lead from a position to itself.
        if node.reversible < 4 {
            return false;
        }
        let key = node.position.key();
        let past = self.path.iter().rev().take(node.reversible);
        past.skip(3).step_by(2).any(|earlier| *earlier == key)
    }

    /// What a drawn game is worth to the side that is to move this many turns after the root.
    #[inline]
    pub(crate) fn draw(&self, ply: usize) -> Value {
        if ply.is_multiple_of(2) { self.shared.draw } else { -self.shared.draw }
    }

    /// Adds this thread's new nodes to those of all.
    pub(crate) fn count_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.counted, Ordering::Relaxed);
        self.counted = self.nodes;
    }

    #[inline]
    fn estimate(&self, node: &Node) -> Value {
        self.shared.evaluation.estimate(self.shared.rules, &node.position)
    }

    /// A value at least `beta` where the side to move is so far ahead that looking on is futile,
    /// or would be ahead even if it did nothing.
    fn give_up_early(
        &mut self,
        node: &Node,
        depth: i32,
        beta: Value,
        estimate: Value,
    ) -> Option<Value> {
        let selectivity = self.shared.selectivity;
        if beta.is_decided() || estimate < beta {
            return None;
        }
        if selectivity.futility > 0
            && depth <= selectivity.futility_depth
            && estimate.plus(selectivity.futility.saturating_mul(-depth)) >= beta
        {
            return Some(estimate);
        }
        let null_depth = selectivity.null_turn?;
        if depth < null_depth || node.ply == 0 || node.last == PackedTurn::new(Turn::Pass) {
            return None;
        }
        let child = Node {
            position: node.position.play_unchecked(self.shared.rules, Turn::Pass),
            ply: node.ply + 1,
            reversible: 0,
            last: PackedTurn::new(Turn::Pass),
        };
        self.path.push(node.position.key());
        let reduced = depth - 3 - depth / 4;
        let value = -self.search(&child, reduced, Window::null_flipped(beta.plus(-1)));
        self.path.pop();
        (value >= beta && !value.is_decided() && !self.stopped).then_some(value)
    }

    /// Looks at a node's turns, and returns the best value with the turn that makes it, if one is
    /// known to be good.
    fn search_turns(
        &mut self,
        node: &Node,
        depth: i32,
        window: Window,
        hash_turn: PackedTurn,
    ) -> (Value, PackedTurn) {
        let first = self.rank_turns(node, hash_turn);
        let mut alpha = window.alpha;
        let mut best = (Value::from_raw(-i16::MAX), PackedTurn::NONE);
        let mut place = 0;
        while first + place < self.turns.len() {
            let ranked = pick(&mut self.turns, first + place);
            let Some(turn) = ranked.turn.unpack(&node.position) else { break };
            let quiet = !turn.is_capture() && turn.returning().is_none();
            let child = self.child(node, turn, ranked.turn);
            let reduction = self.reduction(depth, place, ranked, quiet, window.is_open());
            let value =
                self.value_of(&child, depth - 1, Window { alpha, ..window }, place, reduction);
            if self.stopped {
                break;
            }
            if value > best.0 {
                best.0 = value;
                if value > alpha {
                    alpha = value;
                    best.1 = ranked.turn;
                    if window.is_open() {
                        self.lines.extend(node.ply, ranked.turn);
                    }
                }
            }
            if alpha >= window.beta {
                if quiet {
                    self.learn(node, depth, ranked.turn, first, place);
                }
                break;
            }
            place += 1;
        }
        best
    }

    /// Puts the node's turns on the stack, and returns where they begin.
    fn rank_turns(&mut self, node: &Node, hash_turn: PackedTurn) -> usize {
        let first = self.turns.len();
        let context = Context {
            rules: self.shared.rules,
            evaluation: self.shared.evaluation,
            position: &node.position,
        };
        self.order.rank_all(&context, hash_turn, node.ply, node.last, &mut self.turns);
        if node.ply == 0 {
            self.keep_roots_best();
        }
        first
    }

    /// Takes away the root's turns that are better lines found already, and those that are known
    /// to be worse than what is left.
    fn keep_roots_best(&mut self) {
        let excluded = &self.excluded;
        self.turns.retain(|ranked| !excluded.contains(&ranked.turn));
        let Some(tiers) = self.shared.tiers else { return };
        let best = self.turns.iter().map(|ranked| tiers.tier(ranked.turn)).min();
        self.turns.retain(|ranked| Some(tiers.tier(ranked.turn)) == best);
    }

    #[inline]
    pub(crate) fn child(&self, node: &Node, turn: Turn, packed: PackedTurn) -> Node {
        let rules = self.shared.rules;
        let reversible = if is_irreversible(rules, node.position.to_move(), turn) {
            0
        } else {
            node.reversible + 1
        };
        let position = node.position.play_unchecked(rules, turn);
        Node { position, ply: node.ply + 1, reversible, last: packed }
    }

    /// By how many plies less than others a turn is looked at first.
    fn reduction(
        &self,
        depth: i32,
        place: usize,
        ranked: RankedTurn,
        quiet: bool,
        is_open: bool,
    ) -> i32 {
        if depth < 3 || place < 2 || !quiet {
            return 0;
        }
        let reduction = self.shared.reductions.of(depth, place)
            - i32::from(is_open)
            - i32::from(ranked.is_promising());
        reduction.clamp(0, depth - 2)
    }

    /// The value of a turn that leads to `child`, for the side that plays it.
    ///
    /// The first turn gets the full window. Of the others it is enough to know that they are no
    /// better; those that turn out to be are looked at again, deeper and then with the window
    /// open.
    fn value_of(
        &mut self,
        child: &Node,
        depth: i32,
        window: Window,
        place: usize,
        reduction: i32,
    ) -> Value {
        if place == 0 {
            return -self.search(child, depth, window.flipped());
        }
        let narrow = Window::null_flipped(window.alpha);
        let mut value = -self.search(child, depth - reduction, narrow);
        if reduction > 0 && value > window.alpha {
            value = -self.search(child, depth, narrow);
        }
        if value > window.alpha && value < window.beta {
            value = -self.search(child, depth, window.flipped());
        }
        value
    }

    /// Remembers that a quiet turn was good enough after `place` others, which begin at `first`.
    fn learn(&mut self, node: &Node, depth: i32, good: PackedTurn, first: usize, place: usize) {
        let side = node.position.to_move();
        let tried = &self.turns[first..first + place];
        self.order.learn(side, node.ply, depth, node.last, good, tried);
    }

    /// The value when only captures and arrivals home are still looked at, and either side may
    /// stop where it stands.
    fn quiesce(&mut self, node: &Node, window: Window) -> Value {
        if let Some(value) = self.settle(node) {
            return value;
        }
        let mut best = self.estimate(node);
        if best >= window.beta {
            return best;
        }
        let mut alpha = window.alpha.max(best);
        let first = self.turns.len();
        let context = Context {
            rules: self.shared.rules,
            evaluation: self.shared.evaluation,
            position: &node.position,
        };
        self.order.rank_noisy(&context, &mut self.turns);
        for place in first..self.turns.len() {
            let ranked = pick(&mut self.turns, place);
            let Some(turn) = ranked.turn.unpack(&node.position) else { break };
            let child = self.child(node, turn, ranked.turn);
            let value = -self.quiesce(&child, Window { alpha, ..window }.flipped());
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= window.beta || self.stopped {
                break;
            }
        }
        self.turns.truncate(first);
        best
    }
}

/// The value of an entry that is deep enough and decides the window.
#[inline]
fn usable(entry: &Entry, depth: i32, window: Window, ply: usize) -> Option<Value> {
    if i32::from(entry.depth) < depth {
        return None;
    }
    let value = entry.value.further(ply);
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::AtLeast => value >= window.beta,
        Bound::AtMost => value <= window.alpha,
    };
    decides.then_some(value)
}
