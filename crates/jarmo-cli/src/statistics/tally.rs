//! Counts over games.

use std::collections::BTreeMap;

use jarmo_core::{BySide, GameResult, Score, Side};
use jarmo_notation::Outcome;
use serde::{Serialize, Serializer};

use super::Games;
use crate::main_line::MainLine;

/// How many games came out which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Results {
    /// Games that White won.
    pub(crate) white_won: u64,
    /// Games that Black won.
    pub(crate) black_won: u64,
    /// Games that nobody won.
    pub(crate) drawn: u64,
    /// Games without a result.
    pub(crate) unfinished: u64,
}

impl Results {
    /// Counts a game.
    pub(crate) fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Decided(GameResult::Won(Side::White)) => self.white_won += 1,
            Outcome::Decided(GameResult::Won(Side::Black)) => self.black_won += 1,
            Outcome::Decided(GameResult::Draw) => self.drawn += 1,
            Outcome::Unknown => self.unfinished += 1,
        }
    }

    /// All games.
    pub(crate) fn games(&self) -> u64 {
        self.finished() + self.unfinished
    }

    /// The games that have a result.
    pub(crate) fn finished(&self) -> u64 {
        self.white_won + self.black_won + self.drawn
    }

    /// How many per cent of the finished games `part` are; `None` where there are none.
    pub(crate) fn percent(&self, part: u64) -> Option<f64> {
        mean(100 * part, self.finished())
    }
}

/// The points of games that ended on the board.
#[derive(Clone, Debug, Default)]
pub(super) struct Scores {
    pub(super) games: u64,
    total: BySide<u64>,
    /// How many games ended with so many points for White and for Black.
    pub(super) ended: BTreeMap<(u32, u32), u64>,
}

impl Scores {
    pub(super) fn add(&mut self, score: Score) {
        self.games += 1;
        for side in Side::ALL {
            self.total[side] += u64::from(score.of(side));
        }
        *self.ended.entry((score.white, score.black)).or_default() += 1;
    }

    pub(super) fn mean(&self, side: Side) -> Option<f64> {
        mean(self.total[side], self.games)
    }

    /// The scores that games ended with, the most frequent first.
    pub(super) fn by_frequency(&self) -> Vec<(Score, u64)> {
        let mut scores: Vec<(Score, u64)> =
            self.ended.iter().map(|((white, black), n)| (Score::new(*white, *black), *n)).collect();
        scores.sort_by_key(|(_, games)| std::cmp::Reverse(*games));
        scores
    }
}

/// How long games were, in turns.
#[derive(Clone, Debug, Default)]
pub(super) struct Lengths {
    games: u64,
    total: u64,
    /// How many games had so many turns: the median needs them all, and files have few different
    /// lengths, about the square root of their size at most.
    counts: BTreeMap<u64, u64>,
}

impl Lengths {
    fn add(&mut self, turns: u64) {
        self.games += 1;
        self.total += turns;
        *self.counts.entry(turns).or_default() += 1;
    }

    pub(super) fn mean(&self) -> Option<f64> {
        mean(self.total, self.games)
    }

    pub(super) fn shortest(&self) -> Option<u64> {
        self.counts.keys().next().copied()
    }

    pub(super) fn longest(&self) -> Option<u64> {
        self.counts.keys().next_back().copied()
    }

    /// The length of the game in the middle, or half-way between the two there.
    pub(super) fn median(&self) -> Option<f64> {
        let low = self.of_rank(self.games.checked_sub(1)? / 2)?;
        let high = self.of_rank(self.games / 2)?;
        Some((low + high) as f64 / 2.0)
    }

    /// The length of the game that has `rank` games before it when they are sorted by length.
    fn of_rank(&self, rank: u64) -> Option<u64> {
        let mut before = 0;
        self.counts.iter().find_map(|(turns, games)| {
            before += games;
            (rank < before).then_some(*turns)
        })
    }
}

/// Everything that is counted over games.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) results: Results,
    pub(super) scores: Scores,
    pub(super) lengths: Lengths,
    pub(super) captures: BySide<u64>,
    pub(super) returns: BySide<u64>,
}

impl Tally {
    pub(super) fn add(&mut self, line: &MainLine) {
        self.results.add(line.outcome);
        if let Some(score) = line.score {
            self.scores.add(score);
        }
        self.lengths.add(line.turns);
        for side in Side::ALL {
            self.captures[side] += line.captures[side];
            self.returns[side] += line.returns[side];
        }
    }

    /// How often a game something happened that happened `counts` times.
    pub(super) fn per_game(&self, count: u64) -> Option<f64> {
        mean(count, self.games())
    }
}

impl Games for Tally {
    fn games(&self) -> u64 {
        self.results.games()
    }
}

fn mean(total: u64, count: u64) -> Option<f64> {
    (count > 0).then(|| total as f64 / count as f64)
}

/// A tally as it stands in JSON; `docs/statistics.md` says what the fields mean.
#[derive(Serialize)]
struct TallyData {
    games: u64,
    finished: u64,
    white_won: u64,
    white_won_percent: Option<f64>,
    black_won: u64,
    black_won_percent: Option<f64>,
    drawn: u64,
    drawn_percent: Option<f64>,
    unfinished: u64,
    scored: u64,
    mean_score: BySide<Option<f64>>,
    scores: Vec<ScoreData>,
    turns: LengthData,
    captures: CountData,
    returns: CountData,
}

#[derive(Serialize)]
struct ScoreData {
    white: u32,
    black: u32,
    games: u64,
}

#[derive(Serialize)]
struct LengthData {
    total: u64,
    mean: Option<f64>,
    median: Option<f64>,
    shortest: Option<u64>,
    longest: Option<u64>,
}

#[derive(Serialize)]
struct CountData {
    white: u64,
    black: u64,
    mean: Option<f64>,
}

impl Serialize for Tally {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Tally { results, scores, lengths, .. } = self;
        let count = |counts: BySide<u64>| CountData {
            white: counts.white,
            black: counts.black,
            mean: self.per_game(counts.white + counts.black),
        };
        let score = |(score, games): (Score, u64)| ScoreData {
            white: score.white,
            black: score.black,
            games,
        };
        TallyData {
            games: self.games(),
            finished: results.finished(),
            white_won: results.white_won,
            white_won_percent: results.percent(results.white_won),
            black_won: results.black_won,
            black_won_percent: results.percent(results.black_won),
            drawn: results.drawn,
            drawn_percent: results.percent(results.drawn),
            unfinished: results.unfinished,
            scored: scores.games,
            mean_score: BySide::new(scores.mean(Side::White), scores.mean(Side::Black)),
            scores: scores.by_frequency().into_iter().map(score).collect(),
            turns: LengthData {
                total: lengths.total,
                mean: lengths.mean(),
                median: lengths.median(),
                shortest: lengths.shortest(),
                longest: lengths.longest(),
            },
            captures: count(self.captures),
            returns: count(self.returns),
        }
        .serialize(serializer)
    }
}
