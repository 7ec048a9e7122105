//! `cargo xtask ladder`.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::Args;
use jarmo_ai::{EloEstimate, Level, Openings, PairTally, Tally};
use jarmo_core::{BySide, Game, GameResult, Rules, Side};

use crate::chart::{Chart, Dot, Row};
use crate::duel::{play_on, players};
use crate::page;
use crate::series::Series;
use crate::workspace::root;

/// Let each level play the one below it, and rewrite the table and the plot in docs/engine.md.
#[derive(Debug, Args)]
pub(crate) struct Ladder {
    /// Games for each pair of neighbours; both sides of an opening make two.
    #[arg(long, value_name = "N", default_value_t = 200)]
    games: usize,
    /// The seed: the same one gives the same games.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many positions a turn level 10 looks at, instead of thinking for a second.
    #[arg(long, value_name = "N", default_value_t = 150_000)]
    strongest_nodes: u64,
    /// The highest level.
    #[arg(long, value_name = "LEVEL", default_value_t = 10, value_parser = clap::value_parser!(u8).range(2..=10))]
    upto: u8,
    /// Games at once.
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Where games already played are kept; target/ladder by default.
    #[arg(long, value_name = "FOLDER")]
    saved: Option<PathBuf>,
    /// Only print the table.
    #[arg(long)]
    dry_run: bool,
}

/// A level against the one below it.
#[derive(Clone, Copy, Debug)]
struct Rung {
    upper: Level,
    tally: Tally,
    pairs: PairTally,
}

impl Ladder {
    /// Plays what is not yet played, and writes the ladder.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        ensure!(
            self.games >= 2 && self.games.is_multiple_of(2),
            "the number of games must be even"
        );
        let openings: Vec<Game> =
            Openings::new(Rules::BRAINKING, self.seed).take(self.games / 2).collect();
        let mut rungs = Vec::new();
        for upper in Level::all().filter(|level| (2..=self.upto).contains(&level.number())) {
            let rung = self.play(upper, &openings)?;
            eprintln!("level {upper} took {:.1} % of the points", 100.0 * rung.tally.share());
            rungs.push(rung);
        }
        let table = table(&rungs);
        print!("{table}");
        if !self.dry_run {
            let content = format!("{table}\n{}", self.provenance());
            page::rewrite_with_chart("engine.md", "ladder", &content, &chart(&rungs))?;
        }
        Ok(())
    }

    fn provenance(&self) -> String {
        let Ladder { games, seed, strongest_nodes, .. } = self;
        format!(
            "`cargo xtask ladder --games {games} --seed {seed} --strongest-nodes {strongest_nodes}`: `brainking`, level 10 at {strongest_nodes} positions a turn."
        )
    }

    fn play(&self, upper: Level, openings: &[Game]) -> anyhow::Result<Rung> {
        let lower = Level::new(upper.number() - 1).context("no level is below the weakest")?;
        let (seed, strongest) = (self.seed, self.strongest_nodes);
        let what = format!(
            "level {upper} against level {lower}, brainking, seed {seed}, level 10 at {strongest} positions"
        );
        let folder = self.saved.clone().unwrap_or_else(|| root().join("target/ladder"));
        let series = Series::open(&folder.join(format!("{upper}-{lower}.txt")), &what, self.games)?;
        let play = |index: usize| {
            let [upper, lower] = players([upper, lower], seed, index, strongest);
            let players = match upper_side(index) {
                Side::White => BySide::new(upper, lower),
                Side::Black => BySide::new(lower, upper),
            };
            play_on(openings[index / 2].clone(), players)
        };
        Ok(Rung::new(upper, &series.complete(self.threads, &play)?))
    }
}

/// The upper level has White in the first game of a pair and Black in the second.
fn upper_side(index: usize) -> Side {
    if index.is_multiple_of(2) { Side::White } else { Side::Black }
}

impl Rung {
    fn new(upper: Level, results: &[GameResult]) -> Rung {
        let (mut tally, mut pairs) = (Tally::default(), PairTally::default());
        let half_points = |(index, result): (usize, &GameResult)| match result.winner() {
            None => 1,
            Some(side) => 2 * usize::from(side == upper_side(index)),
        };
        let half_points: Vec<usize> = results.iter().enumerate().map(half_points).collect();
        for half_points in &half_points {
            match half_points {
                0 => tally.losses += 1,
                1 => tally.draws += 1,
                _ => tally.wins += 1,
            }
        }
        for pair in half_points.chunks_exact(2) {
            pairs.add(pair.iter().sum());
        }
        Rung { upper, tally, pairs }
    }

    fn elo(&self) -> EloEstimate {
        self.pairs.elo().unwrap_or(EloEstimate { difference: 0.0, low: 0.0, high: 0.0 })
    }
}

/// The levels' Elo above level 1 with its interval: differences add up, and so do their variances.
fn heights(rungs: &[Rung]) -> Vec<(Level, EloEstimate)> {
    let mut heights = vec![(Level::WEAKEST, EloEstimate { difference: 0.0, low: 0.0, high: 0.0 })];
    let (mut sum, mut below, mut above) = (0.0, 0.0_f64, 0.0_f64);
    for rung in rungs {
        let EloEstimate { difference, low, high } = rung.elo();
        sum += difference;
        below = below.hypot(difference - low);
        above = above.hypot(high - difference);
        heights.push((
            rung.upper,
            EloEstimate { difference: sum, low: sum - below, high: sum + above },
        ));
    }
    heights
}

fn table(rungs: &[Rung]) -> String {
    let mut text = String::from(
        "| level | wins, draws, losses against the level below | share of the points | Elo above it, 95 % interval | Elo above level 1 |\n|---:|---:|---:|---:|---:|\n",
    );
    let mut rungs = rungs.iter().rev();
    for (level, height) in
        heights(rungs.clone().rev().copied().collect::<Vec<_>>().as_slice()).iter().rev()
    {
        // A string takes everything.
        let _ = match rungs.next() {
            None => writeln!(text, "| {level} | | | | 0 |"),
            Some(rung) => {
                let Tally { wins, draws, losses } = rung.tally;
                let EloEstimate { difference, low, high } = rung.elo();
                writeln!(
                    text,
                    "| {level} | +{wins} ={draws} −{losses} | {:.1} % | {difference:.0} ({low:.0} to {high:.0}) | {:.0} |",
                    100.0 * rung.tally.share(),
                    height.difference
                )
            }
        };
    }
    text
}

fn chart(rungs: &[Rung]) -> Chart {
    let row = |(level, height): &(Level, EloEstimate)| Row {
        label: format!("level {level}"),
        dots: vec![Dot {
            series: 0,
            value: height.difference,
            interval: [height.low, height.high],
        }],
    };
    Chart {
        title: "The levels of play".into(),
        scale: "Elo above level 1, with 95 % intervals".into(),
        series: vec!["from games against the next level below".into()],
        rows: heights(rungs).iter().rev().map(row).collect(),
        step: 200.0,
        reference: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ladder(saved: &std::path::Path) -> Ladder {
        Ladder {
            games: 4,
            seed: 5,
            strongest_nodes: 1_000,
            upto: 3,
            threads: 2,
            saved: Some(saved.into()),
            dry_run: true,
        }
    }

    #[test]
    fn a_seed_gives_the_same_ladder_again() {
        let openings: Vec<Game> = Openings::new(Rules::BRAINKING, 5).take(2).collect();
        let play = || {
            let folder = tempfile::tempdir().expect("a folder");
            ladder(folder.path())
                .play(Level::new(3).expect("a level"), &openings)
                .expect("games end")
                .tally
        };
        let tally = play();
        assert_eq!(tally.games(), 4);
        assert_eq!(play(), tally);
    }

    #[test]
    fn the_table_goes_from_the_top_and_adds_up() {
        let level = |number| Level::new(number).expect("a level");
        let (white, black) = (GameResult::Won(Side::White), GameResult::Won(Side::Black));
        let rungs = [
            Rung::new(
                level(2),
                &[white, black, white, black, white, white, GameResult::Draw, black],
            ),
            Rung::new(
                level(3),
                &[white, black, black, black, white, black, GameResult::Draw, black],
            ),
        ];
        assert_eq!(rungs[0].tally, Tally { wins: 6, draws: 1, losses: 1 });
        let text = table(&rungs);
        let rows: Vec<&str> = text.lines().skip(2).collect();
        assert!(rows[0].starts_with("| 3 | +6 =1 −1 | 81.2 % | 255 ("), "{text}");
        assert!(rows[0].ends_with("| 509 |"), "{text}");
        assert_eq!(rows[2], "| 1 | | | | 0 |");
        assert_eq!(chart(&rungs).rows.len(), 3);
    }
}
