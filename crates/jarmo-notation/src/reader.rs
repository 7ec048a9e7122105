//! A streaming reader of JGN.

use std::borrow::Cow;
use std::io::{self, Read};

use crate::diagnostic::{Diagnostic, Fault};
use crate::glyph::Glyph;
use crate::outcome::Outcome;
use crate::source::{LONGEST_TOKEN, Source};
use crate::tags::{LONGEST_NAME, is_name};
use crate::turn::TurnText;
use crate::visitor::{Interest, Visitor};

/// How many faults of one game are told: a game with more of them is none.
const MOST_FAULTS: u32 = 1000;

/// How far behind an odd quote the end of a tag is looked for, in bytes.
const LONGEST_ODD_VALUE: usize = 4 << 10;

/// What a token other than a comment, tag, line or blank may be long, in bytes.
const SHORT_TOKEN: usize = 256;

/// What ends a comment in braces.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CommentEnd {
    /// Its brace.
    Closed,
    /// The next game, as it seems: the brace was forgotten.
    NextGame,
    /// The end of the file.
    File,
    /// Nothing within the longest token.
    TooLong,
}

impl CommentEnd {
    /// What is wrong with such an end, and what is done about it.
    fn fault(self) -> Option<(&'static str, &'static str)> {
        let unclosed = "the comment is not closed: expected }";
        match self {
            CommentEnd::Closed => None,
            CommentEnd::NextGame => Some((unclosed, "it ends where the next game begins")),
            CommentEnd::File => Some((unclosed, "it ends with the file")),
            CommentEnd::TooLong => Some(("the comment is longer than 16 MiB", "it is cut there")),
        }
    }
}

/// Reads games one after another, telling a [`Visitor`] about each.
///
/// Memory does not grow with the file, and nesting does not use the stack.
///
/// ```
/// use jarmo_notation::{Reader, TurnText, Visitor, Fault};
///
/// #[derive(Default)]
/// struct Captures(usize);
///
/// impl Visitor for Captures {
///     fn turn(&mut self, turn: TurnText) -> Result<(), Fault> {
///         self.0 += usize::from(matches!(turn, TurnText::Move { capture: true, .. }));
///         Ok(())
///     }
/// }
///
/// let text = "1. C1-E2 E5-C4 2. B1-A3 $2 (2. D1-C3) B5xA3 *";
/// let mut captures = Captures::default();
/// let mut reader = Reader::new(text.as_bytes());
/// while reader.read_game(&mut captures)? {}
/// assert_eq!(captures.0, 1);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Reader<R> {
    source: Source<R>,
    /// How many variations are open.
    open: usize,
    /// How many faults the game has so far.
    faults: u32,
    /// Escape lines behind the last game's result.
    held: Vec<String>,
    /// Whether a refused encoding has been reported, once a file.
    told_encoding: bool,
    started: bool,
}

impl<R: Read> Reader<R> {
    /// A reader of all games in the bytes that `reader` gives. It needs no buffer of its own.
    pub fn new(reader: R) -> Reader<R> {
        Reader {
            source: Source::new(reader),
            open: 0,
            faults: 0,
            held: Vec::new(),
            told_encoding: false,
            started: false,
        }
    }

    /// Reads the next game.
    ///
    /// Returns whether there was one. Faults in the text are never errors here: they go to
    /// [`Visitor::diagnostic`], and reading goes on behind them.
    ///
    /// # Errors
    ///
    /// What the underlying reader returns.
    pub fn read_game(&mut self, visitor: &mut impl Visitor) -> io::Result<bool> {
        if !self.started {
            self.started = true;
            self.source.skip_byte_order_mark()?;
            self.source.ensure(4)?;
            if self.is_utf16() {
                self.source.ensure(SHORT_TOKEN)?;
                visitor.begin_game();
                let fault = Fault::error(
                    "the file is in UTF-16: expected UTF-8",
                    "nothing of it is read; save it as UTF-8",
                );
                self.report(visitor, fault, 0, 1);
                while !self.source.rest().is_empty() {
                    self.source.consume(self.source.rest().len());
                    self.source.ensure(1)?;
                }
                self.end_game(visitor)?;
                return Ok(true);
            }
        }
        self.blanks()?;
        if self.peek()?.is_none() {
            return Ok(false);
        }
        self.faults = 0;
        visitor.begin_game();
        self.release_held(visitor);
        self.tags(visitor)?;
        self.open = 0;
        if visitor.begin_movetext() == Interest::Skip {
            self.abandon_line(visitor, 0)?;
        }
        self.movetext(visitor)?;
        Ok(true)
    }

    /// Whether the file begins as one in UTF-16 does: with its byte-order mark, or with two ASCII
    /// characters of two bytes each.
    fn is_utf16(&self) -> bool {
        match *self.source.rest() {
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => true,
            [a, 0, b, 0, ..] | [0, a, 0, b, ..] => a != 0 && b != 0,
            _ => false,
        }
    }

    /// The next byte, with enough behind it for any short token.
    #[inline]
    fn peek(&mut self) -> io::Result<Option<u8>> {
        if self.source.rest().len() < SHORT_TOKEN {
            self.source.ensure(SHORT_TOKEN)?;
        }
        Ok(self.source.rest().first().copied())
    }

    /// Skips blanks and line breaks.
    #[inline]
    fn blanks(&mut self) -> io::Result<()> {
        // One blank or none is what stands before nearly every token.
        if let [first, second, ..] = *self.source.rest()
            && !is_blank(second)
        {
            self.source.consume_blanks(usize::from(is_blank(first)));
            return Ok(());
        }
        loop {
            let rest = self.source.rest();
            let count = rest.iter().take_while(|byte| is_blank(**byte)).count();
            let all = count == rest.len();
            self.source.consume_blanks(count);
            if !all {
                return Ok(());
            }
            self.source.ensure(1)?;
            if self.source.rest().is_empty() {
                return Ok(());
            }
        }
    }

    /// Reports a fault `offset` bytes further on, `width` bytes wide.
    #[cold]
    fn report(&mut self, visitor: &mut impl Visitor, fault: Fault, offset: usize, width: usize) {
        self.faults = self.faults.saturating_add(1);
        let fault = match self.faults {
            ..=MOST_FAULTS => fault,
            // The first one too many says so, and the others nothing.
            n if n == MOST_FAULTS + 1 => Fault::error(
                format!("more than {MOST_FAULTS} faults in one game"),
                "the rest of it is kept as a comment",
            ),
            _ => return,
        };
        visitor.diagnostic(Diagnostic {
            severity: fault.severity,
            location: self.source.locate(offset),
            message: fault.message,
            action: fault.action,
            excerpt: self.source.excerpt(offset, width),
        });
    }

    /// Decodes the next `len` bytes from `from` on: UTF-8, or else Latin-1, as PGN's standard has
    /// it.
    fn decode(&mut self, visitor: &mut impl Visitor, from: usize, len: usize) -> String {
        let bytes = &self.source.rest()[from..from + len];
        match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(error) => {
                let text = bytes.iter().map(|byte| char::from(*byte)).collect();
                if !self.told_encoding {
                    self.told_encoding = true;
                    let fault = Fault::warning(
                        "the text is not in UTF-8",
                        "where it is not, it is read as Latin-1",
                    );
                    self.report(visitor, fault, from + error.valid_up_to(), 1);
                }
                text
            }
        }
    }

    // ---- Tags

    /// Everything up to the movetext.
    fn tags(&mut self, visitor: &mut impl Visitor) -> io::Result<()> {
        loop {
            self.blanks()?;
            match self.peek()? {
                Some(b'[') => self.tag(visitor)?,
                Some(b'{') => self.comment(visitor)?,
                Some(b';') => self.line_comment(visitor)?,
                Some(b'%') if self.source.at_line_start() => self.escape(visitor)?,
                Some(0xef) if self.at_byte_order_mark() => self.source.consume(3),
                _ => return Ok(()),
            }
        }
    }

    /// Whether a tag pair starts here: what tells a new game from a stray bracket.
    fn is_tag(&mut self) -> io::Result<bool> {
        self.source.ensure(LONGEST_NAME + 16)?;
        Ok(tag_name(self.source.rest()).is_some())
    }

    /// A tag pair.
    fn tag(&mut self, visitor: &mut impl Visitor) -> io::Result<()> {
        self.source.ensure(LONGEST_NAME + 16)?;
        let Some((name, quote)) = tag_name(self.source.rest()) else {
            let fault = Fault::error(
                "this is no tag: expected a name and a value in quotes, as in [White \"Batu\"]",
                "the line is kept as a comment",
            );
            return self.unread_line(visitor, fault);
        };
        let plain = plain_tag(self.source.rest(), name, quote);
        if let Some(((name, value), len)) = plain.filter(|((name, _), _)| is_name(name)) {
            if let Err(fault) = visitor.tag(name, value) {
                self.report(visitor, fault, quote + 1, value.len());
            }
            self.source.consume(len);
            return Ok(());
        }
        let name = self.decode(visitor, name.0, name.1);
        if !is_name(&name) {
            let fault = Fault::error(
                format!(
                    "this is no tag's name: expected at most {LONGEST_NAME} bytes, and no blanks or \
                     control characters"
                ),
                "the line is kept as a comment",
            );
            return self.unread_line(visitor, fault);
        }
        let value_start = quote + 1;
        let (value_end, closed) = self.value_end(value_start)?;
        let mut after = value_end + usize::from(closed);
        let raw = self.decode(visitor, value_start, value_end - value_start);
        if closed {
            after += count_spaces(&self.source.rest()[after..]);
        }
        if !closed {
            let fault = Fault::error(
                format!("the value of {name} is not closed: expected \"]"),
                "it is read up to the end of the line",
            );
            self.report(visitor, fault, quote, 1);
        } else if self.source.rest().get(after) == Some(&b']') {
            after += 1;
        } else {
            return self.odd_tag(visitor, &name, value_start, value_end);
        }
        let value =
            if closed { unescape(&raw) } else { unescape(raw.trim_end_matches(['"', ']', ' '])) };
        if let Err(fault) = visitor.tag(&name, &value) {
            self.report(visitor, fault, value_start, value_end - value_start);
        }
        self.source.consume(after);
        Ok(())
    }

    /// Where a tag's value ends, and whether a quote ends it rather than the end of the line.
    fn value_end(&mut self, start: usize) -> io::Result<(usize, bool)> {
        let mut from = start;
        loop {
            let found =
                self.source.find(from, |bytes| memchr::memchr3(b'"', b'\\', b'\n', bytes))?;
            let rest = self.source.rest();
            match found.map(|at| (at, rest[at])) {
                Some((at, b'"')) => return Ok((at, true)),
                Some((at, b'\\')) => {
                    let escapes = matches!(rest.get(at + 1), Some(b'"' | b'\\'));
                    // `\"]` at the end of a line is more likely a path or a smiley than an escape.
                    let ends = rest[at + 1..].starts_with(b"\"]\n")
                        || rest[at + 1..].starts_with(b"\"]\r");
                    from = at + if escapes && !ends { 2 } else { 1 };
                    self.source.ensure(from + 4)?;
                }
                Some((at, _)) => {
                    let carriage = at > start && rest[at - 1] == b'\r';
                    return Ok((at - usize::from(carriage), false));
                }
                None => return Ok((rest.len(), false)),
            }
        }
    }

    /// A tag whose value is not followed by a bracket: quotes inside the value, most often.
    fn odd_tag(
        &mut self,
        visitor: &mut impl Visitor,
        name: &str,
        value_start: usize,
        value_end: usize,
    ) -> io::Result<()> {
        self.source.ensure(value_end + LONGEST_ODD_VALUE)?;
        let rest = &self.source.rest()[value_end..];
        let rest = &rest[..rest.len().min(LONGEST_ODD_VALUE)];
        let line = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
        let (to, after, fault) = match memchr::memmem::find(line, b"\"]") {
            Some(at) => (
                value_end + at,
                value_end + at + 2,
                Fault::warning(
                    format!("the value of {name} has a quote in it: expected \\\" inside a value"),
                    "the value is read up to the quote before the bracket",
                ),
            ),
            None => (
                value_end,
                value_end + 1,
                Fault::error(
                    format!("the tag {name} is not closed: expected ]"),
                    "it is read as if it were",
                ),
            ),
        };
        self.report(visitor, fault, value_end, 1);
        let value = self.decode(visitor, value_start, to - value_start);
        if let Err(fault) = visitor.tag(name, &unescape(&value)) {
            self.report(visitor, fault, value_start, to - value_start);
        }
        self.source.consume(after);
        Ok(())
    }

    // ---- Comments and lines

    /// A comment in braces.
    fn comment(&mut self, visitor: &mut impl Visitor) -> io::Result<()> {
        let (len, end) = self.comment_end()?;
        if let Some((message, action)) = end.fault() {
            self.report(visitor, Fault::error(message, action), 0, 1);
        }
        match std::str::from_utf8(&self.source.rest()[1..1 + len]) {
            Ok(text) => visitor.comment(&comment_text(text)),
            Err(_) => {
                let text = self.decode(visitor, 1, len);
                visitor.comment(&comment_text(&text));
            }
        }
        self.source.consume(1 + len + usize::from(end == CommentEnd::Closed));
        if end == CommentEnd::TooLong { self.skip_past(b'}') } else { Ok(()) }
    }

    /// The length of the text of the comment that begins here, and what ends it.
    fn comment_end(&mut self) -> io::Result<(usize, CommentEnd)> {
        let mut from = 1;
        loop {
            let found = self.source.find(from, |bytes| memchr::memchr2(b'}', b'\n', bytes))?;
            let Some(at) = found.filter(|at| *at <= LONGEST_TOKEN) else { break };
            if self.source.rest()[at] == b'}' {
                return Ok((at - 1, CommentEnd::Closed));
            }
            from = at + 1;
            self.source.ensure(from + LONGEST_NAME + 16)?;
            if tag_name(&self.source.rest()[from..]).is_none() {
                continue;
            }
            // A brace forgotten in one game swallows the next one up to the end of its first
            // comment: then another brace opens before one closes.
            let brace = self.source.find(from, |bytes| memchr::memchr2(b'{', b'}', bytes))?;
            return Ok(match brace.map(|at| (at, self.source.rest()[at])) {
                Some((at, b'}')) => (at - 1, CommentEnd::Closed),
                _ => (from - 1, CommentEnd::NextGame),
            });
        }
        let rest = self.source.rest();
        if rest.len() < LONGEST_TOKEN {
            return Ok((rest.len() - 1, CommentEnd::File));
        }
        // No character is cut in two.
        let inside = |at: &usize| rest.get(*at).is_some_and(|byte| byte & 0xc0 == 0x80);
        let end = (LONGEST_TOKEN - 3..=LONGEST_TOKEN).rev().find(|at| !inside(at));
        Ok((end.unwrap_or(LONGEST_TOKEN) - 1, CommentEnd::TooLong))
    }

    /// Drops what is left of a token that was too long to keep.
    fn skip_past(&mut self, byte: u8) -> io::Result<()> {
        loop {
            self.source.ensure(1)?;
            let rest = self.source.rest();
            match memchr::memchr(byte, rest) {
                Some(at) => {
                    self.source.consume(at + 1);
                    return Ok(());
                }
                None if rest.is_empty() => return Ok(()),
                None => self.source.consume(rest.len()),
            }
        }
    }

    /// The text from `from` bytes on up to the end of the line, which is consumed but for its
    /// break.
    fn line(&mut self, visitor: &mut impl Visitor, from: usize) -> io::Result<String> {
        let end = self.source.find(0, |bytes| memchr::memchr2(b'\n', b'\r', bytes))?;
        let end = end.unwrap_or(self.source.rest().len());
        let text = self.decode(visitor, from.min(end), end - from.min(end));
        if end >= LONGEST_TOKEN {
            let fault = Fault::error("the line is longer than 16 MiB", "it is cut there");
            self.report(visitor, fault, 0, 1);
            self.source.consume(end);
            self.skip_past(b'\n')?;
        } else {
            self.source.consume(end);
        }
        Ok(text)
    }

    /// A comment from `;` to the end of the line.
    fn line_comment(&mut self, visitor: &mut impl Visitor) -> io::Result<()> {
        let text = self.line(visitor, 1)?;
        visitor.comment(text.trim());
        Ok(())
    }

    /// A line that starts with `%`.
    fn escape(&mut self, visitor: &mut impl Visitor) -> io::Result<()> {
        let text = self.line(visitor, 1)?;
        visitor.escape(text.trim_end());
        Ok(())
    }

    /// Reports a fault here and hands the rest of the line over unread.
    fn unread_line(&mut self, visitor: &mut impl Visitor, fault: Fault) -> io::Result<()> {
        self.report(visitor, fault, 0, 1);
        let text = self.line(visitor, 0)?;
        visitor.unread(text.trim());
        Ok(())
    }

    // ---- Movetext

    /// The movetext up to the start of the next game.
    fn movetext(&mut self, visitor: &mut impl Visitor) -> io::Result<()> {
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
                b'%' if self.source.at_line_start() && finished => {
                    let text = self.line(visitor, 1)?;
                    self.held.push(text);
                }
                b'%' if self.source.at_line_start() => self.escape(visitor)?,
                b'[' if self.is_tag()? => break,
                0xef if self.at_byte_order_mark() => self.source.consume(3),
                _ if finished && self.starts_game(byte) => break,
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
        while self.open > 0 {
            self.close_variation(visitor);
        }
        self.abandon_line(visitor, 0)?;
        self.blanks()
    }

    /// Tells about the escape lines that were found behind the last game's result.
    fn release_held(&mut self, visitor: &mut impl Visitor) {
        for text in std::mem::take(&mut self.held) {
            visitor.escape(text.trim_end());
        }
    }

    /// Whether a byte-order mark is next: files that begin with one were put together.
    fn at_byte_order_mark(&self) -> bool {
        self.source.rest().starts_with(b"\xef\xbb\xbf")
    }

    /// Whether this byte can start a game without tags.
    fn starts_game(&self, byte: u8) -> bool {
        let rest = self.source.rest();
        let starts = byte.is_ascii_alphanumeric() || matches!(byte, b'@' | b'-');
        starts
            && (number(rest).is_some_and(|(_, dots, _)| dots > 0)
                || TurnText::scan(rest, false).is_ok())
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
                "* is assumed",
            )
        };
        self.report_behind(visitor, fault)?;
        while self.open > 0 {
            self.close_variation(visitor);
        }
        Ok(())
    }

    /// Reports a fault of something that ends here, right behind its last token.
    #[cold]
    fn report_behind(&mut self, visitor: &mut impl Visitor, fault: Fault) -> io::Result<()> {
        self.source.back_over_blanks();
        self.report(visitor, fault, 0, 1);
        self.blanks()
    }

    fn close_variation(&mut self, visitor: &mut impl Visitor) {
        self.open -= 1;
        if let Err(fault) = visitor.end_variation() {
            self.report(visitor, fault, 0, 1);
        }
    }

    fn end_game(&mut self, visitor: &mut impl Visitor) -> io::Result<()> {
        match visitor.end_game() {
            Ok(()) => Ok(()),
            Err(fault) => self.report_behind(visitor, fault),
        }
    }

    /// One token of the movetext; returns whether it was the game's result.
    fn token(&mut self, visitor: &mut impl Visitor, byte: u8) -> io::Result<bool> {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'@' | b'-' => self.turn(visitor)?,
            b'0'..=b'9' | b'*' | 0xc2 => return self.number_or_result(visitor),
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
                self.unread_line(visitor, fault)?;
            }
            // A full stop that stands alone belongs to a turn number: `1 . A1-C2`.
            b'.' => self.source.consume(1),
            _ => self.stray(visitor, "expected a turn, a comment, a variation or the result"),
        }
        Ok(false)
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
            Err(fault) => {
                self.report(visitor, fault, 0, 1);
                let mut text = Vec::new();
                self.skip_variation(visitor, |bytes| keep(&mut text, bytes))?;
                self.hand_over(visitor, &text);
                Ok(())
            }
        }
    }

    fn turn(&mut self, visitor: &mut impl Visitor) -> io::Result<()> {
        let (turn, len) = match TurnText::scan(self.source.rest(), false) {
            Ok(turn) => turn,
            Err(error) => {
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
                let fatal = fault.severity == crate::Severity::Error;
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
            self.stray(visitor, "expected a turn number of at most nine digits");
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
        if let Err(fault) = visitor.turn_number(number, dots) {
            self.report(visitor, fault, 0, len);
        }
        self.source.consume(len);
    }

    /// The game's result; inside a variation it is no such thing.
    fn outcome(&mut self, visitor: &mut impl Visitor, outcome: Outcome, len: usize) -> bool {
        if self.open > 0 {
            let fault = Fault::warning("a result inside a variation", "it is kept as a comment");
            self.report(visitor, fault, 0, len);
            let text = String::from_utf8_lossy(&self.source.rest()[..len]).into_owned();
            visitor.unread(&text);
            self.source.consume(len);
            return false;
        }
        if let Err(fault) = visitor.outcome(outcome) {
            self.report(visitor, fault, 0, len);
        }
        self.source.consume(len);
        true
    }

    fn glyph(&mut self, visitor: &mut impl Visitor) {
        let rest = self.source.rest();
        let len = match rest[0] {
            b'$' => dollar_glyph(rest),
            _ => rest.iter().take_while(|byte| matches!(byte, b'!' | b'?')).count(),
        };
        let len = len.min(SHORT_TOKEN);
        let text = String::from_utf8_lossy(&rest[..len]).into_owned();
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
        if let Err(fault) = verdict {
            self.report(visitor, fault, 0, len);
        }
        self.source.consume(len);
    }

    /// A word that means nothing here.
    #[cold]
    fn stray(&mut self, visitor: &mut impl Visitor, expected: &str) {
        let rest = self.source.rest();
        // Punctuation is taken alone: a turn may be stuck to it.
        let alone = rest[0].is_ascii_punctuation();
        let ends = |byte: &u8| ends_word(*byte) || alone && byte.is_ascii_alphanumeric();
        let len = rest.iter().take_while(|byte| !ends(byte)).count().clamp(1, SHORT_TOKEN);
        let len = len.min(rest.len());
        let text = self.decode(visitor, 0, len);
        let shown: String =
            text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
        let fault = Fault::error(format!("stray {shown}: {expected}"), "it is kept as a comment");
        self.report(visitor, fault, 0, len);
        visitor.unread(&text);
        self.source.consume(len);
    }

    /// Brackets in the movetext that are no tag, with what is in them up to the end of the line.
    #[cold]
    fn stray_brackets(&mut self, visitor: &mut impl Visitor) {
        let rest = self.source.rest();
        let text = &rest[..rest.len().min(SHORT_TOKEN)];
        match memchr::memchr3(b']', b'\n', b'\r', text) {
            Some(at) if text[at] == b']' => {
                let fault = Fault::error(
                    "this is no tag and no turn: expected a turn, or { and } around a comment",
                    "it is kept as a comment",
                );
                self.report(visitor, fault, 0, at + 1);
                let text = self.decode(visitor, 0, at + 1);
                visitor.unread(&text);
                self.source.consume(at + 1);
            }
            _ => self.stray(visitor, "expected a turn, a comment, a variation or the result"),
        }
    }

    // ---- What is passed over

    /// Hands the rest of a line of play over unread: the next `len` bytes, which were refused, and
    /// all up to the end of its variation, or of the game.
    #[cold]
    fn abandon_line(&mut self, visitor: &mut impl Visitor, len: usize) -> io::Result<()> {
        let mut text = self.source.rest()[..len].to_vec();
        self.source.consume(len);
        self.pass_over(|bytes| keep(&mut text, bytes))?;
        self.hand_over(visitor, &text);
        Ok(())
    }

    /// Passes over a variation, from its bracket to the one that closes it.
    fn skip_variation(
        &mut self,
        visitor: &mut impl Visitor,
        mut keep: impl FnMut(&[u8]),
    ) -> io::Result<()> {
        keep(b"(");
        self.source.consume(1);
        self.open += 1;
        self.pass_over(&mut keep)?;
        self.open -= 1;
        if self.source.rest().first() == Some(&b')') {
            keep(b")");
            self.source.consume(1);
        } else {
            let fault = Fault::error("a variation is not closed: expected )", "closed here");
            self.report(visitor, fault, 0, 1);
        }
        Ok(())
    }

    fn hand_over(&mut self, visitor: &mut impl Visitor, text: &[u8]) {
        let text = match std::str::from_utf8(text) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => text.iter().map(|byte| char::from(*byte)).collect(),
        };
        if !text.trim().is_empty() {
            visitor.unread(text.trim());
        }
    }

    /// Whether the next word is a result.
    fn at_outcome(&self) -> bool {
        let rest = self.source.rest();
        Outcome::scan(rest).is_some_and(|(_, len)| rest.get(len).is_none_or(|byte| is_blank(*byte)))
    }

    /// The length of the next word, of blanks, or of a bracket that stands alone, at least 1.
    fn word(&self) -> usize {
        let rest = self.source.rest();
        let ends = |byte: &&u8| !is_blank(**byte) && !b"{}()[;".contains(byte);
        match rest.iter().take_while(ends).count() {
            0 => rest.iter().take_while(|byte| is_blank(**byte)).count().max(1),
            len => len,
        }
    }

    /// Consumes up to the bracket that closes what is open here, to the result of the game when
    /// nothing is, or to the next game, handing all bytes to `keep`.
    fn pass_over(&mut self, mut keep: impl FnMut(&[u8])) -> io::Result<()> {
        let mut depth = 0_usize;
        loop {
            let Some(byte) = self.peek()? else { return Ok(()) };
            let len = match byte {
                b'(' => {
                    depth += 1;
                    1
                }
                b')' if depth == 0 && self.open > 0 => return Ok(()),
                b')' => {
                    depth = depth.saturating_sub(1);
                    1
                }
                b'{' => {
                    let (len, end) = self.comment_end()?;
                    1 + len + usize::from(end == CommentEnd::Closed)
                }
                b';' => {
                    let close = self.source.find(1, |bytes| memchr::memchr(b'\n', bytes))?;
                    close.unwrap_or(self.source.rest().len())
                }
                b'[' if self.is_tag()? => return Ok(()),
                _ if depth == 0 && self.open == 0 && self.at_outcome() => return Ok(()),
                _ => self.word(),
            };
            keep(&self.source.rest()[..len]);
            self.source.consume(len);
        }
    }
}

/// Adds bytes to a text kept for a comment, up to what a comment may hold.
fn keep(text: &mut Vec<u8>, bytes: &[u8]) {
    let room = LONGEST_TOKEN.saturating_sub(text.len());
    text.extend_from_slice(&bytes[..bytes.len().min(room)]);
}

#[inline]
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Whether this byte ends a word that means nothing.
fn ends_word(byte: u8) -> bool {
    is_blank(byte) || b"{}()[];".contains(&byte)
}

fn count_spaces(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// `one` with the number 1, `more` with others: `2 variations are`.
fn count(number: usize, one: &str, more: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { more })
}

/// The place of a tag's name, as start and length, and of its opening quote.
fn tag_name(bytes: &[u8]) -> Option<((usize, usize), usize)> {
    if bytes.first() != Some(&b'[') {
        return None;
    }
    let start = 1 + count_spaces(&bytes[1..]);
    let symbol =
        |byte: &&u8| !matches!(byte, 0..=32 | b'"' | b'[' | b']' | b'(' | b')' | b'{' | b'}');
    let len = bytes[start..].iter().take(LONGEST_NAME).take_while(symbol).count();
    let quote = start + len + count_spaces(&bytes[start + len..]);
    (len > 0 && bytes.get(quote) == Some(&b'"')).then_some(((start, len), quote))
}

/// The length of a glyph written `$n`, or of a whole word that begins like one.
fn dollar_glyph(bytes: &[u8]) -> usize {
    let digits = bytes[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let word = bytes[1..].iter().take_while(|byte| !ends_word(**byte)).count().min(SHORT_TOKEN);
    match bytes.get(1 + digits) {
        Some(b'!' | b'?' | b'$') => 1 + digits,
        _ => 1 + word,
    }
}

/// Name and value of a tag that is UTF-8, at hand as a whole and without escapes or stray quotes,
/// and how many bytes it takes: such tags need no copy.
#[inline]
fn plain_tag(
    bytes: &[u8],
    (name, name_len): (usize, usize),
    quote: usize,
) -> Option<((&str, &str), usize)> {
    let start = quote + 1;
    let end = start + memchr::memchr3(b'"', b'\\', b'\n', &bytes[start..])?;
    if !bytes[end..].starts_with(b"\"]") {
        return None;
    }
    let name = std::str::from_utf8(&bytes[name..name + name_len]).ok()?;
    let value = std::str::from_utf8(&bytes[start..end]).ok()?;
    Some(((name, value), end + 2))
}

/// A turn number with its dots: number, how many dots, how many bytes.
#[inline]
fn number(bytes: &[u8]) -> Option<(u32, u32, usize)> {
    let mut value = 0;
    let mut len = 0;
    while let Some(byte @ b'0'..=b'9') = bytes.get(len) {
        if len == 9 {
            return None;
        }
        value = value * 10 + u32::from(byte - b'0');
        len += 1;
    }
    let mut dots = 0;
    loop {
        match bytes[len..] {
            [b'.', ..] => (dots, len) = (dots + 1, len + 1),
            // The ellipsis in one character.
            [0xe2, 0x80, 0xa6, ..] => (dots, len) = (dots + 3, len + 3),
            _ => return (len > 0).then_some((value, dots, len)),
        }
    }
}

/// A tag's value without its escapes. A backslash before anything else stands for itself.
fn unescape(raw: &str) -> Cow<'_, str> {
    if !raw.contains('\\') {
        return Cow::Borrowed(raw);
    }
    let mut value = String::with_capacity(raw.len());
    let mut characters = raw.chars().peekable();
    while let Some(character) = characters.next() {
        let escaped =
            if character == '\\' { characters.next_if(|c| matches!(c, '"' | '\\')) } else { None };
        value.push(escaped.unwrap_or(character));
    }
    Cow::Owned(value)
}

/// A comment's text: line breaks in a paragraph are blanks, and a blank line is a line break.
fn comment_text(raw: &str) -> Cow<'_, str> {
    let raw = raw.trim();
    if !raw.contains(['\n', '\r']) {
        return Cow::Borrowed(raw);
    }
    let raw = &raw.replace("\r\n", "\n").replace('\r', "\n");
    let mut text = String::with_capacity(raw.len());
    let mut breaks = 0;
    for line in raw.split('\n').map(str::trim) {
        if line.is_empty() {
            breaks += 1;
            continue;
        }
        match breaks {
            _ if text.is_empty() => {}
            0 => text.push(' '),
            blank_lines => text.extend(std::iter::repeat_n('\n', blank_lines)),
        }
        text.push_str(line);
        breaks = 0;
    }
    Cow::Owned(text)
}
