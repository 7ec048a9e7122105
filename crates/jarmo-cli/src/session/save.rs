//! Saving the games at hand, over nothing that would be lost by it.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::bail;
use jarmo_notation::{Diagnostic, Records, Severity};
use jarmo_render::text::printable;
use serde::{Deserialize, Serialize};

use super::Session;
use super::browse::file_name;
use super::journal;
use crate::seen::Seen;
use crate::{args, files, output};

/// The file that the games at hand were read from or saved to last.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Home {
    pub(super) path: PathBuf,
    /// What was in it then.
    pub(super) seen: Seen,
    /// How much of it could not be read, and would be lost.
    pub(super) unread: usize,
}

impl Home {
    /// The file as it was read.
    pub(super) fn read(path: &Path, seen: Seen, faults: &[Diagnostic]) -> Home {
        let unread = faults.iter().filter(|fault| fault.severity == Severity::Error).count();
        Home { path: path.to_owned(), seen, unread }
    }
}

/// What a person is asked before a command goes on.
#[derive(Clone, Debug)]
pub(super) enum Question {
    /// Whether to save over what is in this file.
    Overwrite(PathBuf),
}

impl Session {
    /// Saves the games at hand, to the file they came from where none is named. Over what the
    /// session has neither read nor written it does so only where `overwrites` or somebody at the
    /// terminal says so.
    pub(super) fn save(&mut self, name: &str, overwrites: bool) -> anyhow::Result<()> {
        let path = match (file_name(name), &self.file) {
            (Some(path), _) => path,
            (None, Some(home)) => home.path.clone(),
            (None, None) => bail!("save to which file?"),
        };
        let lost = if overwrites { None } else { self.lost_by_saving(&path)? };
        match lost {
            None => self.save_to(path, overwrites),
            Some(lost) if self.interactive && !self.pasted => {
                say!("{}: {lost}.", printable(&path.display().to_string()));
                self.question = Some(Question::Overwrite(path));
                Ok(())
            }
            Some(lost) => bail!("{}: {lost}; save! overwrites it", path.display()),
        }
    }

    /// Saves the games at hand to this file.
    pub(super) fn save_to(&mut self, path: PathBuf, overwrites: bool) -> anyhow::Result<()> {
        let seen = self.file.as_ref().map(|home| &home.seen).filter(|_| !overwrites);
        let seen = output::write_over(&path, seen, |out| journal::write_games(&self.games, out))?;
        self.file = Some(Home { path: path.clone(), seen, unread: 0 });
        self.unsaved = false;
        if let Some(journal) = &self.journal {
            journal.empty();
        }
        let shown = printable(&path.display().to_string());
        match self.games.len() {
            1 => say!("Saved to {shown}."),
            games => say!("Saved {games} games to {shown}."),
        }
        Ok(())
    }

    /// What there is at a path that would be lost if the games were saved there; `None` where they
    /// are what it had when the session read or wrote it.
    fn lost_by_saving(&self, path: &Path) -> anyhow::Result<Option<String>> {
        if !fs::metadata(path).is_ok_and(|data| data.is_file() && data.len() > 0) {
            return Ok(None);
        }
        match &self.file {
            Some(home) if home.seen.is_of(path) && home.seen.changed()? => {
                let now = self.what_is_at(path)?;
                Ok(Some(format!("somebody has changed it since it was read: it has {now} now")))
            }
            Some(home) if home.seen.is_of(path) && home.unread > 0 => {
                let faults = if home.unread == 1 { "fault" } else { "faults" };
                let faults = format!("{} {faults}", home.unread);
                Ok(Some(format!("it was read with {faults}: what could not be read would be lost")))
            }
            Some(home) if home.seen.is_of(path) => Ok(None),
            _ => {
                let what = self.what_is_at(path)?;
                let is = if what.ends_with(" games") { "are" } else { "is" };
                Ok(Some(format!("{what} {is} there already")))
            }
        }
    }

    /// What a file has in it, in a word or two.
    fn what_is_at(&self, path: &Path) -> anyhow::Result<String> {
        let board = self.opening.board()?;
        let boards = args::boards(&board);
        let mut records = Records::new(files::open(path)?, boards);
        let mut games = 0;
        while records.next_record()?.is_some() {
            games += 1;
        }
        Ok(match games {
            _ if !records.is_record() => "something that is no game record".to_owned(),
            1 => "1 game".to_owned(),
            games => format!("{games} games"),
        })
    }
}
