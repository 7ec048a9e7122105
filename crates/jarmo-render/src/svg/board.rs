//! The board: its ground, lines, holes and coordinates.

use jarmo_core::Side;
use kurbo::{BezPath, Point};
use svg::node::element::{Circle, Group, Path, Rectangle, Text, Title};

use super::lettering::{self, strokes};
use super::page::{Page, UNIT};
use super::{Lettering, group};
use crate::layout::Layout;
use crate::scene::Scene;

/// The radius of an empty hole as drawn: smaller than an archer, which covers it.
const HOLE: f64 = 0.11 * UNIT;

pub(super) fn ground(page: &Page) -> Rectangle {
    let (width, height) = page.size();
    Rectangle::new()
        .set("id", "ground")
        .set("class", "ground")
        .set("width", width)
        .set("height", height)
        .set("rx", 0.2 * UNIT)
}

/// Each line on a casing of the ground's colour, so that a line that crosses others is seen to
/// lie over or under them, and the eye follows it through.
pub(super) fn lines(scene: &Scene, layout: &Layout, page: &Page) -> Group {
    layout.lines().iter().fold(group("lines"), |lines, line| {
        let (from, to) = (scene.board().name(line.from), scene.board().name(line.to));
        let path = page.path(&line.path);
        let casing = Path::new().set("class", "casing").set("d", page.path(&inner(&line.path)));
        let class = format!("line strand-{}", line.strand);
        lines.add(
            group(format!("line-{from}-{to}"))
                .add(Title::new(format!("{from}-{to}")))
                .add(casing)
                .add(Path::new().set("class", class).set("d", path)),
        )
    })
}

/// The path without its ends, where lines meet that must not cover each other.
fn inner(path: &BezPath) -> BezPath {
    crate::layout::cut(path, 0.3, 0.3)
}

pub(super) fn holes(scene: &Scene, layout: &Layout, page: &Page) -> Group {
    scene.board().holes().into_iter().fold(group("holes"), |holes, hole| {
        let place = page.hole(layout, hole);
        let circle = Circle::new().set("cx", place.x).set("cy", place.y).set("r", HOLE);
        holes.add(circle.set("class", "hole").set("id", scene.board().name(hole).to_string()))
    })
}

/// File letters below and above, rank numbers at both sides.
pub(super) fn coordinates(
    scene: &Scene,
    layout: &Layout,
    page: &Page,
    lettering: Lettering,
) -> Group {
    let board = scene.board();
    let edge = 0.24 * UNIT;
    let area = page.board();
    let mut letters = group("coordinates");
    for file in 0..board.files() {
        let Some(hole) = board.hole_at(file, 0) else { continue };
        let x = page.hole(layout, hole).x;
        for y in [area.y0 + edge, area.y1 - edge] {
            let text = board.file_letter(file).to_string();
            letters = add_letter(letters, &text, Point::new(x, y), lettering);
        }
    }
    for rank in 0..board.ranks() {
        let Some(hole) = board.hole_at(0, rank) else { continue };
        let y = page.hole(layout, hole).y;
        for x in [area.x0 + edge, area.x1 - edge] {
            let text = (rank + 1).to_string();
            letters = add_letter(letters, &text, Point::new(x, y), lettering);
        }
    }
    letters.add(to_move(scene, page))
}

/// A bar along the edge of the side to move; none when the game is over.
fn to_move(scene: &Scene, page: &Page) -> Group {
    if scene.position().is_over(scene.rules()) {
        return group("over");
    }
    let side = scene.position().to_move();
    let area = page.board();
    let y = if side == scene.below() { area.y1 - 0.07 * UNIT } else { area.y0 + 0.01 * UNIT };
    let bar = Rectangle::new()
        .set("class", "to-move")
        .set("x", area.x0 + 0.3 * area.width())
        .set("y", y)
        .set("width", 0.4 * area.width())
        .set("height", 0.06 * UNIT)
        .set("rx", 0.03 * UNIT);
    group(if side == Side::White { "white-to-move" } else { "black-to-move" }).add(bar)
}

fn add_letter(letters: Group, text: &str, place: Point, lettering: Lettering) -> Group {
    match lettering {
        Lettering::Text => {
            let node = Text::new(text).set("class", "letter");
            letters.add(node.set("x", place.x).set("y", place.y))
        }
        Lettering::Strokes => letters.add(
            Path::new()
                .set("class", "letter")
                .set("transform", lettering::transform(text, place))
                .set("d", strokes(text)),
        ),
    }
}
