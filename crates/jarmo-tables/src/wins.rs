//! The positions of all levels up to one that one side wins.

use std::cmp::Ordering;
use std::path::Path;
use std::sync::Arc;

use jarmo_core::{Board, BySide, Side};

use crate::camp::Camp;
use crate::class::Class;
use crate::error::TableError;
use crate::grid::Grid;
use crate::lanes::{Lanes, WIDTH};
use crate::roster::{Roster, Rosters};
use crate::store::Store;

/// The positions of all levels up to one that one side wins, one bit a position.
///
/// Each side's wins are found by themselves, which halves the memory that they need: where the
/// winner is to move, some turn must lead to a win, and where the other side is, all must. All
/// levels are solved together, so that the sweep that finds a position tells its distance.
#[derive(Debug)]
pub(crate) struct Wins {
    pub(crate) winner: Side,
    /// Every class, lower levels first.
    pub(crate) fields: Vec<Field>,
    /// Where each class is among them.
    pub(crate) places: Places,
    /// For each field, the positions with each side to move.
    ///
    /// A pair of camps that share a hole is no position, and its bit is free. Where they share
    /// just one, the bit is used for the position after the side that is *not* to move has
    /// captured there: so that a move leads to the same row whether it captures or not.
    pub(crate) grids: BySide<Vec<Grid>>,
    /// Where those are that are not in memory.
    pub(crate) store: Store,
}

/// How many bytes of memory levels take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    /// For the bits of all classes,
    pub(crate) bits: u64,
    /// for those of the largest with one side to move,
    pub(crate) largest: u64,
    /// and for the panel that takes most when it is written.
    pub(crate) panel: u64,
}

/// A class with the camps of both sides.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) class: Class,
    pub(crate) rosters: BySide<Arc<Roster>>,
}

/// The place of each class among the fields. A map of the standard library took a twentieth of
/// the time of all.
#[derive(Debug)]
pub(crate) struct Places {
    /// One more than the most archers and marks that a side has.
    width: usize,
    places: Vec<Option<usize>>,
}

impl Places {
    fn new(fields: &[Field]) -> Places {
        let archers =
            fields.iter().flat_map(|field| Side::ALL.map(|side| field.class.archers[side]));
        let width = archers.max().unwrap_or(0) + 1;
        let mut places = Places { width, places: vec![None; width.pow(4)] };
        for (at, field) in fields.iter().enumerate() {
            if let Some(number) = places.number(field.class) {
                places.places[number] = Some(at);
            }
        }
        places
    }

    fn number(&self, class: Class) -> Option<usize> {
        let Class { archers, marked } = class;
        let parts = [archers.white, archers.black, marked.white, marked.black];
        let fits = parts.iter().all(|part| *part < self.width);
        fits.then(|| parts.into_iter().fold(0, |number, part| number * self.width + part))
    }

    pub(crate) fn of(&self, class: Class) -> Option<usize> {
        self.number(class).and_then(|number| self.places[number])
    }
}

impl Wins {
    /// Nothing found yet, not even which positions are ends. Of the bits, so many bytes have room
    /// in memory; the others go to a file in `directory`.
    pub(crate) fn new(fields: Vec<Field>, winner: Side, directory: &Path, room: u64) -> Wins {
        let grids = |to_move| fields.iter().map(|field| field.empty_grid(to_move)).collect();
        let grids = BySide::new(grids(Side::White), grids(Side::Black));
        let places = Places::new(&fields);
        let store = Store::new(directory, room, &grids);
        Wins { winner, fields, places, grids, store }
    }

    /// How much memory all levels up to one take.
    pub(crate) fn size(board: &Board, level: usize) -> Size {
        let holes = board.holes().len();
        let mut size = Size { bits: 0, largest: 0, panel: 0 };
        for class in (2..=level).flat_map(|level| Class::of_level(board, level)) {
            for side in Side::ALL {
                let (own, other) = (class.strength(side), class.strength(side.other()));
                let (lanes, rows) = (Camp::count(holes, own), Camp::count(holes, other));
                let bits = Grid::size(lanes, rows);
                size.bits = size.bits.saturating_add(bits);
                size.largest = size.largest.max(bits);
                let others = Camp::count(holes - own.archers, other);
                size.panel = size.panel.max(lanes.min(WIDTH as u64) * 2 * (rows + others));
            }
        }
        size
    }

    /// The place of a class among the fields.
    pub(crate) fn field(&self, class: Class) -> Option<usize> {
        self.places.of(class)
    }

    /// Sets the bits of the ends that the winner has won.
    pub(crate) fn set_ends(&mut self) -> Result<(), TableError> {
        for to_move in Side::ALL {
            for (at, field) in self.fields.iter().enumerate() {
                self.store.need(&mut self.grids, &[(to_move, at)])?;
                let grid = &mut self.grids[to_move][at];
                for (panel, (rows, _)) in grid.panels_mut().enumerate() {
                    field.set_ends(to_move, self.winner, panel, rows);
                }
            }
        }
        Ok(())
    }
}

impl Field {
    /// Every class of all levels up to one, lower levels first.
    pub(crate) fn all(rosters: &mut Rosters, level: usize) -> Vec<Field> {
        let classes = (2..=level).flat_map(|level| Class::of_level(rosters.board(), level));
        let classes: Vec<Class> = classes.collect();
        let field = |class: Class| {
            let mut roster = |side| rosters.of(side, class.strength(side));
            let rosters = BySide::new(roster(Side::White), roster(Side::Black));
            Field { class, rosters }
        };
        classes.into_iter().map(field).collect()
    }

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

    /// Visits the positions of a panel that are ends, with lane, row and how the points of the
    /// side to move compare with the other's.
    pub(crate) fn for_each_end(
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
