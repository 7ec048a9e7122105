//! Writes a page that plays through a short game:
//! `cargo run --example replay -- game.html C1-E2 E5-C4 B1-A3`.

use std::error::Error;

use jarmo_core::{Position, Rules};
use jarmo_render::html::{HtmlOptions, Replay, draw};

fn main() -> Result<(), Box<dyn Error>> {
    let rules = Rules::BRAINKING;
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("name a file to write, then the turns")?;
    let mut replay = Replay::new(&rules, &Position::start(&rules))?;
    let mut at = replay.start();
    for text in arguments {
        let turn = jarmo_notation::parse_turn(&text, &rules, replay.position(at))?;
        at = replay.play(at, turn)?;
    }
    std::fs::write(file, draw("A short game", &[replay], &HtmlOptions::default()))?;
    Ok(())
}
