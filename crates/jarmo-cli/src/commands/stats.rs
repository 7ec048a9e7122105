//! `jarmo stats`: statistics over games.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use jarmo_notation::Boards;

use crate::args::{self, Opening, Stats};
use crate::files;
use crate::main_line::MainLines;
use crate::progress::Progress;
use crate::shown::{self, Shown};
use crate::statistics::{self, Statistics};

/// Prints the statistics over all games of the files. Bad games are left out, and told on
/// standard error.
pub(crate) fn run(opening: &Opening, options: &Stats) -> anyhow::Result<ExitCode> {
    let board = opening.board()?;
    let boards = args::boards(&board);
    let mut statistics = Statistics::new(&options.by);
    let mut sound = true;
    for path in &options.files {
        match count(path, boards, &mut statistics) {
            Ok(0) => {}
            Ok(bad) => {
                sound = false;
                statistics.bad_games += bad;
                tell!("{}", left_out(path, bad));
            }
            Err(error) => {
                sound = false;
                tell!("error: {error:#}");
            }
        }
    }
    if options.json {
        let mut out = io::BufWriter::new(shown::data_out());
        serde_json::to_writer_pretty(&mut out, &statistics).map_err(io::Error::from)?;
        writeln!(out)?;
        out.flush()?;
    } else {
        let mut out = io::BufWriter::new(Shown::new(io::stdout().lock()));
        statistics::print(&statistics, &mut out)?;
        out.flush()?;
    }
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Takes the games of a file; returns how many bad ones were left out.
fn count(path: &Path, boards: Boards<'_>, statistics: &mut Statistics) -> anyhow::Result<u64> {
    let mut lines = MainLines::new(files::open(path)?, boards, 1);
    let mut progress = Progress::new();
    let mut bad = 0;
    while let Some(line) = lines.next_line().with_context(|| path.display().to_string())? {
        match line {
            Ok(line) => statistics.add(line),
            Err(_) => bad += 1,
        }
        progress.tell(|| format!("{}: {} games so far", path.display(), statistics.games()));
    }
    progress.clear();
    if !lines.is_record() {
        return Err(files::no_record(path, &[]));
    }
    Ok(bad)
}

/// What is said of games of a file that were left out.
pub(crate) fn left_out(path: &Path, bad: u64) -> String {
    let path = path.display();
    let games = match bad {
        1 => "1 game has errors and is".to_owned(),
        _ => format!("{bad} games have errors and are"),
    };
    format!("{path}: {games} left out: jarmo check {path} says what is wrong")
}
