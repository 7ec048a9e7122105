//! A streaming reader of JGN.

mod comments;
mod movetext;
mod tag_pair;
mod tags;
mod unread;

use std::fmt;
use std::io::{self, Read};

use crate::diagnostic::{Diagnostic, Fault};
use crate::letters::{wide_blank, windows_1252};
use crate::source::Source;
use crate::visitor::{Interest, Visitor};

/// How many faults of one game are told: a game with more of them is none.
const MOST_FAULTS: u32 = 1000;

/// What a token other than a comment, tag, line or blank may be long, in bytes.
const SHORT_TOKEN: usize = 256;

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
    /// Escape lines behind the last game's result, or its tags and a blank line.
    held: Vec<String>,
    /// Whether a refused encoding has been reported, once a file.
    told_encoding: bool,
    started: bool,
}

impl<R> fmt::Debug for Reader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader").field("faults", &self.faults).finish_non_exhaustive()
    }
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
            self.source.ensure(SHORT_TOKEN)?;
            if self.is_utf16() {
                self.refuse_utf16(visitor)?;
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

    /// Whether the file begins as one in UTF-16 does: with its byte-order mark, or with a tag, a
    /// turn's number or a blank, and what follows, as ASCII characters of two bytes each. A comment
    /// and an escape line may hold such bytes in UTF-8 as well.
    fn is_utf16(&self) -> bool {
        match *self.source.rest() {
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => true,
            [a, 0, b, 0, ..] | [0, a, 0, b, ..] => {
                (a == b'[' || a.is_ascii_digit() || a.is_ascii_whitespace()) && b != 0
            }
            _ => false,
        }
    }

    /// Passes over a file in UTF-16, which is told about as a game with a fault.
    #[cold]
    fn refuse_utf16(&mut self, visitor: &mut impl Visitor) -> io::Result<()> {
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
        self.end_game(visitor)
    }

    /// Whether a byte-order mark is next: files that begin with one were put together.
    fn at_byte_order_mark(&self) -> bool {
        self.source.rest().starts_with(b"\xef\xbb\xbf")
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

    /// Reports what a visitor finds wrong with the `width` bytes `offset` bytes further on.
    #[inline]
    fn heed(
        &mut self,
        visitor: &mut impl Visitor,
        verdict: Result<(), Fault>,
        offset: usize,
        width: usize,
    ) {
        if let Err(fault) = verdict {
            self.report(visitor, fault, offset, width);
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

    /// Reports a fault of something that ends here, right behind its last token.
    #[cold]
    fn report_behind(&mut self, visitor: &mut impl Visitor, fault: Fault) -> io::Result<()> {
        self.source.back_over_blanks();
        self.report(visitor, fault, 0, 1);
        self.blanks()
    }

    /// Decodes the next `len` bytes from `from` on: UTF-8, or else Windows-1252, which has all
    /// that PGN's standard has, and more.
    fn decode(&mut self, visitor: &mut impl Visitor, from: usize, len: usize) -> String {
        let bytes = &self.source.rest()[from..from + len];
        match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(error) => {
                let text = windows_1252(bytes);
                self.warn_of_encoding(visitor, from + error.valid_up_to());
                text
            }
        }
    }

    /// Warns, once a file, of bytes `offset` bytes further on that are no UTF-8.
    #[cold]
    fn warn_of_encoding(&mut self, visitor: &mut impl Visitor, offset: usize) {
        if !self.told_encoding {
            self.told_encoding = true;
            let fault = Fault::warning(
                "the text is not in UTF-8",
                "where it is not, it is read as Windows-1252",
            );
            self.report(visitor, fault, offset, 1);
        }
    }
}

#[inline]
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Whether this byte ends a word that means nothing.
fn ends_word(byte: u8) -> bool {
    is_blank(byte) || b"{}()[];".contains(&byte)
}

/// The greatest length up to `most`, at least 4, that cuts no character in two.
fn whole_characters(bytes: &[u8], most: usize) -> usize {
    let inside = |at: &usize| bytes.get(*at).is_some_and(|byte| byte & 0xc0 == 0x80);
    (most - 3..=most).rev().find(|at| !inside(at)).unwrap_or(most)
}

/// The length of a word of `len` bytes, as far as it is taken at once.
fn short(bytes: &[u8], len: usize) -> usize {
    if len > SHORT_TOKEN { whole_characters(bytes, SHORT_TOKEN) } else { len }
}

fn count_spaces(bytes: &[u8]) -> usize {
    let mut len = 0;
    loop {
        len += bytes[len..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        match wide_blank(&bytes[len..]) {
            0 => return len,
            wide => len += wide,
        }
    }
}
