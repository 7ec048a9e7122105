//! Lets the engine play a game against itself and prints the record.

use std::error::Error;
use std::sync::atomic::AtomicBool;

use jarmo_ai::{Engine, Limits, Resources};
use jarmo_core::Rules;
use jarmo_notation::{NodeId, Outcome, Record};

fn main() -> Result<(), Box<dyn Error>> {
    let spec: jarmo_ai::EngineSpec = "depth:2".parse()?;
    let mut engine: Box<dyn Engine> = spec.engine(&Resources::default()).ok_or("no engine")?;
    let mut record = Record::new(Rules::BRAINKING);
    let mut node = NodeId::ROOT;
    for _ in 0..200 {
        let game = record.game(node);
        if game.ending().is_some() {
            record.outcome = Outcome::of_score(game.score());
            break;
        }
        let choice = engine.choose(&game, &Limits::NONE, &AtomicBool::new(false), &mut |_| ())?;
        node = record.play(node, choice.turn)?;
    }
    record.complete();
    print!("{record}");
    Ok(())
}
