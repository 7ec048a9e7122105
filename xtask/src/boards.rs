//! The built-in boards side by side, as the rules' page shows them.

use jarmo_core::Board;
use jarmo_render::Layout;
use jarmo_render::kurbo::{Affine, Point};
use svg::Document;
use svg::node::element::{Circle, Group, Path, Rectangle, Style, Text, Title};

/// The distance between neighbouring holes.
const UNIT: f64 = 72.0;
const MARGIN: f64 = 50.0;
/// Room for the name over a board.
const TOP: f64 = 20.0;

const STYLE: &str = "
  .ground { fill: #f6efdf } text { font: 15px sans-serif; fill: #6f6350; text-anchor: middle; dominant-baseline: central }
  .name { font-size: 17px; fill: #3b3226 } .hole { fill: #d9cbb0; stroke: #6f6350; stroke-width: 2 }
  .line { fill: none; stroke: #6f8087; stroke-width: 3 } .own { stroke: #c8281e; stroke-width: 8 }
";

/// Draws the boards of all rule sets; the lines that not all of them have are marked.
pub(crate) fn draw() -> String {
    let sizes = Board::BUILT_IN.map(|board| {
        let size = |count: usize| (count - 1) as f64 * UNIT + 2.0 * MARGIN;
        (size(board.files()), size(board.ranks()) + TOP)
    });
    let width: f64 = sizes.iter().map(|size| size.0).sum();
    let height = sizes.iter().map(|size| size.1).fold(0.0, f64::max);
    let ground = Rectangle::new().set("class", "ground").set("width", width).set("height", height);
    let mut document = Document::new()
        .set("viewBox", format!("0 0 {width} {height}"))
        .set("width", width)
        .set("height", height)
        .set("role", "img")
        .add(Title::new("The boards; the lines that not all of them have are marked"))
        .add(Style::new(STYLE))
        .add(ground.set("rx", 14));
    let mut left = 0.0;
    for (board, size) in Board::BUILT_IN.iter().zip(sizes) {
        let bottom_left = Point::new(left + MARGIN, height - MARGIN);
        document = document.add(drawn(board, bottom_left));
        left += size.0;
    }
    format!("{document}\n")
}

/// A board whose leftmost hole of rank 1 is at this point.
fn drawn(board: &Board, bottom_left: Point) -> Group {
    let layout = Layout::new(board);
    let to_page = Affine::translate(bottom_left.to_vec2()) * Affine::scale_non_uniform(UNIT, -UNIT);
    let (files, ranks) = (board.files(), board.ranks());
    let top = Point::new((files - 1) as f64 / 2.0, (ranks - 1) as f64 + 0.6);
    let name = format!("{}, {} lines", board.board_name(), layout.lines().len());
    let mut group = Group::new().add(text(name, to_page * top).set("class", "name"));
    for file in 0..files {
        let place = to_page * Point::new(file as f64, -0.4);
        group = group.add(text(board.file_letter(file).to_string(), place));
    }
    for rank in 0..ranks {
        group = group.add(text((rank + 1).to_string(), to_page * Point::new(-0.4, rank as f64)));
    }
    for line in layout.lines() {
        let on_all = Board::BUILT_IN.iter().all(|other| other.joins(line.from, line.to));
        let path = Path::new()
            .set("class", if on_all { "line" } else { "line own" })
            .set("d", (to_page * line.path.clone()).to_svg())
            .add(Title::new(format!("{}-{}", board.name(line.from), board.name(line.to))));
        group = group.add(path);
    }
    for hole in board.holes() {
        let Point { x, y } = to_page * layout.hole(hole);
        group = group.add(Circle::new().set("class", "hole").set("cx", x).set("cy", y).set("r", 9));
    }
    group
}

fn text(content: String, place: Point) -> Text {
    Text::new(content).set("x", place.x).set("y", place.y)
}

#[cfg(test)]
mod tests {
    use super::draw;
    use crate::workspace::root;

    #[test]
    fn the_page_shows_what_is_drawn() {
        let picture = std::fs::read_to_string(root().join("docs/rules/boards.svg"));
        assert!(picture.expect("it is there") == draw(), "'cargo xtask pictures' draws it anew");
    }

    #[test]
    fn only_the_line_that_one_board_has_alone_is_marked() {
        let picture = draw();
        let marked: Vec<&str> = picture.split("class=\"line own\"").skip(1).collect();
        assert_eq!(marked.len(), 1);
        assert!(marked[0].split("</path>").next().is_some_and(|path| path.contains("B3-C3")));
        assert_eq!(picture.matches("class=\"line\"").count(), 2 * 38);
        assert!(picture.contains("jarmo, 38 lines") && picture.contains("jasir, 39 lines"));
    }
}
