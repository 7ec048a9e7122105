//! `cargo xtask opening`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use jarmo_core::{Game, Options, Position, RuleSet, Rules, Side};
use jarmo_tables::{Index, Placement, Tables, game_name};

use crate::workspace::root;

/// How many turns from the start the positions are whose values come with the crates.
const PLIES: usize = 3;

/// Take the values of the first positions from the tables of all levels, and rewrite the data that
/// comes with jarmo-tables.
#[derive(Debug, Args)]
pub(crate) struct Opening {
    /// The directory of the tables, as `jarmo tables build --dir` was told it.
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// The rule set.
    #[arg(long, value_name = "NAME", default_value = "brainking")]
    rules: RuleSet,
}

impl Opening {
    /// Writes the data.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let rules = Rules::of(self.rules);
        let tables = Tables::open(&self.dir.join(game_name(&rules)), &rules)?;
        let mut verdicts = BTreeMap::new();
        for first in Side::ALL {
            let rules = Rules::new(*rules.board(), Options { first, ..rules.options() });
            let mut layer = vec![*Game::new(rules).position()];
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
        Ok(())
    }
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
    let value = tables.value(position)?;
    let value = value.with_context(|| format!("there is no table of level {level}"))?;
    let distance = tables.distance(position)?;
    let distance = distance.map(|turns| format!(" {turns}")).unwrap_or_default();
    Ok(((level, number), format!("{value}{distance}")))
}
