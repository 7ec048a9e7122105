//! Every line is drawn, and none looks as if it joined a hole that it does not join.

use jarmo_core::{Board, Hole, Position, RuleSet, Rules, Side};
use jarmo_render::kurbo::{ParamCurve, Point};
use jarmo_render::text::{Form, TextOptions};
use jarmo_render::{CLEARANCE, HOLE_RADIUS, Layout, Line, STRANDS, Scene, svg, text};
use proptest::prelude::*;

/// Points along a line, much closer together than a hole is wide.
fn points(line: &Line) -> Vec<Point> {
    let steps = (0..=100).map(|step| f64::from(step) / 100.0);
    let segments: Vec<_> = line.path.segments().collect();
    steps.flat_map(|at| segments.iter().map(move |segment| segment.eval(at))).collect()
}

/// The distances are measured here on points of the curve, not by the layout's own measure.
fn assert_clear(board: &Board, layout: &Layout) {
    let lines: Vec<(Hole, Hole)> = layout.lines().iter().map(|line| (line.from, line.to)).collect();
    assert_eq!(lines, board.lines().collect::<Vec<_>>(), "every line once");
    for line in layout.lines() {
        let name = |hole| board.name(hole).to_string();
        let (from, to) = (name(line.from), name(line.to));
        let points = points(line);
        let first = line.path.segments().next().map(|segment| segment.start());
        let last = line.path.segments().last().map(|segment| segment.end());
        assert_eq!(first, Some(layout.hole(line.from)), "{from}-{to} starts on its hole");
        assert_eq!(last, Some(layout.hole(line.to)), "{from}-{to} ends on its hole");
        for hole in board.holes().into_iter().filter(|hole| ![line.from, line.to].contains(hole)) {
            let distance = |point: &Point| (*point - layout.hole(hole)).hypot();
            let nearest = points.iter().map(distance).fold(f64::INFINITY, f64::min);
            assert!(nearest > CLEARANCE - 1e-3, "{from}-{to} is {nearest} from {}", name(hole));
        }
        assert!(line.strand < STRANDS);
    }
}

#[test]
fn a_hole_is_smaller_than_what_lines_keep_clear_of() {
    const { assert!(CLEARANCE > HOLE_RADIUS) }
}

#[test]
fn the_standard_board_has_38_straight_lines_clear_of_other_holes() {
    let layout = Layout::new(&Board::JARMO);
    assert_eq!(layout.lines().len(), 38);
    assert!(layout.lines().iter().all(|line| line.path.segments().count() == 1));
    assert_clear(&Board::JARMO, &layout);
}

#[test]
fn lines_of_the_standard_board_that_cross_can_be_told_apart() {
    let layout = Layout::new(&Board::JARMO);
    let ends = |line: &Line| (layout.hole(line.from), layout.hole(line.to));
    let side = |a: Point, b: Point, of: Point| (b - a).cross(of - a);
    let mut crossings = 0;
    for line in layout.lines() {
        for other in layout.lines() {
            let ((a, b), (c, d)) = (ends(line), ends(other));
            let parted = side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0;
            if parted {
                crossings += 1;
                let name = |hole| Board::JARMO.name(hole);
                let (from, to) = (name(line.from), name(line.to));
                assert_ne!(
                    line.strand,
                    other.strand,
                    "{from}-{to} and one from {}",
                    name(other.from)
                );
            }
        }
    }
    // Each of the 67 is met from both of its lines.
    assert_eq!(crossings, 134);
}

#[test]
fn lines_along_a_row_of_holes_bend_to_different_sides() {
    let lines = [["A1", "E1"], ["A1", "D1"], ["B1", "E1"], ["A1", "B1"], ["A1", "E3"]];
    let board = Board::new("rows", "ABCDE", 3, 5, 1, 3, &lines).expect("a board");
    let layout = Layout::new(&board);
    assert_clear(&board, &layout);
    let bent = layout.lines().iter().filter(|line| line.path.segments().count() > 1);
    assert!(bent.count() >= 1 || layout.bounds().height() > 2.0);
}

/// A board of 2 to 32 holes with some of the lines that it could have.
fn board() -> impl Strategy<Value = Board> {
    let sizes = (1_usize..=16, 2_u8..=8)
        .prop_filter("at most 32 holes", |(files, ranks)| files * usize::from(*ranks) <= 32);
    sizes.prop_flat_map(|(files, ranks)| {
        let holes = files * usize::from(ranks);
        let ends = prop::collection::vec((0..holes, 0..holes), 0..48);
        ends.prop_map(move |ends| make(files, ranks, &ends))
    })
}

fn make(files: usize, ranks: u8, ends: &[(usize, usize)]) -> Board {
    let letters = &"ABCDEFGHIJKLMNOP"[..files];
    let name = |hole: usize| format!("{}{}", &letters[hole % files..][..1], hole / files + 1);
    let mut names: Vec<[String; 2]> = ends
        .iter()
        .filter(|(a, b)| a != b)
        .map(|(a, b)| [name(*a.min(b)), name(*a.max(b))])
        .collect();
    names.sort();
    names.dedup();
    let lines: Vec<[&str; 2]> = names.iter().map(|[a, b]| [a.as_str(), b.as_str()]).collect();
    Board::new("random", letters, ranks, files as u8, 1, ranks, &lines).expect("a board")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn lines_of_any_board_keep_clear_of_other_holes(board in board()) {
        assert_clear(&board, &Layout::new(&board));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn any_board_is_drawn_at_any_size_from_both_sides(
        board in board(),
        (width, height) in (0_usize..160, 0_usize..60),
        ascii in any::<bool>(),
    ) {
        let rules = Rules::new(board, RuleSet::Traditional.options());
        let form = if ascii { Form::Ascii } else { Form::Unicode };
        let options = TextOptions::for_terminal(width, height).with_form(form).with_colour(ascii);
        for side in Side::ALL {
            let scene = Scene::new(&rules, &Position::start(&rules)).seen_from(side);
            let _ = text::draw(&scene, &options);
            let drawing = text::draw(&scene, &options.with_panel(false));
            for letter in ["w", "b"] {
                prop_assert_eq!(drawing.matches(letter).count(), board.archers(), "{}", drawing);
            }
            prop_assert!(svg::draw(&scene, &svg::SvgOptions::default()).ends_with("</svg>\n"));
        }
    }
}
