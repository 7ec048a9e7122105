//! Where the search saves itself work.

/// Which turns and positions the search looks at less deeply than others, and by how much.
///
/// Plain numbers, so that a match can show what each is worth; [`Selectivity::PROVEN`] are the
/// ones in use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Selectivity {
    /// Late turn reductions: the plies that the product of the logarithms of depth and place is
    /// multiplied by; 0 for no reductions.
    pub reduction: f64,
    /// Late turn reductions: plies taken off in any case.
    pub reduction_base: f64,
    /// Null turns: tried from this remaining depth on; `None` for never.
    pub null_turn: Option<i32>,
    /// Futility: a side that is this many hundredths of a point above the window, for each ply of
    /// remaining depth, is taken to stay there; 0 for never.
    pub futility: i32,
    /// Futility: the deepest remaining depth at which it counts.
    pub futility_depth: i32,
}

impl Selectivity {
    /// The selectivity in use.
    ///
    /// From self-play at 10,000 positions a turn, `brainking`, with 95 % intervals. In 300 games
    /// from openings up to 2 points apart: without futility, 22 Elo weaker (9 to 35); with null
    /// turns, 8 weaker (-3 to 19), so that they are left out: doing nothing is often what one
    /// would like best here; reductions half as large again, or less by a third, no difference
    /// that shows. In 200 games from openings up to half a point apart: pruning late quiet turns
    /// altogether, 16 weaker (0 to 31), and it is no longer there to switch on.
    pub const PROVEN: Selectivity = Selectivity {
        reduction: 0.5,
        reduction_base: 0.3,
        null_turn: None,
        futility: 60,
        futility_depth: 6,
    };

    /// Nothing is looked at less deeply than anything else.
    pub const NONE: Selectivity = Selectivity {
        reduction: 0.0,
        reduction_base: 0.0,
        null_turn: None,
        futility: 0,
        futility_depth: 0,
    };
}
