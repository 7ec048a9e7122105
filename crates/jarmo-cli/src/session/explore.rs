//! The opening explorer.

use std::path::Path;

use anyhow::{Context, bail};
use jarmo_core::{Side, Turn};
use jarmo_notation::TurnText;

use super::Session;
use super::browse::file_name;
use crate::explorer::{Builder, Counts, Index, is_index};
use crate::progress::Progress;
use crate::{args, columns, commands, files};

/// How long a file of games may be that is indexed on the spot, in bytes.
const INDEXED_HERE: u64 = 32 << 20;

/// How many turns of each game are covered there, and the memory it takes, in bytes.
const DEPTH_HERE: u32 = 40;
const MEMORY_HERE: usize = 128 << 20;

impl Session {
    /// Tells what was played from the position at hand, from the index that was opened last or
    /// from this one.
    pub(super) fn explore(&mut self, name: &str) -> anyhow::Result<()> {
        if let Some(path) = file_name(name) {
            self.open_index(&path)?;
        }
        let Some(index) = &self.index else {
            bail!("explore which file? It may be of games, or an index that jarmo index made");
        };
        let found = index.find(self.rules(), self.position()).context("explore")?;
        if found.is_empty() {
            say!("No game in the index goes on from here.");
            if self.record().path(self.node).len() as u64 >= u64::from(index.depth()) {
                say!("Turns of each game that it covers: {}.", index.depth());
            }
            return Ok(());
        }
        for line in self.explorer_lines(&found) {
            say!("{line}");
        }
        Ok(())
    }

    fn open_index(&mut self, path: &Path) -> anyhow::Result<()> {
        let at = || path.display().to_string();
        let named = files::extension(path).as_deref() == Some("jgx");
        let index = if named || is_index(path).with_context(at)? {
            Index::open(path)?
        } else {
            self.index_games(path)?
        };
        match index.games() {
            1 => say!("{}: 1 game.", path.display()),
            games => say!("{}: {games} games.", path.display()),
        }
        self.index = Some(index);
        Ok(())
    }

    /// Makes an index over a file of games, in a temporary file that goes with it.
    fn index_games(&self, path: &Path) -> anyhow::Result<Index> {
        let name = path.display();
        let len = std::fs::metadata(path).with_context(|| name.to_string())?.len();
        if len > INDEXED_HERE {
            bail!(
                "{name} is long: after jarmo index {name} -o FILE.jgx\nexplore FILE.jgx opens at once"
            );
        }
        let directory = std::env::temp_dir();
        let mut builder = Builder::new(DEPTH_HERE, MEMORY_HERE, directory.clone());
        let mut progress = Progress::new();
        let board = self.opening.board()?;
        let boards = args::boards(&board);
        let bad = commands::index::add(path, boards, DEPTH_HERE, &mut builder, &mut progress)?;
        progress.clear();
        if bad > 0 {
            say!("{}.", commands::stats::left_out(path, bad));
        }
        let mut file = tempfile::tempfile_in(directory).context("temporary files")?;
        builder.finish(&mut file, &mut |_, _| ()).context("temporary files")?;
        Index::new(file)
    }

    fn explorer_lines(&self, found: &[(Turn, Counts)]) -> Vec<String> {
        let board = self.rules().board();
        let all: u64 = found.iter().map(|(_, counts)| counts.games()).sum();
        let percent = |share: Option<f64>| share.map_or("-".to_owned(), |s| format!("{s:.2} %"));
        let row = |(turn, counts): &(Turn, Counts)| {
            let results = &counts.results;
            let share = Some(100.0 * counts.games() as f64 / all as f64);
            let [white, black] = Side::ALL.map(|side| counts.mean_points(side));
            let points = white.zip(black);
            vec![
                TurnText::new(*turn, board).to_string(),
                counts.games().to_string(),
                percent(share),
                percent(results.percent(results.white_won)),
                percent(results.percent(results.drawn)),
                percent(results.percent(results.black_won)),
                points.map_or("-".to_owned(), |(w, b)| format!("{w:.2}-{b:.2}")),
            ]
        };
        let head = ["turn", "games", "share", "White won", "drawn", "Black won", "mean score"];
        let rows: Vec<Vec<String>> = found.iter().map(row).collect();
        columns::lines(&head.map(str::to_owned), &rows)
    }
}
