//! Builds small tables and looks a position up: `cargo run --release --example probe`.

use std::error::Error;

use jarmo_core::{BySide, HoleSet, Position, Rules, Setup, Side};
use jarmo_tables::{BuildOptions, Tables, build};

fn main() -> Result<(), Box<dyn Error>> {
    let rules = Rules::BRAINKING;
    let folder = tempfile::tempdir()?;
    build(folder.path(), &rules, 4, &BuildOptions::default(), |_, _| {})?;
    let tables = Tables::open(folder.path(), &rules)?;

    let holes = |names: &[&str]| -> HoleSet {
        names.iter().filter_map(|name| rules.board().hole(name)).collect()
    };
    let setup = Setup {
        archers: BySide::new(holes(&["C3", "B4"]), holes(&["C5", "D2"])),
        marked: HoleSet::EMPTY,
        to_move: Side::White,
        streaks: BySide::default(),
        turn_number: 1,
    };
    let position = Position::new(&rules, &setup)?;
    if let Some(value) = tables.value(&position)? {
        println!("White to move: {value}");
    }
    for (turn, value) in tables.turns(&position)? {
        println!("{turn:?}: {value:?}");
    }
    Ok(())
}
