//! Bytes from a reader, with lines and columns told only when someone asks.

use std::io::{self, Read};

use crate::diagnostic::{Excerpt, Location};

/// The longest token that is kept whole, in bytes: 16 MiB.
pub(crate) const LONGEST_TOKEN: usize = 16 << 20;

/// How much is read at a time, in bytes.
const CHUNK: usize = 64 << 10;

/// The longest run of blanks behind which a place is still remembered, in bytes.
const LONGEST_GAP: usize = 4 << 10;

/// How much of a line an excerpt shows on either side of its caret, in bytes.
const EXCERPT_REACH: usize = 60;

/// A window on the bytes of a file. What has been consumed is forgotten but for its line and
/// column, so that memory does not grow with the file.
pub(crate) struct Source<R> {
    reader: R,
    buffer: Vec<u8>,
    /// Where the bytes not consumed start in the buffer.
    start: usize,
    /// How many bytes before `start` are blanks that were passed over together.
    gap: usize,
    /// Whether the reader has no more bytes.
    drained: bool,
    /// Where `buffer[0]` is.
    base: Location,
    /// The index that was located last, and where it is: the next one is most often behind it.
    located: (usize, Location),
    /// Whether there was a CR among the bytes read so far.
    has_cr: bool,
    /// The byte before `buffer[0]`; a line break before the first byte of all.
    before: u8,
}

impl<R: Read> Source<R> {
    pub(crate) fn new(reader: R) -> Source<R> {
        Source {
            reader,
            buffer: Vec::new(),
            start: 0,
            gap: 0,
            drained: false,
            base: Location::START,
            located: (0, Location::START),
            has_cr: false,
            before: b'\n',
        }
    }

    /// The bytes at hand that are not consumed yet.
    #[inline]
    pub(crate) fn rest(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// Whether lines may end with CR.
    #[inline]
    pub(crate) fn has_cr(&self) -> bool {
        self.has_cr
    }

    /// Makes at least `count` bytes available, or as many as there are.
    #[inline]
    pub(crate) fn ensure(&mut self, count: usize) -> io::Result<()> {
        while self.rest().len() < count && !self.drained {
            self.refill()?;
        }
        Ok(())
    }

    /// Drops a byte-order mark at the start of the file: it is no character of the first line.
    pub(crate) fn skip_byte_order_mark(&mut self) -> io::Result<()> {
        self.ensure(3)?;
        if self.base.offset == 0 && self.start == 0 && self.rest().starts_with(b"\xef\xbb\xbf") {
            self.buffer.drain(..3);
            self.base.offset = 3;
            self.located = (0, self.base);
        }
        Ok(())
    }

    /// Drops what was consumed and reads some more.
    #[cold]
    fn refill(&mut self) -> io::Result<()> {
        // The end of what was consumed stays for excerpts.
        let done = self.start.saturating_sub(self.kept_gap() + EXCERPT_REACH);
        if done > 0 {
            self.before = self.buffer[done - 1];
            self.base = self.place(done);
            self.located = (0, self.base);
            self.buffer.drain(..done);
            self.start -= done;
        }
        // A token that fills the window makes it grow by as much again, so that no byte of a long
        // token is moved or searched more than a few times.
        let wanted = CHUNK.max(self.buffer.len()) as u64;
        let read = self.reader.by_ref().take(wanted).read_to_end(&mut self.buffer)?;
        self.drained = read == 0;
        let new = &self.buffer[self.buffer.len() - read..];
        self.has_cr = self.has_cr || memchr::memchr(b'\r', new).is_some();
        Ok(())
    }

    #[inline]
    pub(crate) fn consume(&mut self, count: usize) {
        self.start = (self.start + count).min(self.buffer.len());
        self.gap = 0;
    }

    /// Consumes blanks, which [`Source::back_over_blanks`] can bring back.
    #[inline]
    pub(crate) fn consume_blanks(&mut self, count: usize) {
        self.start += count;
        self.gap += count;
    }

    /// Whether there was a blank line among the blanks just passed over.
    pub(crate) fn passed_blank_line(&self) -> bool {
        let blanks = &self.buffer[self.start - self.kept_gap()..self.start];
        let breaks = blanks.iter().enumerate().filter(|(at, byte)| {
            **byte == b'\n' || **byte == b'\r' && blanks.get(at + 1) != Some(&b'\n')
        });
        self.gap > LONGEST_GAP || breaks.count() > 1
    }

    /// How many of the blanks just passed over are still at hand.
    fn kept_gap(&self) -> usize {
        if self.gap <= LONGEST_GAP { self.gap } else { 0 }
    }

    /// Goes back to where the blanks just passed over begin.
    #[cold]
    pub(crate) fn back_over_blanks(&mut self) {
        self.start -= self.kept_gap();
        self.gap = 0;
    }

    /// Whether the next byte is the first of its line.
    #[inline]
    pub(crate) fn at_line_start(&self) -> bool {
        self.is_line_start(self.start) || self.is_behind_mark()
    }

    /// Whether a byte-order mark stands before the next byte, first in its line: a file that was
    /// put together from others.
    fn is_behind_mark(&self) -> bool {
        let mark = self.start.checked_sub(3);
        mark.is_some_and(|at| {
            self.buffer[at..].starts_with(b"\xef\xbb\xbf") && self.is_line_start(at)
        })
    }

    #[inline]
    fn is_line_start(&self, index: usize) -> bool {
        matches!(self.byte_before(index), b'\n' | b'\r')
    }

    #[inline]
    fn byte_before(&self, index: usize) -> u8 {
        match index.checked_sub(1) {
            Some(i) => self.buffer[i],
            None => self.before,
        }
    }

    /// How many bytes further on, from `from` bytes on, `search` finds what it looks for; `None`
    /// at the end of the file or past the longest token.
    pub(crate) fn find(
        &mut self,
        from: usize,
        search: impl Fn(&[u8]) -> Option<usize>,
    ) -> io::Result<Option<usize>> {
        let mut from = from;
        loop {
            let rest = self.rest();
            if let Some(index) = rest.get(from..).and_then(&search) {
                return Ok(Some(from + index));
            }
            if self.drained || rest.len() >= LONGEST_TOKEN {
                return Ok(None);
            }
            from = from.max(rest.len());
            self.refill()?;
        }
    }

    /// Where the byte `offset` bytes further on is.
    pub(crate) fn locate(&mut self, offset: usize) -> Location {
        let index = (self.start + offset).min(self.buffer.len());
        self.located = (index, self.place(index));
        self.located.1
    }

    fn place(&self, index: usize) -> Location {
        let (near, location) = match self.located {
            (near, location) if near <= index => (near, location),
            _ => (0, self.base),
        };
        location.after(self.byte_before(near), &self.buffer[near..index])
    }

    /// The part of a line at hand around `width` bytes, `offset` bytes further on.
    pub(crate) fn excerpt(&self, offset: usize, width: usize) -> Excerpt {
        let at = (self.start + offset).min(self.buffer.len());
        let near = at.saturating_sub(EXCERPT_REACH);
        let line_break = memchr::memrchr2(b'\n', b'\r', &self.buffer[near..at]);
        let line_start = line_break.map_or(near, |i| near + i + 1);
        let begins = line_break.is_some() || self.is_line_start(near);
        // No further on than a character more than is shown.
        let far = self.buffer.len().min(at + EXCERPT_REACH + 4);
        let line_end = memchr::memchr2(b'\n', b'\r', &self.buffer[at..far]).map_or(far, |i| at + i);
        let from = self.whole_character(line_start, at);
        let end = (at + width).min(line_end);
        let to = self.whole_character(line_end.min(at + EXCERPT_REACH), line_end);
        let lossy =
            |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(|c: char| c.is_control(), " ");
        let cut = |cut: bool| if cut { "..." } else { "" };
        let before = cut(!begins).to_owned() + &lossy(&self.buffer[from..at]);
        let caret = before.chars().count();
        let width = lossy(&self.buffer[at..end.min(to)]).chars().count().max(1);
        let text = before + &lossy(&self.buffer[at..to]) + cut(to < line_end);
        Excerpt { text, caret, width }
    }

    /// The first index from `index` on, at most `end`, that is not inside a character.
    fn whole_character(&self, index: usize, end: usize) -> usize {
        let inside = |byte: &&u8| **byte & 0xc0 == 0x80;
        let rest = &self.buffer[index..end];
        // No more than three bytes continue a character; more of them are no UTF-8 anyway.
        let skipped = rest.iter().take_while(inside).count();
        if skipped <= 3 { index + skipped } else { index }
    }
}
