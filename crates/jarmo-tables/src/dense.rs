//! From what the sweeps have found to the index's order, in which only positions have a place.

use jarmo_core::{BySide, Side};

use crate::delta;
use crate::error::{Fault, TableError};
use crate::lanes::WIDTH;
use crate::roster::Roster;
use crate::trail::{Panels, Trail};
use crate::value::{Counts, code};
use crate::wins::Field;

/// What both trails say of a field's positions with one side to move.
pub(crate) struct Found<'a> {
    field: &'a Field,
    to_move: Side,
    /// What each sweep has found: for whom, at what distance.
    deltas: Vec<(Side, u8, Panels)>,
}

/// One panel's positions in the index's order.
pub(crate) struct Part {
    pub(crate) codes: Vec<u8>,
    /// One more than the distance, and 0 for a draw.
    pub(crate) distances: Vec<u8>,
    pub(crate) counts: Counts,
    /// The greatest distances of won and of lost positions.
    pub(crate) greatest: Counts,
}

/// What is known of a position: who wins, and one more than the distance.
type Cell = [u8; 2];

impl<'a> Found<'a> {
    pub(crate) fn read(
        trails: &BySide<Trail>,
        field: &'a Field,
        at: usize,
        to_move: Side,
    ) -> Result<Found<'a>, TableError> {
        let panels = field.rosters[to_move].panels.len();
        let mut deltas = Vec::new();
        for winner in Side::ALL {
            let trail = &trails[winner];
            for chunk in trail.chunks(at, to_move) {
                // The winner moves in every second sweep, and in none before the first.
                let distance = chunk.sweep.div_ceil(2).min(usize::from(u8::MAX) - 1);
                deltas.push((winner, distance as u8, trail.read(chunk, panels)?));
            }
        }
        Ok(Found { field, to_move, deltas })
    }

    /// The positions of a panel. `trails` are told of when what they say makes no sense.
    pub(crate) fn part(&self, panel: usize, trails: &BySide<Trail>) -> Result<Part, TableError> {
        let rows = self.field.rosters[self.to_move.other()].camps.len();
        let lanes = WIDTH.min(self.field.rosters[self.to_move].camps.len() - panel * WIDTH);
        let mut cells: Vec<Cell> = vec![[code::NOBODY, 0]; lanes * rows];
        for (winner, distance, panels) in &self.deltas {
            let cell = [code::of(*winner), distance + 1];
            let read = delta::each(panels.of(panel), |row, new| {
                if row < rows {
                    new.for_each(|lane| {
                        cells.get_mut(lane * rows + row).into_iter().for_each(|out| *out = cell);
                    });
                }
            });
            read.ok_or_else(|| TableError::new(trails[*winner].path(), Fault::Corrupt("trail")))?;
        }
        let mut part = Part {
            codes: Vec::new(),
            distances: Vec::new(),
            counts: Counts::default(),
            greatest: Counts::default(),
        };
        self.set_ends(panel, rows, &mut cells, &mut part.counts);
        self.collect(panel, rows, &cells, &mut part);
        Ok(part)
    }

    fn set_ends(&self, panel: usize, rows: usize, cells: &mut [Cell], counts: &mut Counts) {
        self.field.for_each_end(self.to_move, panel, |lane, row, ahead| {
            let winner = match ahead {
                std::cmp::Ordering::Greater => self.to_move,
                std::cmp::Ordering::Less => self.to_move.other(),
                std::cmp::Ordering::Equal => {
                    counts.drawn += 1;
                    return;
                }
            };
            cells[lane * rows + row] = [code::of(winner), 1];
        });
    }

    /// Takes the cells that are positions: the other side's camps on the holes that are left have
    /// the order that they have among all.
    fn collect(&self, panel: usize, rows: usize, cells: &[Cell], part: &mut Part) {
        let (own, other) =
            (&self.field.rosters[self.to_move], &self.field.rosters[self.to_move.other()]);
        let camps = own.camps[panel * WIDTH..].iter().take(WIDTH);
        let len = camps.len() * other.camps_against(own) as usize;
        part.codes.reserve_exact(len);
        part.distances.reserve_exact(len);
        let mut by_code = [0_u64; 3];
        let mut greatest = [0_u8; 3];
        for (lane, camp) in camps.enumerate() {
            for (against, [code, distance]) in other.camps.iter().zip(&cells[lane * rows..]) {
                if camp.archers.is_disjoint(against.archers) {
                    let at = usize::from(*code);
                    by_code[at] += 1;
                    greatest[at] = greatest[at].max(*distance);
                    part.codes.push(*code);
                    part.distances.push(*distance);
                }
            }
        }
        let [win, loss] =
            [self.to_move, self.to_move.other()].map(|side| usize::from(code::of(side)));
        part.counts.win = by_code[win];
        part.counts.loss = by_code[loss];
        part.counts.endless = by_code[usize::from(code::NOBODY)] - part.counts.drawn;
        part.greatest.win = u64::from(greatest[win].saturating_sub(1));
        part.greatest.loss = u64::from(greatest[loss].saturating_sub(1));
    }
}

impl Roster {
    /// How many camps of this roster share no hole with one of `other`.
    fn camps_against(&self, other: &Roster) -> u64 {
        crate::camp::Camp::count(self.holes - other.strength.archers, self.strength)
    }
}
