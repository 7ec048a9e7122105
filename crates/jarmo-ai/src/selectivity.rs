//! Where the search saves itself work.

/// Which turns and positions the search looks at less deeply than others, and by how much.
///
/// Plain numbers, so that a match can show what each is worth; [`Selectivity::PROVEN`] are the ones in use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Selectivity {
    /// Late turn reductions: the plies that the logarithms of depth and place multiply by; 0 for
    /// none.
    pub reduction: f64,
    /// Late turn reductions: plies taken off in any case.
    pub reduction_base: f64,
    /// Null turns: tried from this depth on; `None` for never.
    pub null_turn: Option<i32>,
    /// Futility: hundredths of a point that a side may be ahead of the window, for each ply of
    /// remaining depth, before the position is given up as won; 0 for never.
    pub futility: i32,
    /// Late turn pruning: quiet turns past this many, times the square of the remaining depth, are not
    /// looked at near the end of a line; 0 for all are.
    pub late_turns: usize,
    /// Deepest remaining depth for futility and late turn pruning
    pub shallow: i32,
}

impl Selectivity {
    /// The selectivity in use.
    pub const PROVEN: Selectivity = Selectivity {
        reduction: 0.5,
        reduction_base: 0.3,
        null_turn: None,
        futility: 0,
        late_turns: 0,
        shallow: 4,
    };
}
