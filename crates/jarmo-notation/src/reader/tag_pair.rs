//! One tag pair: its name, and its value, however it was broken.

use std::borrow::Cow;
use std::io::{self, Read};
use std::ops::Range;

use super::movetext::starts_game;
use super::tags::{LONGEST_REACH, TagName, count_gap, line_break, tag_within};
use super::{Reader, count_spaces};
use crate::diagnostic::Fault;
use crate::tags::{LONGEST_NAME, is_name};
use crate::visitor::Visitor;

impl<R: Read> Reader<R> {
    /// A tag pair with its name here, or what is none; returns whether it was whole.
    pub(super) fn read_tag(
        &mut self,
        visitor: &mut impl Visitor,
        found: Option<TagName>,
    ) -> io::Result<bool> {
        let Some((name, quote)) = found else {
            let fault = Fault::error(
                "this is no tag: expected a name and a value in quotes, as in [White \"Batu\"]",
                "the line is kept as a comment",
            );
            self.unread_line(visitor, fault)?;
            return Ok(false);
        };
        let plain = plain_tag(self.source.rest(), name, quote, self.source.has_cr());
        if let Some(((name, value), len)) = plain.filter(|((name, _), _)| is_name(name)) {
            let (verdict, width) = (visitor.tag(name, value), value.len());
            self.heed(visitor, verdict, quote + 1, width);
            self.source.consume(len);
            return Ok(true);
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
            self.unread_line(visitor, fault)?;
            return Ok(false);
        }
        self.warn_if_broken(visitor, &name, 0..quote);
        let start = quote + 1;
        let (end, closed) = self.value_end(start)?;
        let raw = self.decode(visitor, start, end - start);
        if !closed {
            if let Some((next, len)) = self.wrapped(end)? {
                let next = self.decode(visitor, next.start, next.len());
                let value = unbroken(&name, &raw, &next);
                let fault = Fault::warning(
                    format!("the value of {name} is broken over lines: expected it on one"),
                    "it is read as one line",
                );
                self.report(visitor, fault, quote, end - quote);
                self.hand_tag(visitor, &name, &value, start..end, len);
                return Ok(true);
            }
            self.cut_tag(visitor, &name, start..end, "it is read up to the end of the line");
            return Ok(false);
        }
        self.source.ensure(end + LONGEST_REACH)?;
        match closing_bracket(self.source.rest(), end) {
            Some(len) => {
                self.warn_if_broken(visitor, &name, end..len);
                self.hand_tag(visitor, &name, &unescape(&raw), start..end, len);
                Ok(true)
            }
            None => Ok(self.odd_tag(visitor, &name, start, end)),
        }
    }

    /// A tag whose value is not closed before another tag or the end of the line.
    fn cut_tag(
        &mut self,
        visitor: &mut impl Visitor,
        name: &str,
        value: Range<usize>,
        action: &str,
    ) {
        let message = format!("the value of {name} is not closed: expected \"]");
        self.report(visitor, Fault::error(message, action), value.start - 1, 1);
        let raw = self.decode(visitor, value.start, value.len());
        let text = unescape(raw.trim_end_matches(['"', ']', ' ', '\t']));
        let len = value.end;
        self.hand_tag(visitor, name, &text, value, len);
    }

    /// Warns of a line break in a part of a tag that is not its value.
    fn warn_if_broken(&mut self, visitor: &mut impl Visitor, name: &str, part: Range<usize>) {
        let line_break = memchr::memchr2(b'\n', b'\r', &self.source.rest()[part.clone()]);
        if let Some(at) = line_break {
            let fault = Fault::warning(
                format!("the tag {name} is broken over two lines: expected it on one"),
                "the line break is read as a blank",
            );
            self.report(visitor, fault, part.start + at, 1);
        }
    }

    /// Tells about a tag pair of `len` bytes, whose value is at this place.
    fn hand_tag(
        &mut self,
        visitor: &mut impl Visitor,
        name: &str,
        value: &str,
        place: Range<usize>,
        len: usize,
    ) {
        let verdict = visitor.tag(name, value);
        self.heed(visitor, verdict, place.start, place.len());
        self.source.consume(len);
    }

    /// Where a tag's value ends, and whether a quote ends it rather than the end of the line.
    fn value_end(&mut self, start: usize) -> io::Result<(usize, bool)> {
        let mut from = start;
        loop {
            let found = self.source.find(from, find_value_stop)?;
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
                Some((at, _)) => return Ok((at, false)),
                None => return Ok((rest.len(), false)),
            }
        }
    }

    /// What follows of a value that is not closed where its line ends, if it is the whole of the
    /// next lines but for its `"]`, and how many bytes the tag then takes: editors and mail programs
    /// break long lines. A line that begins with a bracket is a tag of its own, and behind a blank
    /// line and where a game starts there is no rest of a value.
    fn wrapped(&mut self, line_end: usize) -> io::Result<Option<(Range<usize>, usize)>> {
        let (mut end, mut first) = (line_end, None);
        while end < line_end + LONGEST_REACH {
            self.source.ensure(end + LONGEST_REACH)?;
            let rest = self.source.rest();
            let line = end + line_break(&rest[end..]);
            let start = line + count_spaces(&rest[line..]);
            if line == end || matches!(rest.get(start), None | Some(b'[' | b'\n' | b'\r')) {
                return Ok(None);
            }
            let from = *first.get_or_insert(start);
            let closed;
            (end, closed) = self.value_end(start)?;
            if closed {
                self.source.ensure(end + LONGEST_REACH)?;
                let rest = self.source.rest();
                let len = closing_bracket(rest, end).filter(|len| {
                    let behind = rest.get(len + count_spaces(&rest[*len..]));
                    behind.is_none_or(|byte| matches!(byte, b'\n' | b'\r'))
                });
                return Ok(len.map(|len| (from..end, len)));
            }
            if starts_game(&self.source.rest()[start..]) {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// A tag whose value is not followed by a bracket: quotes inside the value, most often. Returns
    /// whether it was whole.
    fn odd_tag(
        &mut self,
        visitor: &mut impl Visitor,
        name: &str,
        start: usize,
        end: usize,
    ) -> bool {
        let rest = &self.source.rest()[end..];
        let rest = &rest[..rest.len().min(LONGEST_REACH)];
        let line = &rest[..memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())];
        if let Some(next) = tag_within(&self.source.rest()[start..end + line.len()], 0) {
            self.cut_tag(visitor, name, start..start + next, "it is read up to the next tag");
            return false;
        }
        let bracket = memchr::memmem::find(line, b"\"]");
        let (to, len, fault) = match bracket {
            Some(at) => (
                end + at,
                end + at + 2,
                Fault::warning(
                    format!("the value of {name} has a quote in it: expected \\\" inside a value"),
                    "the value is read up to the quote before the bracket",
                ),
            ),
            None => (
                end,
                end + 1,
                Fault::error(
                    format!("the tag {name} is not closed: expected ]"),
                    "it is read as if it were",
                ),
            ),
        };
        self.report(visitor, fault, end, 1);
        let value = self.decode(visitor, start, to - start);
        self.hand_tag(visitor, name, &unescape(&value), start..to, len);
        bracket.is_some()
    }
}

/// Name and value of a tag that is UTF-8, on one line with the usual blank, at hand as a whole and
/// without escapes or stray quotes, and how many bytes it takes: such tags need no copy.
#[inline]
fn plain_tag(
    bytes: &[u8],
    (name, name_len): (usize, usize),
    quote: usize,
    has_cr: bool,
) -> Option<((&str, &str), usize)> {
    let start = quote + 1;
    let end = start + memchr::memchr3(b'"', b'\\', b'\n', &bytes[start..])?;
    let usual = name == 1 && bytes[name + name_len..quote] == *b" ";
    let broken = has_cr && bytes[start..end].contains(&b'\r');
    if !usual || broken || !bytes[end..].starts_with(b"\"]") {
        return None;
    }
    let name = std::str::from_utf8(&bytes[name..name + name_len]).ok()?;
    let value = std::str::from_utf8(&bytes[start..end]).ok()?;
    Some(((name, value), end + 2))
}

/// The first quote, backslash or line break.
fn find_value_stop(bytes: &[u8]) -> Option<usize> {
    let found = memchr::memchr3(b'"', b'\\', b'\n', bytes);
    memchr::memchr(b'\r', &bytes[..found.unwrap_or(bytes.len())]).or(found)
}

/// Behind the bracket that closes a tag, where nothing but blanks stands between it and the quote.
fn closing_bracket(bytes: &[u8], quote: usize) -> Option<usize> {
    let at = quote + 1 + count_gap(&bytes[quote + 1..]);
    (bytes.get(at) == Some(&b']')).then_some(at + 1)
}

/// Tags whose values have no blanks.
const WORDS: [&str; 6] = ["Date", "Round", "Result", "Rules", "Score", "First"];

/// A value that was broken over lines, with one blank for each break, but for what has no blanks.
fn unbroken(name: &str, first: &str, rest: &str) -> String {
    let mut value = unescape(first).into_owned();
    for line in rest.split(['\n', '\r']) {
        value.truncate(value.trim_end_matches([' ', '\t']).len());
        let line = unescape(line.trim_start_matches([' ', '\t']));
        // The first field of a position has slashes, and no blanks.
        let in_ranks = || {
            let field = line.split(' ').next().unwrap_or_default();
            !value.contains(' ') && (value.ends_with('/') || field.contains('/'))
        };
        let together = WORDS.contains(&name) || name == "Position" && in_ranks();
        if !together && !value.is_empty() && !line.is_empty() {
            value.push(' ');
        }
        value += &line;
    }
    value
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

#[cfg(test)]
mod tests {
    use crate::builder::Records;

    /// The event of a file's only game, how many turns it has, and what is wrong with the file.
    fn read(text: &[u8]) -> (String, usize, Vec<String>) {
        let mut records = Records::new(text, &[]);
        let (record, faults) = records.next_record().unwrap().unwrap();
        assert!(records.next_record().unwrap().is_none());
        let event = record.tags.get("Event").unwrap_or_default().to_owned();
        let faults = faults.iter().map(ToString::to_string);
        (event, record.main_line().count(), faults.collect())
    }

    #[test]
    fn a_broken_value_is_one_value() {
        for (value, read_as) in [
            ("A long\nname", "A long name"),
            ("A long\r\nname", "A long name"),
            ("A long\rname", "A long name"),
            ("A long \n   name", "A long name"),
            ("A long\nname, \\\"short\\\"", "A long name, \"short\""),
            ("A long name\n", "A long name"),
            ("\nA long name", "A long name"),
            ("A\nlong\n  name", "A long name"),
            ("A\r\nlong\r\nname", "A long name"),
            ("A\nname ", "A name "),
        ] {
            let (event, turns, faults) =
                read(format!("[Event \"{value}\"]\n[Site \"?\"]\n\n1. C1-E2 *").as_bytes());
            assert_eq!((event.as_str(), turns), (read_as, 1), "{value:?}");
            let [fault] = &faults[..] else { panic!("{value:?}: {faults:?}") };
            assert!(fault.contains("the value of Event is broken over lines"), "{fault}");
        }
    }

    #[test]
    fn what_has_no_blanks_has_none_where_it_was_broken() {
        for (tag, value) in [
            ("[Rules \"brain\nking\"]", "brainking"),
            ("[Rules \"brain \n king\"]", "brainking"),
            ("[First \"Wh\r\nite\"]", "White"),
            ("[Position \"bbbbb/5/5/\n5/wwwww w\"]", "bbbbb/5/5/5/wwwww w"),
            ("[Position \"bbbbb/5/\n5/5/\nwwwww\nw -\n- 1\"]", "bbbbb/5/5/5/wwwww w - - 1"),
            ("[Position \"bb\nbbb/5/5/5/wwwww\nw\"]", "bbbbb/5/5/5/wwwww w"),
        ] {
            let text = format!("{tag}\n\n1. C1-E2 *");
            let mut records = Records::new(text.as_bytes(), &[]);
            let (record, faults) = records.next_record().unwrap().unwrap();
            let read = record.tags.iter().next().map(|(_, value)| value);
            assert_eq!((read, record.main_line().count()), (Some(value), 1), "{tag:?}");
            assert_eq!(faults.len(), 1, "{faults:?}");
        }
    }

    #[test]
    fn a_broken_tag_takes_no_turns_along() {
        for tag in [
            "[Event \"A\n\nB\"]",
            "[Event \"A\nB\"] 1.",
            "[Event \"A\nB\"] [Site \"x\"]",
            "[Event \"A\n[x] B\"]",
            "[Event \"A\nB]",
            "[Event \"A\nB",
            "[Event \"A \"b\nc\" d\"]",
            "[Event \"A \"b\"\nd\"]",
            "[Event A\nb\"]",
            "[Event\n\nA\"]",
        ] {
            for line_end in ["\n", "\r\n"] {
                let text =
                    format!("[White \"W\"]\n{tag}\n\n1. C1-E2 E5-C4 *").replace('\n', line_end);
                let (_, turns, faults) = read(text.as_bytes());
                assert_eq!(turns, 2, "{text:?}: {faults:?}");
                assert!(!faults.is_empty(), "{text:?}");
            }
        }
    }

    #[test]
    fn a_tag_may_be_broken_anywhere() {
        for broken in ["[\nEvent \"A name\"]", "[Event\n  \"A name\"]", "[Event \"A name\"\n]"] {
            for line_end in ["\n", "\r\n", "\r"] {
                let text = format!("{broken}\n[Site \"?\"]\n\n1. C1-E2 *").replace('\n', line_end);
                let (event, turns, faults) = read(text.as_bytes());
                assert_eq!((event.as_str(), turns), ("A name", 1), "{text:?}");
                let [fault] = &faults[..] else { panic!("{text:?}: {faults:?}") };
                assert!(fault.contains("the tag Event is broken over two lines"), "{fault}");
            }
        }
    }

    #[test]
    fn a_line_that_is_no_rest_of_a_value_is_read_alone() {
        for next in ["[Site \"?\"]", "  [Site \"?\"]", "", "1. C1-E2 {\"]} *", "\n\"]"] {
            let (event, _, faults) = read(format!("[Event \"A name\n{next}\n").as_bytes());
            assert_eq!(event, "A name", "{next:?}");
            assert!(faults[0].contains("is not closed"), "{next:?}: {faults:?}");
        }
    }

    #[test]
    fn it_does_not_matter_where_the_window_ends() {
        const WINDOW: usize = 64 << 10;
        let name = "long ".repeat(60) + "name";
        for (broken, value) in [(0, name.clone()), (1, name.replacen("g l", "g\nl", 1))] {
            let tag = format!("[Event \"{value}\"]");
            for inside in 0..tag.len() + 4 {
                let text = " ".repeat(WINDOW - inside) + &tag + "\n\n1. C1-E2 *";
                let (event, turns, faults) = read(text.as_bytes());
                assert_eq!((event.len(), turns), (name.len(), 1), "{inside} {faults:?}");
                assert_eq!(faults.len(), broken, "{inside} {faults:?}");
            }
        }
    }
}
