//! A sweep: every position with one side to move looked at once more.

use std::sync::atomic::{AtomicU64, Ordering};

use jarmo_core::{HoleSet, Side};

use crate::captures::captured_on;
use crate::class::{Class, Strength};
use crate::crew;
use crate::delta::{self, Delta};
use crate::error::{Fault, TableError};
use crate::grid::{Grid, news};
use crate::lanes::{Lanes, WIDTH};
use crate::roster::{Panel, Return, Roster};
use crate::store::Place;
use crate::trail::Trail;
use crate::transpose::transpose;
use crate::wins::{Field, Wins};

/// What a sweep reads: the positions with the other side to move.
struct Sweep<'a> {
    wins: &'a Wins,
    mover: Side,
    field: &'a Field,
    at: usize,
    /// The mover's camps are the rows, the other side's the lanes.
    own: &'a Roster,
    other: &'a Roster,
}

/// What a sweep has done.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Swept {
    /// How many rows have new bits.
    pub(crate) changed: u64,
    /// How many rows were looked at, because something may have changed where their turns lead.
    pub(crate) looked: u64,
}

impl Wins {
    /// Looks at every position with `mover` to move, sets the bits of those that the winner is
    /// now seen to win, and hands them over field by field, a delta for each panel.
    ///
    /// Only what is news of the other side's positions is followed; they are no news afterwards.
    pub(crate) fn sweep(
        &mut self,
        mover: Side,
        threads: usize,
        mut found: impl FnMut(usize, Vec<Vec<u8>>) -> Result<(), TableError>,
    ) -> Result<Swept, TableError> {
        self.take_captures(mover.other(), threads)?;
        let mut swept = Swept::default();
        let mut seen = Vec::new();
        for at in 0..self.fields.len() {
            let mut places = self.sources(mover, at);
            if !self.has_news(mover, at, &places) {
                continue;
            }
            self.store.need(&mut self.grids, &places)?;
            let (looked, hits) = Sweep::new(self, mover, at).look_at_all(&mut seen, threads);
            swept.looked += looked;
            if hits == 0 {
                continue;
            }
            places.push((mover, at));
            self.store.need(&mut self.grids, &places)?;
            let mut target = std::mem::replace(&mut self.grids[mover][at], Grid::new(0, 1));
            let deltas = Sweep::new(self, mover, at).record(&seen, &mut target, threads);
            self.grids[mover][at] = target;
            swept.changed += deltas.iter().map(Delta::rows).sum::<u64>();
            found(at, deltas.into_iter().map(Delta::into_bytes).collect())?;
        }
        for grid in &mut self.grids[mover.other()] {
            grid.forget_news();
        }
        Ok(swept)
    }

    /// The grids that the turns of `mover` lead to from a field, captures left out that are found
    /// as moves are.
    fn sources(&self, mover: Side, at: usize) -> Vec<Place> {
        let class = self.fields[at].class;
        let other = class.strength(mover.other());
        let mut places = vec![(mover.other(), at)];
        for &(strength, captures) in &self.fields[at].rosters[mover].ways_back {
            let captured = if captures { &[Some(false), Some(true)][..] } else { &[None][..] };
            for left in captured.iter().filter_map(|captured| after_return(other, *captured)) {
                let class = Class::of_strengths(mover, strength, left);
                places.extend(self.field(class).map(|source| (mover.other(), source)));
            }
        }
        places
    }

    /// Whether something has happened that a sweep of a field must look at.
    fn has_news(&self, mover: Side, at: usize, sources: &[Place]) -> bool {
        let captures =
            self.fields[at].rosters[mover].ways_back.iter().any(|(_, captures)| *captures);
        let news = |(side, at): &Place, kind| self.grids[*side][*at].has_news(kind);
        captures
            || news(&(mover.other(), at), news::FOLLOWED)
            || sources[1..].iter().any(|source| news(source, news::CHANGED))
    }

    /// Sets the bits that the sweeps of a trail have found.
    pub(crate) fn follow(&mut self, trail: &Trail, threads: usize) -> Result<(), TableError> {
        for to_move in Side::ALL {
            for (at, field) in self.fields.iter().enumerate() {
                let panels = field.rosters[to_move].panels.len();
                for chunk in trail.chunks(at, to_move) {
                    let found = trail.read(chunk, panels)?;
                    self.store.need(&mut self.grids, &[(to_move, at)])?;
                    let tasks = self.grids[to_move][at].panels_mut().enumerate();
                    let wrong = crew::share(threads, tasks, |(panel, (rows, _))| {
                        let read = delta::each(found.of(panel), |row, new| {
                            rows.get_mut(row).into_iter().for_each(|bits| *bits |= new);
                        });
                        u64::from(read.is_none())
                    });
                    if wrong > 0 {
                        return Err(TableError::new(trail.path(), Fault::Corrupt("trail")));
                    }
                }
            }
        }
        Ok(())
    }

    /// How many rows all grids have together.
    pub(crate) fn rows(&self) -> usize {
        Side::ALL.into_iter().flat_map(|side| &self.grids[side]).map(Grid::rows).sum()
    }
}

impl<'a> Sweep<'a> {
    fn new(wins: &'a Wins, mover: Side, at: usize) -> Sweep<'a> {
        let field = &wins.fields[at];
        let (own, other) = (&field.rosters[mover], &field.rosters[mover.other()]);
        Sweep { wins, mover, field, at, own, other }
    }

    /// Looks at all panels; returns how many rows were looked at, and how many have a bit set.
    fn look_at_all(&self, seen: &mut Vec<Lanes>, threads: usize) -> (u64, u64) {
        let rows = self.own.camps.len();
        seen.resize(rows * self.other.panels.len(), Lanes::NONE);
        let hits = AtomicU64::new(0);
        let looked = crew::share(threads, seen.chunks_mut(rows).enumerate(), |(panel, out)| {
            let (looked, set) = self.look(panel, out);
            hits.fetch_add(set, Ordering::Relaxed);
            looked
        });
        (looked, hits.into_inner())
    }

    fn grid(&self) -> &Grid {
        &self.wins.grids[self.mover.other()][self.at]
    }

    /// Looks at one panel of the other side's camps, with each camp of the mover; returns how
    /// many rows it had to look at, and how many have a bit set.
    fn look(&self, panel: usize, out: &mut [Lanes]) -> (u64, u64) {
        let any = self.wins.winner == self.mover;
        let rows = self.grid().panel(panel);
        let news = self.grid().panel_news(panel);
        let lanes = &self.other.panels[panel];
        let (mut looked, mut found) = (0, 0);
        for (camp, out) in out.iter_mut().enumerate() {
            *out = Lanes::NONE;
            if news[camp] & news::FOLLOWED == 0 && !self.has_other_news(panel, camp) {
                continue;
            }
            looked += 1;
            let won = if any {
                self.own.moves.of(camp).iter().fold(Lanes::NONE, |won, to| won | rows[*to as usize])
                    | self.any_of_others(panel, camp)
            } else {
                self.own.moves.of(camp).iter().fold(Lanes::ALL, |won, to| won & rows[*to as usize])
                    & !self.any_lost(panel, camp)
            };
            if !won.is_empty() {
                *out = won & self.undecided(lanes, panel, camp);
                found += u64::from(!out.is_empty());
            }
        }
        (looked, found)
    }

    /// The lanes that make a position with a camp that is not an end.
    fn undecided(&self, lanes: &Panel, panel: usize, camp: usize) -> Lanes {
        let ends = self.field.ends(self.mover.other(), panel, camp);
        lanes.disjoint(self.own.camps[camp].archers) & !ends
    }

    /// Whether something may have changed that turns other than moves lead to.
    fn has_other_news(&self, panel: usize, camp: usize) -> bool {
        self.own.returns.of(camp).iter().any(|turn| {
            let news =
                |source: &Grid| source.panel_news(panel)[turn.camp as usize] & news::CHANGED != 0;
            // What follows a capture is spread over other panels: it counts as changed.
            turn.captured.is_some() || self.source(turn, None).is_none_or(news)
        })
    }

    /// The lanes in which a turn other than a move leads to a win.
    fn any_of_others(&self, panel: usize, camp: usize) -> Lanes {
        let mut won = Lanes::NONE;
        self.others(panel, camp, |lanes, bits| won |= lanes & bits);
        won
    }

    /// The lanes in which a turn other than a move does not lead to a win.
    fn any_lost(&self, panel: usize, camp: usize) -> Lanes {
        let mut lost = Lanes::NONE;
        self.others(panel, camp, |lanes, bits| lost |= lanes & !bits);
        lost
    }

    /// Hands each turn other than a move to `visit`: in which lanes there is that turn, and where
    /// it leads to a win.
    fn others(&self, panel: usize, camp: usize, mut visit: impl FnMut(Lanes, Lanes)) {
        let lanes = &self.other.panels[panel];
        for turn in self.own.returns.of(camp) {
            let mut present = Lanes::NONE;
            for hole in turn.absent {
                present |= lanes.holding[hole.index()];
            }
            let allowed = lanes.camps & !present;
            if turn.captured.is_some() {
                self.capturing_return(lanes, turn, allowed, &mut visit);
            } else if let Some(source) = self.source(turn, None) {
                visit(allowed, source.panel(panel)[turn.camp as usize]);
            }
        }
        if self.own.is_stuck(camp) {
            let holes = self.own.way_back(camp).unwrap_or(HoleSet::EMPTY);
            visit(lanes.holding_all(holes), self.grid().panel(panel)[camp]);
        }
    }

    /// A return that is paid with the mark of the capture that it is added to.
    fn capturing_return(
        &self,
        lanes: &Panel,
        turn: &Return,
        allowed: Lanes,
        visit: &mut impl FnMut(Lanes, Lanes),
    ) {
        let Some(hole) = turn.captured else { return };
        let present = lanes.holding[hole.index()] & allowed;
        if self.other.strength.archers == 1 {
            // Nobody is left: the mover has won.
            let won = if self.wins.winner == self.mover { Lanes::ALL } else { Lanes::NONE };
            return visit(present, won);
        }
        let mut bits = Lanes::NONE;
        for (marked, losing) in [(false, &lanes.losing), (true, &lanes.losing_marked)] {
            if let Some(source) = self.source(turn, Some(marked)) {
                bits |= captured_on(&losing[hole.index()], hole, turn.camp as usize, source);
            }
        }
        visit(present, bits);
    }

    /// The positions that a return leads to, which may be of a lower level after a capture of an
    /// archer that was marked or not.
    fn source(&self, turn: &Return, captured: Option<bool>) -> Option<&'a Grid> {
        let other = after_return(self.other.strength, captured)?;
        let class = Class::of_strengths(self.mover, turn.strength, other);
        Some(&self.wins.grids[self.mover.other()][self.wins.field(class)?])
    }

    /// Sets the bits that were found, and makes news of those that are new; returns these, panel
    /// by panel.
    fn record(&self, seen: &[Lanes], target: &mut Grid, threads: usize) -> Vec<Delta> {
        let panels: Vec<_> = target.panels_mut().enumerate().collect();
        crew::map(threads, panels.into_iter(), |(panel, (rows, news))| {
            let mut delta = Delta::default();
            for (from, chunk) in (0..).zip(rows.chunks_mut(WIDTH)) {
                self.record_tile(seen, panel, from, chunk, news, &mut delta);
            }
            delta
        })
    }

    /// Records 256 of the mover's camps, a panel of the target, with 256 of the other side's.
    fn record_tile(
        &self,
        seen: &[Lanes],
        panel: usize,
        from: usize,
        rows: &mut [Lanes],
        news: &mut [u8],
        delta: &mut Delta,
    ) {
        let camps = self.own.camps.len();
        let first = panel * WIDTH;
        let tile = &seen[from * camps + first..][..WIDTH.min(camps - first)];
        for (word, rows) in rows.chunks_mut(64).enumerate() {
            let squares = turned(tile, word);
            let Some(squares) = squares else { continue };
            for (at, bits) in rows.iter_mut().enumerate() {
                let new = Lanes(squares.map(|square| square[at])) & !*bits;
                if !new.is_empty() {
                    *bits |= new;
                    let row = from * WIDTH + word * 64 + at;
                    delta.push(row, new);
                    news[row] |= news::CHANGED;
                    for &origin in self.other.origins.of(row) {
                        news[origin as usize] |= news::FOLLOWED;
                    }
                }
            }
        }
    }
}

/// The other side's strength after a return with which an archer was captured that was marked or
/// not, or none.
fn after_return(other: Strength, captured: Option<bool>) -> Option<Strength> {
    let Some(marked) = captured else { return Some(other) };
    let marked = other.marked.checked_sub(usize::from(marked))?;
    Some(Strength { archers: other.archers.checked_sub(1)?, marked })
}

/// One word of each row of a tile, turned: bit `i` of word `j` is bit `j` of row `i`. `None` when
/// no bit is set.
fn turned(tile: &[Lanes], word: usize) -> Option<[[u64; 64]; WIDTH / 64]> {
    let mut squares = [[0; 64]; WIDTH / 64];
    let mut any = false;
    for (square, rows) in squares.iter_mut().zip(tile.chunks(64)) {
        let mut all = 0;
        for (out, row) in square.iter_mut().zip(rows) {
            *out = row.0[word];
            all |= *out;
        }
        if all != 0 {
            any = true;
            transpose(square);
        }
    }
    any.then_some(squares)
}
