//! Several turns in a line, as they stand in a record: with numbers, glyphs, comments, variations.

use anyhow::bail;
use jarmo_core::{Position, Rules, Side, Turn};
use jarmo_notation::{
    Diagnostic, Fault, Glyph, Interest, NodeId, Outcome, Reader, Referee, Ruling, Severity,
    TurnText, Visitor,
};

use super::Session;

/// What a line of movetext asks for, one thing after another.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Turn(Turn),
    /// A glyph on the turn before it.
    Glyph(Glyph),
    /// A comment on the turn before it.
    Comment(String),
    /// A comment before the turn to come.
    CommentBefore(String),
    /// A variation on the turn before it begins.
    Open,
    Close,
}

/// A line of movetext as far as it can be played.
#[derive(Debug)]
pub(super) struct Movetext {
    steps: Vec<Step>,
    /// What could not be played, where there was something.
    stop: Option<String>,
}

impl Movetext {
    /// Reads a line that goes on from a position. `begun` is whether a turn was played before it.
    pub(super) fn read(line: &str, rules: &Rules, position: &Position, begun: bool) -> Movetext {
        let mut planner = Planner {
            referee: Referee::new(*rules, *position),
            begun,
            ahead: false,
            steps: Vec::new(),
            last: vec![None],
            stop: None,
        };
        let mut reader = Reader::new(line.as_bytes());
        // Memory can be read.
        while planner.stop.is_none() && reader.read_game(&mut planner).unwrap_or(false) {}
        Movetext { steps: planner.steps, stop: planner.stop }
    }

    /// Whether there is nothing in it to be done.
    pub(super) fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// What of it cannot be played.
    pub(super) fn stop(&self) -> Option<&str> {
        self.stop.as_deref()
    }

    /// Whether it has turns to be played, and not only remarks on the turn at hand.
    pub(super) fn has_turns(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Turn(_)))
    }
}

/// Makes steps of what a reader tells, up to the first thing that cannot be.
struct Planner {
    referee: Referee,
    begun: bool,
    /// Whether a comment now comes before the next turn rather than after the last.
    ahead: bool,
    steps: Vec<Step>,
    /// Where the last turn is among the steps, for the line and each open variation.
    last: Vec<Option<usize>>,
    stop: Option<String>,
}

impl Planner {
    fn add(&mut self, step: Step) {
        if self.stop.is_none() {
            self.steps.push(step);
        }
    }

    fn halt(&mut self, why: String) -> Fault {
        self.stop.get_or_insert_with(|| why.clone());
        Fault::error(why, "")
    }

    fn has_last(&self) -> bool {
        self.referee.has_last() || self.begun && self.last.len() == 1
    }
}

impl Visitor for Planner {
    fn tag(&mut self, name: &str, _: &str) -> Result<(), Fault> {
        Err(self.halt(format!("the tag {name} cannot stand among turns: tag sets one")))
    }

    fn turn_number(&mut self, number: u32, _: u32) -> Result<(), Fault> {
        let expected = self.referee.position().turn_number();
        if number != expected {
            return Err(self.halt(format!("turn number {number}: the next turn is {expected}")));
        }
        self.ahead = true;
        Ok(())
    }

    fn turn(&mut self, text: TurnText) -> Result<(), Fault> {
        if self.stop.is_some() {
            return Ok(());
        }
        let place = numbered(self.referee.position(), text);
        match self.referee.turn(text) {
            Ok(Ruling::Play(turn)) => {
                if let Some(last) = self.last.last_mut() {
                    *last = Some(self.steps.len());
                }
                self.steps.push(Step::Turn(turn));
            }
            Ok(Ruling::Amend(turn)) => {
                if let Some(step) = self.last.last().copied().flatten() {
                    self.steps[step] = Step::Turn(turn);
                }
            }
            Err(error) => return Err(self.halt(format!("{place}: {error}"))),
        }
        self.ahead = false;
        Ok(())
    }

    fn glyph(&mut self, glyph: Glyph) -> Result<(), Fault> {
        if !self.has_last() {
            return Err(self.halt(format!("{} stands before any turn", glyph.shown())));
        }
        self.add(Step::Glyph(glyph));
        Ok(())
    }

    fn comment(&mut self, text: &str) {
        let text = text.to_owned();
        self.add(if self.ahead { Step::CommentBefore(text) } else { Step::Comment(text) });
    }

    fn begin_variation(&mut self) -> Result<Interest, Fault> {
        if !self.referee.begin_variation() {
            return Err(self.halt("a variation needs a turn before it in the line".to_owned()));
        }
        self.last.push(None);
        self.add(Step::Open);
        self.ahead = true;
        Ok(Interest::Read)
    }

    fn end_variation(&mut self) -> Result<(), Fault> {
        self.referee.end_variation();
        self.last.pop();
        self.add(Step::Close);
        self.ahead = true;
        Ok(())
    }

    fn outcome(&mut self, outcome: Outcome) -> Result<(), Fault> {
        let position = self.referee.position();
        let rules = self.referee.rules();
        let agrees = match position.ending(rules) {
            Some(_) => outcome == Outcome::of_score(position.score(rules)),
            None => outcome == Outcome::Unknown,
        };
        if agrees {
            return Ok(());
        }
        Err(self.halt(format!("{outcome} is not the result: resign and draw end a game")))
    }

    fn unread(&mut self, text: &str) {
        self.halt(format!("{text:?} cannot be read here"));
    }

    fn diagnostic(&mut self, fault: Diagnostic) {
        // A line needs no result behind it, and what that makes is no more than a warning.
        if fault.severity == Severity::Error {
            self.halt(format!("column {}: {}", fault.location.column, fault.message));
        }
    }
}

/// A turn as it is written, with its number in this position.
fn numbered(position: &Position, text: TurnText) -> String {
    let dots = if position.to_move() == Side::White { "." } else { "..." };
    format!("{}{dots} {text}", position.turn_number())
}

impl Session {
    /// Reads a line of movetext that goes on from the turn at hand.
    pub(super) fn read_movetext(&self, line: &str) -> Movetext {
        Movetext::read(line, self.rules(), self.position(), self.node != NodeId::ROOT)
    }

    /// Plays what a line says up to what cannot be played, and lets the engine answer a line that
    /// was played whole.
    pub(super) fn play_movetext(&mut self, movetext: Movetext) -> anyhow::Result<()> {
        let Movetext { steps, mut stop } = movetext;
        let mut place = self.node;
        let mut outer = Vec::new();
        let mut before: Vec<String> = Vec::new();
        let mut played = false;
        for step in steps {
            match step {
                Step::Turn(turn) => {
                    if outer.is_empty() {
                        if self.ending().is_some() {
                            stop = Some("the game is over before the end of the line".to_owned());
                            break;
                        }
                        self.play_turn(turn)?;
                        played = true;
                        place = self.node;
                    } else {
                        place = self.record_mut().play(place, turn)?;
                    }
                    for comment in before.drain(..) {
                        self.record_mut().add_comment_before(place, &comment);
                    }
                }
                Step::Glyph(glyph) if !played => self.glyph(&glyph.shown())?,
                Step::Comment(text) if !played => self.add_comment(&text)?,
                Step::Glyph(glyph) => self.record_mut().add_glyph(place, glyph),
                Step::Comment(text) => self.record_mut().add_comment(place, &text),
                Step::CommentBefore(text) => before.push(text),
                Step::Open => {
                    outer.push(place);
                    place = self.record().parent(place).unwrap_or(NodeId::ROOT);
                }
                Step::Close => place = outer.pop().unwrap_or(self.node),
            }
        }
        for comment in before {
            match played {
                true => self.record_mut().add_comment(place, &comment),
                false => self.add_comment(&comment)?,
            }
        }
        match stop {
            None if played => self.play_on(),
            None => Ok(()),
            Some(stop) => {
                if played {
                    self.redraw()?;
                    self.tell_ending()?;
                }
                self.stopped_in_line(&stop, played)
            }
        }
    }

    /// Says what of a line could not be played, and what was.
    fn stopped_in_line(&self, stop: &str, played: bool) -> anyhow::Result<()> {
        if !played {
            bail!("{stop}");
        }
        let waits = !self.players[self.position().to_move()].is_human() && self.ending().is_none();
        let waits = if waits { "; go lets the engine answer" } else { "" };
        bail!("{stop}\nThe line is played up to {}{waits}.", self.last_turn_text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Movetext {
        let rules = Rules::BRAINKING;
        Movetext::read(line, &rules, &Position::start(&rules), false)
    }

    #[test]
    fn a_line_is_read_as_in_a_record() {
        let line = read("1. C1-E2! {Good.} (1. D1-C3 $6) E5-C4 2. {So:} B1-A3 *");
        assert_eq!(line.stop, None);
        let kind = |step: &Step| match step {
            Step::Turn(_) => 't',
            Step::Glyph(_) => 'g',
            Step::Comment(_) => 'c',
            Step::CommentBefore(_) => 'b',
            Step::Open => '(',
            Step::Close => ')',
        };
        let kinds: String = line.steps.iter().map(kind).collect();
        assert_eq!(kinds, "tgc(tg)tbt");
    }

    #[test]
    fn what_cannot_be_played_ends_it_and_is_named() {
        for (line, steps, stop) in [
            ("C1-E2 C1-C2 E5-C4", 1, "1... C1-C2: "),
            ("C1-E2 2. E5-C4", 1, "turn number 2: the next turn is 1"),
            ("C1-E2 E5-C", 1, "column 10: "),
            ("C1-E2 $999 E5-C4", 1, "\"$999\" cannot be read here"),
            ("C1-E2 {E5-C4", 1, "column 7: the comment is not closed"),
            ("C1-E2 1-0 E5-C4", 1, "1-0 is not the result"),
            ("(C1-E2)", 0, "a variation needs a turn"),
            ("! C1-E2", 0, "! stands before any turn"),
            ("C1-E2 E5-C4 [White \"A\"]", 2, "the tag White"),
        ] {
            let read = read(line);
            assert_eq!(read.steps.len(), steps, "{line}: {read:?}");
            let why = read.stop.unwrap_or_default();
            assert!(why.starts_with(stop), "{line}: {why}");
        }
    }
}
