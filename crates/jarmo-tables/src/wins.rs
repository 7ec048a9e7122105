//! The positions of a level that one side wins.

use std::cmp::Ordering;
use std::sync::Arc;

use jarmo_core::{BySide, Side};

use crate::camp::Camp;
use crate::class::Class;
use crate::grid::Grid;
use crate::lanes::{Lanes, WIDTH};
use crate::roster::{Roster, Rosters};

/// The positions of a level that one side wins, one bit a position.
///
/// Each side's wins are found by themselves, which halves the memory that a level needs: where
/// the winner is to move, some turn must lead to a win, and where the other side is, all must.
#[derive(Debug)]
pub(crate) struct Wins {
    pub(crate) winner: Side,
    pub(crate) level: usize,
    pub(crate) fields: Vec<Field>,
    /// For each field, the positions with each side to move.
    ///
    /// A pair of camps that share a hole is no position, and its bit is free. Where they share
    /// just one, the bit is used for the position after the side that is *not* to move has
    /// captured there: so that a move leads to the same row whether it captures or not.
    pub(crate) grids: BySide<Vec<Grid>>,
}

/// A class with the camps of both sides.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) class: Class,
    pub(crate) rosters: BySide<Arc<Roster>>,
}

impl Wins {
    /// Nothing found yet, not even which positions are ends.
    pub(crate) fn new(rosters: &mut Rosters, winner: Side, level: usize) -> Wins {
        let fields: Vec<Field> = Class::of_level(rosters.board(), level)
            .into_iter()
            .map(|class| {
                let mut roster = |side| rosters.of(side, class.strength(side));
                let rosters = BySide::new(roster(Side::White), roster(Side::Black));
                Field { class, rosters }
            })
            .collect();
        let grids = |to_move| fields.iter().map(|field| field.empty_grid(to_move)).collect();
        let grids = BySide::new(grids(Side::White), grids(Side::Black));
        Wins { winner, level, fields, grids }
    }

    /// How many bytes [`Wins::new`] takes for its bits.
    pub(crate) fn size(rosters: &Rosters, level: usize) -> u64 {
        let holes = rosters.board().holes().len();
        let mut size = 0;
        for class in Class::of_level(rosters.board(), level) {
            let [white, black] = Side::ALL.map(|side| Camp::count(holes, class.strength(side)));
            size += Grid::size(white, black) + Grid::size(black, white);
        }
        size
    }

    /// The place of a class among the fields.
    pub(crate) fn field(&self, class: Class) -> Option<usize> {
        self.fields.iter().position(|field| field.class == class)
    }

    /// Sets the bits of the ends that the winner has won.
    pub(crate) fn set_ends(&mut self) {
        for to_move in Side::ALL {
            for (field, grid) in self.fields.iter().zip(&mut self.grids[to_move]) {
                for (panel, (rows, _)) in grid.panels_mut().enumerate() {
                    field.set_ends(to_move, self.winner, panel, rows);
                }
            }
        }
    }
}

impl Field {
    fn empty_grid(&self, to_move: Side) -> Grid {
        Grid::new(self.rosters[to_move].camps.len(), self.rosters[to_move.other()].camps.len())
    }

    /// The lanes of a panel that are ends, with the camp of a row for the other side.
    pub(crate) fn ends(&self, to_move: Side, panel: usize, row: usize) -> Lanes {
        let (own, other) = (&self.rosters[to_move], &self.rosters[to_move.other()]);
        let lanes = &own.panels[panel];
        if other.is_home(row) {
            return lanes.camps;
        }
        let mut ends = lanes.home;
        if other.is_stuck(row) && !lanes.stuck.is_empty() {
            lanes.stuck.for_each(|lane| {
                let camp = panel * WIDTH + lane;
                if own.is_stuck_against(camp, other.camps[row].archers)
                    && other.is_stuck_against(row, own.camps[camp].archers)
                {
                    ends.set(lane);
                }
            });
        }
        ends
    }

    fn set_ends(&self, to_move: Side, winner: Side, panel: usize, rows: &mut [Lanes]) {
        self.for_each_end(to_move, panel, |lane, row, ahead| {
            let won = if to_move == winner { ahead.is_gt() } else { ahead.is_lt() };
            if won {
                rows[row].set(lane);
            }
        });
    }

    /// How many positions of a panel are ends with equal points.
    pub(crate) fn drawn_ends(&self, to_move: Side, panel: usize) -> u64 {
        let mut drawn = 0;
        self.for_each_end(to_move, panel, |_, _, ahead| drawn += u64::from(ahead.is_eq()));
        drawn
    }

    /// Visits the positions of a panel that are ends, with lane, row and how the points of the
    /// side to move compare with the other's.
    fn for_each_end(
        &self,
        to_move: Side,
        panel: usize,
        mut visit: impl FnMut(usize, usize, Ordering),
    ) {
        let (own, other) = (&self.rosters[to_move], &self.rosters[to_move.other()]);
        for (row, camp) in other.camps.iter().enumerate() {
            let ends = self.ends(to_move, panel, row);
            if ends.is_empty() {
                continue;
            }
            (ends & own.panels[panel].disjoint(camp.archers)).for_each(|lane| {
                visit(lane, row, own.points[panel * WIDTH + lane].cmp(&other.points[row]));
            });
        }
    }
}
