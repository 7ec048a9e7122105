//! The route of one line around the holes and along none of the other lines.

use kurbo::{BezPath, ParamCurve, Point, Rect, Vec2};

use crate::layout::{CLEARANCE, distance, length};

/// Two lines nearer to each other than this look like one.
const SEPARATION: f64 = 0.07;
/// How far two lines may look like one: lines that cross, or part from one hole, do for a bit.
const CROSSING: f64 = 0.5;
/// Samples in a board unit when two lines are compared.
const SAMPLES: f64 = 8.0;

/// How much longer a line may get to run a unit less along another.
const SHARING: f64 = 3.0;

/// A path, with points along it to compare it by.
#[derive(Clone, Debug)]
pub(crate) struct Track {
    pub(crate) path: BezPath,
    points: Vec<Point>,
    bounds: Rect,
}

impl Track {
    pub(crate) fn straight(from: Point, to: Point) -> Track {
        let mut path = BezPath::new();
        path.move_to(from);
        path.line_to(to);
        Track::new(path)
    }

    fn new(path: BezPath) -> Track {
        let mut points = Vec::new();
        for segment in path.segments() {
            let steps = ((segment.end() - segment.start()).hypot() * SAMPLES).ceil().max(4.0);
            points.extend((0..=steps as usize).map(|step| segment.eval(step as f64 / steps)));
        }
        let bounds = points
            .iter()
            .skip(1)
            .fold(Rect::from_points(points[0], points[0]), |b, p| b.union_pt(*p));
        Track { path, points, bounds: bounds.inflate(SEPARATION, SEPARATION) }
    }

    pub(crate) fn keeps_clear(&self, holes: &[Point]) -> bool {
        let near = self.bounds.inflate(CLEARANCE, CLEARANCE);
        // The points along the track tell most of the bad ones, and cost far less.
        let touches = |hole: &Point| {
            self.points.iter().any(|point| (*point - *hole).hypot2() < CLEARANCE * CLEARANCE)
                || distance(&self.path, *hole) < CLEARANCE
        };
        !holes.iter().any(|hole| near.contains(*hole) && touches(hole))
    }

    /// How much of the track, in board units, runs along others longer than a crossing does.
    pub(crate) fn shared_with(&self, others: &[Track]) -> f64 {
        let shared = others.iter().map(|other| self.near(other));
        shared.filter(|length| *length > CROSSING).sum()
    }

    /// Whether the tracks cross, or come as near as that.
    pub(crate) fn touches(&self, other: &Track) -> bool {
        self.near(other) > 0.0
    }

    /// How much of the track, in board units, is hardly to be told from another.
    fn near(&self, other: &Track) -> f64 {
        if self.bounds.intersect(other.bounds).is_zero_area() {
            return 0.0;
        }
        let step = length(&self.path) / self.points.len() as f64;
        let near = |point: &&Point| {
            let distance = |pair: &[Point]| kurbo::Line::new(pair[0], pair[1]).nearest(**point);
            other.bounds.contains(**point)
                && other.points.windows(2).any(|pair| distance(pair) < SEPARATION)
        };
        self.points.iter().filter(near).count() as f64 * step
    }
}

/// The distance of a point from a piece of track.
trait Nearest {
    fn nearest(self, point: Point) -> f64;
}

impl Nearest for kurbo::Line {
    fn nearest(self, point: Point) -> f64 {
        let along = self.p1 - self.p0;
        let share = (point - self.p0).dot(along) / along.hypot2().max(f64::MIN_POSITIVE);
        (point - self.eval(share.clamp(0.0, 1.0))).hypot()
    }
}

/// The best route between two holes: clear of the others, along no other track if possible, and
/// then the shortest.
pub(crate) fn around(from: Point, to: Point, holes: &[Point], tracks: &[Track]) -> Track {
    let routes = bows(from, to).into_iter().chain(corridors(from, to)).map(Track::new);
    let clear = routes.filter(|track| track.keeps_clear(holes));
    let mut clear: Vec<(f64, Track)> = clear.map(|track| (length(&track.path), track)).collect();
    clear.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut best: Option<(f64, Track)> = None;
    for (length, track) in clear {
        // Comparing tracks is dear, and no longer one can be better.
        if best.as_ref().is_some_and(|(cost, _)| *cost <= length) {
            break;
        }
        let cost = length + SHARING * track.shared_with(tracks);
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, track));
        }
    }
    best.map_or_else(|| Track::straight(from, to), |(_, track)| track)
}

/// Straight, bowed to one side or the other, and bowed to both in turn.
fn bows(from: Point, to: Point) -> Vec<BezPath> {
    let aside = (to - from).turn_90().normalize();
    let along = (to - from) / 4.0;
    let mut paths = vec![Track::straight(from, to).path];
    for step in 2..=20 {
        let height = 0.04 * f64::from(step);
        for aside in [aside * height, -aside * height] {
            let middle = from.midpoint(to);
            paths.push(spline(from, &[middle + 2.0 * aside], to));
            paths.push(spline(from, &[middle - along + 2.0 * aside, middle + along], to));
            paths.push(spline(from, &[middle - along, middle + along + 2.0 * aside], to));
            let turned = -2.0 * aside;
            paths.push(spline(from, &[middle - along - turned, middle + along + turned], to));
        }
    }
    paths
}

/// Ways through the middles of the squares between the holes. The plain ones are never nearer
/// than 0.5 to a third hole, so that every two holes of every board can be joined.
fn corridors(from: Point, to: Point) -> Vec<BezPath> {
    let aside = (to - from).turn_90().normalize();
    let mut paths = Vec::new();
    for side in [0.25, -0.25, 0.6, -0.6] {
        let squares = squares(from + side * aside, to + side * aside);
        let squares = shortest(squares, from, to);
        for lane in [0.0, 0.1, -0.1, 0.2, -0.2] {
            let shift = lane * (aside + (to - from).normalize());
            let turns: Vec<Point> = squares.iter().map(|square| *square + shift).collect();
            paths.push(spline(from, &turns, to));
        }
    }
    paths
}

/// The middles of the squares that a straight line passes through, each beside the one before.
fn squares(from: Point, to: Point) -> Vec<Point> {
    let half = Vec2::new(0.5, 0.5);
    let mut squares: Vec<Point> = Vec::new();
    let steps = ((to - from).hypot() * 64.0).ceil().max(1.0);
    for step in 0..=steps as usize {
        let square = from.lerp(to, step as f64 / steps).floor() + half;
        match squares.last() {
            Some(last) if *last == square => continue,
            Some(last) if last.x != square.x && last.y != square.y => {
                squares.push(Point::new(square.x, last.y));
            }
            _ => {}
        }
        squares.push(square);
    }
    squares
}

/// The same way without its first and last squares where it can start or end one square later or
/// earlier: a hole touches four squares.
fn shortest(mut squares: Vec<Point>, from: Point, to: Point) -> Vec<Point> {
    let touches = |square: Point, hole: Point| (square - hole).hypot2() < 1.0;
    while squares.len() > 1 && touches(squares[1], from) {
        squares.remove(0);
    }
    while squares.len() > 1 && touches(squares[squares.len() - 2], to) {
        squares.pop();
    }
    squares
}

/// A smooth curve that starts towards the first turn, passes half-way between each two turns and
/// comes from the last one.
fn spline(from: Point, turns: &[Point], to: Point) -> BezPath {
    let mut path = BezPath::new();
    path.move_to(from);
    for pair in turns.windows(2) {
        path.quad_to(pair[0], pair[0].midpoint(pair[1]));
    }
    if let Some(last) = turns.last() {
        path.quad_to(*last, to);
    }
    path
}
