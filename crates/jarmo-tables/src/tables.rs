//! The tables of a directory, and what they know of a position.

use std::path::{Path, PathBuf};

use jarmo_core::{Position, Rules, Turn};

use crate::error::{Fault, TableError};
use crate::header::game_number;
use crate::index::Placement;
use crate::table_file::TableFile;
use crate::value::Value;

/// The tables of one game that a directory has, level by level.
#[derive(Debug)]
pub struct Tables {
    directory: PathBuf,
    rules: Rules,
    levels: Vec<TableFile>,
}

/// The file of a level.
pub(crate) fn path(directory: &Path, level: usize) -> PathBuf {
    directory.join(format!("level-{level}.jarmo-table"))
}

/// The highest level of a game: that of its start position.
#[must_use]
pub fn highest_level(rules: &Rules) -> usize {
    2 * rules.board().archers()
}

/// A name for the directory of a game's tables: its rule set's, or a number for another board or
/// other options.
#[must_use]
pub fn game_name(rules: &Rules) -> String {
    match rules.options().rule_set() {
        Some(set) if game_number(&Rules::of(set)) == game_number(rules) => set.to_string(),
        _ => format!("{:016x}", game_number(rules)),
    }
}

impl Tables {
    /// Opens the tables that a directory has of a game; there may be none.
    ///
    /// # Errors
    ///
    /// A table is damaged, of other rules or of another version.
    pub fn open(directory: &Path, rules: &Rules) -> Result<Tables, TableError> {
        let mut levels = Vec::new();
        for level in 2..=highest_level(rules) {
            let path = path(directory, level);
            if path.exists() {
                levels.push(TableFile::open(&path, rules, level)?);
            }
        }
        Ok(Tables { directory: directory.to_owned(), rules: *rules, levels })
    }

    /// The rules that the tables are of.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The tables, the lowest level first.
    #[must_use]
    pub fn levels(&self) -> &[TableFile] {
        &self.levels
    }

    /// Whether there is a table of this level.
    #[must_use]
    pub fn reaches(&self, level: usize) -> bool {
        self.levels.iter().any(|table| table.index().level() == level)
    }

    /// Whether the tables are of this game: the board, when returns are made and whether archers
    /// may move back. Who begins and how long a side may shuttle makes no difference to them.
    #[must_use]
    pub fn are_of(&self, rules: &Rules) -> bool {
        game_number(rules) == game_number(&self.rules)
    }

    /// The value of a position for the side to move; `None` when its level has no table.
    ///
    /// Shuttling is left aside; a game that is over has the value of its score.
    ///
    /// # Errors
    ///
    /// A table's block cannot be read or was damaged.
    pub fn value(&self, position: &Position) -> Result<Option<Value>, TableError> {
        if position.is_over(&self.rules) {
            let leader = position.score(&self.rules).leader();
            return Ok(Some(Value::of(leader, position.to_move())));
        }
        let level = position.level();
        match self.levels.iter().find(|table| table.index().level() == level) {
            Some(table) => table.value(&Placement::of(position)),
            None => Ok(None),
        }
    }

    /// How many turns the winner still has to play until the game ends under best play; `None`
    /// where nobody wins, and where no table knows.
    ///
    /// # Errors
    ///
    /// As [`Tables::value`].
    pub fn distance(&self, _position: &Position) -> Result<Option<u16>, TableError> {
        Ok(None)
    }

    /// The value of every legal turn for the side that takes it, in the order of
    /// [`Position::legal_turns`].
    ///
    /// # Errors
    ///
    /// As [`Tables::value`].
    pub fn turns(&self, position: &Position) -> Result<Vec<(Turn, Option<Value>)>, TableError> {
        let turns = position.legal_turns(&self.rules);
        turns
            .map(|turn| {
                let after = position.play_unchecked(&self.rules, turn);
                Ok((turn, self.value(&after)?.map(|value| -value)))
            })
            .collect()
    }

    /// As [`Tables::value`], where a level without a table is an error.
    pub(crate) fn known_value(&self, position: &Position) -> Result<Value, TableError> {
        self.value(position)?.ok_or_else(|| self.missing(position.level()))
    }

    pub(crate) fn missing(&self, level: usize) -> TableError {
        TableError::new(&self.directory, Fault::Missing(level))
    }
}
