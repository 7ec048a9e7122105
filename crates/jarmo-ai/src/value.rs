//! What a position is worth.

use core::fmt;
use core::ops::Neg;

use crate::verdict::Verdict;

/// What a position is worth to one side, in points of the game's final margin.
///
/// Whose view it is, is said where a value is handed out: nearly always the side to move's.
/// Values are ordered by the game's result first and its margin second: a win that the search has
/// seen to the end ranks above every estimate, one with more points above one with fewer, and of
/// equal margins the sooner one is better; losses are the mirror image. A game that ends level, or
/// never ends, is worth 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(i16);

/// Estimates stay within this many hundredths of a point.
const MOST_ESTIMATED: i16 = 10_000;
/// Decided wins start here, so that no estimate reaches them.
const DECIDED: i16 = 16_000;
/// Wins that are known for certain without their margin start here: above all estimates, below all
/// wins seen to the end.
const PROVEN: i16 = 15_000;
/// How far apart decided margins of consecutive points are: more than the longest line's plies.
const MARGIN_STEP: i16 = 256;

impl Value {
    /// A level game.
    pub const DRAW: Value = Value(0);
    /// Above every value of a position.
    pub const INFINITE: Value = Value(i16::MAX);

    /// An estimate of the margin, in hundredths of a point; cut to 100 points either way.
    #[must_use]
    #[inline]
    pub fn estimate(hundredths: i32) -> Value {
        let most = i32::from(MOST_ESTIMATED);
        Value(hundredths.clamp(-most, most) as i16)
    }

    /// A game that ends with this margin, at most 63 points either way, in `plies` turns, at most
    /// 255.
    #[must_use]
    pub fn decided(margin: i64, plies: usize) -> Value {
        let plies = plies.min(255) as i16;
        let size = DECIDED + margin.unsigned_abs().min(63) as i16 * MARGIN_STEP - plies;
        match margin {
            0 => Value::DRAW,
            1.. => Value(size),
            _ => Value(-size),
        }
    }

    /// A win known for certain, `plies` turns ahead, at most 255, but not by how much.
    #[must_use]
    pub(crate) fn proven(plies: usize) -> Value {
        Value(PROVEN - plies.min(255) as i16)
    }

    /// This value corrected by what is known for certain: a win is worth a point at least, a loss
    /// costs one.
    #[must_use]
    pub(crate) fn corrected(self, verdict: Verdict) -> Value {
        match verdict {
            Verdict::Win => self.max(Value::estimate(100)),
            Verdict::Draw => Value::DRAW,
            Verdict::Loss => self.min(Value::estimate(-100)),
        }
    }

    /// The final margin in points when the search has seen the end of the game; `None` of an
    /// estimate, of a draw, which may be either, and of a win or loss that is known from solved
    /// positions, but not its margin.
    #[must_use]
    pub fn final_margin(self) -> Option<i32> {
        let above = i32::from(self.0.unsigned_abs()) - i32::from(DECIDED);
        let step = i32::from(MARGIN_STEP);
        (above > 0 && self.0.unsigned_abs() != Value::INFINITE.0.unsigned_abs())
            .then(|| (above + step - 1) / step * i32::from(self.0.signum()))
    }

    /// In how many turns of both sides a game ends that the search has seen to the end; `None`
    /// where [`Value::final_margin`] is.
    #[must_use]
    pub fn plies_to_end(self) -> Option<u32> {
        let margin = self.final_margin()?.unsigned_abs();
        let full = i32::from(DECIDED) + margin as i32 * i32::from(MARGIN_STEP);
        Some((full - i32::from(self.0.unsigned_abs())) as u32)
    }

    /// Whether this is a win or a loss for certain: seen to the end, or known from solved
    /// positions, which say nothing of its margin and its length.
    #[must_use]
    #[inline]
    pub fn is_decided(self) -> bool {
        self.0.unsigned_abs() > MOST_ESTIMATED as u16
    }

    /// The result, where the value alone makes it certain: of a win and a loss. A draw is worth
    /// what an estimate may be too.
    #[must_use]
    pub fn verdict(self) -> Option<Verdict> {
        match self.0.signum() {
            _ if !self.is_decided() => None,
            1 => Some(Verdict::Win),
            _ => Some(Verdict::Loss),
        }
    }

    /// The expected final margin in points: whole of a decided game, else in hundredths. Of a win
    /// that is known from solved positions, but not its margin, the least that a win is worth, 1.
    #[must_use]
    pub fn points(self) -> f64 {
        match self.final_margin() {
            Some(margin) => f64::from(margin),
            None if self.is_decided() => f64::from(self.0.signum()),
            None => f64::from(self.0) / 100.0,
        }
    }

    /// The same value seen `plies` turns further from the end: from a position below, back to one
    /// above. Estimates stay as they are.
    #[must_use]
    #[inline]
    pub(crate) fn further(self, plies: usize) -> Value {
        self.shifted(-(plies as i16))
    }

    /// The inverse of [`Value::further`].
    #[must_use]
    #[inline]
    pub(crate) fn nearer(self, plies: usize) -> Value {
        self.shifted(plies as i16)
    }

    #[inline]
    fn shifted(self, by: i16) -> Value {
        if self.is_decided() { Value(self.0 + by * self.0.signum()) } else { self }
    }

    /// The bare number: hundredths of a point of an estimate, only ordered of a decided game.
    #[must_use]
    #[inline]
    pub(crate) const fn raw(self) -> i16 {
        self.0
    }

    /// The value with this [`Value::raw`] number.
    #[must_use]
    #[inline]
    pub(crate) const fn from_raw(raw: i16) -> Value {
        Value(raw)
    }

    /// The value plus some hundredths of a point, for search windows.
    #[must_use]
    #[inline]
    pub(crate) fn plus(self, hundredths: i32) -> Value {
        let most = i32::from(i16::MAX);
        Value(i32::from(self.0).saturating_add(hundredths).clamp(-most, most) as i16)
    }
}

impl Neg for Value {
    type Output = Value;

    #[inline]
    fn neg(self) -> Value {
        Value(-self.0)
    }
}

impl fmt::Display for Value {
    /// Points with a sign: `+0.35` of an estimate, `+3` of a decided game.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.final_margin() {
            Some(margin) => write!(f, "{margin:+}"),
            None => write!(f, "{:+.2}", self.points()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Value;
    use crate::verdict::Verdict;

    #[test]
    fn the_result_ranks_before_the_margin_and_the_margin_before_the_length() {
        let ranking = [
            Value::decided(-3, 4),
            Value::decided(-1, 2),
            Value::decided(-1, 200),
            Value::estimate(-1_000_000),
            Value::DRAW,
            Value::estimate(35),
            Value::estimate(1_000_000),
            Value::proven(255),
            Value::proven(0),
            Value::decided(1, 255),
            Value::decided(1, 0),
            Value::decided(2, 255),
            Value::decided(63, 0),
            Value::INFINITE,
        ];
        assert!(ranking.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn margins_and_lengths_can_be_read_back() {
        for margin in [-63_i64, -10, -1, 1, 2, 10, 63] {
            for plies in [0, 1, 17, 255] {
                let value = Value::decided(margin, plies);
                assert!(value.is_decided());
                assert_eq!(value.final_margin(), Some(margin as i32));
                assert_eq!(value.plies_to_end(), Some(plies as u32));
            }
        }
        assert_eq!(Value::estimate(35).final_margin(), None);
        assert_eq!(Value::DRAW.final_margin(), None);
    }

    #[test]
    fn what_is_beyond_every_value_has_no_margin() {
        for value in [Value::INFINITE, -Value::INFINITE] {
            assert_eq!((value.final_margin(), value.plies_to_end()), (None, None));
        }
        assert_eq!((-Value::INFINITE).to_string(), "-1.00");
    }

    #[test]
    fn wins_known_from_tables_are_decided_without_a_margin() {
        for value in [Value::proven(3), -Value::proven(3)] {
            assert!(value.is_decided());
            assert_eq!((value.final_margin(), value.plies_to_end()), (None, None));
        }
    }

    #[test]
    fn shifting_counts_plies() {
        let value = Value::decided(2, 3);
        assert_eq!(value.further(4), Value::decided(2, 7));
        assert_eq!((-value).further(4), Value::decided(-2, 7));
        assert_eq!(value.further(4).nearer(4), value);
        assert_eq!(Value::estimate(7).further(9), Value::estimate(7));
        assert_eq!(Value::proven(2).further(4), Value::proven(6));
    }

    #[test]
    fn what_is_certain_corrects_what_is_not() {
        for (verdict, seen) in [
            (Verdict::Win, ["+1.00", "+3.00", "+1.00", "+2"]),
            (Verdict::Draw, ["+0.00", "+0.00", "+0.00", "+0.00"]),
            (Verdict::Loss, ["-2.00", "-1.00", "-1.00", "-1.00"]),
        ] {
            let values = [-200, 300].map(Value::estimate);
            let values = [values[0], values[1], Value::proven(3), Value::decided(2, 9)];
            assert_eq!(values.map(|value| value.corrected(verdict).to_string()), seen);
        }
    }

    #[test]
    fn printed_in_points() {
        assert_eq!(Value::estimate(-35).to_string(), "-0.35");
        assert_eq!(Value::decided(3, 9).to_string(), "+3");
        assert_eq!(Value::DRAW.to_string(), "+0.00");
        assert_eq!((-Value::proven(7)).to_string(), "-1.00");
    }
}
