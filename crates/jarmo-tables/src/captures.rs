//! Where captures lead: the bits of pairs of camps that share a hole.

use jarmo_core::{Hole, MAX_HOLES, Side};

use crate::class::{Class, Strength};
use crate::crew;
use crate::grid::{Grid, news};
use crate::lanes::Lanes;
use crate::roster::{Loss, Roster};
use crate::wins::{Field, Wins};

/// A capture by marks: those of the captured archer and of the archer that captures.
#[derive(Clone, Copy)]
struct Marks {
    captor: bool,
    captured: bool,
}

impl Marks {
    /// Captures that stay in the level.
    const UNMARKED: Marks = Marks { captor: false, captured: false };

    /// Captures that lead to a lower level.
    const FALLS: [Marks; 3] = [
        Marks { captor: false, captured: true },
        Marks { captor: true, captured: false },
        Marks { captor: true, captured: true },
    ];
}

impl Wins {
    /// Sets the bits of captures that lead to a lower level, which is solved.
    pub(crate) fn take_falls(&mut self, lower: &Wins, threads: usize) {
        for to_move in Side::ALL {
            for (at, field) in self.fields.iter().enumerate() {
                for marks in Marks::FALLS {
                    let class = field.after_capture(to_move, marks);
                    let Some(class) = class.filter(|class| class.level() == lower.level) else {
                        continue;
                    };
                    if let Some(source) = lower.field(class) {
                        let source = &lower.grids[to_move][source];
                        let target = &mut self.grids[to_move][at];
                        field.take(to_move, marks, source, target, threads);
                    }
                }
            }
        }
    }

    /// Sets the bits of captures of a side's last archer.
    pub(crate) fn take_last(&mut self) {
        let loser = self.winner.other();
        for (field, grid) in self.fields.iter().zip(&mut self.grids[loser]) {
            if field.class.archers[loser] == 1 {
                field.take_last(loser, grid);
            }
        }
    }

    /// Sets the bits of captures that stay in the level, with `to_move` to move after them, as
    /// far as what they lead to is known and new.
    pub(crate) fn take_captures(&mut self, to_move: Side, threads: usize) {
        for at in 0..self.fields.len() {
            let field = &self.fields[at];
            let class = field.after_capture(to_move, Marks::UNMARKED);
            let Some(source) = class.and_then(|class| self.field(class)) else { continue };
            let grids = &mut self.grids[to_move];
            let mut target = std::mem::replace(&mut grids[at], Grid::new(0, 1));
            field.take(to_move, Marks::UNMARKED, &grids[source], &mut target, threads);
            grids[at] = target;
        }
    }
}

impl Field {
    /// The class after an archer of `to_move`, whose turn it is then, was captured; `None` where
    /// there is no such capture or none is left.
    fn after_capture(&self, to_move: Side, marks: Marks) -> Option<Class> {
        let captor = self.class.strength(to_move.other());
        let left = self.class.strength(to_move);
        let marked_left = left.marked.checked_sub(usize::from(marks.captured))?;
        let marked_captor = captor.marked + usize::from(!marks.captor);
        let archers = left.archers - 1;
        let possible = archers > 0
            && marked_left <= archers
            && marked_captor <= captor.archers
            && (!marks.captor || captor.marked > 0);
        possible.then(|| {
            let left = Strength { archers, marked: marked_left };
            let captor = Strength { marked: marked_captor, ..captor };
            Class::of_strengths(to_move, left, captor)
        })
    }

    /// Sets the bits of captures in `target` by those of what they lead to, `source`.
    fn take(&self, to_move: Side, marks: Marks, source: &Grid, target: &mut Grid, threads: usize) {
        let (own, other) = (&self.rosters[to_move], &self.rosters[to_move.other()]);
        let falls = marks.captor || marks.captured;
        let panels = own.panels.iter().zip(target.panels_mut());
        crew::share(threads, panels, |(panel, (rows, news))| {
            let losing = if marks.captured { &panel.losing_marked } else { &panel.losing };
            for hole in 0..MAX_HOLES {
                let captors = if marks.captor { &other.marked } else { &other.marking };
                for loss in &losing[hole] {
                    let from = source.panel(loss.panel);
                    let from_news = (!falls).then(|| source.panel_news(loss.panel));
                    take_from(loss, &captors[hole], from, from_news, other, rows, news);
                }
            }
            0
        });
    }

    /// Sets the bits of captures of the last archer: the captor has won.
    fn take_last(&self, to_move: Side, target: &mut Grid) {
        let (own, other) = (&self.rosters[to_move], &self.rosters[to_move.other()]);
        for (panel, (rows, _)) in own.panels.iter().zip(target.panels_mut()) {
            for (bits, camp) in rows.iter_mut().zip(&other.camps) {
                for hole in camp.archers {
                    *bits |= panel.holding[hole.index()];
                }
            }
        }
    }
}

/// Sets bits of captures on one hole, by what one panel of what they lead to says.
#[inline]
fn take_from(
    loss: &Loss,
    captors: &[(u32, u32)],
    from: &[Lanes],
    from_news: Option<&[u8]>,
    other: &Roster,
    rows: &mut [Lanes],
    news: &mut [u8],
) {
    for &(row, after) in captors {
        let (row, after) = (row as usize, after as usize);
        if from_news.is_some_and(|news| news[after] & news::CHANGED == 0) {
            continue;
        }
        let before = rows[row];
        (from[after] & loss.lanes).for_each(|lane| rows[row].set(loss.from[lane].into()));
        if rows[row] != before {
            news[row] |= news::CHANGED;
            for &origin in other.origins.of(row) {
                news[origin as usize] |= news::FOLLOWED;
            }
        }
    }
}

/// What the captures of `to_move`'s archers on `hole` lead to, of one lane panel and one row of
/// the class after them.
pub(crate) fn captured_on(losses: &[Loss], hole: Hole, row: usize, source: &Grid) -> Lanes {
    debug_assert!(hole.index() < MAX_HOLES);
    let mut bits = Lanes::NONE;
    for loss in losses {
        (source.panel(loss.panel)[row] & loss.lanes)
            .for_each(|lane| bits.set(loss.from[lane].into()));
    }
    bits
}
