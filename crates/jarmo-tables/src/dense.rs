//! Between grids and the index's order, in which only positions have a place.

use jarmo_core::Side;

use crate::crew;
use crate::error::TableError;
use crate::lanes::{Lanes, WIDTH};
use crate::roster::Roster;
use crate::table_file::TableFile;
use crate::transpose::transpose;
use crate::value::code;
use crate::wins::{Field, Wins};

impl Field {
    /// How many positions each camp of the side to move has.
    pub(crate) fn positions_of_camp(&self, to_move: Side) -> u64 {
        self.rosters[to_move.other()].positions_against(&self.rosters[to_move])
    }

    /// Sets the code of each of a panel's positions that is won to `code`; `codes` are the
    /// panel's, in the index's order.
    pub(crate) fn unroll(
        &self,
        to_move: Side,
        panel: usize,
        rows: &[Lanes],
        code: u8,
        codes: &mut [u8],
    ) {
        let columns = columns(rows);
        let words = rows.len().div_ceil(64);
        let mut codes = codes.iter_mut();
        self.for_each_camp(to_move, panel, |lane, row| {
            if let Some(out) = codes.next()
                && columns[lane * words + row / 64] >> (row % 64) & 1 != 0
            {
                *out = code;
            }
        });
    }

    /// Sets the bits of a panel's positions that have this code.
    pub(crate) fn roll(
        &self,
        to_move: Side,
        panel: usize,
        codes: &[u8],
        code: u8,
        rows: &mut [Lanes],
    ) {
        let mut codes = codes.iter();
        self.for_each_camp(to_move, panel, |lane, row| {
            if codes.next() == Some(&code) {
                rows[row].set(lane);
            }
        });
    }

    /// Visits every lane and row of a panel that make a position, in the index's order: the other
    /// side's camps on the holes that are left have the order that they have among all.
    #[inline]
    fn for_each_camp(&self, to_move: Side, panel: usize, mut visit: impl FnMut(usize, usize)) {
        let (own, other) = (&self.rosters[to_move], &self.rosters[to_move.other()]);
        for (lane, camp) in own.camps[panel * WIDTH..].iter().take(WIDTH).enumerate() {
            for (row, against) in other.camps.iter().enumerate() {
                if camp.archers.is_disjoint(against.archers) {
                    visit(lane, row);
                }
            }
        }
    }
}

/// The bits of rows, lane by lane: so many words for each lane as 64 rows need one.
fn columns(rows: &[Lanes]) -> Vec<u64> {
    let words = rows.len().div_ceil(64);
    let mut columns = vec![0; words * WIDTH];
    for (at, rows) in rows.chunks(64).enumerate() {
        for word in 0..WIDTH / 64 {
            let mut square = [0; 64];
            for (out, row) in square.iter_mut().zip(rows) {
                *out = row.0[word];
            }
            transpose(&mut square);
            for (lane, bits) in square.into_iter().enumerate() {
                columns[(word * 64 + lane) * words + at] = bits;
            }
        }
    }
    columns
}

impl Roster {
    /// How many camps of this roster share no hole with one of `other`.
    fn positions_against(&self, other: &Roster) -> u64 {
        let left = self.holes - other.strength.archers;
        crate::camp::Camp::count(left, self.strength)
    }
}

impl Wins {
    /// Fills in what a finished table says.
    pub(crate) fn load(&mut self, table: &TableFile, threads: usize) -> Result<(), TableError> {
        let code = code::of(self.winner);
        let mut start = 0;
        for (at, field) in self.fields.iter().enumerate() {
            for to_move in Side::ALL {
                let grid = &mut self.grids[to_move][at];
                let camps = field.rosters[to_move].camps.len();
                let each = field.positions_of_camp(to_move);
                let panels = grid.panels_mut().enumerate().collect::<Vec<_>>().into_iter();
                let read = crew::map(threads, panels, |(panel, (rows, _))| {
                    let lanes = WIDTH.min(camps - panel * WIDTH) as u64;
                    let mut codes = vec![0; (lanes * each) as usize];
                    table.read(start + (panel * WIDTH) as u64 * each, &mut codes)?;
                    field.roll(to_move, panel, &codes, code, rows);
                    Ok(())
                });
                read.into_iter().collect::<Result<(), TableError>>()?;
                start += camps as u64 * each;
            }
        }
        Ok(())
    }
}
