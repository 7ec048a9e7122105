//! `cargo xtask balance`.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use clap::Args;
use jarmo_ai::{Clock, Level, Limits, Search, Tally, share_of_elo};
use jarmo_core::{BySide, Game, GameResult, RuleSet, Rules, Side};

use crate::chart::{Chart, Dot, Row};
use crate::duel::{play_on, players};
use crate::page;
use crate::series::Series;
use crate::workspace::root;

/// Find out who is favoured: equal levels play each other, either side beginning; rewrite the
/// tables and the plot in docs/balance.md.
#[derive(Debug, Args)]
pub(crate) struct Balance {
    /// Games for each level, rule set and side to begin.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    games: usize,
    /// The levels that play, each against itself.
    #[arg(long, value_name = "LEVEL,…", value_delimiter = ',', default_value = "4,6,7,8", value_parser = clap::value_parser!(u8).range(1..=9))]
    levels: Vec<u8>,
    /// How deep to look at the start position itself.
    #[arg(long, value_name = "N", default_value_t = 20)]
    depth: u32,
    /// The seed: the same one gives the same games.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Games at once.
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Where games already played are kept; target/balance by default.
    #[arg(long, value_name = "FOLDER")]
    saved: Option<PathBuf>,
    /// Only print the tables.
    #[arg(long)]
    dry_run: bool,
}

/// How games ended: which side won, and whether the one that began did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Outcomes {
    white: u64,
    black: u64,
    draws: u64,
}

/// The games of one level under one rule set, by the side that began.
#[derive(Clone, Copy, Debug)]
struct Measured {
    set: RuleSet,
    level: u8,
    begun_by: BySide<Outcomes>,
}

/// The games of people that rules, section 12, quotes; which side began is not said.
const PEOPLE: Outcomes = Outcomes { white: 3_517, black: 4_231, draws: 905 };

impl Balance {
    /// Plays what is not yet played, and writes what came of it.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let mut measured = Vec::new();
        for set in RuleSet::ALL {
            for level in &self.levels {
                let begun_by = BySide::new(
                    self.play(set, *level, Side::White)?,
                    self.play(set, *level, Side::Black)?,
                );
                measured.push(Measured { set, level: *level, begun_by });
                eprintln!("{set}, level {level}: done");
            }
        }
        let text = format!(
            "{}\n{}\n{}\n{}",
            outcomes_table(&measured),
            shares_table(&measured),
            self.verdicts()?,
            self.provenance()
        );
        print!("{text}");
        if !self.dry_run {
            page::rewrite_with_chart("balance.md", "balance", &text, &chart(&measured))?;
        }
        Ok(())
    }

    fn provenance(&self) -> String {
        let Balance { games, seed, depth, .. } = self;
        let levels = self.levels.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
        format!(
            "`cargo xtask balance --games {games} --levels {levels} --depth {depth} --seed {seed}`\n"
        )
    }

    fn play(&self, set: RuleSet, level: u8, first: Side) -> anyhow::Result<Outcomes> {
        let rules = rules(set, first);
        let level = Level::new(level).context("levels go from 1 to 10")?;
        let seed = self.seed;
        let what = format!("level {level} against itself, {set}, {first} begins, seed {seed}");
        let folder = self.saved.clone().unwrap_or_else(|| root().join("target/balance"));
        let name = format!("{set}-{level}-{}.txt", first.to_string().to_lowercase());
        let series = Series::open(&folder.join(name), &what, self.games)?;
        let play = |index: usize| {
            let [white, black] = players([level, level], seed, index, u64::MAX);
            play_on(Game::new(rules), BySide::new(white, black))
        };
        Ok(Outcomes::of(&series.complete(self.threads, &play)?))
    }

    /// What the full search says of the start position.
    fn verdicts(&self) -> anyhow::Result<String> {
        let depth = self.depth;
        let mut text = format!(
            "| rules | begins | the start position's value to whoever begins, {depth} turns deep |\n|---|---|---:|\n"
        );
        for set in RuleSet::ALL {
            for first in Side::ALL {
                let mut search = Search::new(64, Clock::STOPPED);
                let game = Game::new(rules(set, first));
                let never = AtomicBool::new(false);
                let lines = search.analyze(&game, &Limits::depth(depth), 1, &never, &mut |_| ())?;
                for line in lines {
                    writeln!(text, "| `{set}` | {first} | {} |", line.value)?;
                }
            }
        }
        Ok(text)
    }
}

/// A rule set with this side to begin.
fn rules(set: RuleSet, first: Side) -> Rules {
    let standard = Rules::of(set);
    Rules::new(*standard.board(), standard.options().with_first(first))
}

impl Outcomes {
    fn of(results: &[GameResult]) -> Outcomes {
        let count = |wanted| results.iter().filter(|result| **result == wanted).count() as u64;
        Outcomes {
            white: count(GameResult::Won(Side::White)),
            black: count(GameResult::Won(Side::Black)),
            draws: count(GameResult::Draw),
        }
    }

    fn games(self) -> u64 {
        self.white + self.black + self.draws
    }

    /// From the view of one side.
    fn tally(self, side: Side) -> Tally {
        let (wins, losses) = match side {
            Side::White => (self.white, self.black),
            Side::Black => (self.black, self.white),
        };
        Tally { wins, draws: self.draws, losses }
    }
}

impl Measured {
    /// The view of Black, whoever began.
    fn black(&self) -> Tally {
        let BySide { white, black } = self.begun_by;
        sum(white.tally(Side::Black), black.tally(Side::Black))
    }

    /// The view of the side that began, whichever that was.
    fn beginner(&self) -> Tally {
        let BySide { white, black } = self.begun_by;
        sum(white.tally(Side::White), black.tally(Side::Black))
    }
}

fn sum(a: Tally, b: Tally) -> Tally {
    Tally { wins: a.wins + b.wins, draws: a.draws + b.draws, losses: a.losses + b.losses }
}

/// The share of the points in percent, and the ends of its 95 % interval.
fn share(tally: Tally) -> (f64, [f64; 2]) {
    let ends = tally.elo().map_or([0.0, 1.0], |elo| [elo.low, elo.high].map(share_of_elo));
    (100.0 * tally.share(), ends.map(|end| 100.0 * end))
}

fn share_text(tally: Tally) -> String {
    let (share, [low, high]) = share(tally);
    format!("{share:.1} ({low:.1} to {high:.1})")
}

fn outcomes_table(measured: &[Measured]) -> String {
    let mut text = String::from(
        "| rules | players | begins | games | White won | Black won | drawn |\n|---|---|---|---:|---:|---:|---:|\n",
    );
    let mut row = |what: String, outcomes: Outcomes| {
        let percent = |part: u64| 100.0 * part as f64 / outcomes.games().max(1) as f64;
        let Outcomes { white, black, draws } = outcomes;
        // A string takes everything.
        let _ = writeln!(
            text,
            "| {what} | {} | {:.1} % | {:.1} % | {:.1} % |",
            outcomes.games(),
            percent(white),
            percent(black),
            percent(draws)
        );
    };
    row("`brainking` | people | not said".into(), PEOPLE);
    for Measured { set, level, begun_by } in measured {
        for first in Side::ALL {
            row(format!("`{set}` | level {level} | {first}"), begun_by[first]);
        }
    }
    text
}

fn shares_table(measured: &[Measured]) -> String {
    let mut text = String::from(
        "| rules | players | Black's share of the points, % | the beginner's share, % |\n|---|---|---:|---:|\n",
    );
    // A string takes everything.
    let _ =
        writeln!(text, "| `brainking` | people | {} | |", share_text(PEOPLE.tally(Side::Black)));
    for one in measured {
        let Measured { set, level, .. } = one;
        let (black, beginner) = (share_text(one.black()), share_text(one.beginner()));
        let _ = writeln!(text, "| `{set}` | level {level} | {black} | {beginner} |");
    }
    text
}

fn chart(measured: &[Measured]) -> Chart {
    let dot = |series, tally| {
        let (value, interval) = share(tally);
        Dot { series, value, interval }
    };
    let people =
        Row { label: "people, brainking".into(), dots: vec![dot(0, PEOPLE.tally(Side::Black))] };
    let row = |one: &Measured| Row {
        label: format!("level {}, {}", one.level, one.set),
        dots: vec![dot(0, one.black()), dot(1, one.beginner())],
    };
    Chart {
        title: "Who is favoured".into(),
        scale: "share of the points in percent, with 95 % intervals".into(),
        series: vec!["Black".into(), "whoever begins".into()],
        rows: std::iter::once(people).chain(measured.iter().map(row)).collect(),
        step: 5.0,
        reference: Some(50.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_and_beginner_are_told_apart() {
        // White wins three of four, but only when it begins.
        let won = |white, black| Outcomes { white, black, draws: 0 };
        let one = Measured {
            set: RuleSet::Jasir,
            level: 3,
            begun_by: BySide::new(won(75, 25), won(25, 75)),
        };
        assert_eq!(share(one.black()).0, 50.0);
        assert_eq!(share(one.beginner()).0, 75.0);
        let shares = shares_table(&[one]);
        assert!(shares.contains("| `brainking` | people | 54.1 ("), "{shares}");
        assert!(shares.contains("| 75.0 (69.0 to"), "{shares}");
        assert!(
            outcomes_table(&[one])
                .contains("| `jasir` | level 3 | Black | 100 | 25.0 % | 75.0 % | 0.0 % |")
        );
        assert_eq!(chart(&[one]).rows.len(), 2);
    }

    #[test]
    fn a_seed_gives_the_same_games_again() {
        let play = || {
            let folder = tempfile::tempdir().expect("a folder");
            let balance = Balance {
                games: 6,
                levels: vec![2],
                depth: 2,
                seed: 9,
                threads: 2,
                saved: Some(folder.path().into()),
                dry_run: true,
            };
            balance.play(RuleSet::Traditional, 2, Side::Black).expect("games end")
        };
        let outcomes = play();
        assert_eq!(outcomes.games(), 6);
        assert_eq!(play(), outcomes);
    }
}
