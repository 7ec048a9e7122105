//! Iterative deepening with aspiration windows, for one or several lines at once.

use core::cmp::Reverse;

use jarmo_core::{Position, Rules, Turn};

use crate::engine::Info;
use crate::ordering::MAX_PLY;
use crate::packed_turn::PackedTurn;
use crate::tiers::Tiers;
use crate::value::Value;
use crate::verdict::Verdict;
use crate::window::Window;
use crate::worker::{Node, Worker};

/// The deepest iteration.
const MOST_DEPTH: u32 = 100;
/// The first window goes this many hundredths of a point to both sides of the last value.
const ASPIRATION: i32 = 20;
/// Shallower iterations jump too much for a narrow window.
const ASPIRATION_DEPTH: u32 = 5;
/// Once the end is in sight, this many plies are looked at past it for a better margin, when time
/// counts.
const PAST_THE_END: u32 = 6;

/// What to look for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task {
    /// The first iteration's depth; helpers begin at different ones.
    pub(crate) first_depth: u32,
    /// How much deeper each iteration is than the one before it; helpers leave some out.
    pub(crate) step: usize,
    /// The last iteration's depth, if the caller sets one.
    pub(crate) last_depth: Option<u32>,
    /// How many lines to find, at least 1.
    pub(crate) lines: usize,
}

/// A line found so far.
#[derive(Clone, Debug)]
struct Found {
    value: Value,
    /// How it ends, where that is certain.
    verdict: Option<Verdict>,
    line: Vec<PackedTurn>,
}

impl Worker<'_> {
    /// Searches ever deeper, and returns the best lines, best first; there is at least one as
    /// long as the root has a legal turn.
    pub(crate) fn deepen(
        &mut self,
        root: &Node,
        task: Task,
        report: &mut dyn FnMut(&Info),
    ) -> Vec<Info> {
        let rules = self.shared.rules;
        let turns: Vec<PackedTurn> = match self.shared.tiers {
            Some(tiers) => tiers.in_order(),
            None => root.position.legal_turns(rules).map(PackedTurn::new).collect(),
        };
        // Where only one turn keeps what the position is, there is nothing to think about.
        let choices = self.shared.tiers.map_or(turns.len(), Tiers::first_len);
        let estimate = self.shared.evaluation.estimate(rules, &root.position);
        let mut found: Vec<Found> = turns
            .iter()
            .take(task.lines.max(1))
            .map(|turn| Found { value: estimate, verdict: None, line: vec![*turn] })
            .collect();
        let mut depth = 0;
        let depths = task.first_depth..=task.last_depth.unwrap_or(MOST_DEPTH).min(MOST_DEPTH);
        for next in depths.step_by(task.step) {
            self.iterate(root, next, &mut found);
            if self.stopped {
                break;
            }
            depth = next;
            self.count_nodes();
            for info in self.infos(&root.position, depth, &found) {
                report(&info);
            }
            let seen_through = found.first().is_some_and(|best| {
                best.value.plies_to_end().is_some_and(|plies| plies + PAST_THE_END <= depth)
            });
            let enough = self.watch.is_timed() && (seen_through || choices == 1 && task.lines == 1);
            if enough || !self.watch.allows_iteration(self.nodes) {
                break;
            }
        }
        self.count_nodes();
        self.infos(&root.position, depth, &found)
    }

    /// One iteration: each line with the better ones left out.
    fn iterate(&mut self, root: &Node, depth: u32, found: &mut Vec<Found>) {
        self.excluded.clear();
        self.seldepth = 0;
        let mut fresh: Vec<Found> = Vec::with_capacity(found.len());
        for (place, one) in found.iter().enumerate() {
            let value = self.aspire(root, depth, one.value);
            let line = self.lines.root().to_vec();
            let verdict = self.seen(root, value, &line);
            if self.stopped {
                // Broken off, the best line still counts if some turn was found better than the
                // window's bottom: the best turn so far is looked at first.
                if place == 0 && !line.is_empty() {
                    let same = line.first() == one.line.first();
                    let (value, verdict) =
                        if same { (one.value, one.verdict) } else { (value, verdict) };
                    fresh.push(Found { value, verdict, line });
                }
                break;
            }
            self.excluded.extend(line.first());
            fresh.push(Found { value, verdict, line });
        }
        self.keep_older(&mut fresh, found);
        fresh.sort_by_key(|one| (self.tier(one), Reverse(one.value)));
        *found = fresh;
    }

    /// Fills up what a broken-off iteration has found with lines of the one before it. Of what is
    /// found already no turn left is better, whatever it was worth before.
    fn keep_older(&self, fresh: &mut Vec<Found>, older: &[Found]) {
        let found = fresh.len();
        for one in older {
            if fresh.len() == older.len() {
                return;
            }
            if fresh.iter().any(|other| other.line.first() == one.line.first()) {
                continue;
            }
            let alike = fresh[..found].iter().filter(|other| self.tier(other) == self.tier(one));
            let most = alike.map(|other| other.value).min().unwrap_or(Value::INFINITE);
            let value = one.value.min(most);
            let verdict = if value == one.value { one.verdict } else { value.verdict() };
            fresh.push(Found { value, verdict, line: one.line.clone() });
        }
    }

    /// The tier of a line's first turn, where there are tiers.
    fn tier(&self, one: &Found) -> Option<usize> {
        self.shared.tiers.zip(one.line.first()).map(|(tiers, turn)| tiers.tier(*turn))
    }

    /// Searches with a window around the value expected, opening it as needed.
    fn aspire(&mut self, root: &Node, depth: u32, expected: Value) -> Value {
        let mut window = Window::FULL;
        let mut width = ASPIRATION;
        if depth >= ASPIRATION_DEPTH && !expected.is_decided() {
            window = Window { alpha: expected.plus(-width), beta: expected.plus(width) };
        }
        loop {
            let value = self.search(root, depth as i32, window);
            if self.stopped || value > window.alpha && value < window.beta {
                return value;
            }
            width *= 4;
            let full = value.is_decided() || width > 500;
            if value <= window.alpha {
                window.alpha = if full { Window::FULL.alpha } else { value.plus(-width) };
            } else {
                window.beta = if full { Window::FULL.beta } else { value.plus(width) };
            }
        }
    }

    /// A line's value and verdict as others see it: without contempt, and true to what is known for
    /// certain.
    fn told(&self, one: &Found) -> (Value, Option<Verdict>) {
        let known =
            self.shared.tiers.zip(one.line.first()).and_then(|(tiers, turn)| tiers.of(*turn));
        match known {
            Some(verdict) => (one.value.corrected(verdict), known),
            None if one.verdict == Some(Verdict::Draw) => (Value::DRAW, one.verdict),
            None => (one.value, one.verdict),
        }
    }

    /// The lines as others see them.
    fn infos(&self, root: &Position, depth: u32, found: &[Found]) -> Vec<Info> {
        let nodes = self.shared.nodes.load(core::sync::atomic::Ordering::Relaxed);
        let time = self.watch.elapsed();
        let hashfull = self.shared.table.hashfull();
        let seldepth = self.seldepth as u32;
        let info = |(index, one): (usize, &Found)| {
            let (value, verdict) = self.told(one);
            let line = unpack_line(self.shared.rules, root, &one.line);
            Info { depth, seldepth, rank: index + 1, value, verdict, nodes, time, hashfull, line }
        };
        found.iter().enumerate().map(info).collect()
    }
}

const _: () = assert!((MOST_DEPTH as usize) < MAX_PLY);

/// A line's turns, as far as they are legal.
fn unpack_line(rules: &Rules, root: &Position, line: &[PackedTurn]) -> Vec<Turn> {
    let mut position = *root;
    let mut turns = Vec::with_capacity(line.len());
    for packed in line {
        let Some(turn) = packed.unpack(&position) else { break };
        let Ok(after) = position.play(rules, turn) else { break };
        turns.push(turn);
        position = after;
    }
    turns
}
