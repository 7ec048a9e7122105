//! Building records from what a reader tells.

use std::io::{self, Read};

use jarmo_core::Rules;

use crate::checker::Checker;
use crate::diagnostic::{Diagnostic, Fault};
use crate::glyph::Glyph;
use crate::outcome::Outcome;
use crate::reader::Reader;
use crate::record::{NodeId, Record};
use crate::referee::Ruling;
use crate::terms::Boards;
use crate::turn::TurnText;
use crate::visitor::{Interest, Visitor};

/// Reads records one by one.
///
/// ```
/// use jarmo_notation::Records;
///
/// let text = "[White \"Batu\"]\n\n1. C1-E2 E5-C4 2. C1-C2 *\n";
/// let mut records = Records::new(text.as_bytes(), &[]);
/// let (record, faults) = records.next_record()?.expect("there is one game");
/// assert_eq!(record.tags.get("White"), Some("Batu"));
/// assert_eq!(record.main_line().count(), 2);
/// assert!(faults[0].to_string().starts_with("3:19: error: C1-C2 is not legal"));
/// assert!(records.next_record()?.is_none());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Records<'b, R> {
    reader: Reader<R>,
    checker: Checker<'b>,
}

impl<'b, R: Read> Records<'b, R> {
    /// Reads records from bytes; `boards` are those known beside those built in.
    pub fn new(reader: R, boards: impl Into<Boards<'b>>) -> Records<'b, R> {
        Records { reader: Reader::new(reader), checker: Checker::new(boards, |_| ()) }
    }

    /// Whether what was read so far is a game record at all, see [`Checker::is_record`].
    #[must_use]
    pub fn is_record(&self) -> bool {
        self.checker.is_record()
    }

    /// The next record, with what was wrong with it; `None` at the end.
    ///
    /// # Errors
    ///
    /// What the underlying reader returns.
    pub fn next_record(&mut self) -> io::Result<Option<(Record, Vec<Diagnostic>)>> {
        let mut builder = Builder::new(&mut self.checker);
        if !self.reader.read_game(&mut builder)? {
            return Ok(None);
        }
        Ok(Some((builder.record, builder.diagnostics)))
    }
}

struct Builder<'r, 'b> {
    checker: &'r mut Checker<'b>,
    record: Record,
    diagnostics: Vec<Diagnostic>,
    /// The last node of the line being read.
    node: NodeId,
    /// The last nodes of the lines that the open variations branch off.
    outer: Vec<NodeId>,
    /// Whether a comment now comes before the next turn rather than after the last.
    ahead: bool,
    /// Comments that come before the next turn.
    pending: Vec<String>,
}

impl<'r, 'b> Builder<'r, 'b> {
    fn new(checker: &'r mut Checker<'b>) -> Builder<'r, 'b> {
        Builder {
            checker,
            record: Record::new(Rules::BRAINKING),
            diagnostics: Vec::new(),
            node: NodeId::ROOT,
            outer: Vec::new(),
            ahead: false,
            pending: Vec::new(),
        }
    }

    /// Comments before a turn that never came belong to the last turn there is.
    fn settle_pending(&mut self) {
        for comment in std::mem::take(&mut self.pending) {
            self.record.add_comment(self.node, &comment);
        }
    }
}

impl Visitor for Builder<'_, '_> {
    fn begin_game(&mut self) {
        self.checker.begin();
    }

    fn tag(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        self.record.tags.push(name, value);
        self.checker.check_tag(name, value)
    }

    fn begin_movetext(&mut self) -> Interest {
        let Some((rules, start)) = self.checker.begin_turns() else {
            return self.checker.interest();
        };
        let mut record = Record::from_start(*rules, *start);
        record.tags = std::mem::take(&mut self.record.tags);
        record.escapes = std::mem::take(&mut self.record.escapes);
        for comment in self.record.node(NodeId::ROOT).comments() {
            record.add_comment(NodeId::ROOT, comment);
        }
        self.record = record;
        Interest::Read
    }

    fn turn_number(&mut self, number: u32, _dots: u32) -> Result<(), Fault> {
        self.ahead = true;
        self.checker.check_number(number)
    }

    fn turn(&mut self, text: TurnText) -> Result<(), Fault> {
        match self.checker.check_turn(text)? {
            Ruling::Amend(turn) => self.record.amend(self.node, turn),
            Ruling::Play(turn) => {
                self.node = self.record.add_unchecked(self.node, turn);
                for comment in std::mem::take(&mut self.pending) {
                    self.record.add_comment_before(self.node, &comment);
                }
                self.ahead = false;
            }
        }
        Ok(())
    }

    fn glyph(&mut self, glyph: Glyph) -> Result<(), Fault> {
        let verdict = self.checker.check_glyph();
        match verdict {
            Ok(()) => self.record.add_glyph(self.node, glyph),
            Err(_) => self.comment(&glyph.to_string()),
        }
        verdict
    }

    fn comment(&mut self, text: &str) {
        if self.ahead {
            self.pending.push(text.to_owned());
        } else {
            self.record.add_comment(self.node, text);
        }
    }

    fn escape(&mut self, text: &str) {
        self.record.escapes.push(text.to_owned());
    }

    fn begin_variation(&mut self) -> Result<Interest, Fault> {
        self.checker.check_variation()?;
        self.settle_pending();
        self.outer.push(self.node);
        self.node = self.record.parent(self.node).unwrap_or(NodeId::ROOT);
        self.ahead = true;
        Ok(Interest::Read)
    }

    fn end_variation(&mut self) -> Result<(), Fault> {
        let verdict = self.checker.leave_variation();
        let outer = self.outer.pop().unwrap_or(NodeId::ROOT);
        if self.record.parent(outer) == Some(self.node) {
            // Nothing was played in it: what was said in it is said of the turn it stands behind.
            self.node = outer;
        }
        self.settle_pending();
        self.node = outer;
        self.ahead = true;
        verdict
    }

    fn outcome(&mut self, outcome: Outcome) -> Result<(), Fault> {
        self.settle_pending();
        self.ahead = false;
        self.checker.check_outcome(outcome)
    }

    fn missing_outcome(&self) -> String {
        self.checker.missing_outcome()
    }

    fn unread(&mut self, text: &str) {
        self.checker.note_unread();
        self.comment(&format!("Not read: {text}"));
    }

    fn end_game(&mut self) -> Result<(), Fault> {
        self.settle_pending();
        self.record.outcome = self.checker.result();
        self.checker.check_end()
    }

    fn diagnostic(&mut self, diagnostic: Diagnostic) {
        self.checker.note_fault();
        self.diagnostics.push(diagnostic);
    }
}

#[cfg(test)]
mod tests {
    use super::Records;

    #[test]
    fn a_warning_of_a_missing_result_says_which_is_taken() {
        for (text, action, outcome) in [
            ("[Result \"0-1\"]\n\n1. C1-E2", "0-1 is taken, as the tag Result says", "0-1"),
            ("[Result \"*\"]\n\n1. C1-E2", "* is taken, as the tag Result says", "*"),
            ("[Result \"1/2\"]\n\n", "1/2-1/2 is taken, as the tag Result says", "1/2-1/2"),
            ("[White \"A\"]\n\n1. C1-E2", "* is assumed", "*"),
            (
                "[Position \"5/5/2b2/5/w4 b\"]\n[Result \"0-1\"]\n\n1... C3-D1",
                "0-1 is taken, as the game ended",
                "0-1",
            ),
        ] {
            let mut records = Records::new(text.as_bytes(), &[]);
            let (record, faults) = records.next_record().expect("memory").expect("a game");
            let told: Vec<&str> = faults.iter().map(|fault| fault.action.as_str()).collect();
            assert_eq!(
                (told, record.outcome.to_string().as_str()),
                (vec![action], outcome),
                "{text}"
            );
        }
    }

    #[test]
    fn a_record_has_a_tag_of_records_or_a_turn_or_no_fault() {
        let is_record = |text: &str| {
            let mut records = Records::new(text.as_bytes(), &[]);
            while records.next_record().expect("memory can be read").is_some() {}
            records.is_record()
        };
        for text in [
            "1. C1-E2 *",
            "c1e2 e5c4",
            "Hello Anna,\n\n[White \"Anna\"]\n\nand so on",
            "1. A1-A2 *",
            "[Rules \"of nobody\"]",
            "[Event \"chess\"]\n\n1. e4 e5 *",
            "{So.} *",
            "[Opening \"quiet\"]\n\n*",
            "",
            "1-0",
        ] {
            assert!(is_record(text), "{text}");
        }
        for text in [
            "Dear Anna,\n1. I pass. 2. A1 is red, and C1 too.\n* And so on.\n",
            "#!/bin/sh\nif [ -f \"$x\" ]; then exit 1-0; fi\n",
            "[package]\nname = \"jarmo\"\n",
            "\u{0}\u{1}ELF [x \"y\"]",
            "pass",
            "\0\0\0\0",
            "...",
        ] {
            assert!(!is_record(text), "{text}");
        }
    }
}
