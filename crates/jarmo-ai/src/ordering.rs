//! Which turn to look at first.
//!
//! Alpha-beta saves most when the best turn comes first. The order: the turn the transposition
//! table remembers, captures by what they gain, returns, killers, the counter turn, arrivals, and
//! the rest by how often they have been good elsewhere.

use core::ops::ControlFlow;

use jarmo_core::{Hole, HoleSet, MAX_HOLES, Position, Rules, Side, Turn, TurnGroup};

use crate::evaluation::Evaluation;
use crate::packed_turn::PackedTurn;

/// The longest line, in turns of both sides.
pub(crate) const MAX_PLY: usize = 128;

/// A turn with its place in the order: the higher, the earlier.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RankedTurn {
    pub(crate) turn: PackedTurn,
    rank: i32,
}

impl RankedTurn {
    /// Whether it is a killer, a counter turn or better.
    pub(crate) fn is_promising(self) -> bool {
        self.rank >= COUNTER
    }
}

const HASH: i32 = 1 << 24;
const CAPTURE: i32 = 1 << 20;
const RETURN: i32 = 1 << 19;
const KILLER: i32 = 1 << 18;
const COUNTER: i32 = 1 << 17;
/// History counts stay within this.
const MOST_HISTORY: i32 = 1 << 14;
const ARRIVAL: i32 = MOST_HISTORY;

/// From and to of a move, ten bits.
const LINES: usize = MAX_HOLES * MAX_HOLES;

/// What earlier nodes teach about the order of turns.
#[derive(Debug)]
pub(crate) struct TurnOrder {
    killers: Vec<[PackedTurn; 2]>,
    /// `[side][from and to]`: how often a quiet turn was good, less how often it was not.
    history: [Vec<i16>; 2],
    /// `[side][from and to]`: what was good after this turn of the other side.
    counters: [Vec<PackedTurn>; 2],
    /// `[side][hole]`: the holes from which an archer of the side may come to this one.
    approaches: [[HoleSet; MAX_HOLES]; 2],
}

impl TurnOrder {
    pub(crate) fn new(rules: &Rules) -> TurnOrder {
        let mut approaches = [[HoleSet::EMPTY; MAX_HOLES]; 2];
        for side in Side::ALL {
            for from in rules.board().holes() {
                for to in rules.reach(side, from) {
                    let holes = &mut approaches[side.index()][to.index()];
                    *holes = holes.with(from);
                }
            }
        }
        TurnOrder {
            killers: vec![[PackedTurn::NONE; 2]; MAX_PLY + 1],
            history: [vec![0; LINES], vec![0; LINES]],
            counters: [vec![PackedTurn::NONE; LINES], vec![PackedTurn::NONE; LINES]],
            approaches,
        }
    }

    /// Puts every legal turn of a position on `list`, ranked.
    pub(crate) fn rank_all(
        &self,
        context: &Context<'_>,
        hash_turn: PackedTurn,
        ply: usize,
        last: PackedTurn,
        list: &mut Vec<RankedTurn>,
    ) {
        let side = context.position.to_move();
        let counter = self.counters[side.index()][line_of(last)];
        for_each_turn(context, |turn| {
            let packed = PackedTurn::new(turn);
            let rank = if packed == hash_turn {
                HASH
            } else if turn.is_capture() {
                CAPTURE + self.gain(context, turn)
            } else if turn.returning().is_some() {
                RETURN + self.quiet_rank(context, turn, packed)
            } else if self.killers[ply].contains(&packed) {
                KILLER + i32::from(self.killers[ply][0] == packed)
            } else if packed == counter && packed != PackedTurn::NONE {
                COUNTER
            } else {
                self.quiet_rank(context, turn, packed)
            };
            list.push(RankedTurn { turn: packed, rank });
        });
    }

    /// Puts the turns that quiescence looks at on `list`: captures and arrivals home.
    pub(crate) fn rank_noisy(&self, context: &Context<'_>, list: &mut Vec<RankedTurn>) {
        let goal = context.rules.goal_row(context.position.to_move());
        let _: ControlFlow<()> = context.position.turn_groups(context.rules, |group| {
            let group = match group {
                TurnGroup::Moves { from, targets, captures } => {
                    let targets = captures | targets & goal;
                    TurnGroup::Moves { from, targets, captures }
                }
                TurnGroup::MoveAndReturns { to, capture, .. } if capture || goal.contains(to) => {
                    group
                }
                _ => return ControlFlow::Continue(()),
            };
            for turn in group {
                let rank =
                    if turn.is_capture() { CAPTURE + self.gain(context, turn) } else { ARRIVAL };
                list.push(RankedTurn { turn: PackedTurn::new(turn), rank });
            }
            ControlFlow::Continue(())
        });
    }

    #[inline]
    fn quiet_rank(&self, context: &Context<'_>, turn: Turn, packed: PackedTurn) -> i32 {
        let side = context.position.to_move();
        let goal = context.rules.goal_row(side);
        let arrives = matches!(turn, Turn::Move { to, .. } if goal.contains(to));
        i32::from(self.history[side.index()][line_of(packed)]) + if arrives { ARRIVAL } else { 0 }
    }

    /// What a capture wins, less what its archer is worth where it can be recaptured.
    fn gain(&self, context: &Context<'_>, turn: Turn) -> i32 {
        let Turn::Move { from, to, .. } = turn else { return 0 };
        let position = context.position;
        let won = context.evaluation.archer(position, to);
        if self.is_attacked(position, to) {
            won - context.evaluation.archer(position, from)
        } else {
            won
        }
    }

    /// Whether the side that is not to move could come to `hole`.
    #[inline]
    fn is_attacked(&self, position: &Position, hole: Hole) -> bool {
        let enemy = position.to_move().other();
        !self.approaches[enemy.index()][hole.index()].is_disjoint(position.archers(enemy))
    }

    /// Learns that a quiet turn was good enough, and that those looked at before it were not.
    pub(crate) fn learn(
        &mut self,
        side: Side,
        ply: usize,
        depth: i32,
        last: PackedTurn,
        good: PackedTurn,
        tried: &[RankedTurn],
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != good {
            *killers = [good, killers[0]];
        }
        self.counters[side.index()][line_of(last)] = good;
        let weight = (depth * depth).min(400) * 4;
        self.count(side, good, weight);
        for bad in tried {
            self.count(side, bad.turn, -weight);
        }
    }

    /// Counts stay within bounds by losing a part that grows with them.
    fn count(&mut self, side: Side, turn: PackedTurn, weight: i32) {
        let count = &mut self.history[side.index()][line_of(turn)];
        let old = i32::from(*count);
        *count = (old + weight - old * weight.abs() / MOST_HISTORY) as i16;
    }
}

/// What ranking a turn takes besides experience.
pub(crate) struct Context<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) evaluation: &'a Evaluation,
    pub(crate) position: &'a Position,
}

/// Calls `take` with every legal turn.
#[inline]
fn for_each_turn(context: &Context<'_>, mut take: impl FnMut(Turn)) {
    let _: ControlFlow<()> = context.position.turn_groups(context.rules, |group| {
        group.into_iter().for_each(&mut take);
        ControlFlow::Continue(())
    });
}

/// From and to of a move; turns without are all one.
#[inline]
fn line_of(turn: PackedTurn) -> usize {
    usize::from(turn.bits()) % LINES
}

/// Brings the best ranked of `list[first..]` to `first`, and returns it.
#[inline]
pub(crate) fn pick(list: &mut [RankedTurn], first: usize) -> RankedTurn {
    let mut best = first;
    for index in first + 1..list.len() {
        if list[index].rank > list[best].rank {
            best = index;
        }
    }
    list.swap(first, best);
    list[first]
}
