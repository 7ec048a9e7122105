//! The store: grids on disk that memory has no room for.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use jarmo_core::{BySide, Side};

use crate::error::TableError;
use crate::grid::Grid;
use crate::table_writer::unfinished;

/// Which grid: of the positions with a side to move, that of a field.
pub(crate) type Place = (Side, usize);

/// Where grids go that have not been used for longest, when there would be more bits in memory
/// than are allowed.
#[derive(Debug)]
pub(crate) struct Store {
    directory: PathBuf,
    /// How many bytes of bits there may be in memory.
    room: u64,
    /// Made when it is first needed, and gone when it is closed.
    file: Option<File>,
    books: BySide<Vec<Book>>,
    clock: u64,
}

/// What the store knows of a grid.
#[derive(Clone, Copy, Debug)]
struct Book {
    /// Where its bits are in the file, if they were ever put there.
    at: u64,
    stored: bool,
    used: u64,
}

impl Store {
    pub(crate) fn new(directory: &Path, room: u64, grids: &BySide<Vec<Grid>>) -> Store {
        let mut at = 0;
        let mut books = |side: Side| {
            let place = |grid: &Grid| {
                let book = Book { at, stored: false, used: 0 };
                at += grid.bytes();
                book
            };
            grids[side].iter().map(place).collect()
        };
        let books = BySide::new(books(Side::White), books(Side::Black));
        Store { directory: directory.to_owned(), room, file: None, books, clock: 0 }
    }

    /// Has the bits of these grids in memory, and puts others away for them.
    pub(crate) fn need(
        &mut self,
        grids: &mut BySide<Vec<Grid>>,
        wanted: &[Place],
    ) -> Result<(), TableError> {
        self.clock += 1;
        for &(side, at) in wanted {
            self.books[side][at].used = self.clock;
        }
        let mut missing = wanted.to_vec();
        missing.retain(|&(side, at)| !grids[side][at].is_in_memory());
        if missing.is_empty() {
            return Ok(());
        }
        let bytes = |grid: &Grid| if grid.is_in_memory() { grid.bytes() } else { 0 };
        let kept = grids.white.iter().chain(&grids.black).map(bytes).sum::<u64>();
        let more = missing.iter().map(|&(side, at)| grids[side][at].bytes()).sum::<u64>();
        self.make_room(grids, (kept + more).saturating_sub(self.room))
            .and_then(|()| missing.iter().try_for_each(|place| self.fetch(grids, *place)))
            .map_err(|error| TableError::new(&self.directory, error))
    }

    /// Puts grids away that are not needed now, until so many bytes are free or none is left.
    fn make_room(&mut self, grids: &mut BySide<Vec<Grid>>, bytes: u64) -> io::Result<()> {
        let mut freed = 0;
        while freed < bytes {
            let all = Side::ALL
                .into_iter()
                .flat_map(|side| (0..grids[side].len()).map(move |at| (side, at)));
            let old = all
                .filter(|&(side, at)| {
                    grids[side][at].is_in_memory() && self.books[side][at].used < self.clock
                })
                .min_by_key(|&(side, at)| self.books[side][at].used);
            let Some(place) = old else { break };
            freed += grids[place.0][place.1].bytes();
            self.put_away(grids, place)?;
        }
        Ok(())
    }

    fn put_away(&mut self, grids: &mut BySide<Vec<Grid>>, (side, at): Place) -> io::Result<()> {
        let book = &mut self.books[side][at];
        let (bits, changed) = grids[side][at].take_bits();
        if !changed {
            return Ok(());
        }
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(unfinished(&self.directory)?.0),
        };
        file.seek(SeekFrom::Start(book.at))?;
        let mut bytes = Vec::new();
        for part in bits.chunks(1 << 15) {
            bytes.clear();
            bytes.extend(part.iter().flat_map(|lanes| lanes.0).flat_map(u64::to_le_bytes));
            file.write_all(&bytes)?;
        }
        book.stored = true;
        Ok(())
    }

    fn fetch(&mut self, grids: &mut BySide<Vec<Grid>>, (side, at): Place) -> io::Result<()> {
        let book = self.books[side][at];
        let grid = &mut grids[side][at];
        grid.make_bits();
        let Some(file) = self.file.as_mut().filter(|_| book.stored) else { return Ok(()) };
        file.seek(SeekFrom::Start(book.at))?;
        let mut bytes = vec![0; 1 << 20];
        for part in grid.stored_bits().chunks_mut(1 << 15) {
            let bytes = &mut bytes[..size_of_val(part)];
            file.read_exact(bytes)?;
            let words = part.iter_mut().flat_map(|lanes| &mut lanes.0);
            for (word, bytes) in words.zip(bytes.as_chunks::<8>().0) {
                *word = u64::from_le_bytes(*bytes);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use jarmo_core::{Rules, Side};

    use crate::roster::Rosters;
    use crate::wins::{Field, Wins};

    type Found = Vec<(usize, usize, Vec<Vec<u8>>)>;

    /// What every sweep finds at level 4 with so much room, and whether some grid had to go.
    fn found(rules: Rules, room: u64) -> (Found, bool) {
        let folder = tempfile::tempdir().expect("a folder");
        let fields = Field::all(&mut Rosters::new(rules), 4);
        let mut wins = Wins::new(fields, Side::Black, folder.path(), room);
        wins.set_ends().expect("the disk is not full");
        wins.take_last().expect("the disk is not full");
        let mut all = Vec::new();
        let mut quiet = 0;
        for sweep in 0.. {
            let mover = [Side::White, Side::Black][sweep % 2];
            let swept = wins.sweep(mover, 1, |at, found| {
                all.push((sweep, at, found));
                Ok(())
            });
            quiet = if swept.expect("the disk is not full").changed == 0 { quiet + 1 } else { 0 };
            if quiet == 2 {
                break;
            }
        }
        (all, wins.store.file.is_some())
    }

    #[test]
    fn what_is_put_away_comes_back() {
        for rules in [Rules::BRAINKING, Rules::TRADITIONAL] {
            let (expected, stored) = found(rules, u64::MAX);
            assert!(!stored && expected.len() > 50);
            for room in [0, 100_000] {
                assert_eq!(found(rules, room), (expected.clone(), true));
            }
        }
    }
}
