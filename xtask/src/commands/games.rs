//! `cargo xtask games`.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;

/// Write a file of random but plausible games under the three rule sets.
#[derive(Debug, Args)]
pub(crate) struct Games {
    /// How many games.
    #[arg(long, value_name = "N")]
    count: u64,
    /// The seed: the same one gives the same file.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Where to write, instead of standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Add comments, glyphs and variations.
    #[arg(long)]
    annotated: bool,
}

impl Games {
    /// Makes the games one by one, so that files larger than memory can be written.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        match &self.out {
            None => self.write(&mut io::stdout().lock()).context("standard output"),
            Some(path) => {
                let at = || path.display().to_string();
                let file = File::create(path).with_context(at)?;
                self.write(&mut BufWriter::with_capacity(1 << 20, file)).with_context(at)
            }
        }
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut games = jarmo_bench::Games::new(self.seed).annotated(self.annotated);
        for made in 0..self.count {
            if made > 0 {
                writeln!(out)?;
            }
            let game = games.next().expect("the games never end");
            out.write_all(game.to_string().as_bytes())?;
        }
        out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jarmo_notation::Records;

    fn text(seed: u64, annotated: bool) -> String {
        let mut out = Vec::new();
        Games { count: 60, seed, out: None, annotated }.write(&mut out).expect("memory");
        String::from_utf8(out).expect("records are text")
    }

    #[test]
    fn a_seed_gives_the_same_games_again() {
        assert_eq!(text(3, true), text(3, true));
        assert_ne!(text(3, true), text(4, true));
    }

    #[test]
    fn games_are_sound_and_canonical() {
        for annotated in [false, true] {
            let text = text(5, annotated);
            let mut records = Records::new(text.as_bytes(), &[]);
            let mut again = Vec::new();
            while let Some((record, faults)) = records.next_record().expect("memory") {
                assert_eq!(faults, []);
                again.push(record.to_string());
            }
            assert_eq!(again.join("\n"), text);
            assert_eq!(again.len(), 60);
        }
    }
}
