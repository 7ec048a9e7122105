//! A sweep: every position with one side to move looked at once more.

use std::sync::Mutex;

use jarmo_core::{HoleSet, Side};

use crate::class::{Class, Strength};
use crate::crew;
use crate::delta::{self, Delta};
use crate::error::{Fault, TableError};
use crate::grid::{Grid, news};
use crate::lanes::{Lanes, WIDTH};
use crate::roster::{Panel, Return, Roster, WayBack};
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
    /// For each of the mover's ways back, the positions that it leads to.
    sources: Vec<Sources<'a>>,
    /// For each of them, whether something has changed in these positions.
    changed: Vec<bool>,
}

/// The positions that a way back leads to: one class, or those after a capture of an archer that
/// was not marked and of one that was.
type Sources<'a> = [Option<&'a Grid>; 2];

/// The wins that a sweep has seen in a field, before they are recorded.
#[derive(Debug, Default)]
struct Seen {
    /// For each panel of the other side's camps, a row for each of the mover's.
    rows: Vec<Lanes>,
    /// For each panel, whether each 256 of its rows have a bit set; they mean nothing otherwise.
    tiles: Vec<bool>,
}

/// What a thread has ready for one panel, whose memory serves for the next.
#[derive(Debug, Default)]
struct Desk {
    /// For each of the mover's ways back, whether something may have changed that it leads to.
    live: Vec<bool>,
    /// For each camp, what follows a move to it, if the best return is added.
    best: Vec<Lanes>,
    /// Whether that is known yet.
    known: Vec<bool>,
    /// The camps from which a move leads to one with news.
    followed: Vec<bool>,
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
        let mut seen = Seen::default();
        for at in 0..self.fields.len() {
            let mut places = self.sources(mover, at);
            if !self.has_news(mover, at, &places) {
                continue;
            }
            self.store.need(&mut self.grids, &places)?;
            swept.looked += Sweep::new(self, mover, at).look_at_all(&mut seen, threads);
            if !seen.tiles.contains(&true) {
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
        for way in &self.fields[at].rosters[mover].ways_back {
            for class in way.classes(mover, other).into_iter().flatten() {
                places.extend(self.field(class).map(|source| (mover.other(), source)));
            }
        }
        places
    }

    /// Whether something has happened that a sweep of a field must look at.
    fn has_news(&self, mover: Side, at: usize, sources: &[Place]) -> bool {
        let news = |(side, at): &Place, kind| self.grids[*side][*at].has_news(kind);
        news(&(mover.other(), at), news::FOLLOWED)
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
        let grid = |class: Option<Class>| Some(&wins.grids[mover.other()][wins.field(class?)?]);
        let sources = |way: &WayBack| way.classes(mover, other.strength).map(grid);
        let sources: Vec<Sources> = own.ways_back.iter().map(sources).collect();
        let has_news = |source: &&Grid| source.has_news(news::CHANGED);
        let changed = |sources: &Sources| sources.iter().flatten().any(has_news);
        let changed = sources.iter().map(changed).collect();
        Sweep { wins, mover, field, at, own, other, sources, changed }
    }

    /// Looks at all panels; returns how many rows were looked at.
    fn look_at_all(&self, seen: &mut Seen, threads: usize) -> u64 {
        let (rows, tiles) = (self.own.camps.len(), self.own.panels.len());
        seen.rows.resize(rows * self.other.panels.len(), Lanes::NONE);
        seen.tiles.clear();
        seen.tiles.resize(tiles * self.other.panels.len(), false);
        let desks = Mutex::new(Vec::new());
        let panels = seen.rows.chunks_mut(rows).zip(seen.tiles.chunks_mut(tiles));
        crew::share(threads, panels.enumerate(), |(panel, (out, tiles))| {
            let mut desk = desks.lock().ok().and_then(|mut desks| desks.pop()).unwrap_or_default();
            let looked = self.look(panel, &mut desk, out, tiles);
            desks.lock().into_iter().for_each(|mut desks| desks.push(std::mem::take(&mut desk)));
            looked
        })
    }

    fn grid(&self) -> &Grid {
        &self.wins.grids[self.mover.other()][self.at]
    }

    /// Whether the mover is the winner: one turn that leads to a win is enough then, and where
    /// the other side is, all must.
    fn is_winners(&self) -> bool {
        self.wins.winner == self.mover
    }

    /// Looks at one panel of the other side's camps, with each camp of the mover; returns how
    /// many rows it had to look at.
    fn look(&self, panel: usize, desk: &mut Desk, out: &mut [Lanes], tiles: &mut [bool]) -> u64 {
        let any = self.is_winners();
        let rows = self.grid().panel(panel);
        let news = self.grid().panel_news(panel);
        let lanes = &self.other.panels[panel];
        desk.live.clear();
        desk.live.extend((0..self.sources.len()).map(|way| self.is_live(panel, way)));
        let live = desk.live.contains(&true);
        if !live && news.iter().all(|news| news & news::FOLLOWED == 0) {
            return 0;
        }
        let adds = !self.own.added.is_empty();
        if adds {
            self.prepare(panel, desk);
        }
        let mut looked = 0;
        for (camp, out) in out.iter_mut().enumerate() {
            *out = Lanes::NONE;
            let followed = news[camp] & news::FOLLOWED != 0 || adds && desk.followed[camp];
            let alone = self.own.returns.of(camp);
            if !(followed || live && self.have_news(panel, desk, alone)) {
                continue;
            }
            looked += 1;
            let moves = self.own.moves.of(camp);
            let moves = if adds {
                self.add_returns(panel, moves, rows, desk);
                all_or_any(any, moves, &desk.best)
            } else {
                all_or_any(any, moves, rows)
            };
            let won = self.or_alone(panel, camp, moves);
            if !won.is_empty() {
                *out = won & self.undecided(lanes, panel, camp);
                tiles[camp / WIDTH] |= !out.is_empty();
            }
        }
        looked
    }

    /// Whether something may have changed that a way back leads to from a panel.
    fn is_live(&self, panel: usize, way: usize) -> bool {
        // What follows a capture is spread over other panels.
        self.changed[way]
            && (self.own.ways_back[way].captures
                || self.sources[way].into_iter().flatten().any(|source| {
                    source.panel_news(panel).iter().any(|news| news & news::CHANGED != 0)
                }))
    }

    /// Clears the desk for a panel, and finds out what returns that moves may have added have to
    /// tell.
    fn prepare(&self, panel: usize, desk: &mut Desk) {
        let camps = self.own.camps.len();
        desk.best.resize(camps, Lanes::NONE);
        for flags in [&mut desk.known, &mut desk.followed] {
            flags.clear();
            flags.resize(camps, false);
        }
        if !desk.live.contains(&true) {
            return;
        }
        for camp in 0..camps {
            if self.have_news(panel, desk, self.own.added.of(camp)) {
                for &origin in self.own.origins.of(camp) {
                    desk.followed[origin as usize] = true;
                }
            }
        }
    }

    /// Has what follows these moves, with the best return, on the desk.
    fn add_returns(&self, panel: usize, moves: &[u32], rows: &[Lanes], desk: &mut Desk) {
        for &to in moves {
            let to = to as usize;
            if !desk.known[to] {
                desk.known[to] = true;
                let added = self.own.added.of(to);
                desk.best[to] =
                    added.iter().fold(rows[to], |best, turn| self.or(panel, best, turn));
            }
        }
    }

    /// The lanes that make a position with a camp that is not an end.
    fn undecided(&self, lanes: &Panel, panel: usize, camp: usize) -> Lanes {
        let ends = self.field.ends(self.mover.other(), panel, camp);
        lanes.disjoint(self.own.camps[camp].archers) & !ends
    }

    /// Whether something may have changed that one of these returns leads to.
    fn have_news(&self, panel: usize, desk: &Desk, returns: &[Return]) -> bool {
        returns.iter().filter(|turn| desk.live[turn.way as usize]).any(|turn| {
            let changed = |source: &Grid, panel| {
                source.panel_news(panel)[turn.camp as usize] & news::CHANGED != 0
            };
            let sources = self.sources[turn.way as usize];
            let Some(hole) = turn.captured else {
                return sources[0].is_some_and(|source| changed(source, panel));
            };
            let losing = self.other.panels[panel].losing_on(hole);
            sources.into_iter().zip(losing).any(|(source, losses)| {
                source.is_some_and(|source| losses.iter().any(|loss| changed(source, loss.panel)))
            })
        })
    }

    /// The lanes that are won with moves, or with a turn that is neither move nor capture.
    fn or_alone(&self, panel: usize, camp: usize, moves: Lanes) -> Lanes {
        let mut won = moves;
        for turn in self.own.returns.of(camp) {
            won = self.or(panel, won, turn);
        }
        if self.own.is_stuck(camp) {
            // A pass, where there is no return either.
            let holes = self.own.way_back(camp).unwrap_or(HoleSet::EMPTY);
            let passing = self.other.panels[panel].holding_all(holes);
            won = self.choose(won, passing, self.grid().panel(panel)[camp]);
        }
        won
    }

    /// The lanes that are won with a return to choose besides, or to suffer.
    fn or(&self, panel: usize, won: Lanes, turn: &Return) -> Lanes {
        let lanes = &self.other.panels[panel];
        let mut allowed = lanes.camps;
        for hole in turn.absent {
            allowed &= !lanes.holding[hole.index()];
        }
        let sources = self.sources[turn.way as usize];
        let Some(hole) = turn.captured else {
            let Some(source) = sources[0] else { return won };
            return self.choose(won, allowed, source.panel(panel)[turn.camp as usize]);
        };
        allowed &= lanes.holding[hole.index()];
        let open = if self.is_winners() { allowed & !won } else { allowed & won };
        // Where nobody is left after the capture, a move's capture has said so.
        if open.is_empty() || self.other.strength.archers == 1 {
            return won;
        }
        let mut bits = Lanes::NONE;
        for (source, losses) in sources.into_iter().zip(lanes.losing_on(hole)) {
            let Some(source) = source else { continue };
            for loss in losses {
                (source.panel(loss.panel)[turn.camp as usize] & loss.lanes)
                    .for_each(|lane| bits.set(loss.from[lane].into()));
            }
        }
        self.choose(won, open, bits)
    }

    /// The lanes that are won with a turn to choose besides, or to suffer, that is there in some
    /// lanes and leads to a win in some.
    fn choose(&self, won: Lanes, allowed: Lanes, bits: Lanes) -> Lanes {
        if self.is_winners() { won | allowed & bits } else { won & (bits | !allowed) }
    }

    /// Sets the bits that were found, and makes news of those that are new; returns these, panel
    /// by panel.
    fn record(&self, seen: &Seen, target: &mut Grid, threads: usize) -> Vec<Delta> {
        let panels: Vec<_> = target.panels_mut().enumerate().collect();
        crew::map(threads, panels.into_iter(), |(panel, (rows, news))| {
            let mut delta = Delta::default();
            for (from, chunk) in (0..).zip(rows.chunks_mut(WIDTH)) {
                if seen.tiles[from * self.own.panels.len() + panel] {
                    self.record_tile(&seen.rows, panel, from, chunk, news, &mut delta);
                }
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
        let mut squares = [[0; 64]; WIDTH / 64];
        for (word, rows) in rows.chunks_mut(64).enumerate() {
            if !turn(tile, word, &mut squares) {
                continue;
            }
            for (at, bits) in rows.iter_mut().enumerate() {
                let new = Lanes(std::array::from_fn(|square| squares[square][at])) & !*bits;
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

/// The lanes in which any of these moves, or all, lead to a win.
fn all_or_any(any: bool, moves: &[u32], rows: &[Lanes]) -> Lanes {
    let rows = moves.iter().map(|to| rows[*to as usize]);
    if any {
        rows.fold(Lanes::NONE, |won, row| won | row)
    } else {
        rows.fold(Lanes::ALL, |won, row| won & row)
    }
}

impl WayBack {
    /// The classes that it leads to, against a side of some strength: one, or those after a
    /// capture of an archer that was not marked and of one that was.
    fn classes(self, mover: Side, other: Strength) -> [Option<Class>; 2] {
        let class = |other| Class::of_strengths(mover, self.strength, other);
        if !self.captures {
            return [Some(class(other)), None];
        }
        [0, 1].map(|marked| {
            let marked = other.marked.checked_sub(marked)?;
            let archers = other.archers.checked_sub(1)?;
            Some(class(Strength { archers, marked }))
        })
    }
}

/// Turns one word of each row of a tile: bit `i` of word `j` becomes bit `j` of row `i`. Returns
/// whether any bit is set.
fn turn(tile: &[Lanes], word: usize, squares: &mut [[u64; 64]; WIDTH / 64]) -> bool {
    let mut any = 0;
    for (at, square) in squares.iter_mut().enumerate() {
        let rows = tile.get(at * 64..).unwrap_or_default();
        let mut all = 0;
        for (i, out) in square.iter_mut().enumerate() {
            *out = rows.get(i).map_or(0, |row| row.0[word]);
            all |= *out;
        }
        if all != 0 {
            transpose(square);
        }
        any |= all;
    }
    any != 0
}
