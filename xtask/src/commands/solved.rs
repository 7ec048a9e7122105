//! `cargo xtask solved`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use jarmo_core::{Game, Options, Position, RuleSet, Rules, Side};
use jarmo_notation::TurnText;
use jarmo_tables::{Counts, Index, Placement, Tables, Verdict, game_name};

use crate::page;
use crate::workspace::root;

/// How many turns from the start the positions are whose values come with the crates.
const PLIES: usize = 3;

/// Take from the tables of all levels what docs/solved.md tells, and the values of the first
/// positions, which come with jarmo-tables as data.
#[derive(Debug, Args)]
pub(crate) struct Solved {
    /// The directory of the tables, as `jarmo tables build --dir` was told it.
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// The rule set.
    #[arg(long, value_name = "NAME", default_value = "brainking")]
    rules: RuleSet,
}

impl Solved {
    /// Writes the data and the page.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let rules = Rules::of(self.rules);
        let tables = Tables::open(&self.dir.join(game_name(&rules)), &rules)?;
        let mut verdicts = BTreeMap::new();
        let mut starts = String::new();
        for first in Side::ALL {
            let rules = Rules::new(*rules.board(), Options { first, ..rules.options() });
            let start = *Game::new(rules).position();
            describe(&tables, &start, &mut starts)?;
            let mut layer = vec![start];
            for _ in 0..=PLIES {
                for position in &layer {
                    let (place, verdict) = line(&tables, position)?;
                    verdicts.insert(place, verdict);
                }
                layer = layer.iter().flat_map(|position| after(&rules, position)).collect();
                layer.sort_unstable_by_key(Position::placement_key);
                layer.dedup_by_key(|position| position.placement_key());
            }
        }
        let mut text = String::new();
        for ((level, number), verdict) in &verdicts {
            writeln!(text, "{level} {number} {verdict}")?;
        }
        let path = root().join(format!("crates/jarmo-tables/data/opening-{}.txt", self.rules));
        fs::write(&path, text).with_context(|| path.display().to_string())?;
        println!("{} positions", verdicts.len());
        let page = root().join("docs/solved.md");
        page::rewrite(&page, &format!("{} start", self.rules), &starts)?;
        page::rewrite(&page, &format!("{} levels", self.rules), &levels(&tables)?)
    }
}

/// Adds what the tables say of a start position and its turns.
fn describe(tables: &Tables, start: &Position, text: &mut String) -> anyhow::Result<()> {
    let verdict = tables.verdict(start)?.context("there is no table of the highest level")?;
    writeln!(text, "\n**{} begins: {verdict}.**\n", start.to_move())?;
    writeln!(text, "| turn | for {} |\n|---|---|", start.to_move())?;
    for (turn, verdict) in tables.ranked_turns(start)? {
        let verdict = verdict.context("there is no table of the highest level")?;
        writeln!(text, "| {} | {verdict} |", TurnText::new(turn, tables.rules().board()))?;
    }
    Ok(())
}

/// The counts of every level, and of every class.
fn levels(tables: &Tables) -> anyhow::Result<String> {
    let mut text = "| level | positions | won | lost | drawn | endless | longest |\n".to_owned();
    text += "|---:|---:|---:|---:|---:|---:|---:|\n";
    for table in tables.levels() {
        let level = table.index().level();
        let longest = tables.longest(level).map_or("-".to_owned(), |turns| turns.to_string());
        writeln!(text, "| {level} | {} | {longest} |", row(&table.counts()))?;
    }
    text += "\n<details>\n<summary>Class by class, with either side to move: White's archers, Black's and, \
             behind a plus each, those that are\nmarked.</summary>\n\n";
    text += "| level | class | positions | won | lost | drawn | endless |\n";
    text += "|---:|---|---:|---:|---:|---:|---:|\n";
    for table in tables.levels() {
        for (class, [white, black]) in table.index().classes().zip(table.counts_by_class()) {
            let mut both = *white;
            both += *black;
            writeln!(text, "| {} | {class} | {} |", table.index().level(), row(&both))?;
        }
    }
    text += "\n</details>\n";
    Ok(text)
}

fn row(counts: &Counts) -> String {
    let Counts { win, loss, drawn, endless } = counts;
    format!("{} | {win} | {loss} | {drawn} | {endless}", counts.positions())
}

fn after(rules: &Rules, position: &Position) -> Vec<Position> {
    let turns = position.legal_turns(rules);
    turns.map(|turn| position.play_unchecked(rules, turn)).collect()
}

/// Level and number of a position, and what the tables say of it.
fn line(tables: &Tables, position: &Position) -> anyhow::Result<((usize, u64), String)> {
    let level = position.level();
    let number = Index::new(tables.rules().board(), level).number(&Placement::of(position));
    let number = number.context("a side has no archer")?;
    let verdict = tables.verdict(position)?;
    let Verdict { value, distance } =
        verdict.with_context(|| format!("there is no table of level {level}"))?;
    let distance = distance.map(|turns| format!(" {turns}")).unwrap_or_default();
    Ok(((level, number), format!("{value}{distance}")))
}
