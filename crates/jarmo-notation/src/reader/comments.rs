//! Comments, escape lines, and whole lines.

use std::borrow::Cow;
use std::io::{self, Read};

use super::tags::tag_name;
use super::{Reader, whole_characters};
use crate::diagnostic::Fault;
use crate::source::LONGEST_TOKEN;
use crate::tags::LONGEST_NAME;
use crate::visitor::Visitor;

/// How many escape lines are held back for the next game: memory does not grow with the file.
const MOST_HELD: usize = 1000;

/// What ends a comment in braces.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CommentEnd {
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

impl<R: Read> Reader<R> {
    /// A comment in braces.
    pub(super) fn comment(&mut self, visitor: &mut impl Visitor) -> io::Result<()> {
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
    pub(super) fn comment_end(&mut self) -> io::Result<(usize, CommentEnd)> {
        let mut from = 1;
        loop {
            let found =
                self.source.find(from, |bytes| memchr::memchr3(b'}', b'\n', b'\r', bytes))?;
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
        Ok((whole_characters(rest, LONGEST_TOKEN) - 1, CommentEnd::TooLong))
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

    /// How many bytes of the line are left, up to its break.
    pub(super) fn line_len(&mut self) -> io::Result<usize> {
        let end = self.source.find(0, |bytes| memchr::memchr2(b'\n', b'\r', bytes))?;
        Ok(end.unwrap_or(self.source.rest().len()))
    }

    /// The text from `from` bytes on up to the end of the line, which is consumed but for its
    /// break.
    pub(super) fn line(&mut self, visitor: &mut impl Visitor, from: usize) -> io::Result<String> {
        let end = self.line_len()?;
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
    pub(super) fn line_comment(&mut self, visitor: &mut impl Visitor) -> io::Result<()> {
        let text = self.line(visitor, 1)?;
        visitor.comment(text.trim());
        Ok(())
    }

    /// A line that starts with `%`.
    pub(super) fn escape(&mut self, visitor: &mut impl Visitor) -> io::Result<()> {
        let text = self.line(visitor, 1)?;
        visitor.escape(text.trim_end());
        Ok(())
    }

    /// An escape line that belongs to the next game, if there is one.
    pub(super) fn hold_escape(&mut self, visitor: &mut impl Visitor) -> io::Result<()> {
        if self.held.len() == MOST_HELD {
            self.release_held(visitor);
        }
        let text = self.line(visitor, 1)?;
        self.held.push(text);
        Ok(())
    }

    /// Tells about the escape lines that were held back.
    pub(super) fn release_held(&mut self, visitor: &mut impl Visitor) {
        for text in std::mem::take(&mut self.held) {
            visitor.escape(text.trim_end());
        }
    }
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
