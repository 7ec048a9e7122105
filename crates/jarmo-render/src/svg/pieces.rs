//! Archers on the board and prisoners beside it.

use jarmo_core::{Archer, Side};
use kurbo::Point;
use svg::node::element::{Circle, Group, Title};

use super::group;
use super::page::{Page, UNIT};
use crate::layout::Layout;
use crate::scene::Scene;

/// The radius of an archer on the board, and of one that is a prisoner.
pub(super) const ARCHER: f64 = 0.24 * UNIT;
const PRISONER: f64 = 0.15 * UNIT;

pub(super) fn archers(scene: &Scene, layout: &Layout, page: &Page) -> Group {
    let holes = scene.position().occupied() & scene.board().holes();
    holes.into_iter().fold(group("archers"), |archers, hole| {
        let Some(archer) = scene.position().archer_at(hole) else { return archers };
        let name = scene.board().name(hole);
        let drawn = disc(archer, "archer", page.hole(layout, hole), ARCHER);
        archers.add(
            drawn
                .set("id", format!("archer-{name}"))
                .add(Title::new(title(archer, &name.to_string()))),
        )
    })
}

/// Each side's prisoners beside the first row of the side that holds them.
pub(super) fn prisoners(scene: &Scene, page: &Page) -> Group {
    let area = page.board();
    let x = (area.x1 + page.size().0) / 2.0 - 0.05 * UNIT;
    Side::ALL.iter().fold(group("prisoners"), |mut prisoners, side| {
        let holder = side.other();
        for number in 0..scene.position().prisoners(scene.rules(), *side) {
            let inward = (0.5 + 0.38 * number as f64) * UNIT;
            let y = if holder == scene.below() { area.y1 - inward } else { area.y0 + inward };
            let archer = Archer { side: *side, marked: false };
            let drawn = disc(archer, "prisoner", Point::new(x, y), PRISONER);
            prisoners =
                prisoners.add(drawn.add(Title::new(format!("{holder} holds a {side} archer"))));
        }
        prisoners
    })
}

/// A disc in the side's colours, with a ring and a dot on it when marked.
fn disc(archer: Archer, class: &str, place: Point, radius: f64) -> Group {
    let side = if archer.side == Side::White { "white" } else { "black" };
    let marked = if archer.marked { " marked" } else { "" };
    let circle = |radius: f64| {
        Circle::new().set("cx", place.x).set("cy", place.y).set("r", (radius * 10.0).round() / 10.0)
    };
    let drawn = Group::new().set("class", format!("{class} {side}{marked}")).add(circle(radius));
    if archer.marked {
        drawn
            .add(circle(radius * 0.62).set("class", "ring"))
            .add(circle(radius * 0.28).set("class", "mark"))
    } else {
        drawn
    }
}

fn title(archer: Archer, hole: &str) -> String {
    let marked = if archer.marked { ", marked" } else { "" };
    format!("{} archer on {hole}{marked}", archer.side)
}
