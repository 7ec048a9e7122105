//! Looking up positions in an index.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use anyhow::{Context, bail};
use jarmo_core::{Position, Rules, Turn};

use super::counts::Counts;
use super::header::{COUNTED, Header, MAGIC};
use super::page::{self, CONTENTS, PAGE, Page};
use super::sighting::Sighting;
use super::{key, turn_code};

/// Up to how many pages an index is checked whole when it is opened. A longer one is checked page
/// by page as it is read, so that it opens at once all the same.
const CHECKED_WHOLE: u64 = 1024;

/// An open index.
pub(crate) struct Index {
    file: File,
    header: Header,
}

/// One of an index's tables.
#[derive(Clone, Copy)]
struct Table {
    /// The page of the file that it starts with.
    start: u64,
    pages: u64,
    entries: u64,
    /// How long an entry is, in bytes.
    size: usize,
}

/// Whether a file starts as indexes do.
pub(crate) fn is_index(path: &Path) -> io::Result<bool> {
    let mut start = Vec::new();
    File::open(path)?.take(MAGIC.len() as u64).read_to_end(&mut start)?;
    Ok(start == MAGIC)
}

impl Index {
    /// Opens the index at a path.
    ///
    /// # Errors
    ///
    /// Why it is none: it is another file, cut off, damaged, or made by a newer version.
    pub(crate) fn open(path: &Path) -> anyhow::Result<Index> {
        let at = || path.display().to_string();
        Index::new(File::open(path).with_context(at)?).with_context(at)
    }

    /// The index in a file, see [`Index::open`].
    pub(crate) fn new(mut file: File) -> anyhow::Result<Index> {
        let len = file.metadata()?.len();
        let mut start = Vec::new();
        file.rewind()?;
        file.by_ref().take(PAGE as u64).read_to_end(&mut start)?;
        let index = Index { file, header: Header::read(&start, len)? };
        for table in [index.single(), index.counted()] {
            if table.pages <= CHECKED_WHOLE {
                (0..table.pages).try_for_each(|number| index.read(table, number).map(drop))?;
            }
        }
        Ok(index)
    }

    /// How many games it is over.
    pub(crate) fn games(&self) -> u64 {
        self.header.games
    }

    /// How many turns of each game it covers.
    pub(crate) fn depth(&self) -> u32 {
        self.header.depth
    }

    /// The turns played from a position and how the games came out, the most frequent first.
    ///
    /// # Errors
    ///
    /// That the index cannot be read or is damaged where the position stands.
    pub(crate) fn find(
        &self,
        rules: &Rules,
        position: &Position,
    ) -> anyhow::Result<Vec<(Turn, Counts)>> {
        let key = key::of_position(key::of_rules(rules), rules, position);
        let mut found = Vec::new();
        self.search(self.single(), key, |entry| {
            let mut counts = Counts::default();
            counts.add(Sighting::from_bytes(entry.first_chunk()?));
            found.push((code_of(entry)?, counts));
            Some(())
        })?;
        self.search(self.counted(), key, |entry| {
            found.push((code_of(entry)?, Counts::from_bytes(entry.last_chunk()?)));
            Some(())
        })?;
        found.sort_by_key(|(code, counts)| (std::cmp::Reverse(counts.games()), *code));
        // Positions that differ may share a key, if hardly ever; few of their turns fit here.
        let turn =
            |code| turn_code::decode(code, position).filter(|turn| position.is_legal(rules, *turn));
        Ok(found.into_iter().filter_map(|(code, counts)| Some((turn(code)?, counts))).collect())
    }

    fn single(&self) -> Table {
        Table {
            start: 1,
            pages: self.header.single_pages(),
            entries: self.header.single,
            size: Sighting::BYTES,
        }
    }

    fn counted(&self) -> Table {
        Table {
            start: 1 + self.header.single_pages(),
            pages: self.header.counted_pages(),
            entries: self.header.counted,
            size: COUNTED,
        }
    }

    /// Calls `each` for all entries of a position.
    fn search(
        &self,
        table: Table,
        key: u64,
        mut each: impl FnMut(&[u8]) -> Option<()>,
    ) -> anyhow::Result<()> {
        // The first page that starts with this key or a greater one.
        let (mut low, mut high) = (0, table.pages);
        while low < high {
            let middle = low + (high - low) / 2;
            if key_of(&self.read(table, middle)?) < key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        // Its entries may start at the end of the page before.
        for number in low.saturating_sub(1)..table.pages {
            let page = self.read(table, number)?;
            for entry in table.entries_of(&page, number) {
                match key_of(entry) {
                    found if found < key => {}
                    found if found > key => return Ok(()),
                    _ => each(entry).context("an entry is too short")?,
                }
            }
        }
        Ok(())
    }

    /// Reads a page of a table and checks it.
    fn read(&self, table: Table, number: u64) -> anyhow::Result<Page> {
        let place = table.start + number;
        let mut page = [0; PAGE];
        let mut file = &self.file;
        file.seek(SeekFrom::Start(place * PAGE as u64))?;
        file.read_exact(&mut page)?;
        if !page::is_sound(&page, number) {
            let byte = place * PAGE as u64;
            bail!("it is damaged: the page at byte {byte} does not match its checksum");
        }
        Ok(page)
    }
}

impl Table {
    /// The entries of one of its pages.
    fn entries_of(self, page: &Page, number: u64) -> impl Iterator<Item = &[u8]> {
        let most = (CONTENTS / self.size) as u64;
        let count = self.entries.saturating_sub(number * most).min(most);
        page.chunks_exact(self.size).take(count as usize)
    }
}

/// The key that an entry, or a page's first, starts with.
fn key_of(entry: &[u8]) -> u64 {
    entry.first_chunk().map_or(0, |bytes| u64::from_be_bytes(*bytes))
}

/// The number of an entry's turn.
fn code_of(entry: &[u8]) -> Option<u16> {
    entry.get(8..)?.first_chunk().map(|bytes| u16::from_be_bytes(*bytes))
}
