//! A game's tags, and where the next game's begin.

use std::io::{self, Read};

use super::movetext::starts_game;
use super::{Reader, count_spaces};
use crate::diagnostic::Fault;
use crate::outcome::Outcome;
use crate::tags::LONGEST_NAME;
use crate::visitor::Visitor;

/// How far behind a quote or the end of its line the end of a tag is looked for, in bytes.
pub(super) const LONGEST_REACH: usize = 4 << 10;

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
pub(super) type TagName = ((usize, usize), usize);

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

/// The length of the line break at hand; 0 where there is none.
pub(super) fn line_break(bytes: &[u8]) -> usize {
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
pub(super) fn count_gap(bytes: &[u8]) -> usize {
    let spaces = count_spaces(bytes);
    match line_break(&bytes[spaces..]) {
        0 => spaces,
        len => spaces + len + count_spaces(&bytes[spaces + len..]),
    }
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
}
