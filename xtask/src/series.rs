//! Results of many games, kept in a file as they come, so that a command cut short goes on.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use anyhow::{Context, ensure};
use jarmo_core::{GameResult, Side};

/// A numbered series of games, and how those played so far ended.
#[derive(Debug)]
pub(crate) struct Series {
    file: File,
    results: Vec<Option<GameResult>>,
}

impl Series {
    /// Opens the series kept in `path`, or begins it. `what` says in a line what is played; a file
    /// that says something else is of another series, and an error.
    pub(crate) fn open(path: &Path, what: &str, games: usize) -> anyhow::Result<Series> {
        let at = || path.display().to_string();
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).with_context(at)?;
        }
        let saved =
            if path.exists() { fs::read_to_string(path).with_context(at)? } else { String::new() };
        // What follows the last line's end was cut short.
        let whole = saved.rfind('\n').map_or("", |end| &saved[..=end]);
        let mut lines = whole.lines();
        let mut file = OpenOptions::new().create(true).append(true).open(path).with_context(at)?;
        file.set_len(whole.len() as u64).with_context(at)?;
        match lines.next() {
            None => writeln!(file, "{what}").with_context(at)?,
            Some(head) => ensure!(
                head == what,
                "{}: it has other games, '{head}': remove it to begin anew",
                path.display()
            ),
        }
        let mut results = vec![None; games];
        for (index, result) in lines.filter_map(read) {
            if let Some(place) = results.get_mut(index) {
                *place = Some(result);
            }
        }
        Ok(Series { file, results })
    }

    /// Plays the games that are missing, on this many threads, and returns all results in order.
    ///
    /// `play` is given a game's number, on which alone its result may depend.
    pub(crate) fn complete(
        mut self,
        threads: usize,
        play: &(dyn Fn(usize) -> anyhow::Result<GameResult> + Sync),
    ) -> anyhow::Result<Vec<GameResult>> {
        let missing: Vec<usize> =
            (0..self.results.len()).filter(|index| self.results[*index].is_none()).collect();
        let next = AtomicUsize::new(0);
        let (sender, played) = mpsc::channel();
        std::thread::scope(|scope| -> anyhow::Result<()> {
            for _ in 0..threads.max(1) {
                let (sender, next, missing) = (sender.clone(), &next, &missing);
                scope.spawn(move || {
                    while let Some(index) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                        // Nobody listens any more once something has gone wrong.
                        if sender.send((*index, play(*index))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            for (index, result) in played {
                self.add(index, result?)?;
            }
            Ok(())
        })?;
        Ok(self.results.into_iter().flatten().collect())
    }

    fn add(&mut self, index: usize, result: GameResult) -> anyhow::Result<()> {
        writeln!(self.file, "{index} {}", word(result)).context("a result cannot be saved")?;
        self.results[index] = Some(result);
        Ok(())
    }
}

fn word(result: GameResult) -> &'static str {
    match result {
        GameResult::Won(Side::White) => "white",
        GameResult::Won(Side::Black) => "black",
        GameResult::Draw => "draw",
    }
}

/// Reads a game's number and result.
fn read(line: &str) -> Option<(usize, GameResult)> {
    let (index, result) = line.split_once(' ')?;
    let result = match result {
        "white" => GameResult::Won(Side::White),
        "black" => GameResult::Won(Side::Black),
        "draw" => GameResult::Draw,
        _ => return None,
    };
    Some((index.parse().ok()?, result))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(path: &Path, games: usize, played: &AtomicUsize) -> Vec<GameResult> {
        let series = Series::open(path, "a trial", games).expect("a fresh folder");
        let play = |index: usize| {
            played.fetch_add(1, Ordering::Relaxed);
            Ok([GameResult::Draw, GameResult::Won(Side::White), GameResult::Won(Side::Black)]
                [index % 3])
        };
        series.complete(2, &play).expect("nothing goes wrong")
    }

    #[test]
    fn games_that_are_saved_are_not_played_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("trials/one.txt");
        let played = AtomicUsize::new(0);
        let five = results(&path, 5, &played);
        assert_eq!(results(&path, 8, &played)[..5], five);
        assert_eq!(played.load(Ordering::Relaxed), 8);
    }

    #[test]
    fn a_line_cut_short_is_played_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("one.txt");
        fs::write(&path, "a trial\n0 draw\n1 white\n2 bl").expect("a file");
        let played = AtomicUsize::new(0);
        assert_eq!(results(&path, 3, &played)[2], GameResult::Won(Side::Black));
        assert_eq!(played.load(Ordering::Relaxed), 1);
        assert_eq!(
            fs::read_to_string(&path).expect("a file"),
            "a trial\n0 draw\n1 white\n2 black\n"
        );
    }

    #[test]
    fn another_series_is_not_mixed_in() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("one.txt");
        fs::write(&path, "another trial\n0 draw\n").expect("a file");
        assert!(Series::open(&path, "a trial", 3).is_err());
    }
}
