//! What is pointed out: the last turn, what is in hand and its targets, arrows.

use jarmo_core::{Hole, Turn};
use kurbo::{BezPath, ParamCurve, Point, Vec2};
use svg::node::element::{Circle, Group, Path};

use super::group;
use super::page::Page;
use super::pieces::ARCHER;
use crate::layout::{Layout, cut};
use crate::scene::{Arrow, Scene, Tone};

/// Board units between an arrow and the middles of its holes.
const ARROW_START: f64 = 0.26;
const ARROW_END: f64 = 0.28;
/// Length and half width of an arrow's head, in board units.
const HEAD: (f64, f64) = (0.2, 0.11);

/// What lies under the holes and archers: the ways.
pub(super) fn below(scene: &Scene, layout: &Layout, page: &Page) -> Group {
    let mut ways = group("ways");
    let way = |from, to, class| {
        Path::new().set("class", class).set("d", page.path(&layout.way(from, to)))
    };
    if let Some(Turn::Move { from, to, .. }) = scene.last_turn() {
        ways = ways.add(way(from, to, "last"));
    }
    if let Some(chosen) = scene.chosen_hole() {
        for target in scene.targets() {
            ways = ways.add(way(chosen, target, "target"));
        }
    }
    ways
}

/// What lies over the archers: rings and arrows.
pub(super) fn above(scene: &Scene, layout: &Layout, page: &Page) -> Group {
    let ring = |hole: Hole, class: &str, radius: f64| {
        let place = page.hole(layout, hole);
        let circle = Circle::new().set("cx", place.x).set("cy", place.y);
        circle.set("r", radius).set("class", class)
    };
    let mut rings = group("pointers");
    for hole in scene.last_holes() {
        rings = rings.add(ring(hole, "last", ARCHER + 6.0));
    }
    for hole in scene.targets() {
        rings = rings.add(ring(hole, "target", ARCHER + 3.0));
    }
    if let Some(hole) = scene.chosen_hole() {
        rings = rings.add(ring(hole, "chosen", ARCHER + 5.0));
    }
    scene.arrows().iter().fold(rings, |rings, arrow| rings.add(drawn(*arrow, scene, layout, page)))
}

/// An arrow along its line: a shaft that ends where the head begins.
fn drawn(arrow: Arrow, scene: &Scene, layout: &Layout, page: &Page) -> Group {
    let way = layout.way(arrow.from, arrow.to);
    let shaft = cut(&way, ARROW_START, ARROW_END + HEAD.0 * 0.8);
    let tip = end(&cut(&way, ARROW_START, ARROW_END));
    let base = end(&cut(&way, ARROW_START, ARROW_END + HEAD.0));
    let aside = Vec2::new(base.y - tip.y, tip.x - base.x).normalize() * HEAD.1;
    let mut head = BezPath::new();
    head.move_to(tip);
    head.line_to(base + aside);
    head.line_to(base - aside);
    head.close_path();
    let tone = match arrow.tone {
        Tone::Best => "best",
        Tone::Other => "other",
        Tone::Bad => "bad",
    };
    let (from, to) = (scene.board().name(arrow.from), scene.board().name(arrow.to));
    group(format!("arrow-{from}-{to}"))
        .set("class", format!("arrow {tone}"))
        .add(Path::new().set("class", "shaft").set("d", page.path(&shaft)))
        .add(Path::new().set("class", "head").set("d", page.path(&head)))
}

fn end(path: &BezPath) -> Point {
    path.segments().last().map_or(Point::ZERO, |segment| segment.end())
}
