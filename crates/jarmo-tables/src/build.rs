//! Building tables.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use jarmo_core::{BySide, ReturnTiming, Rules, Side};

use crate::class::Class;
use crate::crew;
use crate::dense::Found;
use crate::error::{Fault, TableError};
use crate::header::{Header, Kind, game_number};
use crate::roster::Rosters;
use crate::table_file::TableFile;
use crate::table_writer::{TableWriter, UNFINISHED};
use crate::tables::{self, Tables};
use crate::trail::Trail;
use crate::value::Counts;
use crate::wins::{Field, Size, Wins};

/// How a build is done.
#[derive(Clone, Copy, Debug)]
pub struct BuildOptions {
    /// How many threads work, 1 to 256; what is written does not depend on it.
    pub threads: usize,
    /// How many bytes of memory the build may take; what does not fit goes to disk meanwhile.
    pub memory: u64,
    /// Whether distances are written too, not just values.
    pub distances: bool,
}

impl Default for BuildOptions {
    fn default() -> BuildOptions {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        BuildOptions { threads, memory: 8 << 30, distances: true }
    }
}

/// The most threads of a build.
const MOST_THREADS: usize = 256;

/// What a build is doing.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Stage {
    /// A level's files are there already.
    Found,
    /// The positions that a side wins are being found, in all levels at once.
    Solving {
        /// Which side.
        winner: Side,
        /// How many times the positions of one side to move have been looked at.
        sweep: usize,
        /// How many groups of positions changed the last time.
        changed: u64,
        /// How much of this side's work is done, from 0 to 1, if the game is like others.
        done: f64,
    },
    /// A level's files are being written.
    Writing {
        /// How much of this is done, from 0 to 1.
        done: f64,
    },
    /// A level's files were written.
    Written,
    /// Positions of a class, a sample, were found to have values and distances that follow from
    /// those of their turns.
    Verified {
        /// The class.
        class: Class,
        /// Its counts, with either side to move.
        counts: Counts,
    },
}

/// Builds the tables of all levels up to one in a directory, as far as they are not there yet.
///
/// All levels are solved together: building a level once more builds those below it in memory
/// once more too. `watch` is told the level and what is being done. A build that was stopped at
/// any moment goes on behind its last finished sweep, and what it writes in the end is the same.
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
    let options = &BuildOptions { threads: options.threads.clamp(1, MOST_THREADS), ..*options };
    let at = |error| TableError::new(directory, error);
    if !(2..=tables::highest_level(rules)).contains(&level) {
        return Err(at(Fault::NoLevel(level)));
    }
    fs::create_dir_all(directory).map_err(|error| at(error.into()))?;
    let _lock = lock(directory).map_err(at)?;
    sweep_away(directory);
    let mut missing = Vec::new();
    for level in 2..=level {
        let kinds = missing_kinds(directory, rules, level, options)?;
        if kinds.is_empty() {
            watch(level, Stage::Found);
        } else {
            missing.push((level, kinds));
        }
    }
    let mut builder =
        Builder { directory, rules, level, fields: Vec::new(), options, watch: &mut watch };
    let trails = Side::ALL.map(|winner| builder.trail_path(winner));
    if !missing.is_empty() {
        builder.solve_and_write(&missing)?;
    } else if !trails.iter().any(|trail| trail.exists()) {
        return Ok(());
    }
    builder.verify(missing.first().map_or(2, |(lowest, _)| *lowest))?;
    for trail in trails.iter().filter(|trail| trail.exists()) {
        fs::remove_file(trail).map_err(|error| TableError::new(trail, error))?;
    }
    Ok(())
}

/// What a level has no file of yet; what it has is opened, which finds out what is wrong with it.
fn missing_kinds(
    directory: &Path,
    rules: &Rules,
    level: usize,
    options: &BuildOptions,
) -> Result<Vec<Kind>, TableError> {
    let mut missing = Vec::new();
    for kind in Kind::ALL {
        let path = tables::path(directory, level, kind);
        if path.exists() {
            TableFile::open_kind(&path, rules, level, kind)?;
        } else if kind == Kind::Values || options.distances {
            missing.push(kind);
        }
    }
    Ok(missing)
}

/// How many bytes of bits have room in memory.
fn room(
    directory: &Path,
    rules: &Rules,
    level: usize,
    options: &BuildOptions,
) -> Result<u64, TableError> {
    let Size { bits, largest, panel } = Wins::size(rules.board(), level);
    let always = Rosters::size(rules.board(), level) + (192 << 20);
    // A byte of news for each row. The class that is being swept is there twice more: as what is
    // seen, and as what goes to the trail. And there must be what its turns lead to.
    let largest_twice = largest.saturating_mul(2);
    let fixed = largest_twice.saturating_add(always + bits / 32);
    let solving = fixed.saturating_add(bits.min(largest.saturating_mul(6)));
    let panels = panel.saturating_mul(options.threads as u64);
    let writing = largest_twice.saturating_add(always).saturating_add(panels);
    let (needed, allowed) = (solving.max(writing), options.memory);
    if needed <= allowed {
        return Ok(allowed - fixed);
    }
    Err(TableError::new(directory, Fault::Memory { level, needed, allowed }))
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
    rules: &'a Rules,
    /// The highest level.
    level: usize,
    fields: Vec<Field>,
    options: &'a BuildOptions,
    watch: &'a mut dyn FnMut(usize, Stage),
}

/// About how many times a row is looked at before a side's wins are all found. At levels 6 and 7
/// of `brainking` it was 5 and 6.5, and up to a quarter more where returns are added to moves.
fn looks(rules: &Rules, level: usize) -> f64 {
    let added = rules.options().returns == ReturnTiming::Added;
    (1.5 * level as f64 - 4.0).max(2.0) * if added { 1.2 } else { 1.0 }
}

/// The longest that the disk may not have what was found.
const SYNC: Duration = Duration::from_secs(60);

/// How many positions of a class are verified at the end of a build.
const SAMPLE: u64 = 64;

impl Builder<'_> {
    fn trail_path(&self, winner: Side) -> PathBuf {
        self.directory.join(format!("level-{}-{winner}.trail", self.level).to_lowercase())
    }

    fn solve_and_write(&mut self, missing: &[(usize, Vec<Kind>)]) -> Result<(), TableError> {
        let room = room(self.directory, self.rules, self.level, self.options)?;
        self.fields = Field::all(&mut Rosters::new(*self.rules), self.level);
        let trails = BySide::new(self.solve(Side::White, room)?, self.solve(Side::Black, room)?);
        missing.iter().try_for_each(|(level, kinds)| self.write(*level, kinds, &trails))
    }

    /// Finds what a side wins, from where the trail ends.
    fn solve(&mut self, winner: Side, room: u64) -> Result<Trail, TableError> {
        let threads = self.options.threads;
        let mut trail = Trail::open(&self.trail_path(winner), self.rules, self.level, winner)?;
        if trail.is_complete() {
            return Ok(trail);
        }
        let mut wins = Wins::new(self.fields.clone(), winner, self.directory, room);
        wins.set_ends()?;
        wins.take_last()?;
        wins.follow(&trail, threads)?;
        let all = wins.rows() as f64 * looks(self.rules, self.level);
        let mut looked = 0;
        let mut synced = Instant::now();
        while !trail.is_complete() {
            let sweep = trail.sweeps().len();
            let mover = trail.mover(sweep);
            let swept = wins.sweep(mover, threads, |at, found| trail.add(at, &found))?;
            trail.finish_sweep(swept.changed)?;
            if synced.elapsed() >= SYNC {
                trail.sync()?;
                synced = Instant::now();
            }
            looked += swept.looked;
            let done = (looked as f64 / all).min(0.99);
            let (changed, sweep) = (swept.changed, sweep + 1);
            (self.watch)(self.level, Stage::Solving { winner, sweep, changed, done });
        }
        trail.sync()?;
        Ok(trail)
    }

    /// Writes the files of a level.
    fn write(
        &mut self,
        level: usize,
        kinds: &[Kind],
        trails: &BySide<Trail>,
    ) -> Result<(), TableError> {
        let threads = self.options.threads;
        let mut writers = Vec::new();
        for &kind in kinds {
            let path = tables::path(self.directory, level, kind);
            let writer = TableWriter::new(&path, self.rules, level, kind, threads)?;
            writers.push((kind, writer, Vec::new()));
        }
        let fields: Vec<(usize, &Field)> = self
            .fields
            .iter()
            .enumerate()
            .filter(|(_, field)| field.class.level() == level)
            .collect();
        let all = fields
            .iter()
            .map(|(_, field)| field.rosters.white.panels.len() + field.rosters.black.panels.len())
            .sum::<usize>();
        let mut done = 0;
        for (at, field) in fields {
            let mut counts = [Counts::default(); 2];
            let mut greatest = [Counts::default(); 2];
            for to_move in Side::ALL {
                let found = Found::read(trails, field, at, to_move)?;
                let panels: Vec<usize> = (0..field.rosters[to_move].panels.len()).collect();
                for panels in panels.chunks(threads) {
                    let parts =
                        crew::map(threads, panels.iter(), |&panel| found.part(panel, trails));
                    for part in parts {
                        let part = part?;
                        counts[to_move.index()] += part.counts;
                        greatest[to_move.index()].raise(&part.greatest);
                        for (kind, writer, _) in &mut writers {
                            match kind {
                                Kind::Values => writer.write(&part.codes)?,
                                Kind::Distances if to_move == Side::White => {
                                    writer.write(&part.distances)?;
                                }
                                Kind::Distances => {}
                            }
                        }
                    }
                    done += panels.len();
                    let done = done as f64 / all as f64;
                    (self.watch)(level, Stage::Writing { done });
                }
            }
            for (kind, _, figures) in &mut writers {
                figures.push(if *kind == Kind::Values { counts } else { greatest });
            }
        }
        let game = game_number(self.rules);
        for (kind, writer, figures) in writers {
            writer.finish(&Header { game, level, kind, figures })?;
        }
        (self.watch)(level, Stage::Written);
        Ok(())
    }

    /// Checks a sample of every class from a level up, by the rules themselves.
    fn verify(&mut self, lowest: usize) -> Result<(), TableError> {
        let tables = Tables::open(self.directory, self.rules)?;
        for level in lowest..=self.level {
            let Some(table) = tables.level(level) else { continue };
            let mut start = 0;
            for (class, counts) in table.index().classes().zip(table.counts_by_class()) {
                let len = class.positions(self.rules.board());
                let sample = len.min(SAMPLE);
                for i in 0..sample {
                    // So many equal parts, and the middle of each.
                    let within = u128::from(2 * i + 1) * u128::from(len) / u128::from(2 * sample);
                    tables.verify_position(level, start + within as u64)?;
                }
                start += len;
                let mut sum = counts[0];
                sum += counts[1];
                (self.watch)(level, Stage::Verified { class, counts: sum });
            }
        }
        Ok(())
    }
}
