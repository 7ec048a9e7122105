//! The scene: everything that a drawing shows, whichever way it is drawn.

use jarmo_core::{Board, Hole, HoleSet, Position, Rules, Side, Turn};

/// What there is to see: the board, its archers, and what is pointed out on it.
///
/// A scene knows the rules and the position, so it can say which holes a chosen archer may go to.
/// White is below unless [`Scene::seen_from`] says otherwise. What is off the board, such as archers
/// of a position of a larger one, is left out.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    rules: Rules,
    position: Position,
    last_turn: Option<Turn>,
    choice: Option<Choice>,
    arrows: Vec<Arrow>,
    below: Side,
    coordinates: bool,
    notes: Vec<String>,
}

/// What a player has taken in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// The hole, with an archer or without.
    Hole(Hole),
    /// A prisoner of the side to move, to be brought back.
    Prisoner,
}

/// An arrow from hole to hole, along a line if one joins them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// Where it starts.
    pub from: Hole,
    /// Where it points.
    pub to: Hole,
    /// How it is meant.
    pub tone: Tone,
}

/// What an arrow says of the turn it stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tone {
    /// The best turn, or the only one shown.
    #[default]
    Best,
    /// Another turn worth a look.
    Other,
    /// A mistake, or a threat of the other side.
    Bad,
}

impl Scene {
    /// A position with nothing pointed out, White below, with coordinates.
    #[must_use]
    pub fn new(rules: &Rules, position: &Position) -> Scene {
        Scene {
            rules: *rules,
            position: *position,
            last_turn: None,
            choice: None,
            arrows: Vec::new(),
            below: Side::White,
            coordinates: true,
            notes: Vec::new(),
        }
    }

    /// With the turn that led to the position pointed out; without, where it leaves the board.
    #[must_use]
    pub fn after(self, turn: impl Into<Option<Turn>>) -> Scene {
        let last_turn = turn.into().filter(|turn| self.has(touched(*turn)));
        Scene { last_turn, ..self }
    }

    /// With something taken in hand, and the holes it may go to pointed out; a hole off the board
    /// is not.
    #[must_use]
    pub fn choosing(self, choice: impl Into<Option<Choice>>) -> Scene {
        let choice = choice.into().filter(|choice| match choice {
            Choice::Hole(hole) => self.has(HoleSet::of(*hole)),
            Choice::Prisoner => true,
        });
        Scene { choice, ..self }
    }

    /// With one more arrow; one that leaves the board, or that ends where it starts, is left out.
    #[must_use]
    pub fn arrow(mut self, arrow: Arrow) -> Scene {
        let Arrow { from, to, .. } = arrow;
        if from != to && self.has(HoleSet::of(from).with(to)) {
            self.arrows.push(arrow);
        }
        self
    }

    /// Whether all of these holes are the board's.
    fn has(&self, holes: HoleSet) -> bool {
        holes.minus(self.board().holes()).is_empty()
    }

    /// With an arrow for a turn; a return alone and a pass have none.
    #[must_use]
    pub fn arrow_for(self, turn: Turn, tone: Tone) -> Scene {
        match turn {
            Turn::Move { from, to, .. } => self.arrow(Arrow { from, to, tone }),
            Turn::Return(_) | Turn::Pass => self,
        }
    }

    /// Seen from this side, whose first row is then below.
    #[must_use]
    pub fn seen_from(self, below: Side) -> Scene {
        Scene { below, ..self }
    }

    /// With or without the file letters and rank numbers.
    #[must_use]
    pub fn with_coordinates(self, coordinates: bool) -> Scene {
        Scene { coordinates, ..self }
    }

    /// With one more line of text to stand beside the board.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Scene {
        self.notes.push(text.into());
        self
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        self.rules.board()
    }

    /// The rules that the position is played under.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The turn that led to the position.
    #[must_use]
    pub fn last_turn(&self) -> Option<Turn> {
        self.last_turn
    }

    /// The holes that the last turn touched: where it started, ended and brought an archer back.
    #[must_use]
    pub fn last_holes(&self) -> HoleSet {
        self.last_turn.map_or(HoleSet::EMPTY, touched)
    }

    /// What is taken in hand.
    #[must_use]
    pub fn choice(&self) -> Option<Choice> {
        self.choice
    }

    /// The hole that is taken in hand.
    #[must_use]
    pub fn chosen_hole(&self) -> Option<Hole> {
        match self.choice {
            Some(Choice::Hole(hole)) => Some(hole),
            Some(Choice::Prisoner) | None => None,
        }
    }

    /// The holes that what is taken in hand may legally go to; none when nothing is.
    #[must_use]
    pub fn targets(&self) -> HoleSet {
        let Some(choice) = self.choice else { return HoleSet::EMPTY };
        self.position
            .legal_turns(&self.rules)
            .filter_map(|turn| match (choice, turn) {
                (Choice::Hole(hole), Turn::Move { from, to, .. }) => (from == hole).then_some(to),
                (Choice::Prisoner, turn) => turn.returning(),
                _ => None,
            })
            .collect()
    }

    /// The arrows, in the order they were added.
    #[must_use]
    pub fn arrows(&self) -> &[Arrow] {
        &self.arrows
    }

    /// The side whose first row is below.
    #[must_use]
    pub fn below(&self) -> Side {
        self.below
    }

    /// Whether file letters and rank numbers are shown.
    #[must_use]
    pub fn has_coordinates(&self) -> bool {
        self.coordinates
    }

    /// The lines of text to stand beside the board.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }
}

/// The holes that a turn touches.
fn touched(turn: Turn) -> HoleSet {
    match turn {
        Turn::Move { from, to, returning, .. } => {
            [Some(from), Some(to), returning].into_iter().flatten().collect()
        }
        Turn::Return(hole) => HoleSet::of(hole),
        Turn::Pass => HoleSet::EMPTY,
    }
}
