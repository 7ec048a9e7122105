//! What a reader tells about the games it reads.

use crate::diagnostic::{Diagnostic, Fault};
use crate::glyph::Glyph;
use crate::outcome::Outcome;
use crate::turn::TurnText;

/// Whether to be told about something or pass over it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interest {
    /// Tell about what is inside.
    Read,
    /// Pass over it.
    Skip,
}

/// What is told about games as they are read, in the order of the file.
///
/// Every method does nothing unless written anew, so that a visitor that counts games is three
/// lines. What a method returns as `Err` is reported as a [`Diagnostic`] at the place in the file;
/// a turn that is refused with an error ends its line: what is left of the line is not told turn
/// by turn but handed to [`unread`](Visitor::unread).
#[allow(unused_variables)]
pub trait Visitor {
    /// A game begins.
    fn begin_game(&mut self) {}

    /// A tag pair, escapes resolved. Comments before the first tag come before it.
    ///
    /// # Errors
    ///
    /// What is wrong with the tag's value.
    fn tag(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        Ok(())
    }

    /// The tags are read and the movetext begins.
    ///
    /// Passed over, the movetext goes whole to [`unread`](Visitor::unread).
    fn begin_movetext(&mut self) -> Interest {
        Interest::Read
    }

    /// A turn number; `dots` is 1 in `12.` and 3 in `12...`, which stands before Black's turn.
    ///
    /// # Errors
    ///
    /// That it is not the number of the turn to come.
    fn turn_number(&mut self, number: u32, dots: u32) -> Result<(), Fault> {
        Ok(())
    }

    /// A turn, as it is written.
    ///
    /// # Errors
    ///
    /// Why it is refused. An error ends the line.
    fn turn(&mut self, turn: TurnText) -> Result<(), Fault> {
        Ok(())
    }

    /// A glyph for the turn before it.
    ///
    /// # Errors
    ///
    /// Why it cannot stand here.
    fn glyph(&mut self, glyph: Glyph) -> Result<(), Fault> {
        Ok(())
    }

    /// A comment: blanks around it removed, a line break in it read as a blank, and a blank line
    /// as a line break.
    fn comment(&mut self, text: &str) {}

    /// An escape line, without its `%`.
    fn escape(&mut self, text: &str) {}

    /// A variation on the turn before it begins.
    ///
    /// # Errors
    ///
    /// Why there can be none here; it goes to [`unread`](Visitor::unread).
    fn begin_variation(&mut self) -> Result<Interest, Fault> {
        Ok(Interest::Read)
    }

    /// A variation that was read ends.
    ///
    /// # Errors
    ///
    /// What is wrong with it as a whole.
    fn end_variation(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    /// The game's result.
    ///
    /// # Errors
    ///
    /// That it does not agree with the game.
    fn outcome(&mut self, outcome: Outcome) -> Result<(), Fault> {
        Ok(())
    }

    /// What is taken for the result of a game that has none behind its turns, as the warning about it
    /// says.
    fn missing_outcome(&self) -> String {
        "* is assumed".to_owned()
    }

    /// Text that means nothing where it stands, as it stands.
    fn unread(&mut self, text: &str) {}

    /// The game is over. It may have had no result.
    ///
    /// # Errors
    ///
    /// What is wrong with it as a whole.
    fn end_game(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    /// A fault, found by the reader or by this visitor.
    fn diagnostic(&mut self, diagnostic: Diagnostic) {}
}
