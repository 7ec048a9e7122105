//! What a match says about two players' strength.
//!
//! Strength is compared on the Elo scale: a player 400 above another is expected to take ten
//! elevenths of the points. Every function takes the first player's view.

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// Pairs of games from the same opening with sides swapped, by the points that they brought: none,
/// a half, one, one and a half, two.
///
/// What an opening favours cancels out within a pair, so that pairs say more than the same games
/// counted one by one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairTally(pub [u64; 5]);

/// An Elo difference with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloEstimate {
    /// The likeliest difference, infinite when every point went to one player.
    pub difference: f64,
    /// The interval's lower end.
    pub low: f64,
    /// The interval's upper end.
    pub high: f64,
}

/// Half the width of a 95 % interval, in standard deviations.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// The Elo difference at which a player is expected to take this share of the points, 0 to 1.
#[must_use]
pub fn elo_of_share(share: f64) -> f64 {
    -400.0 * (1.0 / share.clamp(0.0, 1.0) - 1.0).log10()
}

/// The share of the points, 0 to 1, that a player this many Elo points above is expected to take.
#[must_use]
pub fn share_of_elo(difference: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-difference / 400.0))
}

impl Tally {
    /// Games played.
    #[must_use]
    pub const fn games(self) -> u64 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    /// The share of the points taken, 0 to 1; a half before the first game.
    #[must_use]
    pub fn share(self) -> f64 {
        self.sample().mean
    }

    /// The Elo difference; `None` before the first game.
    #[must_use]
    pub fn elo(self) -> Option<EloEstimate> {
        self.sample().elo()
    }

    /// The log-likelihood ratio of a difference of `elo1` against one of `elo0`, see [`Sprt`].
    #[must_use]
    pub fn log_likelihood_ratio(self, elo0: f64, elo1: f64) -> f64 {
        self.sample().log_likelihood_ratio(elo0, elo1)
    }

    fn sample(self) -> Sample {
        Sample::new([(0.0, self.losses), (0.5, self.draws), (1.0, self.wins)])
    }
}

impl PairTally {
    /// Pairs played.
    #[must_use]
    pub fn pairs(self) -> u64 {
        self.0.iter().copied().fold(0, u64::saturating_add)
    }

    /// Counts one more pair, which brought this many half points, at most 4.
    pub fn add(&mut self, half_points: usize) {
        let pairs = &mut self.0[half_points.min(4)];
        *pairs = pairs.saturating_add(1);
    }

    /// The share of the points taken, 0 to 1; a half before the first pair.
    #[must_use]
    pub fn share(self) -> f64 {
        self.sample().mean
    }

    /// The Elo difference; `None` before the first pair.
    #[must_use]
    pub fn elo(self) -> Option<EloEstimate> {
        self.sample().elo()
    }

    /// The log-likelihood ratio of a difference of `elo1` against one of `elo0`, see [`Sprt`].
    #[must_use]
    pub fn log_likelihood_ratio(self, elo0: f64, elo1: f64) -> f64 {
        self.sample().log_likelihood_ratio(elo0, elo1)
    }

    fn sample(self) -> Sample {
        let [none, half, one, more, two] = self.0;
        Sample::new([(0.0, none), (0.25, half), (0.5, one), (0.75, more), (1.0, two)])
    }
}

/// How many shares were seen, their mean and their variance.
#[derive(Clone, Copy, Debug)]
struct Sample {
    count: f64,
    mean: f64,
    variance: f64,
}

impl Sample {
    fn new<const N: usize>(counts: [(f64, u64); N]) -> Sample {
        let count: f64 = counts.iter().map(|(_, n)| *n as f64).sum();
        if count == 0.0 {
            return Sample { count, mean: 0.5, variance: 0.0 };
        }
        let average = |of: &dyn Fn(f64) -> f64| {
            counts.iter().map(|(share, n)| of(*share) * *n as f64).sum::<f64>() / count
        };
        let mean = average(&|share| share);
        let variance = average(&|share| (share - mean).powi(2));
        Sample { count, mean, variance }
    }

    fn elo(self) -> Option<EloEstimate> {
        if self.count == 0.0 {
            return None;
        }
        let Sample { count, mean, variance } = self.doubted();
        let margin = TWO_SIDED_95 * (variance / count).sqrt();
        let difference = elo_of_share(self.mean);
        Some(EloEstimate {
            difference,
            low: elo_of_share(mean - margin).min(difference),
            high: elo_of_share(mean + margin).max(difference),
        })
    }

    /// By the normal approximation of the generalised sequential test.
    fn log_likelihood_ratio(self, elo0: f64, elo1: f64) -> f64 {
        if self.count == 0.0 {
            return 0.0;
        }
        let Sample { count, mean, variance } = self.doubted();
        let (share0, share1) = (share_of_elo(elo0), share_of_elo(elo1));
        let drift = (share1 - share0) * (2.0 * mean - share0 - share1);
        count * drift / (2.0 * variance)
    }

    /// The sample, with half a result more at each end where all that were seen are the same: a
    /// few equal results make nothing certain.
    fn doubted(self) -> Sample {
        if self.variance > 0.0 {
            return self;
        }
        let count = self.count + 1.0;
        let mean = (self.count * self.mean + 0.5) / count;
        let ends = 0.5 * (mean * mean + (1.0 - mean) * (1.0 - mean));
        let variance = (self.count * (self.mean - mean).powi(2) + ends) / count;
        Sample { count, mean, variance }
    }
}

/// A sequential probability ratio test (Wald, 1945): play on until one of two Elo differences is
/// likely enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference to be rejected if there is none worth having.
    pub elo0: f64,
    /// The difference hoped for.
    pub elo1: f64,
    /// How often, at most, `elo1` may be accepted though `elo0` is true, 0 to 1.
    pub alpha: f64,
    /// How often, at most, `elo0` may be accepted though `elo1` is true, 0 to 1.
    pub beta: f64,
}

/// What a sequential test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtState {
    /// Neither: more games are needed.
    Undecided,
    /// The difference is `elo0` rather than `elo1`.
    Elo0,
    /// The difference is `elo1` rather than `elo0`.
    Elo1,
}

impl Sprt {
    /// A test that errs either way in one case of twenty.
    #[must_use]
    pub const fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// The log-likelihood ratios below and above which the test is decided.
    #[must_use]
    pub fn bounds(self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// What pairs of games say.
    #[must_use]
    pub fn state(self, pairs: PairTally) -> SprtState {
        let ratio = pairs.log_likelihood_ratio(self.elo0, self.elo1);
        let (low, high) = self.bounds();
        if ratio <= low {
            SprtState::Elo0
        } else if ratio >= high {
            SprtState::Elo1
        } else {
            SprtState::Undecided
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PairTally, Sprt, SprtState, Tally, elo_of_share, share_of_elo};

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 0.01
    }

    #[test]
    fn the_elo_scale() {
        assert!(close(elo_of_share(0.5), 0.0));
        assert!(close(elo_of_share(0.75), 190.85));
        assert!(close(elo_of_share(0.65), 107.54));
        assert!(close(share_of_elo(400.0), 10.0 / 11.0));
        assert_eq!(elo_of_share(1.0), f64::INFINITY);
        assert_eq!(elo_of_share(0.0), f64::NEG_INFINITY);
    }

    #[test]
    fn an_interval_worked_by_hand() {
        // Mean 0.6, variance 0.2 * 0.36 + 0.4 * 0.01 + 0.4 * 0.16 = 0.14, deviation of the mean
        // of 100 games 0.0374, interval 0.5267 to 0.6733.
        let elo = Tally { wins: 40, draws: 40, losses: 20 }.elo().unwrap();
        assert!(close(elo.difference, 70.44));
        assert!(close(elo.low, elo_of_share(0.6 - 0.073_336)));
        assert!(close(elo.high, elo_of_share(0.6 + 0.073_336)));
        assert_eq!(Tally::default().elo(), None);
    }

    #[test]
    fn pairs_that_cancel_out_narrow_the_interval() {
        // One game each way in every pair: the same points, and hardly a doubt.
        let pairs = PairTally([1, 0, 98, 0, 1]);
        let games = Tally { wins: 100, draws: 0, losses: 100 };
        assert!(close(pairs.share(), games.share()));
        let width = |elo: super::EloEstimate| elo.high - elo.low;
        assert!(width(pairs.elo().unwrap()) < width(games.elo().unwrap()) / 3.0);
    }

    #[test]
    fn the_usual_bounds() {
        let (low, high) = Sprt::new(0.0, 5.0).bounds();
        assert!(close(low, -2.944) && close(high, 2.944));
    }

    #[test]
    fn a_test_is_decided_either_way() {
        let test = Sprt::new(0.0, 20.0);
        assert_eq!(test.state(PairTally::default()), SprtState::Undecided);
        assert_eq!(test.state(PairTally([10, 50, 100, 52, 11])), SprtState::Undecided);
        assert_eq!(test.state(PairTally([100, 500, 1000, 900, 300])), SprtState::Elo1);
        assert_eq!(test.state(PairTally([300, 900, 1000, 500, 100])), SprtState::Elo0);
    }

    #[test]
    fn a_few_equal_results_make_nothing_certain() {
        let test = Sprt::new(0.0, 200.0);
        assert_eq!(test.state(PairTally([0, 0, 0, 0, 2])), SprtState::Undecided);
        assert_eq!(test.state(PairTally([0, 0, 0, 0, 10])), SprtState::Elo1);
        assert_eq!(test.state(PairTally([0, 0, 10, 0, 0])), SprtState::Elo0);
        let elo = Tally { wins: 6, draws: 0, losses: 0 }.elo().unwrap();
        assert!(elo.difference.is_infinite() && elo.low.is_finite() && elo.low > 0.0);
    }

    #[test]
    fn a_ratio_worked_by_hand() {
        // Mean 0.55, variance 0.2475; shares 0.5 and 0.528751; so 1000 * 0.028751 *
        // (1.1 - 1.028751) / 0.495.
        let tally = Tally { wins: 550, draws: 0, losses: 450 };
        assert!(close(tally.log_likelihood_ratio(0.0, 20.0), 4.1384));
    }
}
