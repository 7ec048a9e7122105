//! Tag pairs.

use std::borrow::Cow;
use std::io::{self, Read};

use super::{Reader, count_spaces};
use crate::diagnostic::Fault;
use crate::tags::{LONGEST_NAME, is_name};
use crate::visitor::Visitor;

/// How far behind an odd quote the end of a tag is looked for, in bytes.
const LONGEST_ODD_VALUE: usize = 4 << 10;

impl<R: Read> Reader<R> {
    /// Everything up to the movetext.
    pub(super) fn tags(&mut self, visitor: &mut impl Visitor) -> io::Result<()> {
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
    pub(super) fn is_tag(&mut self) -> io::Result<bool> {
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
            let (verdict, width) = (visitor.tag(name, value), value.len());
            self.heed(visitor, verdict, quote + 1, width);
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
        let verdict = visitor.tag(&name, &value);
        self.heed(visitor, verdict, value_start, value_end - value_start);
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
        let verdict = visitor.tag(name, &unescape(&value));
        self.heed(visitor, verdict, value_start, to - value_start);
        self.source.consume(after);
        Ok(())
    }
}

/// The place of a tag's name, as start and length, and of its opening quote.
pub(super) fn tag_name(bytes: &[u8]) -> Option<((usize, usize), usize)> {
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
