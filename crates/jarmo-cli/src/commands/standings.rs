//! How a match stands.

use std::fmt::Write as _;
use std::time::Duration;

use jarmo_ai::{PairTally, Sprt, SprtState, Tally};
use jarmo_core::{GameResult, Rules, Side};
use jarmo_notation::Outcome;

use super::finish::{Failures, Finished};
use super::overrun::{Overruns, allowed};
use crate::args::{Match, rules_name};

/// A whole number with its sign; 0 has a plus.
fn signed(number: f64) -> String {
    // What is rounded to -0 becomes 0.
    format!("{:+}", number.round() + 0.0)
}

/// Wins, draws and losses of the first engine.
pub(super) struct Standings<'a> {
    options: &'a Match,
    tally: Tally,
    pairs: PairTally,
    /// How often each engine has failed.
    failures: [Failures; 2],
    /// Half points of the first engine in the game of each pair that is over while the other is
    /// not.
    open: std::collections::HashMap<usize, usize>,
}

impl<'a> Standings<'a> {
    pub(super) fn new(options: &'a Match) -> Standings<'a> {
        Standings {
            options,
            tally: Tally::default(),
            pairs: PairTally::default(),
            failures: Default::default(),
            open: Default::default(),
        }
    }

    /// Counts a game, in which a side's engine may have failed.
    pub(super) fn add(&mut self, game: &Finished) {
        let Finished { index, outcome, failure } = *game;
        let first_side = if index.is_multiple_of(2) { Side::White } else { Side::Black };
        if let Some((side, fault)) = failure {
            self.failures[usize::from(side != first_side)].add(fault);
        }
        let half_points = match outcome {
            Outcome::Decided(GameResult::Won(side)) if side == first_side => 2,
            Outcome::Decided(GameResult::Won(_)) => 0,
            _ => 1,
        };
        match half_points {
            2 => self.tally.wins += 1,
            1 => self.tally.draws += 1,
            _ => self.tally.losses += 1,
        }
        match self.open.remove(&(index / 2)) {
            Some(other) => self.pairs.add(other + half_points),
            None => {
                self.open.insert(index / 2, half_points);
            }
        }
    }

    /// For each engine that has failed, how often.
    pub(super) fn failures(&self) -> impl Iterator<Item = String> {
        let specs = [&self.options.white, &self.options.black];
        specs
            .into_iter()
            .zip(&self.failures)
            .filter_map(|(spec, failures)| Some(format!("{spec} {}", failures.text()?)))
    }

    pub(super) fn games(&self) -> usize {
        self.tally.games() as usize
    }

    fn sprt(&self) -> Option<Sprt> {
        let [elo0, elo1] = self.options.sprt.as_deref()? else { return None };
        Some(Sprt::new(*elo0, *elo1))
    }

    pub(super) fn sprt_state(&self) -> SprtState {
        self.sprt().map_or(SprtState::Undecided, |sprt| sprt.state(self.pairs))
    }

    /// The standings in a line.
    pub(super) fn line(&self) -> String {
        let Tally { wins, draws, losses } = self.tally;
        format!("{} of {} games: +{wins} ={draws} -{losses}", self.games(), self.options.games)
    }

    pub(super) fn text(&self, rules: &Rules, overruns: &Overruns) -> String {
        let Tally { wins, draws, losses } = self.tally;
        let points = wins as f64 + draws as f64 / 2.0;
        let mut text = format!(
            "{} against {}, {}\n",
            self.options.white,
            self.options.black,
            rules_name(rules, "rules of their own")
        );
        let games = self.games();
        // A string takes everything.
        let _ = writeln!(text, "games {games}  wins {wins}  draws {draws}  losses {losses}");
        let share = 100.0 * self.tally.share();
        let _ = writeln!(text, "points {points:.1}-{:.1}  {share:.1} %", games as f64 - points);
        // Pairs say more than games, once there are some.
        let elo = if self.pairs.pairs() > 1 { self.pairs.elo() } else { self.tally.elo() };
        if let Some(elo) = elo {
            let _ = writeln!(
                text,
                "Elo {}  95 % interval {} to {}",
                signed(elo.difference),
                signed(elo.low),
                signed(elo.high)
            );
        }
        let movetime = Duration::from_secs_f64(self.options.movetime);
        let has_time = [&self.options.white, &self.options.black]
            .map(|spec| allowed(spec, movetime).is_some());
        if let Some(overruns) = overruns.text(has_time) {
            let _ = writeln!(text, "{overruns}");
        }
        if let Some(sprt) = self.sprt() {
            let ratio = self.pairs.log_likelihood_ratio(sprt.elo0, sprt.elo1);
            let (low, high) = sprt.bounds();
            let verdict = match self.sprt_state() {
                SprtState::Undecided => "undecided".to_owned(),
                SprtState::Elo0 => format!("Elo {} rather than {}", sprt.elo0, sprt.elo1),
                SprtState::Elo1 => format!("Elo {} rather than {}", sprt.elo1, sprt.elo0),
            };
            let _ = writeln!(text, "SPRT {ratio:.2} of {low:.2} to {high:.2}: {verdict}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::signed;

    #[test]
    fn nothing_has_a_plus() {
        let text = [0.0, -0.0, -0.4, 0.4, -0.6, 12.5].map(signed);
        assert_eq!(text, ["+0", "+0", "+0", "+0", "-1", "+13"]);
        assert_eq!(signed(f64::NEG_INFINITY), "-inf");
    }
}
