//! The view: from board units to characters, for the side that is below.

use jarmo_core::{Hole, Side};
use kurbo::{BezPath, PathEl, Point, Rect};

use crate::layout::Layout;
use crate::scene::Scene;

/// Columns to the left of the outermost hole's middle, for a rank number and a bracket, and to the
/// right of it, for a bracket.
const MARGINS: (usize, usize) = (4, 2);
/// The closest that holes may stand, in columns and rows, and still leave lines between them.
const LEAST_PITCH: (f64, f64) = (6.0, 2.0);
/// Past this many rows from hole to hole the lines get too long for the eye to follow.
const MOST_ROWS: f64 = 9.0;
/// Columns from hole to hole for each row from hole to hole. A character is about twice as high
/// as wide, so 2 would make squares; wider ones leave more room for the lines.
const STRETCH: f64 = 2.6;

/// Where the files and ranks are on the grid, and which way round the board is.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// The column of each file and the row of each rank, from the left and from the top.
    columns: Vec<usize>,
    rows: Vec<usize>,
    size: (usize, usize),
    flipped: bool,
}

impl View {
    /// The largest view that fits, but none too small to read.
    pub(super) fn new(scene: &Scene, layout: &Layout, width: usize, height: usize) -> View {
        let board = scene.board();
        let flipped = scene.below() == Side::Black;
        let last = Point::new((board.files() - 1) as f64, (board.ranks() - 1) as f64);
        let seen = seen(layout.bounds(), last, flipped);
        let letters = usize::from(scene.has_coordinates());
        let rows = height.saturating_sub(1 + letters) as f64 / seen.height();
        let rows = rows.clamp(LEAST_PITCH.1, MOST_ROWS);
        let columns = width.saturating_sub(MARGINS.0 + MARGINS.1) as f64 / seen.width().max(1.0);
        let columns = columns.min(STRETCH * rows).max(LEAST_PITCH.0).floor();
        let at =
            |pitch: f64, first: f64| move |i: usize| ((i as f64 - first) * pitch).round() as usize;
        let column = at(columns, seen.x0);
        let row = at(rows, seen.y0);
        View {
            columns: (0..board.files()).map(|file| MARGINS.0 + column(file)).collect(),
            rows: (0..board.ranks()).map(row).collect(),
            size: (
                MARGINS.0 + MARGINS.1 + (seen.width() * columns).ceil() as usize,
                (seen.height() * rows).round() as usize + 1 + letters,
            ),
            flipped,
        }
    }

    pub(super) fn columns(&self) -> usize {
        self.size.0
    }

    pub(super) fn rows(&self) -> usize {
        self.size.1
    }

    /// A path in columns and rows; the middle of a character is at a whole number.
    ///
    /// Ranks need not be equally far apart, but what is straight stays straight.
    pub(super) fn path(&self, path: &BezPath) -> BezPath {
        let place = |point: Point| self.place(point);
        path.elements()
            .iter()
            .map(|element| match *element {
                PathEl::MoveTo(to) => PathEl::MoveTo(place(to)),
                PathEl::LineTo(to) => PathEl::LineTo(place(to)),
                PathEl::QuadTo(turn, to) => PathEl::QuadTo(place(turn), place(to)),
                PathEl::CurveTo(out, into, to) => {
                    PathEl::CurveTo(place(out), place(into), place(to))
                }
                PathEl::ClosePath => PathEl::ClosePath,
            })
            .collect()
    }

    fn place(&self, point: Point) -> Point {
        let (files, ranks) = (self.columns.len() as f64 - 1.0, self.rows.len() as f64 - 1.0);
        let across = if self.flipped { files - point.x } else { point.x };
        let down = if self.flipped { point.y } else { ranks - point.y };
        Point::new(between(&self.columns, across), between(&self.rows, down))
    }

    /// The column and row of a hole's middle.
    pub(super) fn hole(&self, layout: &Layout, hole: Hole) -> (usize, usize) {
        let place = self.place(layout.hole(hole));
        (place.x as usize, place.y as usize)
    }
}

/// The box of a drawing as it is seen: from the left and from the top.
fn seen(bounds: Rect, last: Point, flipped: bool) -> Rect {
    if flipped {
        Rect::new(last.x - bounds.x1, bounds.y0, last.x - bounds.x0, bounds.y1)
    } else {
        Rect::new(bounds.x0, last.y - bounds.y1, bounds.x1, last.y - bounds.y0)
    }
}

/// The place at a fractional index into places that grow, and past their ends by the last step.
fn between(places: &[usize], index: f64) -> f64 {
    let at = |i: usize| places[i] as f64;
    if places.len() < 2 {
        return at(0) + index * LEAST_PITCH.0;
    }
    let low = (index.floor().max(0.0) as usize).min(places.len() - 2);
    at(low) + (index - low as f64) * (at(low + 1) - at(low))
}
