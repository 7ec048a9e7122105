//! The tables of a directory, and what they know of a position.

use std::path::{Path, PathBuf};

use jarmo_core::{Board, Position, Rules, Side, Turn};

use crate::error::{Fault, TableError};
use crate::header::{Kind, game_number};
use crate::index::Placement;
use crate::opening::Opening;
use crate::table_file::TableFile;
use crate::value::{Value, Verdict};

/// The tables of one game that a directory has, level by level.
#[derive(Debug)]
pub struct Tables {
    directory: PathBuf,
    rules: Rules,
    levels: Vec<TableFile>,
    distances: Vec<TableFile>,
    opening: Option<&'static Opening>,
}

/// The file of a level.
pub(crate) fn path(directory: &Path, level: usize, kind: Kind) -> PathBuf {
    directory.join(format!("level-{level}.jarmo-{kind}"))
}

/// The highest level of a game: that of its start position.
#[must_use]
pub fn highest_level(rules: &Rules) -> usize {
    2 * rules.board().archers()
}

/// The greatest distance that a table tells.
pub(crate) const GREATEST: u16 = 254;

/// A name for the directory of a game's tables: its rule set's, with the board's where that is
/// another built-in one, or a number for boards from files or other options.
#[must_use]
pub fn game_name(rules: &Rules) -> String {
    let number = game_number(rules);
    let named = rules.options().rule_set().and_then(|set| {
        let on = |board: &&Board| game_number(&Rules::new(**board, set.options())) == number;
        let board = Board::BUILT_IN.iter().find(on)?;
        Some(match board == set.board() {
            true => set.to_string(),
            false => format!("{set}-{}", board.board_name()),
        })
    });
    named.unwrap_or_else(|| format!("{number:016x}"))
}

impl Tables {
    /// Opens the tables that a directory has of a game; there may be none.
    ///
    /// # Errors
    ///
    /// A table is damaged, of other rules or of another version; or the directory has no table
    /// itself, but one that is named after the [game](game_name) in it.
    pub fn open(directory: &Path, rules: &Rules) -> Result<Tables, TableError> {
        let all = |kind| -> Result<Vec<TableFile>, TableError> {
            let mut found = Vec::new();
            for level in 2..=highest_level(rules) {
                let path = path(directory, level, kind);
                if path.exists() {
                    found.push(TableFile::open_kind(&path, rules, level, kind)?);
                }
            }
            Ok(found)
        };
        let (levels, distances) = (all(Kind::Values)?, all(Kind::Distances)?);
        if levels.is_empty() && distances.is_empty() {
            let name = game_name(rules);
            let below = directory.join(&name);
            if (2..=highest_level(rules)).any(|level| path(&below, level, Kind::Values).exists()) {
                return Err(TableError::new(directory, Fault::Below(name)));
            }
        }
        let (directory, opening) = (directory.to_owned(), Opening::of(rules));
        Ok(Tables { directory, rules: *rules, levels, distances, opening })
    }

    /// The rules that the tables are of.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The tables of values, the lowest level first.
    #[must_use]
    pub fn levels(&self) -> &[TableFile] {
        &self.levels
    }

    /// A level's table of values.
    #[must_use]
    pub fn level(&self, level: usize) -> Option<&TableFile> {
        self.levels.iter().find(|table| table.index().level() == level)
    }

    /// How many bytes a level's files take on disk.
    #[must_use]
    pub fn size(&self, level: usize) -> u64 {
        let files = [self.level(level), self.distances_of(level)];
        files.into_iter().flatten().map(TableFile::size).sum()
    }

    /// The greatest distance of a level's positions; `None` when it has no table of distances.
    #[must_use]
    pub fn longest(&self, level: usize) -> Option<u16> {
        let table = self.distances_of(level)?;
        let figures = table.counts_by_class().iter().flatten();
        figures.map(|longest| longest.win.max(longest.loss) as u16).max()
    }

    pub(crate) fn distances_of(&self, level: usize) -> Option<&TableFile> {
        self.distances.iter().find(|table| table.index().level() == level)
    }

    /// Whether the tables are of this game: the board, when returns are made and whether archers
    /// may move back. Who begins and how long a side may shuttle makes no difference to them.
    #[must_use]
    pub fn are_of(&self, rules: &Rules) -> bool {
        game_number(rules) == game_number(&self.rules)
    }

    /// What is known of a position without any table: that of the first turns of a rule set whose
    /// opening comes with this crate.
    #[must_use]
    pub fn in_opening(&self, position: &Position) -> Option<Verdict> {
        self.opening.and_then(|opening| opening.verdict(position))
    }

    /// The value of a position for the side to move; `None` when its level has no table and it is
    /// not [in the opening](Tables::in_opening) either.
    ///
    /// Shuttling is left aside; a game that is over has the value of its score.
    ///
    /// # Errors
    ///
    /// A table's block cannot be read or was damaged, or the position is of another board.
    pub fn value(&self, position: &Position) -> Result<Option<Value>, TableError> {
        self.check(position)?;
        if position.is_over(&self.rules) {
            let leader = position.score(&self.rules).leader();
            return Ok(Some(Value::of(leader, position.to_move())));
        }
        match self.level(position.level()) {
            Some(table) => table.value(&Placement::of(position)),
            None => Ok(self.in_opening(position).map(|verdict| verdict.value)),
        }
    }

    /// How many turns the winner of a position needs until the game is over, where it wants to
    /// win as soon and the loser to lose as late as can be; 0 when the game is over or the loser's
    /// next turn ends it. `None` for a draw, and when the distances of its level are not there, or
    /// those of a lower level that they follow from.
    ///
    /// Shuttling is left aside. Distances from 254 on are told as 254.
    ///
    /// # Errors
    ///
    /// As [`Tables::value`].
    pub fn distance(&self, position: &Position) -> Result<Option<u16>, TableError> {
        self.check(position)?;
        if is_end(&self.rules, position) {
            return Ok(position.score(&self.rules).leader().map(|_| 0));
        }
        if self.level(position.level()).is_none() {
            return Ok(self.in_opening(position).and_then(|verdict| verdict.distance));
        }
        if position.to_move() == Side::White {
            let table = self.distances_of(position.level());
            return table.map_or(Ok(None), |table| table.distance(&Placement::of(position)));
        }
        match self.value(position)? {
            None | Some(Value::Draw) => Ok(None),
            Some(value) => self.distance_by_turns(position, value),
        }
    }

    /// Value and distance of a position for the side to move; `None` when its value is not known.
    ///
    /// # Errors
    ///
    /// As [`Tables::value`].
    pub fn verdict(&self, position: &Position) -> Result<Option<Verdict>, TableError> {
        let Some(value) = self.value(position)? else { return Ok(None) };
        Ok(Some(Verdict { value, distance: self.distance(position)? }))
    }

    /// The distance of a position that is not over and has this value, by those of its turns;
    /// `None` where that of some turn is not known.
    pub(crate) fn distance_by_turns(
        &self,
        position: &Position,
        value: Value,
    ) -> Result<Option<u16>, TableError> {
        let mut best = None;
        for turn in position.legal_turns(&self.rules) {
            let after = position.play_unchecked(&self.rules, turn);
            // A turn of which nothing is known may be the best one.
            let Some(worth) = self.value(&after)? else { return Ok(None) };
            if worth != -value {
                continue;
            }
            let Some(left) = self.distance(&after)? else { return Ok(None) };
            best = Some(match (best, value) {
                (None, _) => left,
                (Some(best), Value::Win) => left.min(best),
                (Some(best), _) => left.max(best),
            });
        }
        let own = u16::from(value == Value::Win);
        Ok(best.map(|best| (best + own).min(GREATEST)))
    }

    /// The value of every legal turn for the side that takes it, in the order of
    /// [`Position::legal_turns`].
    ///
    /// # Errors
    ///
    /// As [`Tables::value`].
    pub fn turns(&self, position: &Position) -> Result<Vec<(Turn, Option<Value>)>, TableError> {
        self.check(position)?;
        let turns = position.legal_turns(&self.rules);
        turns
            .map(|turn| {
                let after = position.play_unchecked(&self.rules, turn);
                Ok((turn, self.value(&after)?.map(|value| -value)))
            })
            .collect()
    }

    /// Every legal turn with what it is worth to the side that takes it, the best first: the
    /// shortest win, draws, the longest loss, and last what no table knows.
    ///
    /// # Errors
    ///
    /// As [`Tables::value`].
    pub fn ranked_turns(
        &self,
        position: &Position,
    ) -> Result<Vec<(Turn, Option<Verdict>)>, TableError> {
        self.check(position)?;
        let mut turns = Vec::new();
        for turn in position.legal_turns(&self.rules) {
            let after = self.verdict(&position.play_unchecked(&self.rules, turn))?;
            let verdict = after.map(|Verdict { value, distance }| {
                let own = u16::from(value == Value::Loss);
                Verdict { value: -value, distance: distance.map(|left| (left + own).min(GREATEST)) }
            });
            turns.push((turn, verdict));
        }
        turns.sort_by_key(|(_, verdict)| std::cmp::Reverse(*verdict));
        Ok(turns)
    }

    /// That a position is one of this game.
    fn check(&self, position: &Position) -> Result<(), TableError> {
        let fits = position.fits(&self.rules);
        fits.map_err(|error| TableError::new(&self.directory, Fault::Position(error)))
    }

    /// As [`Tables::value`], where a level without a table is an error.
    pub(crate) fn known_value(&self, position: &Position) -> Result<Value, TableError> {
        self.value(position)?.ok_or_else(|| self.missing(position.level()))
    }

    pub(crate) fn missing(&self, level: usize) -> TableError {
        TableError::new(&self.directory, Fault::Missing(level))
    }
}

/// Whether the game is over, or both sides can only pass.
pub(crate) fn is_end(rules: &Rules, position: &Position) -> bool {
    let can_pass = |position: &Position| position.legal_turns(rules).next() == Some(Turn::Pass);
    position.is_over(rules)
        || can_pass(position) && can_pass(&position.play_unchecked(rules, Turn::Pass))
}
