//! The replay: a game with its variations and what was said about it.

use jarmo_core::{PlayError, Position, Rules, SetupError, Turn};

/// A game to be played through, with variations, comments and evaluations.
///
/// The first turn added after a point is the one that was played; the others are variations.
#[derive(Clone, Debug)]
pub struct Replay {
    pub(super) rules: Rules,
    pub(super) points: Vec<PointData>,
    pub(super) tags: Vec<(String, String)>,
    pub(super) record: String,
}

/// A point in a replay: the start, or what a turn led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(pub(super) usize);

/// What was said about a turn, or about the start.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Remarks {
    /// Comments before the turn.
    pub before: Vec<String>,
    /// Comments after it.
    pub after: Vec<String>,
    /// Glyphs as they are shown, such as `!` or `??`.
    pub glyphs: Vec<String>,
    /// The evaluation of the position after it, in points for White.
    pub evaluation: Option<f64>,
    /// What the tables know of the position after it, in words without a full stop.
    pub verdict: Option<String>,
}

#[derive(Clone, Debug)]
pub(super) struct PointData {
    /// The turn that led here and from where; the start has none.
    pub(super) arrival: Option<(Point, Turn)>,
    pub(super) position: Position,
    pub(super) remarks: Remarks,
}

impl Replay {
    /// A replay of nothing yet, from this position.
    ///
    /// # Errors
    ///
    /// Why the position is not one of these rules, as one of another board may be.
    pub fn new(rules: &Rules, start: &Position) -> Result<Replay, SetupError> {
        start.fits(rules)?;
        let start = PointData { arrival: None, position: *start, remarks: Remarks::default() };
        Ok(Replay { rules: *rules, points: vec![start], tags: Vec::new(), record: String::new() })
    }

    /// The start.
    #[must_use]
    pub const fn start(&self) -> Point {
        Point(0)
    }

    /// Adds a turn after a point, and returns the point that it leads to.
    ///
    /// # Errors
    ///
    /// When the turn is not legal there.
    ///
    /// # Panics
    ///
    /// When the point is another replay's and this one has no such point.
    pub fn play(&mut self, after: Point, turn: Turn) -> Result<Point, PlayError> {
        let position = self.position(after).play(&self.rules, turn)?;
        let arrival = Some((after, turn));
        self.points.push(PointData { arrival, position, remarks: Remarks::default() });
        Ok(Point(self.points.len() - 1))
    }

    /// The position at a point.
    ///
    /// # Panics
    ///
    /// When the point is another replay's and this one has no such point.
    #[must_use]
    pub fn position(&self, at: Point) -> &Position {
        &self.points[at.0].position
    }

    /// What is said at a point, to be added to.
    ///
    /// # Panics
    ///
    /// When the point is another replay's and this one has no such point.
    pub fn remarks(&mut self, at: Point) -> &mut Remarks {
        &mut self.points[at.0].remarks
    }

    /// Adds a tag of the game's record: `White`, `Black`, `Event`, `Date`, `Result` and the like.
    pub fn tag(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.tags.push((name.into(), value.into()));
    }

    /// Sets the game's record, for the reader to copy.
    pub fn set_record(&mut self, record: impl Into<String>) {
        self.record = record.into();
    }
}
