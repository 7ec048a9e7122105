//! How much turns give away, and what that makes of a player.

use jarmo_ai::Verdict;
use jarmo_core::Side;
use jarmo_notation::{Eval, Glyph};

/// From how many points given away a turn is dubious, a mistake, a blunder.
const DUBIOUS: f64 = 0.5;
const MISTAKE: f64 = 1.0;
const BLUNDER: f64 = 2.0;

/// How many points of final margin a turn of `side` gave away: how much worse it stands after it
/// than by its best turn. Never negative: a search that sees more later does not reward the turn.
pub(super) fn loss(side: Side, before: &Eval, after: &Eval) -> f64 {
    let gain = after.points - before.points;
    (if side == Side::White { -gain } else { gain }).max(0.0)
}

/// What a turn gave away, corrected by what is certain of the positions before and after it, each
/// for the side to move there: whoever lets go of a result has blundered, and whoever keeps it has
/// given away points of the margin at most. A turn that wins for certain has given nothing away, be
/// the estimate before it greater: the search prefers it too.
pub(super) fn corrected(loss: f64, before: Option<Verdict>, after: Option<Verdict>) -> f64 {
    match (before, after) {
        (Some(before), Some(after)) if -after < before => loss.max(BLUNDER),
        (Some(Verdict::Draw), Some(_)) => 0.0,
        (Some(Verdict::Win | Verdict::Loss), Some(_)) => loss.min(DUBIOUS),
        (None, Some(Verdict::Loss)) => 0.0,
        (_, None) | (None, Some(_)) => loss,
    }
}

/// The glyph of a turn that gave this much away.
pub(super) fn glyph(loss: f64) -> Option<Glyph> {
    match loss {
        _ if loss >= BLUNDER => Some(Glyph::BLUNDER),
        _ if loss >= MISTAKE => Some(Glyph::MISTAKE),
        _ if loss >= DUBIOUS => Some(Glyph::DUBIOUS),
        _ => None,
    }
}

/// What is said of both players.
#[derive(Clone, Debug, Default)]
pub(crate) struct Report {
    sides: [SideReport; 2],
    /// The turn that gave most away, with how much.
    turning_point: Option<(String, f64)>,
}

/// What is said of one player.
#[derive(Clone, Debug, Default)]
pub(crate) struct SideReport {
    turns: u32,
    /// The sum of what each turn counts, 0 to 1.
    counted: f64,
    pub(crate) dubious: u32,
    pub(crate) mistakes: u32,
    pub(crate) blunders: u32,
}

impl Report {
    pub(super) fn add(&mut self, side: Side, loss: f64, turn: String) {
        let report = &mut self.sides[side.index()];
        report.turns += 1;
        report.counted += (-loss).exp2();
        match glyph(loss) {
            Some(Glyph::BLUNDER) => report.blunders += 1,
            Some(Glyph::MISTAKE) => report.mistakes += 1,
            Some(_) => report.dubious += 1,
            None => {}
        }
        if loss >= MISTAKE && self.turning_point.as_ref().is_none_or(|(_, most)| loss > *most) {
            self.turning_point = Some((turn, loss));
        }
    }

    pub(crate) fn of(&self, side: Side) -> &SideReport {
        &self.sides[side.index()]
    }

    /// The turn that gave most away, if one gave away a point or more, and how much.
    pub(crate) fn turning_point(&self) -> Option<(&str, f64)> {
        self.turning_point.as_ref().map(|(turn, loss)| (turn.as_str(), *loss))
    }
}

impl SideReport {
    /// Accuracy in per cent, 100 for one that gave nothing away: a turn that gives away a point
    /// counts half, one that gives away two a quarter. `None` before the first turn.
    pub(crate) fn accuracy(&self) -> Option<f64> {
        (self.turns > 0).then(|| 100.0 * self.counted / f64::from(self.turns))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_turn_gives_away() {
        let eval = |points| Eval { points, depth: None };
        assert_eq!(loss(Side::White, &eval(1.0), &eval(-0.5)), 1.5);
        assert_eq!(loss(Side::Black, &eval(1.0), &eval(-0.5)), 0.0);
        assert_eq!(loss(Side::Black, &eval(-1.0), &eval(2.0)), 3.0);
        assert_eq!(glyph(0.4), None);
        assert_eq!(glyph(1.5), Some(Glyph::MISTAKE));
        use Verdict::{Draw, Loss, Win};
        let known = |loss, before, after| corrected(loss, Some(before), Some(after));
        assert_eq!(known(0.1, Win, Draw), BLUNDER);
        assert_eq!(known(3.0, Draw, Win), 3.0);
        assert_eq!(known(3.0, Draw, Draw), 0.0);
        assert_eq!(known(3.0, Win, Loss), DUBIOUS);
        assert_eq!(known(0.1, Loss, Win), 0.1);
        assert_eq!(corrected(3.0, None, Some(Loss)), 0.0);
        assert_eq!(corrected(3.0, None, Some(Win)), 3.0);
        assert_eq!(corrected(3.0, Some(Win), None), 3.0);
        let mut report = Report::default();
        report.add(Side::White, 0.0, "1. A1-C2".to_owned());
        report.add(Side::White, 1.0, "2. C2-A1".to_owned());
        assert_eq!(report.of(Side::White).accuracy(), Some(75.0));
        assert_eq!(report.of(Side::Black).accuracy(), None);
        assert_eq!(report.turning_point(), Some(("2. C2-A1", 1.0)));
    }
}
