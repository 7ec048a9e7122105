//! What means nothing where it stands, and what is passed over: it is handed over unread.

use std::borrow::Cow;
use std::io::{self, Read};

use super::comments::CommentEnd;
use super::tags::tag_within;
use super::{Reader, SHORT_TOKEN, ends_word, is_blank, short};
use crate::diagnostic::Fault;
use crate::letters::windows_1252;
use crate::outcome::Outcome;
use crate::source::LONGEST_TOKEN;
use crate::visitor::Visitor;

impl<R: Read> Reader<R> {
    /// Reports a fault of the next `len` bytes and hands them over.
    #[cold]
    pub(super) fn unread(&mut self, visitor: &mut impl Visitor, fault: Fault, len: usize) {
        self.report(visitor, fault, 0, len);
        let text = self.decode(visitor, 0, len);
        visitor.unread(text.trim());
        self.source.consume(len);
    }

    /// Reports a fault here and hands the rest of the line over, or what of it is before a tag: files
    /// that were cut short are put together, too.
    pub(super) fn unread_line(
        &mut self,
        visitor: &mut impl Visitor,
        fault: Fault,
    ) -> io::Result<()> {
        if let Some(len) = tag_within(self.near_line()?, 1) {
            self.unread(visitor, fault, len);
            return Ok(());
        }
        self.unread_whole_line(visitor, fault)
    }

    /// Reports a fault here and hands the rest of the line over.
    pub(super) fn unread_whole_line(
        &mut self,
        visitor: &mut impl Visitor,
        fault: Fault,
    ) -> io::Result<()> {
        self.report(visitor, fault, 0, 1);
        let text = self.line(visitor, 0)?;
        visitor.unread(text.trim());
        Ok(())
    }

    /// A word that means nothing here.
    #[cold]
    pub(super) fn stray(&mut self, visitor: &mut impl Visitor, expected: &str) {
        let rest = self.source.rest();
        // Punctuation is taken alone: a turn may be stuck to it.
        let alone = rest[0].is_ascii_punctuation();
        let ends = |byte: &u8| ends_word(*byte) || alone && byte.is_ascii_alphanumeric();
        let len = rest.iter().take(SHORT_TOKEN + 1).take_while(|byte| !ends(byte)).count();
        let len = short(rest, len.max(1));
        let text = self.decode(visitor, 0, len);
        let shown: String =
            text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
        let fault = Fault::error(format!("stray {shown}: {expected}"), "it is kept as a comment");
        self.unread(visitor, fault, len);
    }

    /// Brackets in the movetext that are no tag, with what is in them up to the end of the line.
    #[cold]
    pub(super) fn stray_brackets(&mut self, visitor: &mut impl Visitor) {
        let rest = self.source.rest();
        let text = &rest[..rest.len().min(SHORT_TOKEN)];
        match memchr::memchr3(b']', b'\n', b'\r', text) {
            Some(at) if text[at] == b']' => {
                let fault = Fault::error(
                    "this is no tag and no turn: expected a turn, or { and } around a comment",
                    "it is kept as a comment",
                );
                self.unread(visitor, fault, at + 1);
            }
            _ => self.stray(visitor, "expected a turn, a comment, a variation or the result"),
        }
    }

    /// Hands the rest of a line of play over: the next `len` bytes, which were refused, and
    /// all up to the end of its variation, or of the game.
    #[cold]
    pub(super) fn abandon_line(
        &mut self,
        visitor: &mut impl Visitor,
        len: usize,
    ) -> io::Result<()> {
        let mut text = self.source.rest()[..len].to_vec();
        self.source.consume(len);
        self.pass_over(|bytes| keep(&mut text, bytes))?;
        self.hand_over(visitor, &text);
        Ok(())
    }

    /// Reports a fault of the variation that begins here and hands it over.
    #[cold]
    pub(super) fn refuse_variation(
        &mut self,
        visitor: &mut impl Visitor,
        fault: Fault,
    ) -> io::Result<()> {
        self.report(visitor, fault, 0, 1);
        let mut text = Vec::new();
        self.skip_variation(visitor, |bytes| keep(&mut text, bytes))?;
        self.hand_over(visitor, &text);
        Ok(())
    }

    /// Passes over a variation, from its bracket to the one that closes it.
    pub(super) fn skip_variation(
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
            Err(_) => {
                self.warn_of_encoding(visitor, 0);
                Cow::Owned(windows_1252(text))
            }
        };
        if !text.trim().is_empty() {
            visitor.unread(text.trim());
        }
    }

    /// Whether the next word is a result.
    fn at_outcome(&self) -> bool {
        let rest = self.source.rest();
        Outcome::scan(rest)
            .is_some_and(|(_, len)| rest.get(len).is_none_or(|byte| ends_word(*byte)))
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
                b'%' if self.source.at_line_start() => self.line_len()?,
                b';' => self.line_len()?,
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

#[cfg(test)]
mod tests {
    use crate::builder::Records;
    use crate::record::NodeId;

    /// The comments before the first turn of a file's only game, and what is wrong with the file.
    fn read(text: &[u8]) -> (Vec<String>, Vec<String>) {
        let mut records = Records::new(text, &[]);
        let (record, faults) = records.next_record().unwrap().unwrap();
        let faults = faults.iter().map(|fault| fault.message.clone());
        (record.node(NodeId::ROOT).comments().to_vec(), faults.collect())
    }

    #[test]
    fn long_words_are_taken_in_whole_characters() {
        for (first, shift) in [("~", 0), ("~", 1), ("$", 0), ("$", 1), ("$", 2)] {
            let word = format!("{first}{}{}", "x".repeat(shift), "\u{20ac}".repeat(400));
            let (comments, faults) = read(format!("{word} *").as_bytes());
            assert!(comments.concat().replace("Not read: ", "").contains(&word), "{comments:?}");
            assert!(!faults.iter().any(|fault| fault.contains("UTF-8")), "{faults:?}");
        }
    }

    #[test]
    fn words_that_are_not_utf_8_are_windows_1252() {
        let told = "the text is not in UTF-8".to_owned();
        for (text, kept) in [(&b"$\xe9 *"[..], "$\u{e9}"), (&b"~\xe9 *"[..], "~\u{e9}")] {
            let (comments, faults) = read(text);
            assert!(comments.concat().contains(kept), "{comments:?}");
            assert!(faults.contains(&told), "{faults:?}");
        }
    }
}
