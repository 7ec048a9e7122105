//! Legality of written turns.

use jarmo_core::{PlayError, Position, Rules, Turn};

use crate::turn::TurnText;

/// What a written turn does to the line of play it stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// It is the next turn.
    Play(Turn),
    /// It is a return that belongs to the turn before, from which blanks keep it apart; this is
    /// that turn as a whole.
    Amend(Turn),
}

/// Follows the turns of a record, variations and all, and says which are legal.
///
/// It holds one position for each variation that is open, and no more.
#[derive(Clone, Debug)]
pub struct Referee {
    rules: Rules,
    line: Line,
    /// The lines that the open variations branch off, the innermost last.
    outer: Vec<Line>,
}

#[derive(Clone, Debug)]
struct Line {
    last: Option<(Position, Turn)>,
    now: Position,
}

impl Referee {
    /// At the start of a game.
    #[must_use]
    pub fn new(rules: Rules, start: Position) -> Referee {
        Referee { rules, line: Line { last: None, now: start }, outer: Vec::new() }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position after the turns of the line so far.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.line.now
    }

    /// Whether the line has a turn of its own yet.
    #[must_use]
    pub fn has_last(&self) -> bool {
        self.line.last.is_some()
    }

    /// Plays a written turn.
    ///
    /// # Errors
    ///
    /// Why it is not legal; nothing is played then.
    #[inline]
    pub fn turn(&mut self, text: TurnText) -> Result<Ruling, PlayError> {
        let turn = text.resolve(&self.rules, &self.line.now)?;
        match self.line.now.check(&self.rules, turn) {
            Ok(()) => {
                self.line.last = Some((self.line.now, turn));
                self.line.now = self.line.now.play_unchecked(&self.rules, turn);
                Ok(Ruling::Play(turn))
            }
            Err(error) => self.amend(turn).ok_or(error),
        }
    }

    /// Plays the last turn again together with a return that was written apart from it, where
    /// that makes a legal turn.
    #[cold]
    fn amend(&mut self, turn: Turn) -> Option<Ruling> {
        let (before, whole) = self.amended(turn)?;
        self.line =
            Line { last: Some((before, whole)), now: before.play_unchecked(&self.rules, whole) };
        Some(Ruling::Amend(whole))
    }

    /// The last turn together with a return that was written apart from it, and the position it
    /// was played in, where that makes a legal turn.
    fn amended(&self, turn: Turn) -> Option<(Position, Turn)> {
        let (before, last) = self.line.last?;
        match (last, turn) {
            (Turn::Move { from, to, capture, returning: None }, Turn::Return(hole)) => {
                let whole = Turn::Move { from, to, capture, returning: Some(hole) };
                before.is_legal(&self.rules, whole).then_some((before, whole))
            }
            _ => None,
        }
    }

    /// Goes back before the last turn of the line, for a variation on it.
    ///
    /// Returns whether there is such a turn.
    pub fn begin_variation(&mut self) -> bool {
        let Some((before, _)) = self.line.last else { return false };
        let variation = Line { last: None, now: before };
        self.outer.push(std::mem::replace(&mut self.line, variation));
        true
    }

    /// Goes back to the line that the innermost variation branched off.
    pub fn end_variation(&mut self) {
        if let Some(line) = self.outer.pop() {
            self.line = line;
        }
    }
}
