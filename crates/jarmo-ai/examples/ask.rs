//! Asks an engine for its turn: `cargo run --release -p jarmo-ai --example ask -- time:2
//! "1w2w/5/1W3/2b2/1ww2 b"`. Engines are `level:1` to `level:10`, `depth:N`, `time:SECONDS`.

use std::error::Error;
use std::sync::atomic::AtomicBool;

use jarmo_ai::{EngineSpec, Limits, Resources};
use jarmo_core::{Game, Position, Rules, Turn};
use jarmo_notation::{TurnText, parse_position};

fn main() -> Result<(), Box<dyn Error>> {
    let rules = Rules::BRAINKING;
    let mut arguments = std::env::args().skip(1);
    let spec: EngineSpec = arguments.next().as_deref().unwrap_or("depth:8").parse()?;
    let position = match arguments.next() {
        Some(text) => parse_position(&text, &rules)?,
        None => Position::start(&rules),
    };
    let text = |turn: Turn| TurnText::new(turn, rules.board()).to_string();
    let mut engine = spec.engine(&Resources::default()).ok_or("that is another program")?;
    let game = Game::from_position(rules, position)?;
    let choice = engine.choose(&game, &Limits::NONE, &AtomicBool::new(false), &mut |info| {
        println!("depth {}: {} {}", info.depth, text(info.line[0]), info.value);
    })?;
    println!("{} plays {}", engine.name(), text(choice.turn));
    Ok(())
}
