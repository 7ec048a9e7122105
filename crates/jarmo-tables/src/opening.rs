//! The solved opening: what the tables of all levels say of the positions after the first few
//! turns, so that nobody needs those tables for it.

use std::collections::HashMap;
use std::sync::OnceLock;

use jarmo_core::{Position, RuleSet, Rules};

use crate::header::game_number;
use crate::index::{Index, Placement};
use crate::value::{Value, Verdict};

/// The rule sets whose opening is known, with a line for each position of which an archer has been
/// moved at most three times, whichever side begins: its level, its number in the index, and its
/// value, with the distance behind `win` and `loss`. `cargo xtask solved` writes it.
const KNOWN: [(RuleSet, &str); 3] = [
    (RuleSet::Brainking, include_str!("../data/opening-brainking.txt")),
    (RuleSet::Traditional, include_str!("../data/opening-traditional.txt")),
    (RuleSet::Jasir, include_str!("../data/opening-jasir.txt")),
];

/// What is known of the opening of one game.
#[derive(Debug)]
pub(crate) struct Opening {
    indexes: Vec<Index>,
    verdicts: HashMap<(usize, u64), Verdict>,
}

impl Opening {
    /// The opening of a game, if it is known.
    pub(crate) fn of(rules: &Rules) -> Option<&'static Opening> {
        static OPENINGS: [OnceLock<Opening>; KNOWN.len()] =
            [const { OnceLock::new() }; KNOWN.len()];
        let same = |set: &RuleSet| game_number(&Rules::of(*set)) == game_number(rules);
        let at = KNOWN.iter().position(|(set, _)| same(set))?;
        Some(OPENINGS[at].get_or_init(|| Opening::parse(rules, KNOWN[at].1)))
    }

    fn parse(rules: &Rules, text: &str) -> Opening {
        let verdicts: HashMap<_, _> = text.lines().filter_map(line).collect();
        let mut levels: Vec<usize> = verdicts.keys().map(|(level, _)| *level).collect();
        levels.sort_unstable();
        levels.dedup();
        let indexes = levels.into_iter().map(|level| Index::new(rules.board(), level)).collect();
        Opening { indexes, verdicts }
    }

    /// What a position is worth to the side to move; `None` for what comes later.
    pub(crate) fn verdict(&self, position: &Position) -> Option<Verdict> {
        let level = position.level();
        let index = self.indexes.iter().find(|index| index.level() == level)?;
        let number = index.number(&Placement::of(position))?;
        self.verdicts.get(&(level, number)).copied()
    }
}

/// A line of the text; `None` for one that tells of no position.
fn line(line: &str) -> Option<((usize, u64), Verdict)> {
    let mut words = line.split(' ');
    let (level, number) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    let value = match words.next()? {
        "win" => Value::Win,
        "draw" => Value::Draw,
        "loss" => Value::Loss,
        _ => return None,
    };
    let distance = words.next().and_then(|distance| distance.parse().ok());
    Some(((level, number), Verdict { value, distance }))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use jarmo_core::{Game, Options, Side};

    use super::*;

    /// Every position up to a ply from the start, with either side to begin.
    fn positions(rules: &Rules, plies: usize) -> Vec<(usize, Position)> {
        let mut known = HashSet::new();
        let mut all = Vec::new();
        for first in Side::ALL {
            let rules = Rules::new(*rules.board(), Options { first, ..rules.options() });
            let mut layer = vec![*Game::new(rules).position()];
            for ply in 0..=plies {
                layer.retain(|position| known.insert(position.placement_key()));
                all.extend(layer.iter().map(|position| (ply, *position)));
                layer = layer
                    .iter()
                    .flat_map(|position| {
                        position
                            .legal_turns(&rules)
                            .map(|turn| position.play_unchecked(&rules, turn))
                    })
                    .collect();
            }
        }
        all
    }

    #[test]
    fn every_verdict_follows_from_those_of_the_turns() {
        for (set, text) in KNOWN {
            let rules = Rules::of(set);
            let opening = Opening::of(&rules).expect("it is known");
            assert_eq!(
                text.lines().filter(|text| line(text).is_some()).count(),
                opening.verdicts.len()
            );
            let positions = positions(&rules, 3);
            assert_eq!(positions.len(), opening.verdicts.len());
            for (ply, position) in positions {
                let told = opening.verdict(&position).expect("it is in the opening");
                if ply == 3 {
                    continue;
                }
                let of_turn = |turn| {
                    let after = position.play_unchecked(&rules, turn);
                    let Verdict { value, distance } = opening.verdict(&after).expect("it is too");
                    let own = u16::from(value == Value::Loss);
                    Verdict { value: -value, distance: distance.map(|turns| turns + own) }
                };
                let best = position.legal_turns(&rules).map(of_turn).max();
                assert_eq!(Some(told), best, "{position:?}");
            }
        }
    }
}
