//! Checks every `.jgn` file of a folder, in memory that does not grow with the files:
//! `cargo run -p jarmo-notation --example check_folder -- tests/records/bad`.

use std::error::Error;
use std::fs::{self, File};
use std::path::PathBuf;

use jarmo_notation::{Checker, Reader};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| ".".into());
    let entries: Result<Vec<_>, _> = fs::read_dir(folder)?.collect();
    let mut paths: Vec<PathBuf> = entries?.iter().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "jgn"));
    paths.sort();
    let (mut games, mut faults) = (0, 0);
    for path in paths {
        let mut checker = Checker::new(&[], |fault| {
            faults += 1;
            println!("{}:{fault}", path.display());
        });
        let mut reader = Reader::new(File::open(&path)?);
        while reader.read_game(&mut checker)? {}
        games += checker.games();
    }
    println!("{games} games, {faults} faults");
    Ok(())
}
