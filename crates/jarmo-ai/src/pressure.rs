//! How to play a drawn position on for a win.

use jarmo_core::Position;

use crate::opponent::Opponent;
use crate::packed_turn::PackedTurn;
use crate::watch::Share;
use crate::window::Window;
use crate::worker::{Node, Worker};

/// Judges drawn positions by how likely the other side, to move, loses them in the end: by the
/// traps that lie ahead of it, and by how the position looks without tables. Whoever looks worse
/// goes wrong sooner.
pub(crate) struct Pressure<'a> {
    opponent: Opponent<'a>,
    /// Looks ahead as the engine does without tables.
    eyes: Worker<'a>,
}

/// By how much each point that a side looks better raises the logarithm of its odds to win, fitted
/// to 3,788 drawn positions of 600 games against `baseline:1`, beside their levels and archers.
const PER_POINT: f64 = 2.0;
/// How many points a side may look better at most.
const MOST_POINTS: f64 = 2.0;
/// The deepest look.
const DEEPEST: i32 = 40;
/// No chance is less or greater than this says.
const LEAST_RISK: f64 = 0.001;

impl<'a> Pressure<'a> {
    /// What the opponent may take of a search that plays on.
    pub(crate) const OPPONENTS: Share = Share { until: 0.5, nodes: 0.4, unlimited: 100_000 };
    /// What looking at the positions may take, which comes after that.
    pub(crate) const OWN: Share = Share { until: 0.8, nodes: 0.5, unlimited: 100_000 };

    /// With a worker of its own, which must not look positions up.
    pub(crate) fn new(opponent: Opponent<'a>, eyes: Worker<'a>) -> Pressure<'a> {
        Pressure { opponent, eyes }
    }

    /// The positions that were looked at so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.opponent.nodes() + self.eyes.nodes
    }

    /// For each of some drawn positions in which the other side is to move, the logarithm of the
    /// odds that it loses in the end; as far as there is time to look.
    pub(crate) fn chances(&mut self, positions: &[Position]) -> Vec<f64> {
        let risks = self.opponent.risks(positions);
        let looks = self.looks(positions);
        risks.into_iter().zip(looks).map(|(risk, points)| log_odds(risk, points)).collect()
    }

    /// How many points better off the side looks that is not to move in each of the positions.
    fn looks(&mut self, positions: &[Position]) -> Vec<f64> {
        let all = |depth| positions.iter().map(|one| self.look(one, depth)).collect();
        let looks = (1..=DEEPEST).map_while(all).last();
        self.eyes.count_nodes();
        looks.unwrap_or_else(|| vec![0.0; positions.len()])
    }

    /// The same of one position at one depth; `None` when there is no more time.
    fn look(&mut self, position: &Position, depth: i32) -> Option<f64> {
        let node = Node { position: *position, ply: 1, reversible: 0, last: PackedTurn::NONE };
        let value = -self.eyes.search(&node, depth, Window::FULL);
        (!self.eyes.stopped).then(|| value.points())
    }
}

/// The logarithm of the odds that go with a risk of losing where the other side looks so many
/// points better.
fn log_odds(risk: f64, points: f64) -> f64 {
    let risk = risk.clamp(LEAST_RISK, 1.0 - LEAST_RISK);
    (risk / (1.0 - risk)).ln() + PER_POINT * points.clamp(-MOST_POINTS, MOST_POINTS)
}

#[cfg(test)]
mod tests {
    use super::log_odds;

    #[test]
    fn odds_grow_with_the_risk_and_with_the_looks() {
        let ranking = [(0.0, -9.0), (0.0, 0.0), (0.1, -0.5), (0.1, 0.0), (0.3, 0.0), (0.2, 0.5)];
        let odds = ranking.map(|(risk, points)| log_odds(risk, points));
        assert!(odds.is_sorted_by(|a, b| a < b), "{odds:?}");
        assert!(log_odds(1.0, 99.0).is_finite());
        assert!(log_odds(0.5, 0.0).abs() < 1e-9, "as likely as not");
    }
}
