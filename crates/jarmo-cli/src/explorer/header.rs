//! The first page of an index.

use anyhow::bail;

use super::counts::Counts;
use super::key;
use super::page::{self, PAGE, Page};
use super::sighting::Sighting;

/// What every index starts with: as in PNG, bytes that no text has and line breaks that a transfer
/// as text would spoil.
pub(super) const MAGIC: [u8; 8] = *b"\x89JGX\r\n\x1a\n";

/// The version of the format.
const VERSION: u32 = 1;

/// How long an entry of the table of counts is, in bytes: a key, a turn and counts.
pub(super) const COUNTED: usize = 8 + 2 + Counts::BYTES;

/// What the first page says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// How many turns of each game the index covers.
    pub(super) depth: u32,
    /// How many games it is over.
    pub(super) games: u64,
    /// How many entries the table of single sightings has.
    pub(super) single: u64,
    /// How many entries the table of counts has.
    pub(super) counted: u64,
}

impl Header {
    pub(super) fn to_page(self) -> Page {
        let mut page = [0; PAGE];
        page[..8].copy_from_slice(&MAGIC);
        page[8..12].copy_from_slice(&VERSION.to_be_bytes());
        page[12..16].copy_from_slice(&self.depth.to_be_bytes());
        let numbers = [self.games, self.single, self.counted, key::of_start()];
        for (place, number) in page[16..48].chunks_exact_mut(8).zip(numbers) {
            place.copy_from_slice(&number.to_be_bytes());
        }
        page::seal(&mut page, 0);
        page
    }

    /// Reads the start of a file, which may be shorter than a page, of one that is `len` bytes
    /// long.
    pub(super) fn read(start: &[u8], len: u64) -> anyhow::Result<Header> {
        if !start.starts_with(&MAGIC) {
            bail!("it is no index of games: jarmo index makes one");
        }
        let number = |at: usize, len: usize| {
            let bytes = start.get(at..at + len)?;
            Some(bytes.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
        };
        match number(8, 4) {
            Some(version) if version > u64::from(VERSION) => {
                bail!("it was made by a newer jarmo: its format is {version}, expected {VERSION}")
            }
            _ => {}
        }
        let Some(page) = start.first_chunk::<PAGE>() else {
            bail!("it is cut off: {len} bytes are left of it");
        };
        if !page::is_sound(page, 0) || number(8, 4) != Some(u64::from(VERSION)) {
            bail!("it is damaged: its first page does not match its checksum");
        }
        let [games, single, counted, start_key] =
            [16, 24, 32, 40].map(|at| number(at, 8).unwrap_or(0));
        if start_key != key::of_start() {
            bail!("its positions have other keys than this jarmo's: index the games again");
        }
        let depth = number(12, 4).unwrap_or(0) as u32;
        let header = Header { depth, games, single, counted };
        let expected = header.file_len();
        if len < expected {
            bail!("it is cut off: {len} bytes are left of {expected}");
        }
        if len > expected {
            bail!("it is damaged: it has {len} bytes, expected {expected}");
        }
        Ok(header)
    }

    pub(super) fn single_pages(&self) -> u64 {
        page::pages(self.single, Sighting::BYTES)
    }

    pub(super) fn counted_pages(&self) -> u64 {
        page::pages(self.counted, COUNTED)
    }

    fn file_len(&self) -> u64 {
        let pages = self.single_pages().saturating_add(self.counted_pages()).saturating_add(1);
        pages.saturating_mul(PAGE as u64)
    }
}
