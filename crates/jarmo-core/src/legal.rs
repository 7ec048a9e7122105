//! Legal turns, in bulk and one by one.

use core::iter;
use core::ops::ControlFlow;

use crate::hole::{Hole, HoleSet, Holes};
use crate::position::Position;
use crate::rules::Rules;
use crate::streak::Streak;
use crate::turn::Turn;

/// Legal turns that differ in one hole only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnGroup {
    /// One archer's moves, without a return.
    Moves {
        /// The hole it leaves.
        from: Hole,
        /// The holes it may come to, at least one.
        targets: HoleSet,
        /// Those of them on which it captures.
        captures: HoleSet,
    },
    /// One move, with each return that may be added to it.
    MoveAndReturns {
        /// The hole the archer leaves.
        from: Hole,
        /// The hole it comes to.
        to: Hole,
        /// Whether it captures there.
        capture: bool,
        /// The holes on which an archer may be brought back, at least one.
        holes: HoleSet,
    },
    /// Returns alone, on each of these holes, at least one.
    Returns(HoleSet),
    /// There is nothing but to pass.
    Pass,
}

impl TurnGroup {
    /// How many turns the group holds, at least 1.
    #[must_use]
    #[inline]
    #[allow(clippy::len_without_is_empty)] // No group is empty.
    pub const fn len(self) -> usize {
        match self {
            TurnGroup::Moves { targets: holes, .. }
            | TurnGroup::MoveAndReturns { holes, .. }
            | TurnGroup::Returns(holes) => holes.len(),
            TurnGroup::Pass => 1,
        }
    }

    /// The group's turn that has `hole` as the one in which they differ.
    #[inline]
    fn turn(self, hole: Hole) -> Turn {
        match self {
            TurnGroup::Moves { from, captures, .. } => {
                Turn::Move { from, to: hole, capture: captures.contains(hole), returning: None }
            }
            TurnGroup::MoveAndReturns { from, to, capture, .. } => {
                Turn::Move { from, to, capture, returning: Some(hole) }
            }
            TurnGroup::Returns(_) => Turn::Return(hole),
            TurnGroup::Pass => Turn::Pass,
        }
    }
}

impl IntoIterator for TurnGroup {
    type Item = Turn;
    type IntoIter = GroupTurns;

    #[inline]
    fn into_iter(self) -> GroupTurns {
        let holes = match self {
            TurnGroup::Moves { targets: holes, .. }
            | TurnGroup::MoveAndReturns { holes, .. }
            | TurnGroup::Returns(holes) => holes,
            // Any one hole: a pass names none.
            TurnGroup::Pass => HoleSet::from_bits(1),
        };
        GroupTurns { group: self, holes: holes.into_iter() }
    }
}

/// The turns of a [`TurnGroup`].
#[derive(Clone, Debug)]
pub struct GroupTurns {
    group: TurnGroup,
    holes: Holes,
}

impl Iterator for GroupTurns {
    type Item = Turn;

    #[inline]
    fn next(&mut self) -> Option<Turn> {
        self.holes.next().map(|hole| self.group.turn(hole))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.holes.size_hint()
    }
}

impl ExactSizeIterator for GroupTurns {}

impl Position {
    /// The move that the shuttling rule forbids to the side to move (rules, section 7): the one
    /// back along the line of a streak that stands at the limit.
    #[must_use]
    #[inline]
    pub fn shuttle_ban(&self, rules: &Rules) -> Option<(Hole, Hole)> {
        let limit = rules.options().shuttle_limit?.get();
        match self.own_streak.unpack() {
            Streak::Line { from, to, count } if count >= limit => Some((to, from)),
            _ => None,
        }
    }

    /// The holes to which the side to move may move from `from`; none where it has no archer.
    #[must_use]
    pub fn targets(&self, rules: &Rules, from: Hole) -> HoleSet {
        if self.is_over(rules) || !self.own.contains(from) {
            return HoleSet::EMPTY;
        }
        self.targets_of(rules, from, self.shuttle_ban(rules))
    }

    /// As [`Position::targets`], for an archer known to stand there in a game that goes on.
    #[inline]
    pub(crate) fn targets_of(
        &self,
        rules: &Rules,
        from: Hole,
        ban: Option<(Hole, Hole)>,
    ) -> HoleSet {
        let targets = rules.reach(self.to_move, from).minus(self.own);
        match ban {
            Some((banned, to)) if banned == from => targets.without(to),
            _ => targets,
        }
    }

    /// Whether the side to move has a legal move, returns left aside.
    #[inline]
    pub(crate) fn has_move(&self, rules: &Rules) -> bool {
        let ban = self.shuttle_ban(rules);
        let mut archers = self.own.into_iter();
        archers.any(|from| !self.targets_of(rules, from, ban).is_empty())
    }

    /// The holes on which the side to move may bring an archer back in a turn of its own, were
    /// that the moment for it (rules, section 6).
    #[inline]
    pub(crate) fn return_holes(&self, rules: &Rules) -> HoleSet {
        let home = self.home(rules, self.to_move);
        if self.marked.is_disjoint(home) || self.prisoners(rules, self.to_move) == 0 {
            return HoleSet::EMPTY;
        }
        rules.first_row(self.to_move).minus(self.occupied())
    }

    /// The holes on which an archer may be brought back after the move from `from` to `to`
    /// (rules, section 6, added returns).
    #[inline]
    pub(crate) fn added_return_holes(&self, rules: &Rules, from: Hole, to: Hole) -> HoleSet {
        let side = self.to_move;
        let goal = rules.goal_row(side);
        let arrives_marked =
            goal.contains(to) && (self.marked.contains(from) || self.enemy.contains(to));
        let has_mark = arrives_marked || !self.marked(side).is_disjoint(goal);
        if !has_mark || self.prisoners(rules, side) == 0 {
            return HoleSet::EMPTY;
        }
        rules.first_row(side).minus(self.occupied().without(from).with(to))
    }

    /// Hands every legal turn, in groups, to `listener`, which may stop by breaking.
    ///
    /// Nothing when the game is over. Moves come archer by archer, and each legal turn is in
    /// exactly one group. This is the fast way through all legal turns: a listener can take a
    /// group's set of holes as a whole, and stop when it has seen enough.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use jarmo_core::{Position, Rules, TurnGroup};
    ///
    /// let rules = Rules::BRAINKING;
    /// let captures = Position::start(&rules).turn_groups(&rules, |group| match group {
    ///     TurnGroup::Moves { captures, .. } if !captures.is_empty() => ControlFlow::Break(captures),
    ///     _ => ControlFlow::Continue(()),
    /// });
    /// assert!(captures.is_continue(), "nothing can be captured at the start");
    /// ```
    #[inline]
    pub fn turn_groups<B>(
        &self,
        rules: &Rules,
        mut listener: impl FnMut(TurnGroup) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.is_over(rules) {
            return ControlFlow::Continue(());
        }
        let ban = self.shuttle_ban(rules);
        let adds_returns = rules.adds_returns() && self.may_add_return(rules);
        for from in self.own {
            let Some(moves) = self.moves_of(rules, from, ban) else { continue };
            listener(moves)?;
            if adds_returns {
                for turn in moves {
                    if let Some(added) = self.returns_added_to(rules, turn) {
                        listener(added)?;
                    }
                }
            }
        }
        match self.last_group(rules) {
            Some(last) => listener(last),
            None => ControlFlow::Continue(()),
        }
    }

    /// One archer's moves without returns.
    #[inline]
    fn moves_of(&self, rules: &Rules, from: Hole, ban: Option<(Hole, Hole)>) -> Option<TurnGroup> {
        let targets = self.targets_of(rules, from, ban);
        let captures = targets & self.enemy;
        (!targets.is_empty()).then_some(TurnGroup::Moves { from, targets, captures })
    }

    /// A move with each return that may be added to it.
    #[inline]
    fn returns_added_to(&self, rules: &Rules, turn: Turn) -> Option<TurnGroup> {
        let Turn::Move { from, to, capture, .. } = turn else { return None };
        let holes = self.added_return_holes(rules, from, to);
        (!holes.is_empty()).then_some(TurnGroup::MoveAndReturns { from, to, capture, holes })
    }

    /// The group that comes after all moves in a game that goes on: returns alone, or a pass.
    fn last_group(&self, rules: &Rules) -> Option<TurnGroup> {
        let holes = self.return_holes(rules);
        if holes.is_empty() {
            (!self.has_move(rules)).then_some(TurnGroup::Pass)
        } else {
            let alone = !rules.adds_returns() || !self.has_move(rules);
            alone.then_some(TurnGroup::Returns(holes))
        }
    }

    /// How many legal turns there are, counted without making any of them.
    #[must_use]
    #[inline(always)]
    pub fn turn_count(&self, rules: &Rules) -> usize {
        if self.is_over(rules) {
            return 0;
        }
        let own = self.own;
        let mut count = 0;
        for from in own {
            count += rules.reach(self.to_move, from).minus(own).len();
        }
        if let Some((from, to)) = self.shuttle_ban(rules)
            && own.contains(from)
            && rules.reach(self.to_move, from).minus(own).contains(to)
        {
            count -= 1;
        }
        if !rules.adds_returns() || count == 0 {
            count += self.return_holes(rules).len();
        } else if self.may_add_return(rules) {
            count += self.added_return_count(rules);
        }
        count.max(1)
    }

    /// Whether some move could have a return added to it, as far as marks and prisoners go.
    #[inline]
    fn may_add_return(&self, rules: &Rules) -> bool {
        let mark = !(self.marked & self.own | self.enemy & rules.goal_row(self.to_move)).is_empty();
        mark && self.prisoners(rules, self.to_move) > 0
    }

    /// How many of the legal turns are moves with a return.
    fn added_return_count(&self, rules: &Rules) -> usize {
        let ban = self.shuttle_ban(rules);
        let mut count = 0;
        for from in self.own {
            for to in self.targets_of(rules, from, ban) {
                count += self.added_return_holes(rules, from, to).len();
            }
        }
        count
    }

    /// Every legal turn once, without a heap; none when the game is over.
    ///
    /// The only one is a pass where there is no other.
    #[inline]
    pub fn legal_turns(&self, rules: &Rules) -> impl Iterator<Item = Turn> {
        let over = self.is_over(rules);
        let ban = self.shuttle_ban(rules);
        let archers = if over { HoleSet::EMPTY } else { self.own };
        let moves = archers.into_iter().filter_map(move |from| self.moves_of(rules, from, ban));
        let adds_returns = rules.adds_returns() && self.may_add_return(rules);
        let groups = moves.flat_map(move |moves| {
            let turns = adds_returns.then_some(moves).into_iter().flatten();
            let added = turns.filter_map(|turn| self.returns_added_to(rules, turn));
            iter::once(moves).chain(added)
        });
        let last = iter::once_with(move || if over { None } else { self.last_group(rules) });
        groups.chain(last.flatten()).flatten()
    }
}
