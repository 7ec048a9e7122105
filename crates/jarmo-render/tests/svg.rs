//! The board as SVG and PNG.

use jarmo_core::{Board, Position, Rules, Side};
use jarmo_notation::{parse_position, parse_turn};
use jarmo_render::svg::{Lettering, SvgOptions, draw};
use jarmo_render::{Choice, Scene, Scheme, Tone};

const RULES: Rules = Rules::BRAINKING;

fn start() -> Scene {
    Scene::new(&RULES, &Position::start(&RULES))
}

/// Everything that can be pointed out, at once.
fn middle() -> Scene {
    let before = parse_position("bb1b1/wW1b1/2B2/5/w3W w C3-A4:2 A2-C3:1 12", &RULES);
    let before = before.expect("a position");
    let turn = parse_turn("A4xC3", &RULES, &before).expect("a legal turn");
    let after = before.play(&RULES, turn).expect("a legal turn");
    let reply = parse_turn("A5-C4", &RULES, &after).expect("a legal turn");
    let hole = RULES.board().hole("D5").map(Choice::Hole);
    Scene::new(&RULES, &after).after(turn).choosing(hole).arrow_for(reply, Tone::Best)
}

#[test]
fn drawings() {
    insta::assert_snapshot!("start_light", draw(&start(), &SvgOptions::default()));
    let auto = SvgOptions::new(900).with_scheme(Scheme::Auto);
    insta::assert_snapshot!("middle_auto", draw(&middle().seen_from(Side::Black), &auto));
    let bare = SvgOptions::new(300).with_scheme(Scheme::Dark).with_prisoners(false);
    let scene = start().with_coordinates(false);
    insta::assert_snapshot!("bare_dark", draw(&scene, &bare.with_lettering(Lettering::Strokes)));
}

#[test]
fn every_line_hole_and_archer_is_in_the_picture_once() {
    let picture = draw(&middle(), &SvgOptions::default());
    let board = Board::JARMO;
    let once = |what: String| assert_eq!(picture.matches(&what).count(), 1, "{what}");
    for (from, to) in board.lines() {
        once(format!("<g id=\"line-{}-{}\">", board.name(from), board.name(to)));
    }
    for hole in board.holes() {
        once(format!("id=\"{}\"", board.name(hole)));
    }
    assert_eq!(picture.matches("id=\"archer-").count(), middle().position().occupied().len());
    assert_eq!(picture.matches("class=\"prisoner ").count(), 2);
}

#[test]
fn a_picture_says_in_words_what_it_shows() {
    let picture = draw(&middle(), &SvgOptions::default());
    for words in [
        "<title id=\"title\">Jarmo, turn 12: Black to move</title>",
        "White: on A1; marked on E1, C3, B4; 1 prisoner.",
        "Last turn A4xC3.",
        "D5 is in hand and may go to E3, B4.",
        "<title>White archer on C3, marked</title>",
    ] {
        assert!(picture.contains(words), "{words}");
    }
}

#[cfg(feature = "png")]
mod png {
    use super::*;
    use jarmo_render::png;
    use resvg::tiny_skia::Pixmap;

    fn pixels(scene: &Scene, options: &SvgOptions) -> Pixmap {
        let file = png::draw(scene, options).expect("a picture");
        Pixmap::decode_png(&file).expect("a PNG file")
    }

    /// The colour of the middle of a hole of a built-in board, 100 pixels between holes.
    fn colour(pixels: &Pixmap, file: u32, down: u32) -> (u8, u8, u8) {
        let pixel = pixels.pixel(70 + 100 * file, 70 + 100 * down).expect("on the picture");
        (pixel.red(), pixel.green(), pixel.blue())
    }

    #[test]
    fn pictures_have_the_asked_width_and_the_archers_in_place() {
        let options = SvgOptions::new(595);
        let picture = pixels(&start(), &options);
        assert_eq!((picture.width(), picture.height()), (595, 540));
        let (white, black, hole) = ((0xff, 0xfd, 0xf6), (0x2a, 0x2f, 0x3d), (0xd9, 0xcb, 0xb0));
        assert_eq!(colour(&picture, 0, 4), white);
        assert_eq!(colour(&picture, 4, 0), black);
        assert_eq!(colour(&picture, 2, 2), hole);
        let turned = pixels(&start().seen_from(Side::Black), &options);
        assert_eq!((colour(&turned, 0, 4), colour(&turned, 4, 0)), (black, white));
    }

    #[test]
    fn a_picture_of_pixels_is_light_where_nobody_is_asked() {
        let of = |scheme| pixels(&start(), &SvgOptions::new(595).with_scheme(scheme));
        assert_eq!(of(Scheme::Auto).data(), of(Scheme::Light).data());
        assert_ne!(of(Scheme::Dark).data(), of(Scheme::Light).data());
    }

    #[test]
    fn no_picture_is_made_of_nothing_or_of_more_than_memory_holds() {
        for width in [0, 16_385, u32::MAX] {
            assert_eq!(png::draw(&start(), &SvgOptions::new(width)), Err(png::DrawPngError));
        }
    }
}
