//! Counts the sequences of turns of each length from the start:
//! `cargo run --release -p jarmo-core --example count_turns -- 6 traditional`.

use std::error::Error;

use jarmo_core::{Position, RuleSet, Rules, perft};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth: u32 = arguments.next().map_or(Ok(5), |depth| depth.parse())?;
    let set: RuleSet = arguments.next().map_or(Ok(RuleSet::default()), |name| name.parse())?;
    let rules = Rules::of(set);
    let start = Position::start(&rules);
    for length in 1..=depth {
        println!("{length} {}", perft(&start, &rules, length));
    }
    Ok(())
}
