//! A sweep: every position with one side to move looked at once more.

use jarmo_core::{HoleSet, Side};

use crate::captures::captured_on;
use crate::class::{Class, Strength};
use crate::crew;
use crate::grid::{Grid, news};
use crate::lanes::{Lanes, WIDTH};
use crate::roster::{Panel, Return, Roster};
use crate::transpose::transpose;
use crate::wins::{Field, Wins};

/// What a sweep reads: the positions with the other side to move.
struct Sweep<'a> {
    wins: &'a Wins,
    lower: &'a [Wins],
    mover: Side,
    field: &'a Field,
    at: usize,
    /// The mover's camps are the rows, the other side's the lanes.
    own: &'a Roster,
    other: &'a Roster,
}

impl Wins {
    /// Looks at every position with `mover` to move, and sets the bits of those that the winner
    /// is now seen to win. Returns how many rows changed.
    ///
    /// Only what is news of the other side's positions is followed; they are no news afterwards.
    pub(crate) fn sweep(&mut self, mover: Side, lower: &[Wins], threads: usize) -> u64 {
        self.take_captures(mover.other(), threads);
        let mut changed = 0;
        let mut seen = Vec::new();
        for at in 0..self.fields.len() {
            let mut target = std::mem::replace(&mut self.grids[mover][at], Grid::new(0, 1));
            let sweep = Sweep::new(self, lower, mover, at);
            seen.resize(sweep.own.camps.len() * sweep.other.panels.len(), Lanes::NONE);
            let rows = sweep.own.camps.len();
            let looked = seen.chunks_mut(rows).enumerate();
            let found = crew::share(threads, looked, |(panel, out)| sweep.look(panel, out));
            if found > 0 {
                changed += sweep.record(&seen, &mut target, threads);
            }
            self.grids[mover][at] = target;
        }
        for grid in &mut self.grids[mover.other()] {
            grid.forget_news();
        }
        changed
    }
}

impl<'a> Sweep<'a> {
    fn new(wins: &'a Wins, lower: &'a [Wins], mover: Side, at: usize) -> Sweep<'a> {
        let field = &wins.fields[at];
        let (own, other) = (&field.rosters[mover], &field.rosters[mover.other()]);
        Sweep { wins, lower, mover, field, at, own, other }
    }

    fn grid(&self) -> &Grid {
        &self.wins.grids[self.mover.other()][self.at]
    }

    /// Looks at one panel of the other side's camps, with each camp of the mover; returns how
    /// many rows have a bit set.
    fn look(&self, panel: usize, out: &mut [Lanes]) -> u64 {
        let any = self.wins.winner == self.mover;
        let rows = self.grid().panel(panel);
        let news = self.grid().panel_news(panel);
        let lanes = &self.other.panels[panel];
        let mut found = 0;
        for (camp, out) in out.iter_mut().enumerate() {
            *out = Lanes::NONE;
            if news[camp] & news::FOLLOWED == 0 && !self.has_other_news(panel, camp) {
                continue;
            }
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
        found
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
        let other = self.other.strength;
        let other = match captured {
            None => other,
            Some(marked) => Strength {
                archers: other.archers - 1,
                marked: other.marked.checked_sub(usize::from(marked))?,
            },
        };
        let class = Class::of_strengths(self.mover, turn.strength, other);
        let level = class.level();
        let all = std::iter::once(self.wins).chain(self.lower);
        let wins = all.into_iter().find(|wins| wins.level == level)?;
        Some(&wins.grids[self.mover.other()][wins.field(class)?])
    }

    /// Sets the bits that were found, and makes news of those that are new; returns how many rows
    /// changed.
    fn record(&self, seen: &[Lanes], target: &mut Grid, threads: usize) -> u64 {
        let panels = target.panels_mut().enumerate();
        crew::share(threads, panels, |(panel, (rows, news))| {
            let mut changed = 0;
            for (from, chunk) in (0..).zip(rows.chunks_mut(WIDTH)) {
                changed += self.record_tile(seen, panel, from, chunk, news);
            }
            changed
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
    ) -> u64 {
        let camps = self.own.camps.len();
        let first = panel * WIDTH;
        let tile = &seen[from * camps + first..][..WIDTH.min(camps - first)];
        let mut changed = 0;
        for (word, rows) in rows.chunks_mut(64).enumerate() {
            let squares = turned(tile, word);
            let Some(squares) = squares else { continue };
            for (at, bits) in rows.iter_mut().enumerate() {
                let after = *bits | Lanes(squares.map(|square| square[at]));
                if after != *bits {
                    *bits = after;
                    changed += 1;
                    let row = from * WIDTH + word * 64 + at;
                    news[row] |= news::CHANGED;
                    for &origin in self.other.origins.of(row) {
                        news[origin as usize] |= news::FOLLOWED;
                    }
                }
            }
        }
        changed
    }
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
