//! Walks through the games of a file and prints each turn with the position after it:
//! `cargo run -p jarmo-notation --example positions -- tests/records/games/jasir-pass.jgn`.

use std::error::Error;
use std::fs::File;

use jarmo_notation::{NodeId, PositionText, Records};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("name a file of games")?;
    let mut records = Records::new(File::open(path)?, &[]);
    while let Some((record, faults)) = records.next_record()? {
        for fault in faults {
            eprintln!("{fault}");
        }
        let tag = |name| record.tags.get(name).unwrap_or("?");
        println!("{} - {}: {}", tag("White"), tag("Black"), record.outcome);
        for id in std::iter::once(NodeId::ROOT).chain(record.main_line()) {
            let position = PositionText::new(record.node(id).position(), record.rules().board());
            println!("{:<14} {position}", record.numbered(id));
        }
    }
    Ok(())
}
