//! Tag pairs.

use std::borrow::Cow;
use std::io::{self, Read};
use std::ops::Range;

use super::movetext::starts_game;
use super::{Reader, count_spaces};
use crate::diagnostic::Fault;
use crate::outcome::Outcome;
use crate::tags::{LONGEST_NAME, is_name};
use crate::visitor::Visitor;

/// How far behind a quote or the end of its line the end of a tag is looked for, in bytes.
const LONGEST_REACH: usize = 4 << 10;

impl<R: Read> Reader<R> {
    /// Everything up to the movetext, or to the tags of the next game where this one has none.
    pub(super) fn tags(&mut self, visitor: &mut impl Visitor) -> io::Result<()> {
        let mut had = Had::default();
        loop {
            self.blanks()?;
            let Some(byte) = self.peek()? else { break };
            if byte == b'[' {
                if self.tag(visitor, &mut had)? {
                    continue;
                }
                return Ok(());
            }
            had.blank_line |= self.source.passed_blank_line();
            match byte {
                b'{' => self.comment(visitor)?,
                b';' => self.line_comment(visitor)?,
                // Behind a blank line it may belong to the next game.
                b'%' if self.source.at_line_start() && had.any && had.blank_line => {
                    self.hold_escape(visitor)?;
                }
                b'%' if self.source.at_line_start() => self.escape(visitor)?,
                0xef if self.at_byte_order_mark() => self.source.consume(3),
                _ if had.any && self.is_amid_tags(&had)? => {
                    let fault = Fault::error(
                        "this is no tag: expected the next tag, or the first turn",
                        "the line is kept as a comment",
                    );
                    match self.rest_of_tag()?.filter(|_| had.cut) {
                        Some(len) => self.unread(visitor, fault, len),
                        None => self.unread_line(visitor, fault)?,
                    }
                }
                _ => break,
            }
        }
        self.release_held(visitor);
        Ok(())
    }

    /// Whether what stands here is neither a tag nor the start of the movetext: what is left of a tag
    /// that was not whole, or something with further tags behind it before the next blank line.
    #[cold]
    fn is_amid_tags(&mut self, had: &Had) -> io::Result<bool> {
        self.source.ensure(LONGEST_REACH)?;
        if starts_game(self.source.rest()) || Outcome::scan(self.source.rest()).is_some() {
            return Ok(false);
        }
        if had.cut && (!had.blank_line || self.rest_of_tag()?.is_some()) {
            return Ok(true);
        }
        let rest = self.source.rest();
        let mut at = 0;
        while let Some(end) = memchr::memchr2(b'\n', b'\r', &rest[at..]) {
            let line = at + end + line_break(&rest[at + end..]);
            at = line + count_spaces(&rest[line..]);
            if tag_name(&rest[at..]).is_some() {
                return Ok(true);
            }
            if at >= LONGEST_REACH || line_break(&rest[at..]) > 0 {
                break;
            }
        }
        Ok(false)
    }

    /// How much of the line a tag's end takes, where there is one.
    fn rest_of_tag(&mut self) -> io::Result<Option<usize>> {
        Ok(memchr::memmem::find(self.near_line()?, b"\"]").map(|at| at + 2))
    }

    /// The rest of the line, as far as it is looked through again and again.
    pub(super) fn near_line(&mut self) -> io::Result<&[u8]> {
        self.source.ensure(LONGEST_REACH)?;
        let rest = self.source.rest();
        let rest = &rest[..rest.len().min(LONGEST_REACH)];
        Ok(&rest[..memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())])
    }

    /// Whether a tag pair starts here: what tells a new game from a stray bracket.
    pub(super) fn is_tag(&mut self) -> io::Result<bool> {
        self.source.ensure(LONGEST_NAME + 16)?;
        Ok(tag_name(self.source.rest()).is_some())
    }

    /// A tag pair; returns whether it is one of this game's, and else leaves it.
    fn tag(&mut self, visitor: &mut impl Visitor, had: &mut Had) -> io::Result<bool> {
        self.source.ensure(LONGEST_NAME + 16)?;
        let rest = self.source.rest();
        let found = tag_name(rest);
        let bit = found.map_or(0, |((start, len), _)| roster_bit(&rest[start..start + len]));
        if had.roster & bit != 0
            && had.ends_at(bit, had.blank_line || self.source.passed_blank_line())
        {
            return Ok(false);
        }
        had.note(bit);
        had.cut = !self.read_tag(visitor, found)?;
        Ok(true)
    }

    /// A tag pair with its name here, or what is none; returns whether it was whole.
    fn read_tag(&mut self, visitor: &mut impl Visitor, found: Option<TagName>) -> io::Result<bool> {
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

/// What a game has had of tags, to see where the next one's begin when there is nothing between.
#[derive(Default)]
struct Had {
    /// Whether there was a tag, or something like one.
    any: bool,
    /// Which tags of PGN's roster, a bit each.
    roster: u8,
    /// Which was the first of these.
    first: u8,
    /// Whether the last tag was not whole: files that were cut short are put together, too.
    cut: bool,
    /// Whether there was a blank line behind the last tag.
    blank_line: bool,
}

impl Had {
    /// Whether the next game begins with a tag that this one has had.
    fn ends_at(&self, bit: u8, blank_line: bool) -> bool {
        blank_line || self.cut || (self.first == bit && self.roster != bit)
    }

    #[inline]
    fn note(&mut self, bit: u8) {
        if self.roster == 0 {
            self.first = bit;
        }
        self.roster |= bit;
        self.any = true;
        self.blank_line = false;
    }
}

/// A bit for each tag of PGN's roster, 0 for other tags.
#[inline]
fn roster_bit(name: &[u8]) -> u8 {
    // Every tag of every game is asked this: lengths and letters are compared at once.
    match name {
        b"Event" => 1,
        b"Site" => 1 << 1,
        b"Date" => 1 << 2,
        b"Round" => 1 << 3,
        b"White" => 1 << 4,
        b"Black" => 1 << 5,
        b"Result" => 1 << 6,
        _ => 0,
    }
}

/// Where in a line a tag of the roster begins, from `from` bytes on.
pub(super) fn tag_within(line: &[u8], from: usize) -> Option<usize> {
    memchr::memchr_iter(b'[', line).filter(|at| *at >= from).find(|at| {
        let tag = &line[*at..];
        tag_name(tag).is_some_and(|((start, len), _)| roster_bit(&tag[start..start + len]) != 0)
    })
}

/// The place of a tag's name, as start and length, and of its opening quote.
type TagName = ((usize, usize), usize);

/// The place of a tag's name and of its opening quote. Either may be on the next line.
pub(super) fn tag_name(bytes: &[u8]) -> Option<TagName> {
    if bytes.first() != Some(&b'[') {
        return None;
    }
    let start = 1 + gap(&bytes[1..]);
    let symbol =
        |byte: &&u8| !matches!(byte, 0..=32 | b'"' | b'[' | b']' | b'(' | b')' | b'{' | b'}');
    let len = bytes[start..].iter().take(LONGEST_NAME).take_while(symbol).count();
    let len = without_blanks(&bytes[start..start + len]);
    let quote = start + len + gap(&bytes[start + len..]);
    (len > 0 && bytes.get(quote) == Some(&b'"')).then_some(((start, len), quote))
}

/// The length of a name without blanks of more than one byte behind it.
#[inline]
fn without_blanks(name: &[u8]) -> usize {
    if name.last().is_none_or(u8::is_ascii) {
        return name.len();
    }
    let all_blank = |at: &usize| count_spaces(&name[*at..]) == name.len() - at;
    (0..name.len()).find(all_blank).unwrap_or(name.len())
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

/// The length of the line break at hand; 0 where there is none.
fn line_break(bytes: &[u8]) -> usize {
    match bytes {
        [b'\r', b'\n', ..] => 2,
        [b'\n' | b'\r', ..] => 1,
        _ => 0,
    }
}

/// How many blanks there are before a name or a value, with one line break among them at most.
#[inline]
fn gap(bytes: &[u8]) -> usize {
    match bytes {
        // As nearly every tag has it.
        [b' ', b'"', ..] => 1,
        [b'!'..=b'~', ..] => 0,
        _ => count_gap(bytes),
    }
}

/// How many blanks there are, with one line break among them at most.
#[cold]
fn count_gap(bytes: &[u8]) -> usize {
    let spaces = count_spaces(bytes);
    match line_break(&bytes[spaces..]) {
        0 => spaces,
        len => spaces + len + count_spaces(&bytes[spaces + len..]),
    }
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

    /// The games of a text: events, sites and how many turns each has.
    fn games(text: &str) -> Vec<(String, String, usize)> {
        let mut records = Records::new(text.as_bytes(), &[]);
        let mut games = Vec::new();
        while let Some((record, _)) = records.next_record().unwrap() {
            let tag = |name| record.tags.get(name).unwrap_or_default().to_owned();
            games.push((tag("Event"), tag("Site"), record.main_line().count()));
        }
        games
    }

    #[test]
    fn a_game_of_tags_alone_ends_where_the_next_ones_begin() {
        let roster = "[Site \"a\"]\n[Date \"?\"]\n[Round \"?\"]\n[White \"A\"]\n[Black \"B\"]\n\
                      [Result \"*\"]\n";
        let two = "[Event \"Two\"]\n[Site \"b\"]\n\n1. C1-E2 *\n";
        for (one, site) in [
            ("[Event \"One\"]\n[Result \"*\"]\n\n".to_owned(), ""),
            ("[Event \"One\"]\n\n\n\n".to_owned(), ""),
            ("[Event \"One\"]\r\n\r\n".to_owned(), ""),
            ("[Event \"One\"]\r\r".to_owned(), ""),
            ("[Event \"One\"]\n \t\n".to_owned(), ""),
            (format!("[Event \"One\"]\n{}", "\n".repeat(5000)), ""),
            ("[Event \"One\"]\n\n% of the next\n".to_owned(), ""),
            ("[Event \"One\"]\n\n{Nobody came.}\n".to_owned(), ""),
            ("[Event \"One\"]\n[Site \"a\"]\n[Opening \"quiet\"]\n".to_owned(), "a"),
            (format!("[Event \"One\"]\n{roster}"), "a"),
            (format!("[Event \"One\"]\n{roster}[Rules \"brainking\"]\n"), "a"),
            // Cut short.
            ("[Event \"One\"]\n[Site \"a".to_owned(), "a"),
            ("[Event \"One\"]\n[Site \"a\"".to_owned(), "a"),
            ("[Event \"One\"]\n[Site \"".to_owned(), ""),
            ("[Event \"One\"]\n[Site ".to_owned(), ""),
            ("[Event \"One\"]\n[Site".to_owned(), ""),
            ("[Event \"One\"]\n[Si".to_owned(), ""),
            ("[Event \"One\"]\n[".to_owned(), ""),
            ("[Event \"One\"]\n[Site \"a\n".to_owned(), "a"),
            ("[Event \"One\"]\n[Si\n".to_owned(), ""),
            ("[Event \"One".to_owned(), ""),
            ("[Event \"One\"".to_owned(), ""),
        ] {
            let expected = [("One".to_owned(), site.to_owned(), 0), ("Two".into(), "b".into(), 1)];
            assert_eq!(games(&(one.clone() + two)), expected, "{one:?}");
        }
    }

    #[test]
    fn tags_behind_a_cut_one_begin_a_game_only_where_there_was_one() {
        for cut in ["[Whi", "[", "[White", "[White \"A"] {
            let text = format!("1. C1-E2 *\n\n{cut}[Event \"Two\"]\n[Site \"b\"]\n\n1. C1-E2 *\n");
            let two = ("Two".to_owned(), "b".to_owned(), 1);
            assert_eq!(games(&text).last(), Some(&two), "{cut}");
        }
    }

    #[test]
    fn a_tag_that_stands_twice_begins_no_game() {
        for tags in [
            "[Event \"One\"]\n[Event \"Two\"]\n[Site \"a\"]\n",
            "[Event \"One\"]\n[Site \"a\"]\n[Site \"b\"]\n",
            "[Event \"One\"]\n\n[Site \"a\"]\n\n[Opening \"x\"]\n\n[Opening \"y\"]\n",
        ] {
            let text = format!("{tags}\n1. C1-E2 *");
            assert_eq!(games(&text), [("One".to_owned(), "a".to_owned(), 1)], "{tags:?}");
        }
    }

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
