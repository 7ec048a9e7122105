//! `cargo xtask perfect`.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use clap::Args;
use jarmo_ai::{Clock, Limits, Search, Solved, Verdict};
use jarmo_core::{BySide, Game, GameResult, Position, RuleSet, Rules, Side};
use jarmo_tables::{Tables, game_name};

use crate::duel::{Player, play_on};
use crate::series::Series;
use crate::workspace::root;

/// Check that with tables nothing is let go: from random positions that are won or drawn for it,
/// the search with tables plays a search without them that may think longer.
#[derive(Debug, Args)]
pub(crate) struct Perfect {
    /// The directory of the tables, as for `jarmo tables build --dir`.
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// The rule set.
    #[arg(long, value_name = "NAME", default_value = "brainking")]
    rules: RuleSet,
    /// Positions are of the levels up to this one, and tables of higher levels are left alone.
    #[arg(long, value_name = "N", default_value_t = 7)]
    level: usize,
    /// From how many positions to play.
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    starts: usize,
    /// How long the search with tables thinks about a turn.
    #[arg(long, value_name = "SECONDS", default_value_t = 0.05)]
    time: f64,
    /// How long the other one thinks.
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0)]
    other_time: f64,
    /// Positions a turn for the search with tables instead of time: the same games every time.
    #[arg(long, value_name = "N", requires = "other_nodes")]
    nodes: Option<u64>,
    /// Positions a turn for the other one.
    #[arg(long, value_name = "N", requires = "nodes")]
    other_nodes: Option<u64>,
    /// What the positions follow from.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Games at once.
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Where games already played are kept; target/perfect.txt by default.
    #[arg(long, value_name = "FILE")]
    saved: Option<PathBuf>,
}

/// A position to play from.
struct Start {
    position: Position,
    /// The side that looks positions up, for which it is won or drawn.
    side: Side,
    verdict: Verdict,
}

/// How the games ended for the search with tables, from positions of one value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Ends {
    won: usize,
    drawn: usize,
    lost: usize,
}

/// The searches' transposition tables, in MiB.
const HASH_MIB: usize = 16;
/// The lowest level there is.
const LOWEST: usize = 2;

impl Perfect {
    /// Plays what is not yet played, and says what came of it.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let rules = Rules::of(self.rules);
        let tables = Tables::open(&self.dir.join(game_name(&rules)), &rules)?;
        for level in LOWEST..=self.level {
            ensure!(
                tables.level(level).is_some(),
                "level {level} is not built in {}",
                self.dir.display()
            );
        }
        let starts = self.starts(&tables)?;
        let solved = Solved::up_to(tables, self.level, |error| eprintln!("{error}"));
        let [own, other] = self.limits();
        let what = format!(
            "perfect, {}, level {}, {own:?} against {other:?}, seed {}",
            self.rules, self.level, self.seed
        );
        let saved = self.saved.clone().unwrap_or_else(|| root().join("target/perfect.txt"));
        let series = Series::open(&saved, &what, starts.len())?;
        let play = |index: usize| {
            let start = &starts[index];
            let player = |solved: Solved, limits| {
                let mut search = Search::new(HASH_MIB, Clock::default());
                search.set_contempt(Search::CONTEMPT);
                search.set_solved(solved);
                Player::of(search, limits)
            };
            let (with, without) = (player(solved.clone(), own), player(Solved::none(), other));
            let players = match start.side {
                Side::White => BySide::new(with, without),
                Side::Black => BySide::new(without, with),
            };
            play_on(Game::from_position(rules, start.position)?, players)
        };
        let results = series.complete(self.threads, &play)?;
        let [won, drawn] = ends(&starts, &results);
        println!("from won positions: {} won, {} drawn, {} lost", won.won, won.drawn, won.lost);
        println!("from drawn ones: {} won, {} drawn, {} lost", drawn.won, drawn.drawn, drawn.lost);
        if won.drawn + won.lost + drawn.lost > 0 {
            bail!("{} positions were let go", won.drawn + won.lost + drawn.lost);
        }
        Ok(())
    }

    fn limits(&self) -> [Limits; 2] {
        match (self.nodes, self.other_nodes) {
            (Some(own), Some(other)) => [own, other].map(Limits::nodes),
            _ => [self.time, self.other_time].map(Duration::from_secs_f64).map(Limits::time),
        }
    }

    /// Random positions, of every level as many as of any other.
    fn starts(&self, tables: &Tables) -> anyhow::Result<Vec<Start>> {
        let mut rng = fastrand::Rng::with_seed(self.seed);
        let mut starts = Vec::new();
        while starts.len() < self.starts {
            let level = rng.usize(LOWEST..=self.level);
            let table = tables.levels().iter().find(|table| table.index().level() == level);
            let index = table.context("the level was there")?.index();
            let placement = index.placement(rng.u64(0..index.len())).context("no such number")?;
            let position = placement.position(tables.rules())?;
            if position.is_over(tables.rules()) {
                continue;
            }
            let mover = position.to_move();
            let (side, verdict) = match tables.value(&position)? {
                Some(jarmo_tables::Value::Win) => (mover, Verdict::Win),
                Some(jarmo_tables::Value::Loss) => (mover.other(), Verdict::Win),
                _ => (mover, Verdict::Draw),
            };
            starts.push(Start { position, side, verdict });
        }
        Ok(starts)
    }
}

/// How the games from won positions ended, and those from drawn ones.
fn ends(starts: &[Start], results: &[GameResult]) -> [Ends; 2] {
    let mut ends = [Ends::default(); 2];
    for (start, result) in starts.iter().zip(results) {
        let of = &mut ends[usize::from(start.verdict == Verdict::Draw)];
        match result.winner() {
            None => of.drawn += 1,
            Some(side) if side == start.side => of.won += 1,
            Some(_) => of.lost += 1,
        }
    }
    ends
}

#[cfg(test)]
mod tests {
    use jarmo_tables::{BuildOptions, build};

    use super::*;

    #[test]
    fn small_tables_are_enough_to_let_nothing_go() {
        let folder = tempfile::tempdir().expect("a folder");
        let rules = Rules::JASIR;
        let directory = folder.path().join(game_name(&rules));
        build(&directory, &rules, 3, &BuildOptions::default(), |_, _| {}).expect("tables");
        let perfect = Perfect {
            dir: folder.path().into(),
            rules: RuleSet::Jasir,
            level: 3,
            starts: 12,
            time: 0.0,
            other_time: 0.0,
            nodes: Some(50),
            other_nodes: Some(1_000),
            seed: 4,
            threads: 2,
            saved: Some(folder.path().join("saved.txt")),
        };
        perfect.run().expect("nothing is let go");
        let tables = Tables::open(&directory, &rules).expect("tables");
        let starts = perfect.starts(&tables).expect("positions");
        let lost = vec![GameResult::Draw; 12];
        let [won, drawn] = ends(&starts, &lost);
        assert_eq!((won.won, won.drawn + drawn.drawn), (0, 12));
        let missing = Perfect { level: 4, ..perfect };
        assert!(missing.run().expect_err("level 4 is not there").to_string().contains("level 4"));
    }
}
