//! `jarmo index`: an index of games for the opening explorer.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use jarmo_notation::Boards;

use super::stats::left_out;
use crate::args::{self, Index, Opening};
use crate::explorer::Builder;
use crate::files;
use crate::main_line::MainLines;
use crate::output;
use crate::progress::Progress;

/// Writes an index over all games of the files. Bad games are left out, and told on standard
/// error.
pub(crate) fn run(opening: &Opening, options: &Index) -> anyhow::Result<ExitCode> {
    let read = options.files.iter().map(PathBuf::as_path);
    output::keep_apart(&options.output, read.chain(opening.board_file()))?;
    output::check(&options.output)?;
    let board = opening.board()?;
    let boards = args::boards(&board);
    let memory = (options.memory as usize).saturating_mul(1 << 20);
    let mut builder = Builder::new(options.depth, memory, directory_of(&options.output));
    let mut progress = Progress::new();
    let mut sound = true;
    for path in &options.files {
        let bad = add(path, boards, options.depth, &mut builder, &mut progress)?;
        progress.clear();
        if bad > 0 {
            sound = false;
            tell!("{}", left_out(path, bad));
        }
    }
    let games = builder.games();
    output::write_whole(&options.output, |out| {
        Ok(builder.finish(out, &mut |done, total| {
            progress.tell(|| format!("{} % sorted", 100 * done / total.max(1)));
        })?)
    })?;
    progress.clear();
    let noun = if games == 1 { "game" } else { "games" };
    match fs::metadata(&options.output).map(|data| data.len()) {
        Ok(size) if !output::is_standard(&options.output) => {
            tell!("{games} {noun}, {}", size_text(size));
        }
        _ => tell!("{games} {noun}"),
    }
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn size_text(bytes: u64) -> String {
    match bytes >> 20 {
        0 => format!("{} KiB", bytes.div_ceil(1 << 10)),
        mebibytes => format!("{mebibytes} MiB"),
    }
}

/// Takes the games of a file; returns how many bad ones were left out.
pub(crate) fn add(
    path: &Path,
    boards: Boards<'_>,
    depth: u32,
    builder: &mut Builder,
    progress: &mut Progress,
) -> anyhow::Result<u64> {
    let at = || path.display().to_string();
    let mut lines = MainLines::new(files::open(path)?, boards, depth as usize);
    let mut bad = 0;
    while let Some(line) = lines.next_line().with_context(at)? {
        match line {
            Ok(line) => builder.add(line).context("temporary files")?,
            Err(_) => bad += 1,
        }
        progress.tell(|| format!("{}: {} games", path.display(), builder.games()));
    }
    if !lines.is_record() {
        return Err(files::no_record(path, &[]));
    }
    Ok(bad)
}

/// Where the index will be: there is room for it there, and for the temporary files.
fn directory_of(output: &Path) -> PathBuf {
    match output.parent() {
        Some(parent) if parent != Path::new("") => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}
