//! A board and options, made ready for play.

use crate::board::Board;
use crate::hole::{Hole, HoleSet, MAX_HOLES};
use crate::options::{Options, ReturnTiming, RuleSet};
use crate::side::Side;

/// The laws of one game: a board and the options it is played under.
///
/// Everything that asks about legality takes one of these. It holds the answer to "which lines
/// may an archer of this side take from this hole" ready for every hole, with goal rows (rules,
/// section 5) and backward moves (section 3) already left out, so that generating turns is a
/// look-up and a mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    board: Board,
    options: Options,
    reach: [[HoleSet; MAX_HOLES]; 2],
    goal_rows: [HoleSet; 2],
}

impl Rules {
    /// The default rule set on its board, `jarmo`.
    pub const BRAINKING: Rules = Rules::of(RuleSet::Brainking);
    /// The traditional rule set on its board, `jarmo`.
    pub const TRADITIONAL: Rules = Rules::of(RuleSet::Traditional);
    /// Jasir on its board, `jasir`.
    pub const JASIR: Rules = Rules::of(RuleSet::Jasir);

    /// Any options on any board.
    #[must_use]
    pub const fn new(board: Board, options: Options) -> Rules {
        let mut reach = [[HoleSet::EMPTY; MAX_HOLES]; 2];
        let count = board.files() * board.ranks();
        let mut index = 0;
        while index < count {
            let hole = Hole::wrapping(index as u32);
            let below = HoleSet::first(board.rank(hole) * board.files());
            let above = board.holes().minus(HoleSet::first((board.rank(hole) + 1) * board.files()));
            let backward = [below, above];
            let mut side = 0;
            while side < 2 {
                if !board.goal_row(Side::ALL[side]).contains(hole) {
                    let all = board.neighbours(hole);
                    reach[side][index] =
                        if options.backward { all } else { all.minus(backward[side]) };
                }
                side += 1;
            }
            index += 1;
        }
        let goal_rows = [board.goal_row(Side::White), board.goal_row(Side::Black)];
        Rules { board, options, reach, goal_rows }
    }

    /// One of the three rule sets on its own board.
    #[must_use]
    pub const fn of(set: RuleSet) -> Rules {
        Rules::new(*set.board(), set.options())
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Whether the board is the rule set's own; for options that are no rule set, the default's.
    #[must_use]
    pub fn are_on_own_board(&self) -> bool {
        self.board == *self.options.rule_set().unwrap_or_default().board()
    }

    /// The options.
    #[must_use]
    pub const fn options(&self) -> Options {
        self.options
    }

    /// The holes to which a line that an archer of `side` may take leads from `from`, whoever
    /// stands there; none from its goal row.
    #[must_use]
    #[inline]
    pub const fn reach(&self, side: Side, from: Hole) -> HoleSet {
        self.reach[side.index()][from.index()]
    }

    /// The goal row of a side, where its archers are home.
    #[must_use]
    #[inline]
    pub const fn goal_row(&self, side: Side) -> HoleSet {
        self.goal_rows[side.index()]
    }

    /// The first row of a side.
    #[must_use]
    #[inline]
    pub const fn first_row(&self, side: Side) -> HoleSet {
        self.goal_rows[side.other().index()]
    }

    /// Whether returns are added to moves.
    #[must_use]
    #[inline]
    pub(crate) const fn adds_returns(&self) -> bool {
        matches!(self.options.returns, ReturnTiming::Added)
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::BRAINKING
    }
}
