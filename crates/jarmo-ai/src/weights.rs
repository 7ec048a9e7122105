//! The weights of the evaluation.

/// How many distances from home are told apart; archers further off count as the last.
pub const DISTANCES: usize = 6;

/// What things are worth in the evaluation, in hundredths of a point of the final margin.
///
/// Plain numbers, so that a program can try others; [`Weights::tuned`] has the ones in
/// use. The evaluation is linear in them: what a weight is multiplied by in a position is the
/// estimate with that weight 1 and all others 0. An evaluation takes none for more than 100 points
/// either way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// An archer that is this many moves from home, 0 at home.
    pub archer: [i32; DISTANCES],
    /// More for a marked archer that is this many moves from home.
    pub mark: [i32; DISTANCES],
    /// More for each hole from which an enemy may come to an archer's, whoever stands there:
    /// where the lines meet.
    pub centre: i32,
    /// A mark at home that can be spent at once, since the other side holds a prisoner.
    pub spendable: i32,
    /// The right to move.
    pub tempo: i32,
    /// Each hole that an archer can move to, own archers out of the way.
    pub mobility: i32,
    /// One archer left that is not home: the game can be ended.
    pub last_archer: i32,
    /// An archer of the side to move that an enemy can capture.
    pub attacked_mover: i32,
    /// An archer of the other side that can be captured.
    pub attacked_waiter: i32,
    /// More for an attacked archer of the side to move that could not be avenged.
    pub hanging_mover: i32,
    /// More for an attacked archer of the other side that could not be avenged.
    pub hanging_waiter: i32,
}

/// The most that a thing is worth, in hundredths of a point.
const MOST: i32 = 10_000;

impl Weights {
    /// How many numbers there are.
    pub const COUNT: usize = 2 * DISTANCES + 9;

    /// Set by hand: the weights of the games that tuning begins with, which must stay as they are
    /// if those are to come out the same again.
    pub const BY_HAND: Weights = Weights {
        archer: [200, 168, 152, 140, 130, 122],
        mark: [25, 20, 18, 16, 14, 12],
        centre: 0,
        spendable: 45,
        tempo: 12,
        mobility: 0,
        last_archer: 0,
        attacked_mover: 0,
        attacked_waiter: 0,
        hanging_mover: 0,
        hanging_waiter: 0,
    };

    /// The numbers in the order in which the fields are declared.
    #[must_use]
    pub fn to_array(&self) -> [i32; Weights::COUNT] {
        let mut array = [0; Weights::COUNT];
        let (archer, rest) = array.split_at_mut(DISTANCES);
        let (mark, rest) = rest.split_at_mut(DISTANCES);
        archer.copy_from_slice(&self.archer);
        mark.copy_from_slice(&self.mark);
        rest.copy_from_slice(&[
            self.centre,
            self.spendable,
            self.tempo,
            self.mobility,
            self.last_archer,
            self.attacked_mover,
            self.attacked_waiter,
            self.hanging_mover,
            self.hanging_waiter,
        ]);
        array
    }

    /// The same, none larger than an evaluation takes.
    pub(crate) fn bounded(&self) -> Weights {
        Weights::from_array(&self.to_array().map(|weight| weight.clamp(-MOST, MOST)))
    }

    /// The inverse of [`Weights::to_array`].
    #[must_use]
    pub fn from_array(array: &[i32; Weights::COUNT]) -> Weights {
        let mut numbers = array.iter().copied();
        let mut next = || numbers.next().unwrap_or(0);
        Weights {
            archer: core::array::from_fn(|_| next()),
            mark: core::array::from_fn(|_| next()),
            centre: next(),
            spendable: next(),
            tempo: next(),
            mobility: next(),
            last_archer: next(),
            attacked_mover: next(),
            attacked_waiter: next(),
            hanging_mover: next(),
            hanging_waiter: next(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Weights;

    #[test]
    fn arrays_hold_every_number_once() {
        let array = core::array::from_fn(|index| index as i32);
        assert_eq!(Weights::from_array(&array).to_array(), array);
        assert_eq!(Weights::from_array(&Weights::BY_HAND.to_array()), Weights::BY_HAND);
    }
}
