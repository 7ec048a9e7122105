//! Draws a position in the terminal, with a hole in hand:
//! `cargo run --example position -- "bb1b1/1W1b1/1wB2/5/w3W w" B3`.

use std::error::Error;

use jarmo_core::{Position, Rules};
use jarmo_render::text::{TextOptions, draw};
use jarmo_render::{Choice, Scene};

fn main() -> Result<(), Box<dyn Error>> {
    let rules = Rules::BRAINKING;
    let mut arguments = std::env::args().skip(1);
    let position = match arguments.next() {
        Some(text) => jarmo_notation::parse_position(&text, &rules)?,
        None => Position::start(&rules),
    };
    let hole = arguments.next().and_then(|name| rules.board().hole(&name));
    let scene = Scene::new(&rules, &position).choosing(hole.map(Choice::Hole));
    print!("{}", draw(&scene, &TextOptions::for_terminal(80, 24).with_colour(true)));
    Ok(())
}
