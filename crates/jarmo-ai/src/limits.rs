//! How long an engine may think.

use core::time::Duration;

use jarmo_core::BySide;

/// When to stop thinking about one turn: at the first limit that is reached.
///
/// Without any limit an engine thinks until it is told to stop, or until there is nothing left to
/// find out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The depth to complete, in turns of both sides.
    pub depth: Option<u32>,
    /// Positions to visit, by all threads together.
    pub nodes: Option<u64>,
    /// Time for this turn.
    pub time: Option<Duration>,
    /// The players' clocks, from which the engine takes what this turn is worth.
    pub clocks: Option<Clocks>,
}

/// What the two players' clocks show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// The time that each side has left for the rest of the game.
    pub left: BySide<Duration>,
    /// The time that each side gains by each turn it plays.
    pub increment: BySide<Duration>,
}

impl Limits {
    /// No limit.
    pub const NONE: Limits = Limits { depth: None, nodes: None, time: None, clocks: None };

    /// Only a depth, in turns of both sides.
    #[must_use]
    pub const fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::NONE }
    }

    /// Only a number of positions.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::NONE }
    }

    /// Only a time for this turn.
    #[must_use]
    pub const fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::NONE }
    }

    /// Both these limits and others: of each kind, the stricter; clocks are these if there are
    /// any.
    #[must_use]
    pub fn and(self, other: Limits) -> Limits {
        fn stricter<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            a.into_iter().chain(b).min()
        }
        Limits {
            depth: stricter(self.depth, other.depth),
            nodes: stricter(self.nodes, other.nodes),
            time: stricter(self.time, other.time),
            clocks: self.clocks.or(other.clocks),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Limits;

    #[test]
    fn the_stricter_limit_counts() {
        let both = Limits::depth(5).and(Limits { nodes: Some(9), ..Limits::depth(3) });
        assert_eq!(both, Limits { depth: Some(3), nodes: Some(9), ..Limits::NONE });
    }
}
