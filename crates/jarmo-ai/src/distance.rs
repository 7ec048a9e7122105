//! How far each hole is from home.

use jarmo_core::{Hole, HoleSet, MAX_HOLES, Rules, Side};

/// For each side and hole, the fewest moves that bring an archer home from there, other archers
/// left aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distances([[u8; MAX_HOLES]; 2]);

impl Distances {
    /// The distance from which no archer comes home.
    pub const NEVER: u8 = u8::MAX;

    /// Walks back from the goal rows along the lines that the rules let an archer take.
    #[must_use]
    pub fn new(rules: &Rules) -> Distances {
        let mut distances = [[Distances::NEVER; MAX_HOLES]; 2];
        for side in Side::ALL {
            let distance = &mut distances[side.index()];
            let mut reached = rules.goal_row(side);
            let mut frontier = reached;
            let mut moves = 0;
            while !frontier.is_empty() {
                for hole in frontier {
                    distance[hole.index()] = moves;
                }
                let leads_on = |from: &Hole| !rules.reach(side, *from).is_disjoint(frontier);
                let others = rules.board().holes().minus(reached);
                frontier = others.into_iter().filter(leads_on).collect::<HoleSet>();
                reached |= frontier;
                moves += 1;
            }
        }
        Distances(distances)
    }

    /// The fewest moves home for an archer of `side` on `hole`: 0 at home,
    /// [`Distances::NEVER`] where no way leads there.
    #[must_use]
    #[inline]
    pub const fn of(&self, side: Side, hole: Hole) -> u8 {
        self.0[side.index()][hole.index()]
    }
}

#[cfg(test)]
mod tests {
    use jarmo_core::{Rules, Side};

    use super::Distances;

    fn distance(rules: &Rules, side: Side, name: &str) -> u8 {
        Distances::new(rules).of(side, rules.board().hole(name).unwrap())
    }

    #[test]
    fn known_ways_home() {
        let rules = Rules::BRAINKING;
        // A3-B5 is a line, and so are B1-A3 and A4-C5.
        assert_eq!(distance(&rules, Side::White, "B5"), 0);
        assert_eq!(distance(&rules, Side::White, "A3"), 1);
        assert_eq!(distance(&rules, Side::White, "B1"), 2);
        assert_eq!(distance(&rules, Side::Black, "A3"), 1);
        assert_eq!(distance(&rules, Side::Black, "B5"), 2);
    }

    #[test]
    fn dead_ends_of_jasir() {
        // From E4 only C5 leads on for White; from D5's line down to E3 Black goes on to C2.
        assert_eq!(distance(&Rules::JASIR, Side::White, "E4"), 1);
        assert_eq!(distance(&Rules::JASIR, Side::Black, "E3"), 2);
    }
}
