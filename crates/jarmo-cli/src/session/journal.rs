//! The games of a session on disk while they are played, so that they survive its death.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use jarmo_notation::{Boards, NodeId, Record};
use serde::{Deserialize, Serialize};

use super::save::Home;
use crate::{files, output, places};

/// How many sessions that nobody went on with are kept.
const KEPT: usize = 20;

/// What the names of games end in that are kept, but not offered at the next start.
const DECLINED: &str = "declined.jgn";

/// How old a file that was not finished must be before nobody is writing it any more.
const ABANDONED: Duration = Duration::from_secs(3600);

/// What an escape line before the first game begins with that says where a session was.
const PLACE: &str = "jarmo-session ";

/// Where a session is in the games at hand.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Place {
    /// The game at hand, counted from 0; the last one where it is not known.
    pub(super) game: Option<usize>,
    /// How many nodes of the game are written before the turn at hand; `None` is the end of the
    /// main line.
    pub(super) turn: Option<usize>,
    /// Whether the next turn replaces one that was taken back.
    pub(super) taken_back: bool,
    /// The file that the games came from or were saved to.
    pub(super) file: Option<Home>,
}

impl Place {
    /// The place of a turn in a record.
    pub(super) fn turn_of(record: &Record, node: NodeId) -> Option<usize> {
        places(record).position(|id| id == node)
    }

    /// The turn of a record that is at this place.
    pub(super) fn node(&self, record: &Record) -> NodeId {
        let node = self.turn.and_then(|turn| places(record).nth(turn));
        node.unwrap_or_else(|| record.line_end(NodeId::ROOT))
    }

    /// Takes the place that a journal was written with out of its first game.
    fn take_from(games: &mut [Record]) -> Place {
        let Some(escapes) = games.first_mut().map(|record| &mut record.escapes) else {
            return Place::default();
        };
        let place = escapes.first().and_then(|line| line.strip_prefix(PLACE));
        let Some(place) = place.map(|text| serde_json::from_str(text).unwrap_or_default()) else {
            return Place::default();
        };
        escapes.remove(0);
        place
    }

    /// The line that stands before the games in a journal.
    fn line(&self) -> anyhow::Result<String> {
        let text = serde_json::to_string(self).or_else(|_| {
            // The name of its file may be no text.
            serde_json::to_string(&Place { file: None, ..self.clone() })
        })?;
        Ok(format!("%{PLACE}{text}"))
    }
}

/// The start and every turn of a record, as they are written.
fn places(record: &Record) -> impl Iterator<Item = NodeId> {
    std::iter::once(NodeId::ROOT).chain(record.in_written_order())
}

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
    pub(super) fn write(&self, games: &[Record], place: &Place) -> anyhow::Result<()> {
        output::write_whole(&self.path, |out| {
            writeln!(out, "{}", place.line()?)?;
            write_games(games, out)
        })
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
    /// Where it was in them.
    pub(super) place: Place,
}

impl LeftOver {
    /// The place of the game that was at hand.
    pub(super) fn at_hand(&self) -> usize {
        let last = self.games.len().saturating_sub(1);
        self.place.game.unwrap_or(last).min(last)
    }

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
        let mut games = files::read_records(&path, boards).ok()?.records;
        let place = Place::take_from(&mut games);
        Some(LeftOver { path, games, place })
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
