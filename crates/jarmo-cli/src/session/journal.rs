//! The games of a session on disk while they are played, so that they survive its death.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use jarmo_notation::{Boards, Record};

use crate::{files, output, places};

/// How many sessions that nobody went on with are kept.
const KEPT: usize = 20;

/// What the names of games end in that are kept, but not offered at the next start.
const DECLINED: &str = "declined.jgn";

/// How old a file that was not finished must be before nobody is writing it any more.
const ABANDONED: Duration = Duration::from_secs(3600);

/// The file of one session, which no other session touches while this one lives.
pub(super) struct Journal {
    path: PathBuf,
    lock_path: PathBuf,
    /// Locked for as long as this session lives; the system unlocks it when it dies.
    _lock: File,
}

/// Where the history of commands is kept.
pub(super) fn history_file() -> Option<PathBuf> {
    Some(places::state()?.join("history"))
}

impl Journal {
    /// A journal for this session; `None` where there is no place for one.
    pub(super) fn open() -> Option<Journal> {
        let directory = places::state()?;
        fs::create_dir_all(&directory).ok()?;
        sweep(&directory);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let name = format!("session-{now}-{}", std::process::id());
        let lock_path = directory.join(&name).with_extension("lock");
        let lock = File::create_new(&lock_path).ok()?;
        lock.try_lock().ok()?;
        Some(Journal { path: directory.join(name).with_extension("jgn"), lock_path, _lock: lock })
    }

    /// Puts the games on disk, in place of those that were there.
    pub(super) fn write(&self, games: &[Record]) -> anyhow::Result<()> {
        output::write_whole(&self.path, |out| write_games(games, out))
    }

    /// Takes the games off the disk: they have been saved elsewhere.
    pub(super) fn empty(&self) {
        let _ = fs::remove_file(&self.path);
    }

    /// Ends the journal; its games stay where they are if they are to be kept.
    pub(super) fn close(self, keep: bool) {
        if !keep {
            let _ = fs::remove_file(&self.path);
        }
        let _ = fs::remove_file(&self.lock_path);
    }

    /// Ends the journal for the next one: its games stay on disk, and are not offered at the next
    /// start.
    pub(super) fn set_aside(self) {
        let _ = fs::rename(&self.path, self.path.with_extension(DECLINED));
        let _ = fs::remove_file(&self.lock_path);
    }
}

/// Removes what sessions that were killed in the middle of writing have left.
fn sweep(directory: &Path) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries.filter_map(Result::ok) {
        let unfinished = entry.file_name().to_string_lossy().starts_with(output::UNFINISHED);
        let age =
            entry.metadata().and_then(|data| data.modified()).ok().and_then(|at| at.elapsed().ok());
        if unfinished && age.is_some_and(|age| age > ABANDONED) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Writes games one after another.
pub(super) fn write_games(games: &[Record], out: &mut dyn Write) -> anyhow::Result<()> {
    for (i, record) in games.iter().enumerate() {
        let mut record = record.clone();
        record.complete();
        if i > 0 {
            writeln!(out)?;
        }
        write!(out, "{record}")?;
    }
    Ok(())
}

/// Games that a session left behind.
pub(super) struct LeftOver {
    path: PathBuf,
    pub(super) games: Vec<Record>,
}

impl LeftOver {
    /// Removes them from disk: this session has them in its own journal now.
    pub(super) fn remove(self) {
        let _ = fs::remove_file(&self.path);
    }

    /// Keeps them, but does not offer them again.
    pub(super) fn decline(self) {
        let _ = fs::rename(&self.path, self.path.with_extension(DECLINED));
    }
}

/// The games of the latest session that has died or left; `declined` ones too, if asked for.
pub(super) fn left_over(boards: Boards<'_>, declined: bool) -> Option<LeftOver> {
    let directory = places::state()?;
    let mut paths: Vec<(SystemTime, PathBuf)> = fs::read_dir(directory)
        .ok()?
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| path.extension() == Some(OsStr::new("jgn")) && is_left(path))
        .filter_map(|path| Some((fs::metadata(&path).and_then(|data| data.modified()).ok()?, path)))
        .collect();
    paths.sort();
    for (_, old) in paths.iter().rev().skip(KEPT) {
        let _ = fs::remove_file(old);
    }
    let offered = |path: &Path| declined || !path.to_string_lossy().ends_with(DECLINED);
    paths.into_iter().rev().filter(|(_, path)| offered(path)).find_map(|(_, path)| {
        let games = files::read_records(&path, boards).ok()?.records;
        Some(LeftOver { path, games })
    })
}

/// Whether no living session has this journal.
fn is_left(path: &Path) -> bool {
    let lock_path = path.with_extension("lock");
    match File::open(&lock_path) {
        Err(_) => true,
        Ok(lock) => {
            let left = lock.try_lock().is_ok();
            if left {
                let _ = fs::remove_file(lock_path);
            }
            left
        }
    }
}
