//! Where captures lead: the bits of pairs of camps that share a hole.

use jarmo_core::{MAX_HOLES, Side};

use crate::class::{Class, Strength};
use crate::crew;
use crate::error::TableError;
use crate::grid::{Grid, news};
use crate::lanes::Lanes;
use crate::roster::{Loss, Roster};
use crate::store::Place;
use crate::wins::{Field, Wins};

/// A capture by marks: those of the captured archer and of the archer that captures.
#[derive(Clone, Copy)]
struct Marks {
    captor: bool,
    captured: bool,
}

impl Marks {
    const ALL: [Marks; 4] = [
        Marks { captor: false, captured: false },
        Marks { captor: false, captured: true },
        Marks { captor: true, captured: false },
        Marks { captor: true, captured: true },
    ];
}

impl Wins {
    /// Sets the bits of captures of a side's last archer.
    pub(crate) fn take_last(&mut self) -> Result<(), TableError> {
        let loser = self.winner.other();
        for (at, field) in self.fields.iter().enumerate() {
            if field.class.archers[loser] == 1 {
                self.store.need(&mut self.grids, &[(loser, at)])?;
                field.take_last(loser, &mut self.grids[loser][at]);
            }
        }
        Ok(())
    }

    /// Sets the bits of captures with `to_move` to move after them, as far as what they lead to
    /// is known and new.
    pub(crate) fn take_captures(
        &mut self,
        to_move: Side,
        threads: usize,
    ) -> Result<(), TableError> {
        for (at, field) in self.fields.iter().enumerate() {
            let grids = &self.grids[to_move];
            let source = |marks| {
                let source = self.places.of(field.after_capture(to_move, marks)?)?;
                grids[source].has_news(news::CHANGED).then_some((marks, source))
            };
            let sources: Vec<(Marks, usize)> = Marks::ALL.into_iter().filter_map(source).collect();
            if sources.is_empty() {
                continue;
            }
            let places = sources.iter().map(|(_, source)| *source).chain([at]);
            let places: Vec<Place> = places.map(|at| (to_move, at)).collect();
            self.store.need(&mut self.grids, &places)?;
            let grids = &mut self.grids[to_move];
            let mut target = std::mem::replace(&mut grids[at], Grid::new(0, 1));
            for (marks, source) in sources {
                field.take(to_move, marks, &grids[source], &mut target, threads);
            }
            grids[at] = target;
        }
        Ok(())
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
        let panels = own.panels.iter().zip(target.panels_mut());
        crew::share(threads, panels, |(panel, (rows, news))| {
            let losing = if marks.captured { &panel.losing_marked } else { &panel.losing };
            for hole in 0..MAX_HOLES {
                let captors = if marks.captor { &other.marked } else { &other.marking };
                for loss in &losing[hole] {
                    let from = source.panel(loss.panel);
                    let from_news = source.panel_news(loss.panel);
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
    from_news: &[u8],
    other: &Roster,
    rows: &mut [Lanes],
    news: &mut [u8],
) {
    for &(row, after) in captors {
        let (row, after) = (row as usize, after as usize);
        if from_news[after] & news::CHANGED == 0 {
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
