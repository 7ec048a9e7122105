//! Pages: the pieces that an index is read and checked in.

use std::io::{self, Write};

/// How long a page is, in bytes.
pub(super) const PAGE: usize = 4096;

/// How much of a page is contents; a checksum follows.
pub(super) const CONTENTS: usize = PAGE - 4;

/// A page as it stands in the file.
pub(super) type Page = [u8; PAGE];

/// CRC-32 of the contents and of the page's number in its table, so that a page in the wrong place
/// is noticed as well as a damaged one.
fn checksum(page: &Page, number: u64) -> [u8; 4] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&page[..CONTENTS]);
    hasher.update(&number.to_be_bytes());
    hasher.finalize().to_be_bytes()
}

/// Writes the checksum of a page into it.
pub(super) fn seal(page: &mut Page, number: u64) {
    let sum = checksum(page, number);
    page[CONTENTS..].copy_from_slice(&sum);
}

/// Whether a page is as it was written.
pub(super) fn is_sound(page: &Page, number: u64) -> bool {
    page[CONTENTS..] == checksum(page, number)
}

/// How many pages so many entries of a size take.
pub(super) fn pages(entries: u64, size: usize) -> u64 {
    entries.div_ceil((CONTENTS / size) as u64)
}

/// Writes entries of one size to pages.
pub(super) struct PageWriter<W> {
    out: W,
    page: Page,
    used: usize,
    number: u64,
    entries: u64,
}

impl<W: Write> PageWriter<W> {
    pub(super) fn new(out: W) -> PageWriter<W> {
        PageWriter { out, page: [0; PAGE], used: 0, number: 0, entries: 0 }
    }

    pub(super) fn write(&mut self, entry: &[u8]) -> io::Result<()> {
        if self.used + entry.len() > CONTENTS {
            self.end_page()?;
        }
        self.page[self.used..self.used + entry.len()].copy_from_slice(entry);
        self.used += entry.len();
        self.entries += 1;
        Ok(())
    }

    fn end_page(&mut self) -> io::Result<()> {
        seal(&mut self.page, self.number);
        self.out.write_all(&self.page)?;
        (self.page, self.used) = ([0; PAGE], 0);
        self.number += 1;
        Ok(())
    }

    /// Writes what is left; returns where it was written to and how many entries there are.
    pub(super) fn finish(mut self) -> io::Result<(W, u64)> {
        if self.used > 0 {
            self.end_page()?;
        }
        Ok((self.out, self.entries))
    }
}
