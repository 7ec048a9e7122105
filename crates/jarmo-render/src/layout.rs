//! The layout: where the holes are and how each line runs between them.
//!
//! In board units: neighbouring files and ranks are 1 apart, the first file and rank 1 are at 0,
//! `x` grows with the files and `y` with the ranks. A backend scales, and turns for its side.

use jarmo_core::{Board, Hole};
use kurbo::{
    BezPath, ParamCurve, ParamCurveArclen, ParamCurveNearest, PathSeg, Point, Rect, Shape, Vec2,
};

use crate::route::{self, Track};

/// The radius of a hole, in board units.
pub const HOLE_RADIUS: f64 = 0.2;

/// The least distance that a line keeps from the middle of a hole it does not join: more than
/// [`HOLE_RADIUS`], so that some of the board shows between them.
pub const CLEARANCE: f64 = 0.31;

/// How many kinds of lines there are for [`Line::strand`].
pub const STRANDS: usize = 5;

/// Where everything on a board is, in board units.
#[derive(Clone, Debug)]
pub struct Layout {
    board: Board,
    lines: Vec<Line>,
}

/// One line of the board and the way it runs.
#[derive(Clone, Debug)]
pub struct Line {
    /// The hole with the lower number.
    pub from: Hole,
    /// The hole with the higher number.
    pub to: Hole,
    /// From the middle of the one hole to the middle of the other.
    pub path: BezPath,
    /// One of [`STRANDS`] kinds, counted from 0: lines that cross or meet are of different kinds
    /// as far as possible, so that they can be told apart where a drawing tints each kind.
    pub strand: usize,
}

impl Layout {
    /// Lays out a board from its data.
    ///
    /// A line runs straight unless that would take it past a hole it does not join, or along
    /// another line; then it bends.
    #[must_use]
    pub fn new(board: &Board) -> Layout {
        let holes: Vec<Point> = board.holes().into_iter().map(|hole| middle(board, hole)).collect();
        let mut tracks: Vec<Track> = Vec::new();
        let mut lines: Vec<(Hole, Hole, Option<Track>)> = Vec::new();
        for (from, to) in board.lines() {
            let others = without(&holes, from, to);
            let straight = Track::straight(holes[from.index()], holes[to.index()]);
            let fits = straight.keeps_clear(&others) && straight.shared_with(&tracks) == 0.0;
            if fits {
                tracks.push(straight.clone());
            }
            lines.push((from, to, fits.then_some(straight)));
        }
        // The bent ones come last, so that they know every straight line they could run into.
        let lines = lines.into_iter().map(|(from, to, track)| {
            let track = track.unwrap_or_else(|| {
                let others = without(&holes, from, to);
                let ends = (holes[from.index()], holes[to.index()]);
                let bent = route::around(ends.0, ends.1, &others, &tracks);
                tracks.push(bent.clone());
                bent
            });
            (Line { from, to, path: track.path.clone(), strand: 0 }, track)
        });
        Layout { lines: told_apart(lines.collect()), board: *board }
    }

    /// The middle of a hole; of one off the board, where it would be if there were more ranks.
    #[must_use]
    pub fn hole(&self, hole: Hole) -> Point {
        middle(&self.board, hole)
    }

    /// Every line once, in the board's order.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The line that joins two holes, named in either order.
    #[must_use]
    pub fn line(&self, a: Hole, b: Hole) -> Option<&Line> {
        let (from, to) = if a < b { (a, b) } else { (b, a) };
        self.lines.iter().find(|line| (line.from, line.to) == (from, to))
    }

    /// The way from one hole to another: along their line, or straight where none joins them.
    #[must_use]
    pub fn way(&self, from: Hole, to: Hole) -> BezPath {
        match self.line(from, to) {
            Some(line) if line.from == from => line.path.clone(),
            Some(line) => line.path.reverse_subpaths(),
            None => Track::straight(self.hole(from), self.hole(to)).path,
        }
    }

    /// The smallest box around the middles of all holes and around all lines.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        let (files, ranks) = (self.board.files() - 1, self.board.ranks() - 1);
        let holes = Rect::new(0.0, 0.0, files as f64, ranks as f64);
        self.lines.iter().fold(holes, |bounds, line| bounds.union(line.path.bounding_box()))
    }
}

impl Line {
    /// Whether the line ends at this hole.
    #[must_use]
    pub fn joins(&self, hole: Hole) -> bool {
        self.from == hole || self.to == hole
    }

    /// The direction of the line as seen from one of its ends, of length 1.
    fn direction(&self, end: Hole) -> Vec2 {
        let ends = self.path.segments().next().zip(self.path.segments().last());
        let Some((first, last)) = ends else { return Vec2::ZERO };
        let chord = last.end() - first.start();
        if self.from == end { chord.normalize() } else { -chord.normalize() }
    }

    /// How near the line comes to a point.
    #[must_use]
    pub fn distance(&self, point: Point) -> f64 {
        distance(&self.path, point)
    }
}

pub(crate) fn distance(path: &BezPath, point: Point) -> f64 {
    let nearest = |segment: PathSeg| segment.nearest(point, 1e-6).distance_sq;
    path.segments().map(nearest).fold(f64::INFINITY, f64::min).sqrt()
}

pub(crate) fn length(path: &BezPath) -> f64 {
    path.segments().map(|segment| segment.arclen(1e-4)).sum()
}

/// Gives the lines strands, so that lines that could be taken for each other differ.
///
/// Each line in turn takes the strand of which those lines have least, until nothing gets better;
/// of several lines to begin with, the one that leads to the best end is kept.
fn told_apart(lines: Vec<(Line, Track)>) -> Vec<Line> {
    let alike: Vec<Vec<usize>> = lines
        .iter()
        .map(|line| lines.iter().map(|other| likeness(line, other)).collect())
        .collect();
    let tries = (0..lines.len()).step_by(lines.len() / 8 + 1).map(|first| strands(&alike, first));
    let best = tries.min_by_key(|(cost, _)| *cost).map(|(_, strands)| strands);
    let strands = best.unwrap_or_default();
    lines.into_iter().zip(strands).map(|((line, _), strand)| Line { strand, ..line }).collect()
}

/// Strands for lines that are so much alike, and how much alike those of the same strand are.
fn strands(alike: &[Vec<usize>], first: usize) -> (usize, Vec<usize>) {
    let order = |_| (0..alike.len()).map(|index| (first + index) % alike.len());
    let mut strands = vec![None; alike.len()];
    for index in (0..4).flat_map(order) {
        let mut used = [0; STRANDS];
        for (other, strand) in strands.iter().enumerate().filter(|(other, _)| *other != index) {
            if let Some(strand) = *strand {
                used[strand] += alike[index][other];
            }
        }
        strands[index] = (0..STRANDS).min_by_key(|strand: &usize| used[*strand]);
    }
    let strands: Vec<usize> = strands.into_iter().map(Option::unwrap_or_default).collect();
    let pairs = (0..alike.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
    let same = pairs.filter(|(a, b)| strands[*a] == strands[*b]);
    let cost = same.map(|(a, b)| alike[a][b]).sum();
    (cost, strands)
}

/// How easily the eye takes one line for the other: most where they cross, less where they part from
/// one hole side by side, hardly where they part widely, and not at all where they are apart.
fn likeness((line, track): &(Line, Track), (other, along): &(Line, Track)) -> usize {
    let Some(hole) = [line.from, line.to].into_iter().find(|end| other.joins(*end)) else {
        return 6 * usize::from(track.touches(along));
    };
    let angle = line.direction(hole).dot(other.direction(hole)).clamp(-1.0, 1.0).acos();
    if angle < 40_f64.to_radians() { 3 } else { 1 }
}

/// The path without so much of its start and its end.
pub(crate) fn cut(path: &BezPath, start: f64, end: f64) -> BezPath {
    let mut left = length(path) - end;
    let mut skip = start;
    let mut kept = Vec::new();
    for segment in path.segments() {
        let length = segment.arclen(1e-4);
        let range = skip.min(length)..left.clamp(0.0, length);
        if range.start < range.end {
            let at = |along: f64| segment.inv_arclen(along, 1e-4);
            kept.push(segment.subsegment(at(range.start)..at(range.end)));
        }
        skip = (skip - length).max(0.0);
        left -= length;
    }
    BezPath::from_path_segments(kept.into_iter())
}

fn middle(board: &Board, hole: Hole) -> Point {
    Point::new(board.file(hole) as f64, board.rank(hole) as f64)
}

fn without(holes: &[Point], a: Hole, b: Hole) -> Vec<Point> {
    let others = holes.iter().enumerate().filter(|(i, _)| *i != a.index() && *i != b.index());
    others.map(|(_, point)| *point).collect()
}
