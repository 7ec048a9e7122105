//! The movetext: turns, their numbers, glyphs and variations, and the result.

use std::io::{self, Read};

use super::{MOST_FAULTS, Reader, SHORT_TOKEN, ends_word, is_blank, short};
use crate::diagnostic::{Fault, Severity};
use crate::glyph::{Glyph, Sign};
use crate::letters::{ellipsis, wide_blank};
use crate::outcome::Outcome;
use crate::turn::TurnText;
use crate::visitor::{Interest, Visitor};

/// What some systems end a text with.
const END_OF_TEXT: u8 = 0x1a;
/// The most bytes that are looked through for what fills the end of a file.
const LONGEST_PADDING: usize = 64 << 10;

impl<R: Read> Reader<R> {
    /// The movetext up to the start of the next game.
    pub(super) fn movetext(&mut self, visitor: &mut impl Visitor) -> io::Result<()> {
        let mut finished = false;
        let mut given_up = false;
        loop {
            self.blanks()?;
            if self.faults > MOST_FAULTS && !given_up && !finished {
                given_up = true;
                self.give_up(visitor)?;
            }
            let Some(byte) = self.peek()? else { break };
            match byte {
                b'{' => self.comment(visitor)?,
                b';' => self.line_comment(visitor)?,
                // Behind the result it belongs to the next game, if there is one.
                b'%' if self.source.at_line_start() && finished => self.hold_escape(visitor)?,
                b'%' if self.source.at_line_start() => self.escape(visitor)?,
                b'[' if self.is_tag()? => break,
                0xef if self.at_byte_order_mark() => self.source.consume(3),
                0 | END_OF_TEXT | 0x80.. if self.passed_over_filling()? => {}
                _ if finished && starts_game(self.source.rest()) => break,
                _ if finished => {
                    let fault = Fault::error(
                        "text after the result: expected a new game",
                        "the line is kept as a comment",
                    );
                    self.unread_line(visitor, fault)?;
                }
                _ => finished = self.token(visitor, byte)?,
            }
        }
        if !finished {
            self.unfinished(visitor)?;
        }
        if self.source.rest().is_empty() {
            self.release_held(visitor);
        }
        self.end_game(visitor)
    }

    /// Hands the rest of a game over unread, up to its result.
    #[cold]
    fn give_up(&mut self, visitor: &mut impl Visitor) -> io::Result<()> {
        self.close_all(visitor);
        self.abandon_line(visitor, 0)?;
        self.blanks()
    }

    /// Consumes a blank that is none of ASCII's, or what old programs filled the end of a file with;
    /// returns whether there was any.
    #[cold]
    fn passed_over_filling(&mut self) -> io::Result<bool> {
        self.source.ensure(LONGEST_PADDING)?;
        let rest = self.source.rest();
        let is_padding = |byte: &u8| matches!(*byte, 0 | END_OF_TEXT) || is_blank(*byte);
        let len = match wide_blank(rest) {
            // In Latin-1.
            0 if rest[0] == 0xa0 => 1,
            0 if rest.len() < LONGEST_PADDING && rest.iter().all(is_padding) => rest.len(),
            len => len,
        };
        self.source.consume(len);
        Ok(len > 0)
    }

    /// What a game that lacks its result is told.
    fn unfinished(&mut self, visitor: &mut impl Visitor) -> io::Result<()> {
        let at_end = self.source.rest().is_empty();
        let place = if at_end { "at the end of the file" } else { "before the next game" };
        let fault = if self.open > 0 {
            Fault::error(
                format!(
                    "{} open {place}: expected )",
                    count(self.open, "variation is", "variations are")
                ),
                "closed here",
            )
        } else {
            Fault::warning(
                format!("no result {place}: expected 1-0, 0-1, 1/2-1/2 or *"),
                visitor.missing_outcome(),
            )
        };
        self.report_behind(visitor, fault)?;
        self.close_all(visitor);
        Ok(())
    }

    fn close_all(&mut self, visitor: &mut impl Visitor) {
        while self.open > 0 {
            self.close_variation(visitor);
        }
    }

    fn close_variation(&mut self, visitor: &mut impl Visitor) {
        self.open -= 1;
        let verdict = visitor.end_variation();
        self.heed(visitor, verdict, 0, 1);
    }

    pub(super) fn end_game(&mut self, visitor: &mut impl Visitor) -> io::Result<()> {
        match visitor.end_game() {
            Ok(()) => Ok(()),
            Err(fault) => self.report_behind(visitor, fault),
        }
    }

    /// One token of the movetext; returns whether it was the game's result.
    fn token(&mut self, visitor: &mut impl Visitor, byte: u8) -> io::Result<bool> {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'@' | b'-' => self.turn(visitor)?,
            b'0'..=b'9' | b'*' => return self.number_or_result(visitor),
            0x80.. => return self.unusual_token(visitor),
            b'(' => self.variation(visitor)?,
            b')' if self.open > 0 => {
                self.close_variation(visitor);
                self.source.consume(1);
            }
            b'$' | b'!' | b'?' => self.glyph(visitor),
            b'[' => self.stray_brackets(visitor),
            b'%' => {
                let fault = Fault::error(
                    "a % that is not the first of its line: expected a turn, or ; before a comment",
                    "the rest of the line is kept as a comment",
                );
                self.unread_whole_line(visitor, fault)?;
            }
            // A full stop that stands alone belongs to a turn number: `1 . A1-C2`.
            b'.' => self.source.consume(1),
            _ if self.sign(visitor) => {}
            _ => self.stray(visitor, "expected a turn, a comment, a variation or the result"),
        }
        Ok(false)
    }

    /// A token that begins with a character that stands for plainer ones.
    #[cold]
    fn unusual_token(&mut self, visitor: &mut impl Visitor) -> io::Result<bool> {
        let rest = self.source.rest();
        if let Some((outcome, len)) = Outcome::scan(rest) {
            return Ok(self.outcome(visitor, outcome, len));
        }
        let dots = ellipsis(rest);
        if dots > 0 {
            self.source.consume(dots);
        } else if TurnText::scan(rest, false).is_ok() {
            self.turn(visitor)?;
        } else if !self.sign(visitor) {
            self.stray(visitor, "expected a turn, a comment, a variation or the result");
        }
        Ok(false)
    }

    /// Consumes a sign of annotators, if there is one; returns whether there was.
    #[cold]
    fn sign(&mut self, visitor: &mut impl Visitor) -> bool {
        let Some((sign, len)) = Sign::scan(self.source.rest()) else { return false };
        let verdict = match sign {
            Sign::Glyph(glyph) => visitor.glyph(glyph),
            Sign::Other => {
                let text = self.decode(visitor, 0, len);
                visitor.comment(&text);
                let message = format!("{text} is a sign that there is no glyph for");
                Err(Fault::warning(message, "it is kept as a comment"))
            }
        };
        self.heed(visitor, verdict, 0, len);
        self.source.consume(len);
        true
    }

    /// The start of a variation.
    fn variation(&mut self, visitor: &mut impl Visitor) -> io::Result<()> {
        match visitor.begin_variation() {
            Ok(Interest::Read) => {
                self.open += 1;
                self.source.consume(1);
                Ok(())
            }
            Ok(Interest::Skip) => self.skip_variation(visitor, |_| ()),
            Err(fault) => self.refuse_variation(visitor, fault),
        }
    }

    fn turn(&mut self, visitor: &mut impl Visitor) -> io::Result<()> {
        let (turn, len) = match TurnText::scan(self.source.rest(), false) {
            Ok(turn) => turn,
            Err(error) => {
                if self.sign(visitor) {
                    return Ok(());
                }
                let fault = Fault::error(
                    format!("this is no turn: expected {}", error.expected),
                    "the rest of the line of play is kept as a comment",
                );
                self.report(visitor, fault, error.at, 1);
                return self.abandon_line(visitor, error.at);
            }
        };
        match visitor.turn(turn) {
            Ok(()) => self.source.consume(len),
            Err(fault) => {
                let fatal = fault.severity == Severity::Error;
                self.report(visitor, fault, 0, len);
                if fatal {
                    return self.abandon_line(visitor, len);
                }
                self.source.consume(len);
            }
        }
        Ok(())
    }

    /// A turn number, a result, a pass written `0000` or a return written `*C1`.
    fn number_or_result(&mut self, visitor: &mut impl Visitor) -> io::Result<bool> {
        let rest = self.source.rest();
        // Nearly all there is are turn numbers, and no result has a full stop.
        if let Some((number, dots @ 1.., len)) = number(rest) {
            self.turn_number(visitor, number, dots, len);
            return Ok(false);
        }
        // `*C1` is a return; a `*` with a blank behind it is a result, whatever follows.
        let returns = rest[0] == b'*' && rest.get(1).is_some_and(|byte| !is_blank(*byte));
        if rest.starts_with(b"0000") || (returns && TurnText::scan(rest, false).is_ok()) {
            self.turn(visitor)?;
            return Ok(false);
        }
        if let Some((outcome, len)) = Outcome::scan(rest) {
            return Ok(self.outcome(visitor, outcome, len));
        }
        let Some((number, dots, len)) = number(rest) else {
            self.stray(visitor, "expected a turn number up to 4294967295");
            return Ok(false);
        };
        if let Some(b'-' | b'/' | b':') = rest.get(len) {
            self.stray(visitor, "expected a turn number or the result: 1-0, 0-1, 1/2-1/2 or *");
            return Ok(false);
        }
        self.turn_number(visitor, number, dots, len);
        Ok(false)
    }

    #[inline]
    fn turn_number(&mut self, visitor: &mut impl Visitor, number: u32, dots: u32, len: usize) {
        let verdict = visitor.turn_number(number, dots);
        self.heed(visitor, verdict, 0, len);
        self.source.consume(len);
    }

    /// The game's result; inside a variation it is no such thing.
    fn outcome(&mut self, visitor: &mut impl Visitor, outcome: Outcome, len: usize) -> bool {
        if self.open > 0 {
            let fault = Fault::warning("a result inside a variation", "it is kept as a comment");
            self.unread(visitor, fault, len);
            return false;
        }
        let verdict = visitor.outcome(outcome);
        self.heed(visitor, verdict, 0, len);
        self.source.consume(len);
        true
    }

    fn glyph(&mut self, visitor: &mut impl Visitor) {
        let rest = self.source.rest();
        let len = match rest[0] {
            b'$' => dollar_glyph(rest),
            _ => {
                let marks = rest.iter().take_while(|byte| matches!(byte, b'!' | b'?'));
                marks.take(SHORT_TOKEN).count()
            }
        };
        let len = short(rest, len);
        let text = self.decode(visitor, 0, len);
        let verdict = match text.parse::<Glyph>() {
            Ok(glyph) => visitor.glyph(glyph),
            Err(error) => {
                visitor.unread(&text);
                Err(Fault::warning(
                    format!("{text} is no glyph: {error}"),
                    "it is kept as a comment",
                ))
            }
        };
        self.heed(visitor, verdict, 0, len);
        self.source.consume(len);
    }
}

/// Whether a game without tags starts here.
pub(super) fn starts_game(text: &[u8]) -> bool {
    let starts = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'@' | b'-');
    text.first().is_some_and(starts)
        && (number(text).is_some_and(|(_, dots, _)| dots > 0)
            || TurnText::scan(text, false).is_ok())
}

/// `one` with the number 1, `more` with others: `2 variations are`.
fn count(number: usize, one: &str, more: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { more })
}

/// The length of a glyph written `$n`, or of a whole word that begins like one.
fn dollar_glyph(bytes: &[u8]) -> usize {
    let behind = bytes[1..].iter().take(SHORT_TOKEN);
    let digits = behind.clone().take_while(|byte| byte.is_ascii_digit()).count();
    let word = behind.take_while(|byte| !ends_word(**byte)).count();
    match bytes.get(1 + digits) {
        Some(b'!' | b'?' | b'$') => 1 + digits,
        _ => 1 + word,
    }
}

/// A turn number with its dots: number, how many dots, how many bytes.
#[inline]
fn number(bytes: &[u8]) -> Option<(u32, u32, usize)> {
    let mut value = 0;
    let mut len = 0;
    while let Some(byte @ b'0'..=b'9') = bytes.get(len) {
        if len == 10 {
            return None;
        }
        value = value * 10 + u64::from(byte - b'0');
        len += 1;
    }
    let value = u32::try_from(value).ok()?;
    let mut dots = 0;
    loop {
        match bytes[len..] {
            [b'.', ..] => (dots, len) = (dots + 1, len + 1),
            [0x80..=0xff, ..] if ellipsis(&bytes[len..]) > 0 => {
                (dots, len) = (dots + 3, len + ellipsis(&bytes[len..]));
            }
            _ => return (len > 0).then_some((value, dots, len)),
        }
    }
}
