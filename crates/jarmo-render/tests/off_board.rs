//! What is off the board is left out of a drawing, and spoils none.

use jarmo_core::{Board, Hole, HoleSet, Position, RuleSet, Rules, Side, Turn};
use jarmo_render::html::Replay;
use jarmo_render::text::{self, Form, TextOptions};
use jarmo_render::{Arrow, Choice, Layout, Scene, Tone, svg};

const RULES: Rules = Rules::BRAINKING;

fn off() -> impl Iterator<Item = Hole> {
    (25..32).filter_map(Hole::new)
}

/// Rules on a board with more holes than the built-in ones.
fn wide() -> Rules {
    let lines = [["A1", "B2"], ["F4", "F5"]];
    let board = Board::new("wide", "ABCDEF", 5, 6, 1, 5, &lines).expect("a board");
    Rules::new(board, RuleSet::Traditional.options())
}

/// The scene drawn in every way.
fn drawings(scene: &Scene) -> Vec<String> {
    let mut drawings = vec![svg::draw(scene, &svg::SvgOptions::default())];
    for form in [Form::Unicode, Form::Ascii] {
        for (columns, rows) in [(80, 24), (30, 60)] {
            let options = TextOptions::for_terminal(columns, rows).with_form(form);
            drawings.push(text::draw(scene, &options));
        }
    }
    assert!(drawings.iter().all(|drawing| !drawing.contains("NaN")));
    drawings
}

#[test]
fn holes_arrows_and_turns_off_the_board_are_left_out() {
    let start = || Scene::new(&RULES, &Position::start(&RULES));
    let plain = drawings(&start());
    let on = Hole::new(7).expect("a hole");
    for hole in off() {
        let turns = [
            Turn::Return(hole),
            Turn::Move { from: on, to: hole, capture: false, returning: None },
            Turn::Move { from: hole, to: on, capture: true, returning: None },
            Turn::Move { from: on, to: on, capture: false, returning: Some(hole) },
        ];
        for turn in turns {
            assert_eq!(drawings(&start().after(turn).arrow_for(turn, Tone::Best)), plain);
        }
        for (from, to) in [(on, hole), (hole, on), (hole, hole), (on, on)] {
            let arrow = Arrow { from, to, tone: Tone::Bad };
            assert_eq!(drawings(&start().arrow(arrow)), plain);
        }
        assert_eq!(drawings(&start().choosing(Choice::Hole(hole))), plain);
        let layout = Layout::new(RULES.board());
        assert!(layout.hole(hole).is_finite() && layout.way(hole, on).is_finite());
    }
    let stays = Turn::Move { from: on, to: on, capture: false, returning: None };
    drawings(&start().after(stays));
}

#[test]
fn archers_off_the_board_are_left_out() {
    let wide = wide();
    let mut setup = Position::start(&wide).setup();
    for marked in [HoleSet::EMPTY, setup.archers.black] {
        setup.marked = marked;
        let position = Position::new(&wide, &setup).expect("a position of its own board");
        for side in Side::ALL {
            let scene = Scene::new(&RULES, &position).seen_from(side);
            let drawn = drawings(&scene.choosing(Choice::Prisoner));
            // A1 to E1 and A2 are White's first row there, and E5 is the first of Black's.
            assert_eq!(drawn[0].matches("class=\"archer white").count(), 6, "{}", drawn[0]);
            assert_eq!(drawn[0].matches("class=\"archer black").count(), 1, "{}", drawn[0]);
        }
        assert!(Replay::new(&RULES, &position).is_err());
        assert!(Replay::new(&wide, &position).is_ok());
    }
}
