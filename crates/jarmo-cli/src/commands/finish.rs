//! How the games of a match end.

use std::fmt::Write as _;

use jarmo_ai::{Failure, Fault};
use jarmo_core::{GameResult, Side};
use jarmo_notation::Outcome;

/// How a game of a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Finish {
    /// On the board, by the rules.
    OnTheBoard,
    /// Drawn, since the same position came for the third time.
    Repetition,
    /// Drawn, since it had not ended after so many turns.
    TooLong(usize),
    /// Lost by the side whose engine failed.
    Failed(Side, Failure),
}

impl Finish {
    /// How the game came out, where it is not the board that says so.
    pub(super) fn result(&self) -> Option<GameResult> {
        match self {
            Finish::OnTheBoard => None,
            Finish::Repetition | Finish::TooLong(_) => Some(GameResult::Draw),
            Finish::Failed(side, _) => Some(GameResult::Won(side.other())),
        }
    }

    /// Which side's engine failed, and how.
    pub(super) fn failure(&self) -> Option<(Side, Fault)> {
        match self {
            Finish::Failed(side, failure) => Some((*side, failure.fault)),
            _ => None,
        }
    }

    /// What the tag `Termination` says.
    pub(super) fn termination(&self) -> Option<String> {
        Some(match self {
            Finish::OnTheBoard => return None,
            Finish::Repetition => "the same position for the third time".to_owned(),
            Finish::TooLong(turns) => format!("{turns} turns without an end"),
            Finish::Failed(side, failure) => {
                format!("{}{}", of(*side, failure.fault), failure.reason)
            }
        })
    }
}

/// A game of a match that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Finished {
    /// Its place in the match.
    pub(super) index: usize,
    pub(super) outcome: Outcome,
    /// Which side's engine failed, and how.
    pub(super) failure: Option<(Side, Fault)>,
}

/// How the tag `Termination` begins where an engine failed.
fn of(side: Side, fault: Fault) -> String {
    format!("{side}'s engine {fault}: ")
}

/// What an engine can do wrong in a game.
const FAULTS: [Fault; 3] = [Fault::Crashed, Fault::Hung, Fault::IllegalTurn];

/// Which side's engine failed in a saved game, and how, by the tag `Termination`.
pub(super) fn failed(termination: &str) -> Option<(Side, Fault)> {
    let cases = Side::ALL.into_iter().flat_map(|side| FAULTS.map(|fault| (side, fault)));
    cases.into_iter().find(|(side, fault)| termination.starts_with(&of(*side, *fault)))
}

/// How often an engine has failed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Failures([usize; FAULTS.len()]);

impl Failures {
    pub(super) fn add(&mut self, fault: Fault) {
        for (count, _) in self.0.iter_mut().zip(FAULTS).filter(|(_, counted)| *counted == fault) {
            *count += 1;
        }
    }

    /// In how many games it lost by that, and how; `None` where it never failed.
    pub(super) fn text(&self) -> Option<String> {
        let games: usize = self.0.iter().sum();
        let mut text = format!("lost {games} of its games by failing:");
        for (place, (count, fault)) in
            self.0.iter().zip(FAULTS).filter(|(n, _)| **n > 0).enumerate()
        {
            let comma = if place > 0 { "," } else { "" };
            // A string takes everything.
            let _ = write!(text, "{comma} it {fault} {count} {}", times(*count));
        }
        (games > 0).then_some(text)
    }
}

fn times(count: usize) -> &'static str {
    if count == 1 { "time" } else { "times" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_game_tells_who_failed() {
        for side in Side::ALL {
            for fault in FAULTS {
                let failure = Failure { fault, reason: "it was so".to_owned() };
                let finish = Finish::Failed(side, failure);
                assert_eq!(finish.result(), Some(GameResult::Won(side.other())));
                let text = finish.termination().unwrap();
                assert_eq!(failed(&text), Some((side, fault)), "{text}");
            }
        }
        for finish in [Finish::Repetition, Finish::TooLong(9)] {
            assert_eq!(failed(&finish.termination().unwrap()), None);
        }
    }

    #[test]
    fn failures_are_counted() {
        let mut failures = Failures::default();
        assert_eq!(failures.text(), None);
        for fault in [Fault::Crashed, Fault::IllegalTurn, Fault::Crashed] {
            failures.add(fault);
        }
        let text =
            "lost 3 of its games by failing: it crashed 2 times, it played no legal turn 1 time";
        assert_eq!(failures.text().as_deref(), Some(text));
    }
}
