//! Random but balanced openings for matches.

use core::sync::atomic::AtomicBool;
use std::collections::{HashMap, HashSet};

use jarmo_core::{Game, Rules, Turn};

use crate::clock::Clock;
use crate::engine::Info;
use crate::limits::Limits;
use crate::search::Search;

/// An endless sequence of openings: games of a few random turns after which neither side is much
/// better off, and nothing is decided. It follows from the seed. No position comes twice before all
/// that can be found have come.
#[derive(Debug)]
pub struct Openings {
    rules: Rules,
    turns: usize,
    /// How many points either side may be better off.
    margin: f64,
    rng: fastrand::Rng,
    judge: Search,
    /// Whether the positions found so far are balanced, by their keys.
    judged: HashMap<u64, bool>,
    /// Which of them have come since the sequence began, or began anew.
    given: HashSet<u64>,
}

/// Positions that the judge looks at for each opening.
const JUDGE_NODES: u64 = 20_000;
/// The table that so many positions need, in MiB.
const JUDGE_HASH_MIB: usize = 1;
/// Openings tried for one that is new and balanced; boards that have none get the last one tried.
const TRIES: usize = 200;

impl Openings {
    /// Openings of six turns after which neither side is half a point better off.
    #[must_use]
    pub fn new(rules: Rules, seed: u64) -> Openings {
        Openings {
            rules,
            turns: 6,
            margin: 0.5,
            rng: fastrand::Rng::with_seed(seed),
            judge: Search::new(JUDGE_HASH_MIB, Clock::STOPPED),
            judged: HashMap::new(),
            given: HashSet::new(),
        }
    }

    /// Openings of this many turns of both sides.
    #[must_use]
    pub fn with_turns(self, turns: usize) -> Openings {
        Openings { turns, ..self }
    }

    /// Openings after which either side may be this many points better off, at least 0.
    #[must_use]
    pub fn with_margin(self, margin: f64) -> Openings {
        Openings { margin, ..self }
    }

    /// A game of random turns, which has not ended unless the board allows no other.
    fn random_game(&mut self) -> Game {
        let mut game = Game::new(self.rules);
        for _ in 0..self.turns {
            let turns: Vec<Turn> = game.position().legal_turns(&self.rules).collect();
            let Some(turn) = self.rng.choice(turns) else { break };
            if game.play(turn).is_err() {
                break;
            }
        }
        game
    }

    /// The next of so many random games that is balanced and whose position has not come yet.
    fn find(&mut self) -> Option<Game> {
        for _ in 0..TRIES {
            let game = self.random_game();
            let key = game.position().key();
            if !self.given.contains(&key) && self.is_balanced(&game, key) {
                self.given.insert(key);
                return Some(game);
            }
        }
        None
    }

    fn is_balanced(&mut self, game: &Game, key: u64) -> bool {
        if let Some(judged) = self.judged.get(&key) {
            return *judged;
        }
        // Each is judged afresh, so that an opening does not depend on those before it.
        self.judge.forget();
        let never = AtomicBool::new(false);
        let limits = Limits::nodes(JUDGE_NODES);
        let lines = self.judge.analyze(game, &limits, 1, &never, &mut |_| ());
        let balanced = lines.is_ok_and(|lines| lines.iter().all(|line| self.is_open(line)));
        self.judged.insert(key, balanced);
        balanced
    }

    /// Whether a game that goes on like this is worth playing: balanced, and nothing is certain.
    fn is_open(&self, line: &Info) -> bool {
        line.verdict.is_none() && line.value.points().abs() <= self.margin
    }
}

impl Iterator for Openings {
    type Item = Game;

    /// The next opening, its turns played.
    fn next(&mut self) -> Option<Game> {
        let found = self.find().or_else(|| {
            self.given.clear();
            self.find()
        });
        Some(found.unwrap_or_else(|| self.random_game()))
    }
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::AtomicBool;
    use std::collections::HashSet;

    use jarmo_core::{Rules, Turn};

    use super::Openings;
    use crate::engine::Info;
    use crate::limits::Limits;
    use crate::value::Value;
    use crate::verdict::Verdict;

    #[test]
    fn openings_follow_from_the_seed() {
        let first = |seed| -> Vec<Vec<Turn>> {
            let openings = Openings::new(Rules::TRADITIONAL, seed);
            openings.take(5).map(|game| game.turns().collect()).collect()
        };
        assert_eq!(first(1), first(1));
        assert_ne!(first(1), first(2));
        assert!(first(3).iter().all(|turns| turns.len() == 6));
    }

    #[test]
    fn what_is_judged_exactly_level_is_an_opening_and_a_draw_is_none() {
        let mut openings = Openings::new(Rules::BRAINKING, 1);
        let mut level = 0;
        for _ in 0..1500 {
            let game = openings.random_game();
            let never = AtomicBool::new(false);
            let limits = Limits::depth(2);
            let lines = openings.judge.analyze(&game, &limits, 1, &never, &mut |_| ());
            let Ok([line]) = lines.as_deref() else { continue };
            if line.value == Value::DRAW {
                assert!(openings.is_open(line), "nothing is drawn after six turns and two more");
                let drawn = Info { verdict: Some(Verdict::Draw), ..line.clone() };
                assert!(!openings.is_open(&drawn));
                level += 1;
            }
        }
        assert!(level >= 3, "only {level} are level");
    }

    #[test]
    fn openings_come_again_only_when_all_have_come() {
        let openings = Openings::new(Rules::BRAINKING, 1).with_turns(1).with_margin(1.5);
        let turns: Vec<Turn> = openings.take(40).filter_map(|game| game.turns().next()).collect();
        let different = turns.iter().collect::<HashSet<_>>().len();
        assert!((3..=11).contains(&different), "{different} of 11 first turns");
        for all in turns.chunks_exact(different) {
            assert_eq!(all.iter().collect::<HashSet<_>>().len(), different, "{all:?}");
        }
    }
}
