//! `cargo xtask tune`.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use anyhow::{Context, bail, ensure};
use clap::Args;
use jarmo_ai::{Clock, Engine, Evaluation, Limits, Search, Weights};
use jarmo_core::{Game, GameResult, Position, RuleSet, Rules, Turn};

use crate::regression::{self, Sample};
use crate::workspace::root;

/// Fit the evaluation's weights to games that the search plays against itself.
#[derive(Debug, Args)]
pub(crate) struct Tune {
    /// How many games to learn from.
    #[arg(long, value_name = "N", default_value_t = 15_000)]
    games: usize,
    /// The rule set.
    #[arg(long, value_name = "NAME", default_value = "brainking")]
    rules: RuleSet,
    /// How many positions the search looks at for each turn.
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    nodes: u64,
    /// The seed: the same one gives the same games, as long as the search stays the same.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Games at once.
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Write the table in use, not only print it.
    #[arg(long)]
    write: bool,
}

/// The terms of the evaluation in a position, and how the game ended, for the side to move.
type Seen = Sample<{ Weights::COUNT }>;
/// A game's number, and what was seen in it.
type Numbered = (usize, Vec<Seen>);

/// A game begins with at least this many random turns, and at most [`MORE_RANDOM_TURNS`] more.
const RANDOM_TURNS: usize = 3;
const MORE_RANDOM_TURNS: usize = 11;
/// A game is given up as a draw after this many turns.
const LONGEST: usize = 150;
/// One game in so many is kept apart to see that the fit holds.
const KEPT_APART: usize = 5;
/// Where [`Weights::to_array`] has the archer that is one move from home, and what that is worth
/// by definition: the search's margins are in the same measure.
const YARDSTICK: usize = 1;
const YARDSTICK_WORTH: f64 = 166.0;

/// What came of a fit.
struct Fit {
    weights: Weights,
    positions: usize,
    /// On the games kept apart: of the fit, and of guessing.
    surprise: [f64; 2],
}

impl Tune {
    /// Plays, fits, and prints or writes the table.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let fit = fit(&self.play()?)?;
        let table = self.table(&fit);
        print!("{table}");
        eprintln!(
            "games kept apart: {:.4} nats a position, {:.4} by guessing",
            fit.surprise[0], fit.surprise[1]
        );
        if self.write {
            ensure!(
                self.rules != RuleSet::Jasir,
                "Jasir has no table of its own: what was fitted to it lost to brainking's"
            );
            let path = root().join(format!("crates/jarmo-ai/src/tuned/{}.rs", self.rules));
            std::fs::write(&path, table).with_context(|| path.display().to_string())?;
        }
        Ok(())
    }

    /// The positions seen, game by game.
    fn play(&self) -> anyhow::Result<Vec<Vec<Seen>>> {
        let next = AtomicUsize::new(0);
        let work = || self.play_some(&next);
        let mut games = std::thread::scope(|scope| -> anyhow::Result<Vec<Numbered>> {
            let workers: Vec<_> = (0..self.threads.max(1)).map(|_| scope.spawn(work)).collect();
            let mut all = Vec::new();
            for worker in workers {
                match worker.join() {
                    Ok(played) => all.extend(played?),
                    Err(_) => bail!("a game went wrong"),
                }
            }
            Ok(all)
        })?;
        games.sort_by_key(|(index, _)| *index);
        Ok(games.into_iter().map(|(_, seen)| seen).collect())
    }

    /// Plays the games that nobody else has begun.
    fn play_some(&self, next: &AtomicUsize) -> anyhow::Result<Vec<Numbered>> {
        let terms = Terms::new(&Rules::of(self.rules));
        let mut played = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= self.games {
                return Ok(played);
            }
            played.push((index, self.play_game(index, &terms)?));
        }
    }

    /// Plays one game, and returns its quiet positions: those that a capture settles at once say
    /// little about what stands where.
    fn play_game(&self, index: usize, terms: &Terms) -> anyhow::Result<Vec<Seen>> {
        let mut game = self.opening(index);
        let mut search = Search::new(4, Clock::STOPPED);
        search.set_weights(Weights::BY_HAND);
        let never = AtomicBool::new(false);
        let mut quiet = Vec::new();
        while game.ending().is_none() && game.history().len() < LONGEST {
            let limits = Limits::nodes(self.nodes);
            let choice = search.choose(&game, &limits, &never, &mut |_| ())?;
            if !choice.turn.is_capture() && choice.value.is_some_and(|value| !value.is_decided()) {
                quiet.push(*game.position());
            }
            game.play(choice.turn)?;
        }
        let result = game.result().unwrap_or(GameResult::Draw);
        Ok(quiet.iter().map(|position| terms.seen(position, result)).collect())
    }

    fn opening(&self, index: usize) -> Game {
        let mut rng = fastrand::Rng::with_seed(self.seed.wrapping_mul(1 << 32) + index as u64);
        let rules = Rules::of(self.rules);
        let mut game = Game::new(rules);
        for _ in 0..RANDOM_TURNS + rng.usize(..=MORE_RANDOM_TURNS) {
            let turns: Vec<Turn> = game.position().legal_turns(&rules).collect();
            let played = rng.choice(turns).map(|turn| game.play(turn));
            if !matches!(played, Some(Ok(()))) {
                break;
            }
        }
        game
    }

    /// The file that holds the weights.
    fn table(&self, fit: &Fit) -> String {
        let Tune { games, rules, nodes, seed, .. } = self;
        let Weights { archer, mark, .. } = &fit.weights;
        let mut text = format!(
            "//! Written by `cargo xtask tune --rules {rules} --games {games} --nodes {nodes} --seed {seed} --write`,\n//! from {} positions.\n\nuse crate::weights::Weights;\n\nimpl Weights {{\n",
            fit.positions
        );
        let about = match rules {
            RuleSet::Brainking => "For returns that take a whole turn.",
            RuleSet::Traditional => "For returns that are added to moves.",
            RuleSet::Jasir => "For moves that only go forward.",
        };
        let name = rules.name().to_uppercase();
        let scalars = &fit.weights.to_array()[archer.len() + mark.len()..];
        // A string takes everything.
        let _ = write!(
            text,
            "    /// {about}\n    pub const {name}: Weights = Weights {{\n        archer: {archer:?},\n        mark: {mark:?},\n"
        );
        for (name, number) in SCALARS.iter().zip(scalars) {
            let _ = writeln!(text, "        {name}: {number},");
        }
        text.push_str("    };\n}\n");
        text
    }
}

/// What [`Weights::to_array`] has after the weights by distance.
const SCALARS: [&str; 9] = [
    "centre",
    "spendable",
    "tempo",
    "mobility",
    "last_archer",
    "attacked_mover",
    "attacked_waiter",
    "hanging_mover",
    "hanging_waiter",
];

/// Reads the terms of the evaluation off the evaluation itself, one with each weight alone.
struct Terms {
    rules: Rules,
    alone: Vec<Evaluation>,
}

impl Terms {
    fn new(rules: &Rules) -> Terms {
        let alone = |weight: usize| {
            let mut array = [0; Weights::COUNT];
            array[weight] = 1;
            Evaluation::new(rules, &Weights::from_array(&array))
        };
        Terms { rules: *rules, alone: (0..Weights::COUNT).map(alone).collect() }
    }

    fn seen(&self, position: &Position, result: GameResult) -> Seen {
        let mut terms = [0.0; Weights::COUNT];
        for (term, evaluation) in terms.iter_mut().zip(&self.alone) {
            // An estimate is in hundredths.
            *term = (evaluation.estimate(&self.rules, position).points() * 100.0).round();
        }
        let share = match result.winner() {
            None => 0.5,
            Some(side) => f64::from(u8::from(side == position.to_move())),
        };
        Seen { terms, share }
    }
}

/// Fits weights to all games but those kept apart.
fn fit(games: &[Vec<Seen>]) -> anyhow::Result<Fit> {
    let part = |kept: bool| -> Vec<Seen> {
        let games = games.iter().enumerate();
        games
            .filter(|(index, _)| index.is_multiple_of(KEPT_APART) == kept)
            .flat_map(|(_, seen)| seen.iter().cloned())
            .collect()
    };
    let (learned, kept) = (part(false), part(true));
    let coefficients = regression::fit(&learned);
    let scale = YARDSTICK_WORTH / coefficients[YARDSTICK];
    ensure!(scale.is_finite() && scale > 0.0, "too few games: they say nothing about archers");
    let mut array = Weights::BY_HAND.to_array();
    for (index, weight) in array.iter_mut().enumerate() {
        // The built-in boards have no archers so far from home: theirs stay as set by hand.
        if learned.iter().any(|seen| seen.terms[index] != 0.0) {
            *weight = (coefficients[index] * scale).round() as i32;
        }
    }
    Ok(Fit {
        weights: Weights::from_array(&array),
        positions: learned.len() + kept.len(),
        surprise: [
            regression::surprise(&coefficients, &kept),
            regression::surprise(&[0.0; Weights::COUNT], &kept),
        ],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tune(threads: usize) -> Tune {
        Tune { games: 40, rules: RuleSet::Brainking, nodes: 100, seed: 2, threads, write: false }
    }

    #[test]
    fn a_seed_gives_the_same_table_again_and_a_plausible_one() {
        let fitted = |threads| {
            let tune = tune(threads);
            let fit = fit(&tune.play().expect("games end")).expect("enough games");
            assert!(fit.positions > 400);
            assert!(fit.surprise[0] < 2.0 * fit.surprise[1]);
            tune.table(&fit)
        };
        let table = fitted(1);
        assert_eq!(fitted(2), table);
        assert!(table.contains("pub const BRAINKING: Weights"), "{table}");
        assert!(table.contains(", 166, "), "{table}");
    }

    #[test]
    fn the_evaluation_is_the_sum_of_its_terms() {
        let rules = Rules::TRADITIONAL;
        let terms = Terms::new(&rules);
        let weights = Weights::BY_HAND.to_array();
        let evaluation = Evaluation::new(&rules, &Weights::BY_HAND);
        for index in 0..20 {
            let position = *tune(1).opening(index).position();
            let seen = terms.seen(&position, GameResult::Draw);
            let sum: f64 = seen.terms.iter().zip(weights).map(|(a, b)| a * f64::from(b)).sum();
            assert_eq!(sum, (evaluation.estimate(&rules, &position).points() * 100.0).round());
        }
    }
}
