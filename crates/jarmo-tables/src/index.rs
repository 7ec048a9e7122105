//! The index: a level's positions numbered without gaps.

use jarmo_core::{Board, BySide, HoleSet, Position, Rules, Setup, SetupError, Side};

use crate::camp::Camp;
use crate::class::Class;

/// What a table knows of a position: archers, marks and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The side to move.
    pub to_move: Side,
    /// The camp of the side to move.
    pub own: Camp,
    /// The other side's camp.
    pub other: Camp,
}

impl Placement {
    /// The placement of a position; its streaks and turn number are left out.
    #[must_use]
    pub fn of(position: &Position) -> Placement {
        let camp = |side| Camp { archers: position.archers(side), marked: position.marked(side) };
        let to_move = position.to_move();
        Placement { to_move, own: camp(to_move), other: camp(to_move.other()) }
    }

    /// Whether every archer has one of these holes to itself, and every mark an archer.
    fn is_on(&self, holes: HoleSet) -> bool {
        let Placement { own, other, .. } = self;
        let marked_are_archers = |camp: &Camp| camp.marked.minus(camp.archers).is_empty();
        (own.archers | other.archers).minus(holes).is_empty()
            && own.archers.is_disjoint(other.archers)
            && marked_are_archers(own)
            && marked_are_archers(other)
    }

    /// The position without streaks that has this placement, at turn 1.
    ///
    /// # Errors
    ///
    /// What keeps it from being a position under these rules.
    pub fn position(&self, rules: &Rules) -> Result<Position, SetupError> {
        let (white, black) = match self.to_move {
            Side::White => (self.own, self.other),
            Side::Black => (self.other, self.own),
        };
        Position::new(
            rules,
            &Setup {
                archers: BySide::new(white.archers, black.archers),
                marked: white.marked | black.marked,
                to_move: self.to_move,
                streaks: BySide::default(),
                turn_number: 1,
            },
        )
    }
}

/// The numbering of a level's positions.
///
/// Class after class, fewer archers first; in a class first White to move, then Black; there by
/// the camp of the side to move, and by the other side's among the holes that are left. Classes of
/// the largest boards that go past the last 64-bit number have none.
#[derive(Clone, Debug)]
pub struct Index {
    holes: HoleSet,
    level: usize,
    /// Each class with the number of its first position.
    classes: Vec<(Class, u64)>,
    len: u64,
}

impl Index {
    /// The numbering of a level's positions on a board.
    #[must_use]
    pub fn new(board: &Board, level: usize) -> Index {
        let mut len = 0_u64;
        let mut classes = Vec::new();
        for class in Class::of_level(board, level) {
            let Some(end) = len.checked_add(class.positions(board)) else { break };
            classes.push((class, len));
            len = end;
        }
        Index { holes: board.holes(), level, classes, len }
    }

    /// The level.
    #[must_use]
    pub fn level(&self) -> usize {
        self.level
    }

    /// How many positions the level has.
    #[must_use]
    #[allow(clippy::len_without_is_empty)] // No level from 2 to the highest is empty.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// The level's classes, in the order of their positions.
    #[must_use]
    pub fn classes(&self) -> impl ExactSizeIterator<Item = Class> + '_ {
        self.classes.iter().map(|(class, _)| *class)
    }

    /// A placement's number; `None` when it is of another level, a side has no archer, or no
    /// position of this board can have it.
    #[must_use]
    pub fn number(&self, placement: &Placement) -> Option<u64> {
        let (start, half, within) = self.find(placement)?;
        Some(start + placement.to_move.index() as u64 * half + within)
    }

    /// The number among the positions with White to move.
    pub(crate) fn white_number(&self, placement: &Placement) -> Option<u64> {
        let (start, _, within) = self.find(placement)?;
        (placement.to_move == Side::White).then_some(start / 2 + within)
    }

    /// The number of the first position of a placement's class, how many the class has with each
    /// side to move, and the placement's number among those with its own.
    fn find(&self, placement: &Placement) -> Option<(u64, u64, u64)> {
        if !placement.is_on(self.holes) {
            return None;
        }
        let (own, other) = (placement.own.strength(), placement.other.strength());
        let class = Class::of_strengths(placement.to_move, own, other);
        let (_, start) = self.classes.iter().find(|(candidate, _)| *candidate == class)?;
        let left = self.holes.minus(placement.own.archers);
        let others = Camp::count(left.len(), other);
        let half = Camp::count(self.holes.len(), own) * others;
        let within = placement.own.number() * others + placement.other.number_within(left);
        Some((*start, half, within))
    }

    /// The placement with a number; `None` from [`Index::len`] on.
    #[must_use]
    pub fn placement(&self, number: u64) -> Option<Placement> {
        if number >= self.len {
            return None;
        }
        let at = self.classes.partition_point(|(_, start)| *start <= number) - 1;
        let (class, start) = self.classes[at];
        let within_class = number - start;
        let white = class.strength(Side::White);
        let half = Camp::count(self.holes.len(), white)
            * Camp::count(self.holes.len() - white.archers, class.strength(Side::Black));
        let to_move = Side::ALL[usize::from(within_class >= half)];
        let (own, other) = (class.strength(to_move), class.strength(to_move.other()));
        let others = Camp::count(self.holes.len() - own.archers, other);
        let within_half = within_class % half;
        let own = Camp::numbered(within_half / others, own);
        let left = self.holes.minus(own.archers);
        let other = Camp::numbered_within(within_half % others, other, left);
        Some(Placement { to_move, own, other })
    }
}
