//! How likely an opponent who looks only some turns ahead goes wrong.

use std::collections::HashMap;
use std::rc::Rc;

use jarmo_core::{Position, Side};

use crate::packed_turn::PackedTurn;
use crate::solved::Solved;
use crate::value::Value;
use crate::verdict::Verdict;
use crate::window::Window;
use crate::worker::{Node, Worker};

/// An opponent who knows no table: it judges each of its turns by looking a little ahead, and any
/// that looks nearly as good as the best may be its choice. Tables say which of them lose.
///
/// How often it errs was fitted to 1,261 drawn positions of games against `baseline:1`, after each
/// turn that kept them drawn: whether it then chose a turn that lost.
pub(crate) struct Opponent<'a> {
    /// How it looks ahead, without tables.
    worker: Worker<'a>,
    solved: &'a Solved,
    seen: HashMap<u64, Seen>,
}

/// What a position in which it is to move looks like to it.
struct Seen {
    depth: i32,
    replies: Rc<[Reply]>,
}

/// One of its turns.
#[derive(Clone, Copy)]
struct Reply {
    /// The position after it.
    next: Position,
    loses: bool,
    /// How good it looks, in hundredths of a point.
    looks: i32,
    /// How much likelier it is than its looks say, as a logarithm: the sooner a mistake is
    /// punished, the rarer.
    bias: f64,
}

/// How far to look.
struct Stage {
    /// How many of its turns one after another.
    turns: u32,
    /// How many turns of both sides it looks ahead in the first of them.
    depth: i32,
}

/// Each stage is better than the one before it, and takes longer.
const STAGES: [Stage; 5] = [
    Stage { turns: 1, depth: 2 },
    Stage { turns: 2, depth: 2 },
    Stage { turns: 2, depth: 4 },
    Stage { turns: 3, depth: 4 },
    Stage { turns: 4, depth: 4 },
];
/// How far it looks ahead in its later turns.
const LATER_DEPTH: i32 = 2;
/// By how many hundredths of a point worse a turn looks that is chosen about a third as often.
const BLUR: f64 = 45.0;
/// Of turns that look this much worse than the best it is not asked by how much exactly, nor how
/// soon they are punished.
const MUCH_WORSE: i32 = 75;
/// How many turns the winner must still need for a losing turn to be as likely as another that
/// looks as good, and how much each turn less makes it rarer.
const FAR: f64 = 24.0;
const NEARER: f64 = 0.17;
/// What is rarer than this is not followed further.
const RARE: f64 = 0.04;
/// The chance that a drawn position is won in the end: the logarithm of its odds at the start's
/// level with many archers under way, and how it falls with each level and each archer less.
const HOPE: f64 = 0.2;
const LESS_FOR_LEVEL: f64 = 1.5;
const LESS_FOR_ARCHER: f64 = 0.5;
/// How many archers may be home or captured while there are still many under way.
const FEW: usize = 3;

impl<'a> Opponent<'a> {
    /// The opponent that looks ahead as the worker does, which must not look positions up.
    pub(crate) fn new(worker: Worker<'a>, solved: &'a Solved) -> Opponent<'a> {
        Opponent { worker, solved, seen: HashMap::new() }
    }

    /// The positions that it has looked at so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.worker.nodes
    }

    /// For each of some drawn positions in which it is to move, how likely it loses in the end, 0
    /// to 1, if the other side tempts it as well as can be: as far as there is time to look.
    pub(crate) fn risks(&mut self, positions: &[Position]) -> Vec<f64> {
        let all = |stage: Stage| {
            positions.iter().map(|one| self.risk(one, stage.turns, stage.depth)).collect()
        };
        let risks = STAGES.into_iter().map_while(all).last();
        self.worker.count_nodes();
        risks.unwrap_or_else(|| vec![0.0; positions.len()])
    }

    /// How likely it loses in the end; `None` when there is no more time.
    fn risk(&mut self, position: &Position, turns: u32, depth: i32) -> Option<f64> {
        if position.is_over(self.worker.shared.rules) {
            return Some(0.0);
        }
        let replies = self.replies(position, depth)?;
        let best = replies.iter().map(|reply| reply.looks).max()?;
        let weight = |reply: &Reply| (f64::from(reply.looks - best) / BLUR + reply.bias).exp();
        let all: f64 = replies.iter().map(weight).sum();
        let mut risk = 0.0;
        for reply in replies.iter() {
            let chance = weight(reply) / all;
            risk += chance
                * if reply.loses {
                    1.0
                } else if turns > 1 && chance >= RARE {
                    self.best_risk(&reply.next, turns - 1)?
                } else {
                    self.hope(&reply.next)
                };
        }
        Some(risk)
    }

    /// The most that the other side, to move, can put it at without letting go of the draw.
    fn best_risk(&mut self, position: &Position, turns: u32) -> Option<f64> {
        let rules = self.worker.shared.rules;
        let mut most: f64 = 0.0;
        if position.is_over(rules) {
            return Some(most);
        }
        for turn in position.legal_turns(rules) {
            let after = position.play_unchecked(rules, turn);
            if self.solved.verdict(&after) == Some(Verdict::Draw) {
                most = most.max(self.risk(&after, turns, LATER_DEPTH)?);
            }
        }
        Some(most)
    }

    /// How likely it loses a drawn position of which nothing more is known. Few drawn games are
    /// won once archers are gone and marks are spent.
    fn hope(&self, position: &Position) -> f64 {
        let rules = self.worker.shared.rules;
        if position.is_over(rules) {
            return 0.0;
        }
        let under_way = |side| position.archers(side).minus(rules.goal_row(side)).len();
        let all = 2 * rules.board().archers();
        let levels = all.saturating_sub(position.level());
        let gone = all.saturating_sub(under_way(Side::White) + under_way(Side::Black) + FEW);
        let odds = HOPE - LESS_FOR_LEVEL * levels as f64 - LESS_FOR_ARCHER * gone as f64;
        1.0 / (1.0 + (-odds).exp())
    }

    /// Its turns, looked at so deeply at least; `None` when there is no more time.
    fn replies(&mut self, position: &Position, depth: i32) -> Option<Rc<[Reply]>> {
        let key = position.key();
        let seen = self.seen.get(&key);
        if let Some(seen) = seen.filter(|seen| seen.depth >= depth) {
            return Some(Rc::clone(&seen.replies));
        }
        let mut replies = match seen {
            Some(seen) => seen.replies.to_vec(),
            None => self.unsearched(position),
        };
        // The better the order, the less there is to look at.
        replies.sort_by_key(|reply| core::cmp::Reverse(reply.looks));
        let loses = |reply: &Reply| reply.loses;
        if replies.iter().any(loses) && !replies.iter().all(loses) {
            self.compare(&mut replies, depth)?;
        }
        let replies: Rc<[Reply]> = replies.into();
        self.seen.insert(key, Seen { depth, replies: Rc::clone(&replies) });
        Some(replies)
    }

    /// Its turns, by how the positions after them look at first sight.
    fn unsearched(&self, position: &Position) -> Vec<Reply> {
        let shared = &self.worker.shared;
        let reply = |turn| {
            let next = position.play_unchecked(shared.rules, turn);
            let loses = self.solved.verdict(&next) == Some(Verdict::Win);
            let looks = -i32::from(shared.evaluation.estimate(shared.rules, &next).raw());
            // As if punished at once: what looks much worse is never asked about.
            let bias = if loses { -NEARER * (FAR + 1.0) } else { 0.0 };
            Reply { next, loses, looks, bias }
        };
        position.legal_turns(shared.rules).map(reply).collect()
    }

    /// Looks at its turns as deeply as it does; `None` when there is no more time.
    fn compare(&mut self, replies: &mut [Reply], depth: i32) -> Option<()> {
        let mut best = None;
        for reply in replies.iter_mut() {
            if self.worker.watch.is_called_off() {
                return None;
            }
            reply.looks = self.look(&reply.next, depth - 1, best)?;
            best = best.max(Some(reply.looks));
        }
        let least = best? - MUCH_WORSE;
        for reply in replies.iter_mut().filter(|reply| reply.loses && reply.looks > least) {
            if self.worker.watch.is_called_off() {
                return None;
            }
            let distance = self.solved.distance(&reply.next).map_or(FAR, f64::from);
            reply.bias = NEARER * (distance - FAR);
        }
        Some(())
    }

    /// How good a turn looks that leads to `next`; of one that looks much worse than the best, how
    /// good at most. `None` when there is no more time.
    fn look(&mut self, next: &Position, depth: i32, best: Option<i32>) -> Option<i32> {
        let node = Node { position: *next, ply: 1, reversible: 0, last: PackedTurn::NONE };
        let least =
            best.map_or(-Value::INFINITE, |best| Value::from_raw(best as i16).plus(-MUCH_WORSE));
        let mut value = least;
        if best.is_some() {
            value = -self.worker.search(&node, depth, Window::null_flipped(least));
        }
        if best.is_none() || value > least {
            let open = Window { alpha: least, beta: Value::INFINITE };
            value = -self.worker.search(&node, depth, open.flipped());
        }
        (!self.worker.stopped).then(|| i32::from(value.raw()))
    }
}

#[cfg(all(test, feature = "tables"))]
mod tests {
    use core::sync::atomic::{AtomicBool, AtomicU64};

    use jarmo_core::{Position, Rules, Side};
    use jarmo_tables::{BuildOptions, Tables, build};

    use super::Opponent;
    use crate::clock::Clock;
    use crate::evaluation::Evaluation;
    use crate::limits::Limits;
    use crate::reduction::Reductions;
    use crate::selectivity::Selectivity;
    use crate::solved::Solved;
    use crate::transposition::TranspositionTable;
    use crate::value::Value;
    use crate::verdict::Verdict;
    use crate::watch::Watch;
    use crate::weights::Weights;
    use crate::worker::{Shared, Worker};

    const RULES: Rules = Rules::BRAINKING;
    const LEVEL: usize = 4;

    /// Calls `test` with tables and random drawn positions of their highest level.
    fn with_drawn(test: impl Fn(&Solved, &[Position])) {
        let folder = tempfile::tempdir().expect("a folder");
        build(folder.path(), &RULES, LEVEL, &BuildOptions::default(), |_, _| {}).expect("tables");
        let tables = Tables::open(folder.path(), &RULES).expect("tables can be opened");
        let index = tables.level(LEVEL).expect("the level is there").index().clone();
        let solved = Solved::new(tables, |error| panic!("{error}"));
        let mut rng = fastrand::Rng::with_seed(1);
        let random = core::iter::repeat_with(|| {
            let placement = index.placement(rng.u64(0..index.len())).expect("it is a number");
            placement.position(&RULES).expect("it is a position")
        });
        let drawn = random.filter(|position| {
            !position.is_over(&RULES) && solved.verdict(position) == Some(Verdict::Draw)
        });
        test(&solved, &drawn.take(1000).collect::<Vec<_>>());
    }

    /// Asks an opponent that may look at so many positions.
    fn ask<T>(solved: &Solved, nodes: u64, question: impl FnOnce(&mut Opponent<'_>) -> T) -> T {
        let never = AtomicBool::new(false);
        let selectivity = Selectivity::PROVEN;
        let shared = Shared {
            rules: &RULES,
            evaluation: &Evaluation::new(&RULES, &Weights::BY_HAND),
            selectivity: &selectivity,
            reductions: &Reductions::new(&selectivity),
            table: &TranspositionTable::new(1),
            nodes: &AtomicU64::new(0),
            draw: Value::DRAW,
            solved: &Solved::none(),
            tiers: None,
        };
        let watch = Watch::start(Clock::STOPPED, &Limits::nodes(nodes), Side::White, &never);
        question(&mut Opponent::new(Worker::new(shared, watch, Vec::new()), solved))
    }

    #[test]
    fn only_who_can_lose_is_at_risk() {
        with_drawn(|solved, positions| {
            let mut seen = [0; 2];
            for position in positions {
                let risk = ask(solved, 100_000, |opponent| opponent.risk(position, 1, 2));
                let risk = risk.expect("there is time");
                let can_lose = position.legal_turns(&RULES).any(|turn| {
                    let next = position.play_unchecked(&RULES, turn);
                    solved.verdict(&next) == Some(Verdict::Win)
                });
                // Nothing much is hoped for so late in the game.
                assert!(risk < if can_lose { 1.0 } else { 0.001 }, "{risk}: {position:?}");
                seen[usize::from(risk > 0.1)] += 1;
            }
            assert!(seen.iter().all(|number| *number > 5), "{seen:?}");
        });
    }

    #[test]
    fn risks_follow_from_the_positions() {
        with_drawn(|solved, positions| {
            let risks = |nodes| ask(solved, nodes, |opponent| opponent.risks(positions));
            assert_eq!(risks(100_000), risks(100_000));
            assert_eq!(risks(1), vec![0.0; positions.len()], "there is no time for any");
        });
    }
}
