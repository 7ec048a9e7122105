//! Statistics over games: results, scores, lengths, captures and returns, split as one likes.

mod player;
mod split;
mod table;
mod tally;

use std::collections::BTreeMap;

use jarmo_core::Side;
use serde::{Serialize, Serializer};

use crate::main_line::MainLine;
use player::PlayerTally;
pub(crate) use split::Split;
pub(crate) use table::print;
pub(crate) use tally::Results;
use tally::Tally;

/// What was counted over games.
#[derive(Serialize)]
pub(crate) struct Statistics {
    /// Games that were left out because they have errors.
    pub(crate) bad_games: u64,
    #[serde(flatten)]
    all: Tally,
    by: Splits,
}

/// The splits asked for; `None` where one was not.
#[derive(Serialize)]
struct Splits {
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "groups")]
    rules: Option<BTreeMap<String, Tally>>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "groups")]
    player: Option<BTreeMap<String, PlayerTally>>,
    #[serde(
        rename = "first-turn",
        skip_serializing_if = "Option::is_none",
        serialize_with = "groups"
    )]
    first_turn: Option<BTreeMap<String, Tally>>,
}

impl Statistics {
    /// Nothing counted yet; later split in these ways.
    pub(crate) fn new(splits: &[Split]) -> Statistics {
        let asked = |split| splits.contains(&split);
        Statistics {
            bad_games: 0,
            all: Tally::default(),
            by: Splits {
                rules: asked(Split::Rules).then(BTreeMap::new),
                player: asked(Split::Player).then(BTreeMap::new),
                first_turn: asked(Split::FirstTurn).then(BTreeMap::new),
            },
        }
    }

    /// How many games were counted.
    pub(crate) fn games(&self) -> u64 {
        self.all.games()
    }

    /// Counts a game.
    pub(crate) fn add(&mut self, line: &MainLine) {
        self.all.add(line);
        if let Some(groups) = &mut self.by.rules {
            group(groups, &split::rules(line)).add(line);
        }
        if let Some(groups) = &mut self.by.first_turn {
            group(groups, &split::first_turn(line)).add(line);
        }
        if let Some(groups) = &mut self.by.player {
            for side in Side::ALL {
                group(groups, &line.players[side]).add(line, side);
            }
        }
    }
}

/// The group of this name, a new one where there is none.
fn group<'a, T: Default>(groups: &'a mut BTreeMap<String, T>, name: &str) -> &'a mut T {
    groups.entry(name.to_owned()).or_default()
}

/// A tally that knows how many games it counted.
trait Games {
    fn games(&self) -> u64;
}

/// The groups with most games first, those with as many by name.
fn by_games<T: Games>(groups: &BTreeMap<String, T>) -> Vec<(&String, &T)> {
    let mut sorted: Vec<_> = groups.iter().collect();
    sorted.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.games()));
    sorted
}

/// A group as it stands in JSON.
#[derive(Serialize)]
struct Group<'a, T> {
    name: &'a str,
    #[serde(flatten)]
    tally: &'a T,
}

fn groups<T: Games + Serialize, S: Serializer>(
    groups: &Option<BTreeMap<String, T>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let sorted = groups.iter().flat_map(by_games);
    serializer.collect_seq(sorted.map(|(name, tally)| Group { name, tally }))
}
