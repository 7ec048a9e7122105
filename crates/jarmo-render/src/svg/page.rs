//! The page: from board units to the units of the picture.

use jarmo_core::{Hole, Side};
use kurbo::{Affine, BezPath, PathEl, Point, Rect};

use super::SvgOptions;
use crate::layout::Layout;
use crate::scene::Scene;

/// Picture units in a board unit.
pub(super) const UNIT: f64 = 100.0;
/// Board units around the outermost holes, with room for coordinates or without.
const MARGIN: (f64, f64) = (0.7, 0.45);
/// Board units of the strip for the prisoners.
const STRIP: f64 = 0.55;

/// Where the board is in the picture, and which way round.
#[derive(Clone, Debug)]
pub(super) struct Page {
    affine: Affine,
    board: Rect,
    size: (f64, f64),
}

impl Page {
    pub(super) fn new(scene: &Scene, layout: &Layout, options: &SvgOptions) -> Page {
        let bounds = layout.bounds();
        let margin = if scene.has_coordinates() { MARGIN.0 } else { MARGIN.1 };
        let strip = if options.prisoners { STRIP } else { 0.0 };
        // Rank 1 is below, and `y` grows downwards in a picture; from the other side both turn.
        let turned = scene.below() == Side::Black;
        let (left, top) = if turned { (-bounds.x1, bounds.y0) } else { (bounds.x0, -bounds.y1) };
        let sign = if turned { -1.0 } else { 1.0 };
        let shift = ((margin - left) * UNIT, (margin - top) * UNIT);
        let affine = Affine::new([sign * UNIT, 0.0, 0.0, -sign * UNIT, shift.0, shift.1]);
        let (width, height) = (bounds.width() + 2.0 * margin, bounds.height() + 2.0 * margin);
        let round = |units: f64| (units * UNIT).ceil();
        Page {
            affine,
            board: Rect::new(0.0, 0.0, round(width), round(height)),
            size: (round(width + strip), round(height)),
        }
    }

    /// Width and height of the picture.
    pub(super) fn size(&self) -> (f64, f64) {
        self.size
    }

    /// The part of the picture that is the board with its coordinates.
    pub(super) fn board(&self) -> Rect {
        self.board
    }

    pub(super) fn place(&self, point: Point) -> Point {
        rounded(self.affine * point)
    }

    pub(super) fn hole(&self, layout: &Layout, hole: Hole) -> Point {
        self.place(layout.hole(hole))
    }

    /// A path on the page, as SVG writes it.
    pub(super) fn path(&self, path: &BezPath) -> String {
        let place = |point: Point| self.place(point);
        let placed = path.elements().iter().map(|element| match *element {
            PathEl::MoveTo(to) => PathEl::MoveTo(place(to)),
            PathEl::LineTo(to) => PathEl::LineTo(place(to)),
            PathEl::QuadTo(turn, to) => PathEl::QuadTo(place(turn), place(to)),
            PathEl::CurveTo(out, into, to) => PathEl::CurveTo(place(out), place(into), place(to)),
            PathEl::ClosePath => PathEl::ClosePath,
        });
        placed.collect::<BezPath>().to_svg()
    }
}

/// To tenths: finer than anyone sees, and short to write.
fn rounded(point: Point) -> Point {
    // Adding 0 turns -0 into 0.
    let round = |value: f64| (value * 10.0).round() / 10.0 + 0.0;
    Point::new(round(point.x), round(point.y))
}
