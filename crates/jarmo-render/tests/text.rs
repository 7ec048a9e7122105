//! The board as text: snapshots to be looked at, and what must hold of every drawing.

use jarmo_core::{Board, Position, RuleSet, Rules, Side};
use jarmo_notation::{parse_position, parse_turn};
use jarmo_render::text::{Form, TextOptions, columns as text_columns, draw};
use jarmo_render::{Choice, Scene, Tone};

const RULES: Rules = Rules::BRAINKING;

fn position(text: &str) -> Position {
    parse_position(text, &RULES).expect("a position")
}

/// A position and the turn that is played from it.
fn played(before: &str, turn: &str) -> Scene {
    let before = position(before);
    let turn = parse_turn(turn, &RULES, &before).expect("a legal turn");
    Scene::new(&RULES, &before.play(&RULES, turn).expect("a legal turn")).after(turn)
}

fn start() -> Scene {
    Scene::new(&RULES, &Position::start(&RULES))
}

/// Marks and prisoners of both sides, a capture just made, an archer in hand, and a streak.
fn middle() -> Scene {
    let hole = RULES.board().hole("D5").map(Choice::Hole);
    played("bb1b1/wW1b1/2B2/5/w3W w C3-A4:2 A2-C3:1 12", "A4xC3")
        .choosing(hole)
        .note("Black's clock 4:12")
}

fn end() -> Scene {
    played("w1W1b/2w2/5/1B3/B1b2 w - C4-B2:3 31", "C4xE5")
}

/// Escapes made visible, so that a snapshot can be read.
fn visible(drawing: &str) -> String {
    drawing.replace('\u{1b}', "␛")
}

#[test]
fn drawings() {
    for (name, scene) in [("start", start()), ("middle", middle()), ("end", end())] {
        for (columns, rows) in [(80, 24), (120, 40)] {
            for (form, form_name) in [(Form::Unicode, "unicode"), (Form::Ascii, "ascii")] {
                for (colour, colour_name) in [(false, "plain"), (true, "colour")] {
                    let options = TextOptions::for_terminal(columns, rows);
                    let drawing = draw(&scene, &options.with_form(form).with_colour(colour));
                    let name = format!("{name}_{columns}x{rows}_{form_name}_{colour_name}");
                    insta::assert_snapshot!(name, visible(&drawing));
                }
            }
        }
    }
}

#[test]
fn a_drawing_keeps_within_its_size() {
    for (columns, rows) in [(80, 24), (120, 40), (100, 30), (72, 20), (60, 24), (200, 60)] {
        for form in [Form::Unicode, Form::Ascii] {
            let options = TextOptions::for_terminal(columns, rows).with_form(form);
            for scene in [start(), middle(), end()] {
                let drawing = draw(&scene, &options);
                assert!(drawing.lines().count() <= rows - 3, "{columns}x{rows}\n{drawing}");
                for line in drawing.lines() {
                    assert!(line.chars().count() <= columns, "{columns}x{rows}: {line}");
                    assert_eq!(line, line.trim_end());
                }
            }
        }
    }
}

#[test]
fn a_terminal_narrower_than_any_word_is_drawn_on_too() {
    for columns in 0..5 {
        for rows in [0, 10, 24, 31] {
            assert!(!draw(&middle(), &TextOptions::for_terminal(columns, rows)).is_empty());
        }
    }
}

#[test]
fn colour_changes_no_character() {
    for scene in [start(), middle(), end()] {
        let coloured = draw(&scene, &TextOptions::default().with_colour(true));
        let mut plain = String::new();
        for part in coloured.split('\u{1b}') {
            let escape = part.strip_prefix('[').and_then(|part| part.split_once('m'));
            plain += escape.map_or(part, |(_, text)| text);
        }
        let trimmed: Vec<&str> = plain.lines().map(str::trim_end).collect();
        let expected = draw(&scene, &TextOptions::default());
        assert_eq!(trimmed, expected.lines().collect::<Vec<_>>());
    }
}

#[test]
fn the_ascii_form_is_7_bit() {
    let options = TextOptions::default().with_form(Form::Ascii);
    assert!([start(), middle(), end()].iter().all(|scene| draw(scene, &options).is_ascii()));
}

/// A line that others hide would go unseen: without any one of them, the drawing is another.
#[test]
fn every_line_is_seen() {
    let board = Board::JARMO;
    let names: Vec<[String; 2]> = board
        .lines()
        .map(|(a, b)| [board.name(a).to_string(), board.name(b).to_string()])
        .collect();
    let drawing = |lines: &[[&str; 2]], form: Form| {
        let board = Board::new("fewer", "ABCDE", 5, 5, 1, 5, lines).expect("a board");
        let rules = Rules::new(board, RuleSet::Brainking.options());
        let options = TextOptions::default().with_form(form).with_panel(false);
        draw(&Scene::new(&rules, &Position::start(&rules)), &options)
    };
    let lines: Vec<[&str; 2]> = names.iter().map(|[a, b]| [a.as_str(), b.as_str()]).collect();
    for form in [Form::Unicode, Form::Ascii] {
        let whole = drawing(&lines, form);
        for left_out in 0..lines.len() {
            let mut fewer = lines.clone();
            fewer.remove(left_out);
            let fewer = drawing(&fewer, form);
            let changed = whole.chars().zip(fewer.chars()).filter(|(a, b)| a != b);
            assert!(changed.count() >= 3, "{:?} {form:?}", lines[left_out]);
        }
    }
}

#[test]
fn what_is_pointed_out_shows_without_colour() {
    let drawing = draw(&middle(), &TextOptions::default());
    for shown in ["<W>", "<o>", "[b]", "(o)", "(W)", "White streak A4-C3: 3 of 4"] {
        assert!(drawing.contains(shown), "{shown}\n{drawing}");
    }
    let plain = draw(&start(), &TextOptions::default());
    let turn = parse_turn("C1-E2", &RULES, &Position::start(&RULES)).expect("a legal turn");
    let arrow = draw(&start().arrow_for(turn, Tone::Best), &TextOptions::default());
    assert_ne!(plain, arrow);
}

#[test]
fn black_below_turns_the_board_round() {
    let options = TextOptions::default().with_panel(false).with_form(Form::Ascii);
    let drawing = draw(&start().seen_from(Side::Black), &options);
    let lines: Vec<&str> = drawing.lines().collect();
    assert!(lines[0].starts_with("1 ") && lines[0].contains('w'));
    assert_eq!(lines[20].split_whitespace().collect::<String>(), "EDCBA");
    insta::assert_snapshot!("start_seen_from_black", drawing);
}

#[test]
fn any_board_is_drawn_and_curves_stay_on_the_page() {
    let lines =
        [["A1", "D1"], ["A1", "A3"], ["B2", "D2"], ["A3", "D3"], ["C1", "C2"], ["A1", "D3"]];
    let board = Board::new("rows", "ABCD", 3, 4, 1, 3, &lines).expect("a board");
    let rules = Rules::new(board, RuleSet::Jasir.options());
    let scene = Scene::new(&rules, &Position::start(&rules));
    insta::assert_snapshot!("bent_lines", draw(&scene, &TextOptions::default()));
}

#[test]
fn notes_keep_within_the_size_too() {
    let words = "word ".repeat(300);
    let notes = ["好".repeat(60), "x".repeat(100), words, "e\u{301}".repeat(50)];
    for (columns, rows) in [(80, 24), (72, 20), (60, 24), (40, 24), (200, 60)] {
        for note in &notes {
            let scene = middle().note(note.as_str()).note("The clocks stand.");
            let drawing = draw(&scene, &TextOptions::for_terminal(columns, rows));
            assert!(drawing.lines().count() <= rows - 3, "{columns}x{rows}\n{drawing}");
            assert!(drawing.contains("The clocks stand."), "{columns}x{rows}\n{drawing}");
            for line in drawing.lines() {
                assert!(text_columns(line) <= columns, "{columns}x{rows}: {line}");
                assert_eq!(line, line.trim_end());
            }
        }
    }
    let long = draw(&middle().note(&notes[2]), &TextOptions::default());
    assert!(long.contains("word..."), "{long}");
    let accents = draw(&middle().note(&notes[3]), &TextOptions::default());
    assert_eq!(accents.matches("e\u{301}").count(), 50, "{accents}");
}

#[test]
fn notes_bring_no_escapes() {
    let drawing = draw(&start().note("a\u{1b}[2Jb\nc"), &TextOptions::default());
    assert!(drawing.contains("a\u{fffd}[2Jb\n"), "{drawing}");
}

#[test]
fn no_size_is_too_small_or_too_large() {
    let chosen = RULES.board().hole("C1").map(Choice::Hole);
    let scenes = [start().choosing(chosen).note("好 a note"), end()];
    for columns in (0..=9).chain([usize::MAX - 1, usize::MAX]) {
        for rows in (0..=40).chain([usize::MAX - 1, usize::MAX]) {
            let options = TextOptions::for_terminal(columns, rows);
            for scene in &scenes {
                let drawing = draw(scene, &options);
                assert!(drawing.contains("o "), "{columns}x{rows}\n{drawing}");
            }
        }
    }
}
