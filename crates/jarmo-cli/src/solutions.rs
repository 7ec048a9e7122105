//! Solved positions for those commands that have a use for them: which tables, and how what they
//! say is put.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use jarmo_ai::{Solved, Source, Verdict};
use jarmo_core::{Position, Rules, Side};
use jarmo_tables::{Tables, game_name};
use serde::Serialize;

use crate::places;

/// Where the tables of these rules are: in the directory that was asked for, or where tables are
/// kept; there, one directory for each game.
pub(crate) fn directory(asked: Option<&Path>, rules: &Rules) -> anyhow::Result<PathBuf> {
    let base = match asked {
        Some(directory) => directory.to_owned(),
        None => places::tables().context("there is no place for tables: say where they are")?,
    };
    Ok(base.join(game_name(rules)))
}

/// The tables of a directory; `tell` is told once should one turn out to be damaged.
pub(crate) fn open(
    asked: Option<&Path>,
    rules: &Rules,
    tell: impl Fn(&str) + Send + Sync + 'static,
) -> anyhow::Result<Solved> {
    let tables = Tables::open(&directory(asked, rules)?, rules)?;
    Ok(Solved::new(tables, move |error| tell(&format!("{error}; tables are used no more"))))
}

/// Refuses a directory that was asked for and has no tables of any game. An empty path is nowhere:
/// nobody looks there.
pub(crate) fn check(asked: Option<&Path>) -> anyhow::Result<()> {
    match asked {
        Some(path) if path.as_os_str().is_empty() || entries(path).any(is_of_game) => Ok(()),
        Some(path) if is_of_game(path.to_owned()) => {
            bail!("{} has the tables of one game: name the directory that it is in", path.display())
        }
        Some(path) => bail!("no tables in {}", path.display()),
        None => Ok(()),
    }
}

fn entries(directory: &Path) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(directory).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()))
}

/// Whether a directory has the tables of a game.
fn is_of_game(directory: PathBuf) -> bool {
    entries(&directory).filter_map(|path| Some(path.file_name()?.to_owned())).any(|name| {
        let name = name.to_string_lossy();
        name.starts_with("level-") && name.ends_with(".jarmo-table")
    })
}

/// The solved positions of each game that comes up, opened when it does.
#[derive(Debug, Default)]
pub(crate) struct Solutions {
    /// The directory that was asked for; an empty path for no tables at all.
    asked: Option<PathBuf>,
    opened: Vec<(Rules, Solved)>,
}

impl Solutions {
    /// Those of the directory that was asked for, or of where tables are kept.
    pub(crate) fn new(asked: Option<PathBuf>) -> Solutions {
        Solutions { asked, opened: Vec::new() }
    }

    /// The solved positions of a game. Tables that nobody asked for and that cannot be used are
    /// told of, and left alone.
    pub(crate) fn of(&mut self, rules: &Rules) -> anyhow::Result<Solved> {
        if let Some((_, solved)) = self.opened.iter().find(|(known, _)| known == rules) {
            return Ok(solved.clone());
        }
        let solved = match self.asked.as_deref() {
            Some(path) if path.as_os_str().is_empty() => Solved::none(),
            Some(path) => asked_for(path, rules)?,
            None => open(None, rules, warn).unwrap_or_else(|error| {
                warn(&format!("{error:#}; tables are not used"));
                Solved::none()
            }),
        };
        self.opened.push((*rules, solved.clone()));
        Ok(solved)
    }
}

/// The tables that were asked for. Where a directory has those of other games only, it is told.
fn asked_for(path: &Path, rules: &Rules) -> anyhow::Result<Solved> {
    let solved = open(Some(path), rules, warn).context("--tables")?;
    if solved.highest_level().is_none() {
        warn(&format!("no tables of {} in {}", game_name(rules), path.display()));
    }
    Ok(solved)
}

fn warn(text: &str) {
    tell!("warning: {text}");
}

/// What is known of a solved position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Solution {
    /// For the side to move.
    pub(crate) verdict: Verdict,
    /// How many turns the winner still has to play, where that is known.
    pub(crate) distance: Option<u16>,
    source: Source,
    to_move: Side,
}

impl Solution {
    /// What is known of a position.
    pub(crate) fn of(solved: &Solved, position: &Position) -> Option<Solution> {
        let source = solved.source(position)?;
        let verdict = solved.verdict(position)?;
        let distance = solved.distance(position);
        Some(Solution { verdict, distance, source, to_move: position.to_move() })
    }

    /// What it is known from, in a word or two.
    pub(crate) fn source(self) -> &'static str {
        match self.source {
            Source::Tables => "tables",
            Source::FirstTurns => "first turns",
        }
    }

    /// A sentence that says what it is known from.
    pub(crate) fn sentence(self) -> String {
        match self.source {
            Source::Tables => format!("By the tables {self}."),
            Source::FirstTurns => format!("By what is known of the first turns {self}."),
        }
    }
}

impl fmt::Display for Solution {
    /// Who wins, and in how many turns of its own.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = match self.verdict {
            Verdict::Draw => return f.write_str("nobody wins"),
            Verdict::Win => self.to_move,
            Verdict::Loss => self.to_move.other(),
        };
        match self.distance {
            None => write!(f, "{winner} wins"),
            Some(1) => write!(f, "{winner} wins in 1 turn"),
            Some(turns) => write!(f, "{winner} wins in {turns} turns"),
        }
    }
}

/// A solution as JSON has it.
#[derive(Serialize)]
pub(crate) struct SolutionData {
    /// `win`, `draw` or `loss` for the side to move.
    value: String,
    /// How many turns the winner still has to play, where that is known.
    distance: Option<u16>,
    /// `tables`, or `first turns` of what is known without any.
    source: &'static str,
}

impl From<Solution> for SolutionData {
    fn from(solution: Solution) -> SolutionData {
        let Solution { verdict, distance, .. } = solution;
        SolutionData { value: verdict.to_string(), distance, source: solution.source() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directories_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let game = folder.path().join("tables/brainking");
        fs::create_dir_all(&game).unwrap();
        fs::write(game.join("level-2.jarmo-table"), "").unwrap();
        let told = |path: &Path| check(Some(path)).map_err(|error| error.to_string());
        assert_eq!(told(&folder.path().join("tables")), Ok(()));
        assert_eq!(told(Path::new("")), Ok(()));
        assert!(told(folder.path()).unwrap_err().starts_with("no tables in "));
        let error = told(&game).unwrap_err();
        assert!(error.ends_with("has the tables of one game: name the directory that it is in"));
    }

    #[test]
    fn what_is_known_is_said_of_the_winner() {
        let solution = |verdict, distance, source| {
            Solution { verdict, distance, source, to_move: Side::Black }.sentence()
        };
        use Source::{FirstTurns, Tables};
        assert_eq!(
            solution(Verdict::Win, Some(12), Tables),
            "By the tables Black wins in 12 turns."
        );
        assert_eq!(solution(Verdict::Loss, Some(1), Tables), "By the tables White wins in 1 turn.");
        assert_eq!(solution(Verdict::Loss, None, Tables), "By the tables White wins.");
        assert_eq!(
            solution(Verdict::Draw, None, FirstTurns),
            "By what is known of the first turns nobody wins."
        );
    }
}
