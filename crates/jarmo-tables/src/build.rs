//! Building tables.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use jarmo_core::{ReturnTiming, Rules, Side};

use crate::checkpoint;
use crate::crew;
use crate::error::{Fault, TableError};
use crate::header::{Header, game_number};
use crate::lanes::{Lanes, WIDTH};
use crate::roster::Rosters;
use crate::table_file::TableFile;
use crate::table_writer::{TableWriter, UNFINISHED};
use crate::tables;
use crate::value::{Counts, code};
use crate::wins::{Field, Wins};

/// How a build is done.
#[derive(Clone, Copy, Debug)]
pub struct BuildOptions {
    /// How many threads work; what is written does not depend on it.
    pub threads: usize,
    /// How many bytes of memory the build may take.
    pub memory: u64,
    /// How long a build goes on before it puts what it knows on disk.
    pub checkpoint: Duration,
}

impl Default for BuildOptions {
    fn default() -> BuildOptions {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        BuildOptions { threads, memory: 8 << 30, checkpoint: Duration::from_secs(120) }
    }
}

/// What a build is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stage {
    /// A level's table is there already.
    Found,
    /// The positions that a side wins are being found.
    Solving {
        /// Which side.
        winner: Side,
        /// How many times the positions of one side to move have been looked at.
        sweep: u32,
        /// How many groups of positions changed the last time; the build is done with the level
        /// and winner when none does.
        changed: u64,
    },
    /// A level's table is being written.
    Writing,
    /// A level's table was written.
    Done,
}

/// Builds the tables of all levels up to one in a directory, as far as they are not there yet.
///
/// `watch` is told the level and what is being done. A build that was stopped at any moment goes
/// on where its last checkpoint was, and what it writes in the end is the same.
///
/// # Errors
///
/// A file cannot be written; a table that is there is damaged or of other rules; `options` do not
/// allow enough memory; or another build is at work in the directory.
pub fn build(
    directory: &Path,
    rules: &Rules,
    level: usize,
    options: &BuildOptions,
    mut watch: impl FnMut(usize, Stage),
) -> Result<(), TableError> {
    let at = |error| TableError::new(directory, error);
    if !(2..=tables::highest_level(rules)).contains(&level) {
        return Err(at(Fault::NoLevel(level)));
    }
    fs::create_dir_all(directory).map_err(|error| at(error.into()))?;
    let _lock = lock(directory).map_err(at)?;
    sweep_away(directory);
    let rosters = Rosters::new(*rules);
    let mut builder =
        Builder { directory, rosters, options, last_saved: Instant::now(), watch: &mut watch };
    for level in 2..=level {
        let path = tables::path(directory, level);
        if path.exists() {
            TableFile::open(&path, rules, level)?;
            (builder.watch)(level, Stage::Found);
        } else {
            builder.build_level(level, &path)?;
            (builder.watch)(level, Stage::Done);
        }
    }
    Ok(())
}

/// Keeps other builds out of a directory until it is dropped.
fn lock(directory: &Path) -> Result<File, Fault> {
    let file = File::create(directory.join("build.lock"))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Fault::Busy),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}

/// Removes files that a killed build has left half written.
fn sweep_away(directory: &Path) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries.filter_map(Result::ok) {
        if entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

struct Builder<'a> {
    directory: &'a Path,
    rosters: Rosters,
    options: &'a BuildOptions,
    last_saved: Instant,
    watch: &'a mut dyn FnMut(usize, Stage),
}

impl Builder<'_> {
    /// White's wins first, in a file of their own; with Black's they make the table.
    fn build_level(&mut self, level: usize, path: &Path) -> Result<(), TableError> {
        self.check_memory(level)?;
        let rules = *self.rosters.rules();
        let half = path.with_extension("half");
        // A half that cannot be read is made anew: nobody has relied on it yet.
        let mut white = TableFile::open_any(&half, &rules, level).ok();
        if white.is_none() {
            let wins = self.solve(level, Side::White)?;
            (self.watch)(level, Stage::Writing);
            self.write(&half, &wins, None)?;
            white = Some(TableFile::open_any(&half, &rules, level)?);
        }
        let wins = self.solve(level, Side::Black)?;
        (self.watch)(level, Stage::Writing);
        self.write(path, &wins, white.as_ref())?;
        drop(white);
        for leftover in [half, self.checkpoint_path(level)] {
            let _ = fs::remove_file(leftover);
        }
        Ok(())
    }

    fn checkpoint_path(&self, level: usize) -> PathBuf {
        tables::path(self.directory, level).with_extension("checkpoint")
    }

    fn check_memory(&self, level: usize) -> Result<(), TableError> {
        let size = |level| Wins::size(&self.rosters, level);
        let lower = if self.keeps_lower() {
            size(level - 1) + size(level.saturating_sub(2))
        } else {
            size(level - 1)
        };
        // A fifth more is for the class that is being swept or written.
        let needed = (size(level) + lower) / 5 * 6 + self.rosters.size(level) + (64 << 20);
        let allowed = self.options.memory;
        if needed <= allowed {
            return Ok(());
        }
        Err(TableError::new(self.directory, Fault::Memory { level, needed, allowed }))
    }

    /// Whether the levels below are looked at in every sweep, not just before the first: added
    /// returns may follow captures in the same turn.
    fn keeps_lower(&self) -> bool {
        self.rosters.rules().options().returns == ReturnTiming::Added
    }

    fn load(&mut self, level: usize, winner: Side) -> Result<Wins, TableError> {
        let rules = *self.rosters.rules();
        let table = TableFile::open(&tables::path(self.directory, level), &rules, level)?;
        let mut wins = Wins::new(&mut self.rosters, winner, level);
        wins.load(&table, self.options.threads)?;
        Ok(wins)
    }

    /// Finds what a side wins, from a checkpoint on if there is one.
    fn solve(&mut self, level: usize, winner: Side) -> Result<Wins, TableError> {
        let threads = self.options.threads;
        let mut wins = Wins::new(&mut self.rosters, winner, level);
        let saved = self.checkpoint_path(level);
        let rules = *self.rosters.rules();
        let resumed = checkpoint::load(&saved, &rules, &mut wins);
        if !resumed {
            wins = Wins::new(&mut self.rosters, winner, level);
            wins.set_ends();
        }
        let mut kept = Vec::new();
        for lower in (2..level).rev().take(2) {
            if resumed && !self.keeps_lower() {
                continue;
            }
            let loaded = self.load(lower, winner)?;
            if !resumed {
                wins.take_falls(&loaded, threads);
            }
            if self.keeps_lower() {
                kept.push(loaded);
            }
        }
        if !resumed {
            wins.take_last();
        }
        self.last_saved = Instant::now();
        self.settle(&mut wins, &kept, &saved)?;
        Ok(wins)
    }

    /// Sweeps until nothing changes.
    fn settle(&mut self, wins: &mut Wins, lower: &[Wins], saved: &Path) -> Result<(), TableError> {
        let (level, winner) = (wins.level, wins.winner);
        let mut quiet = 0;
        for sweep in 1.. {
            let mover = if sweep % 2 == 1 { winner } else { winner.other() };
            let changed = wins.sweep(mover, lower, self.options.threads);
            (self.watch)(level, Stage::Solving { winner, sweep, changed });
            quiet = if changed == 0 { quiet + 1 } else { 0 };
            // What neither side's positions change any more stays as it is.
            if quiet == 2 {
                break;
            }
            if self.last_saved.elapsed() >= self.options.checkpoint {
                checkpoint::save(saved, self.rosters.rules(), wins)?;
                self.last_saved = Instant::now();
            }
        }
        Ok(())
    }

    /// Writes what one side wins and, where it is given, what the other does.
    fn write(&self, path: &Path, wins: &Wins, white: Option<&TableFile>) -> Result<(), TableError> {
        let rules = self.rosters.rules();
        let threads = self.options.threads;
        let mut writer = TableWriter::new(path, rules, wins.level, threads)?;
        let mut counts = Vec::new();
        let mut start = 0;
        for (at, field) in wins.fields.iter().enumerate() {
            let mut of_class = [Counts::default(); 2];
            for to_move in Side::ALL {
                let panels: Vec<usize> = (0..field.rosters[to_move].panels.len()).collect();
                for panels in panels.chunks(2 * threads) {
                    let parts = crew::map(threads, panels.iter(), |&panel| {
                        let rows = wins.grids[to_move][at].panel(panel);
                        let part = Part { field, to_move, panel, winner: wins.winner };
                        part.codes(start, rows, white)
                    });
                    for part in parts {
                        let (codes, counts) = part?;
                        of_class[to_move.index()].add(&counts);
                        writer.write(&codes)?;
                    }
                }
                start +=
                    field.positions_of_camp(to_move) * field.rosters[to_move].camps.len() as u64;
            }
            counts.push(of_class);
        }
        let (game, level) = (game_number(rules), wins.level);
        writer.finish(&Header { game, level, unfinished: white.is_none(), counts })
    }
}

/// One panel's positions with one side to move.
struct Part<'a> {
    field: &'a Field,
    to_move: Side,
    panel: usize,
    winner: Side,
}

impl Part<'_> {
    /// The panel's codes and their counts. `start` is the number of the class's first position
    /// with that side to move.
    fn codes(
        &self,
        start: u64,
        rows: &[Lanes],
        white: Option<&TableFile>,
    ) -> Result<(Vec<u8>, Counts), TableError> {
        let each = self.field.positions_of_camp(self.to_move);
        let first = self.panel * WIDTH;
        let lanes = WIDTH.min(self.field.rosters[self.to_move].camps.len() - first);
        let mut codes = vec![code::NOBODY; lanes * each as usize];
        if let Some(white) = white {
            white.read(start + first as u64 * each, &mut codes)?;
        }
        self.field.unroll(self.to_move, self.panel, rows, code::of(self.winner), &mut codes);
        let mut by_code = [0_u64; 3];
        for code in &codes {
            by_code[usize::from(*code)] += 1;
        }
        let drawn = self.field.drawn_ends(self.to_move, self.panel);
        let counts = Counts {
            win: by_code[usize::from(code::of(self.to_move))],
            loss: by_code[usize::from(code::of(self.to_move.other()))],
            drawn,
            endless: by_code[usize::from(code::NOBODY)] - drawn,
        };
        Ok((codes, counts))
    }
}
