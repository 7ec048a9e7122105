//! Table files, read.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use jarmo_core::{Rules, Side};

use crate::block;
use crate::error::{Fault, TableError};
use crate::header::{Header, Kind};
use crate::index::{Index, Placement};
use crate::shelf::Shelf;
use crate::value::{Counts, Value, code};

/// One level's values, or the distances of its positions, in a file that is read block by block.
#[derive(Debug)]
pub struct TableFile {
    path: PathBuf,
    header: Header,
    index: Index,
    /// Where each block begins, and where the last one ends.
    starts: Vec<u64>,
    sums: Vec<u32>,
    reader: Mutex<Reader>,
}

/// The open file and the blocks that were used last, their codes packed.
#[derive(Debug)]
struct Reader {
    file: File,
    shelf: Shelf,
}

impl TableFile {
    /// Opens the table of a level.
    ///
    /// # Errors
    ///
    /// What keeps the file from being that table, as far as header and length tell; blocks are
    /// checked when they are read.
    pub fn open(path: &Path, rules: &Rules, level: usize) -> Result<TableFile, TableError> {
        TableFile::open_kind(path, rules, level, Kind::Values)
    }

    /// As [`TableFile::open`], of values or distances.
    pub(crate) fn open_kind(
        path: &Path,
        rules: &Rules,
        level: usize,
        kind: Kind,
    ) -> Result<TableFile, TableError> {
        read_file(path, rules, level, kind).map_err(|fault| TableError::new(path, fault))
    }

    /// Where the file is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The numbering of its positions.
    #[must_use]
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// How many bytes it takes on disk.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.starts.last().copied().unwrap_or(0)
    }

    /// How many positions of the level have which value.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut sum = Counts::default();
        self.header.figures.iter().flatten().for_each(|counts| sum += *counts);
        sum
    }

    /// The counts of each class in the index's order, with White and with Black to move.
    #[must_use]
    pub fn counts_by_class(&self) -> &[[Counts; 2]] {
        &self.header.figures
    }

    /// The value of a placement for the side to move; `None` when it is not of this level.
    ///
    /// # Errors
    ///
    /// The block with the value cannot be read or was damaged.
    pub fn value(&self, placement: &Placement) -> Result<Option<Value>, TableError> {
        let Some(number) = self.index.number(placement) else { return Ok(None) };
        let winner = self.winner(number)?;
        Ok(Some(Value::of(winner, placement.to_move)))
    }

    /// Who wins from the position with a number.
    pub(crate) fn winner(&self, number: u64) -> Result<Option<Side>, TableError> {
        let at = number / block::POSITIONS as u64;
        let packed = self.block(at)?;
        let code =
            block::code(self.header.kind, &packed, (number % block::POSITIONS as u64) as usize);
        code.and_then(code::winner).ok_or_else(|| self.corrupt(at))
    }

    /// The distance of a placement with White to move; `None` when it is not of this level, or a
    /// draw.
    pub(crate) fn distance(&self, placement: &Placement) -> Result<Option<u16>, TableError> {
        let Some(number) = self.index.white_number(placement) else { return Ok(None) };
        let at = number / block::POSITIONS as u64;
        let packed = self.block(at)?;
        let place = (number % block::POSITIONS as u64) as usize;
        let code = block::code(self.header.kind, &packed, place);
        let code = code.ok_or_else(|| self.corrupt(at))?;
        Ok(code.checked_sub(1).map(u16::from))
    }

    /// How many blocks the file has, each with a checksum of its own.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.sums.len() as u64
    }

    /// A block's codes, packed, from the blocks that are kept or from the file.
    fn block(&self, at: u64) -> Result<Arc<[u8]>, TableError> {
        let kept = self.reader.lock().unwrap_or_else(PoisonError::into_inner).shelf.get(at);
        if let Some(block) = kept {
            return Ok(block);
        }
        let bytes = self.load(at)?;
        let packed = block::inflate(self.header.kind, &bytes, self.positions(at))
            .ok_or_else(|| self.corrupt(at))?;
        let block: Arc<[u8]> = packed.into();
        let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        reader.shelf.put(at, Arc::clone(&block));
        Ok(block)
    }

    /// Reads, checks and unpacks a block.
    pub(crate) fn unpack(&self, at: u64) -> Result<Vec<u8>, TableError> {
        block::unpack(self.header.kind, &self.load(at)?, self.positions(at))
            .ok_or_else(|| self.corrupt(at))
    }

    /// How many positions a block has.
    fn positions(&self, at: u64) -> usize {
        let first = at * block::POSITIONS as u64;
        let all = self.header.kind.positions(self.index.len());
        (all - first).min(block::POSITIONS as u64) as usize
    }

    /// Reads and checks a block as the file has it.
    fn load(&self, at: u64) -> Result<Vec<u8>, TableError> {
        let place = at as usize;
        let (Some(&start), Some(&end), Some(&sum)) =
            (self.starts.get(place), self.starts.get(place + 1), self.sums.get(place))
        else {
            return Err(self.corrupt(at));
        };
        let mut bytes = vec![0; (end - start) as usize];
        {
            let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
            let read = reader
                .file
                .seek(SeekFrom::Start(start))
                .and_then(|_| reader.file.read_exact(&mut bytes));
            read.map_err(|error| TableError::new(&self.path, error))?;
        }
        if crc32fast::hash(&bytes) != sum {
            return Err(self.corrupt(at));
        }
        Ok(bytes)
    }

    fn corrupt(&self, block: u64) -> TableError {
        TableError::new(&self.path, Fault::CorruptBlock(block))
    }
}

fn read_file(path: &Path, rules: &Rules, level: usize, kind: Kind) -> Result<TableFile, Fault> {
    let mut file = File::open(path)?;
    let found = file.metadata()?.len();
    let index = Index::new(rules.board(), level);
    let header = Header::read(&mut file, rules, level, kind)?;
    let size = Header::size(rules.board(), level);
    let blocks = kind.positions(index.len()).div_ceil(block::POSITIONS as u64);
    let mut entries = Vec::new();
    (&mut file).take(blocks * 8 + 4).read_to_end(&mut entries)?;
    let first = size as u64 + blocks * 8 + 4;
    if (entries.len() as u64) < blocks * 8 + 4 {
        return Err(Fault::Length { found, expected: first });
    }
    let (entries, sum) = entries.split_at(blocks as usize * 8);
    if crc32fast::hash(entries).to_le_bytes() != sum {
        return Err(Fault::Corrupt("list of blocks"));
    }
    let mut starts = vec![first];
    let mut sums = Vec::new();
    let mut end = first;
    for entry in entries.chunks_exact(8) {
        let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|i| entry[at + i]));
        end += u64::from(word(0));
        starts.push(end);
        sums.push(word(4));
    }
    if found != end {
        return Err(Fault::Length { found, expected: end });
    }
    let reader = Mutex::new(Reader { file, shelf: Shelf::default() });
    Ok(TableFile { path: path.to_owned(), header, index, starts, sums, reader })
}
