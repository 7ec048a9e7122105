//! Table files, written.

use std::fs::File;
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use jarmo_core::Rules;
use tempfile::TempPath;

use crate::block;
use crate::crew;
use crate::error::TableError;
use crate::header::{Header, Kind};
use crate::index::Index;

/// How the names of files begin that have not got their own names yet.
pub(crate) const UNFINISHED: &str = ".jarmo-";

/// A file in a directory, and its path, which is gone when that is dropped before it has got its
/// name. Its mode is that of any new file, and no error has the name that nobody knows.
pub(crate) fn unfinished(directory: &Path) -> std::io::Result<(File, TempPath)> {
    let open = |path: &Path| File::options().read(true).write(true).create_new(true).open(path);
    let file = tempfile::Builder::new().prefix(UNFINISHED).make_in(directory, open)?;
    Ok(file.into_parts())
}

/// A table file that is being written, position after position in the index's order.
pub(crate) struct TableWriter {
    path: PathBuf,
    kind: Kind,
    file: BufWriter<File>,
    unfinished: TempPath,
    threads: usize,
    start: u64,
    /// Codes that do not fill a block yet.
    waiting: Vec<u8>,
    /// Length and checksum of each block.
    entries: Vec<u8>,
}

impl TableWriter {
    /// A file that will have this name when it is finished, and none before.
    pub(crate) fn new(
        path: &Path,
        rules: &Rules,
        level: usize,
        kind: Kind,
        threads: usize,
    ) -> Result<TableWriter, TableError> {
        let directory = path.parent().unwrap_or(Path::new("."));
        let positions = kind.positions(Index::new(rules.board(), level).len());
        let blocks = positions.div_ceil(block::POSITIONS as u64);
        let start = Header::size(rules.board(), level) as u64;
        let open = || -> std::io::Result<(File, TempPath)> {
            let (mut file, unfinished) = unfinished(directory)?;
            file.seek(SeekFrom::Start(start + blocks * 8 + 4))?;
            Ok((file, unfinished))
        };
        let (file, unfinished) = open().map_err(|error| TableError::new(path, error))?;
        Ok(TableWriter {
            path: path.to_owned(),
            kind,
            file: BufWriter::new(file),
            unfinished,
            threads,
            start,
            waiting: Vec::new(),
            entries: Vec::new(),
        })
    }

    /// Adds the codes of the next positions.
    pub(crate) fn write(&mut self, codes: &[u8]) -> Result<(), TableError> {
        self.waiting.extend_from_slice(codes);
        if self.waiting.len() < block::POSITIONS * 16 {
            return Ok(());
        }
        let whole = self.waiting.len() / block::POSITIONS * block::POSITIONS;
        let rest = self.waiting.split_off(whole);
        self.write_blocks()?;
        self.waiting = rest;
        Ok(())
    }

    fn write_blocks(&mut self) -> Result<(), TableError> {
        let chunks = self.waiting.chunks(block::POSITIONS);
        for bytes in crew::map(self.threads, chunks, |codes| block::pack(self.kind, codes)) {
            let write = bytes.and_then(|bytes| {
                self.entries.extend((bytes.len() as u32).to_le_bytes());
                self.entries.extend(crc32fast::hash(&bytes).to_le_bytes());
                self.file.write_all(&bytes)
            });
            write.map_err(|error| TableError::new(&self.path, error))?;
        }
        self.waiting.clear();
        Ok(())
    }

    /// Writes what is left and the header, and gives the file its name.
    pub(crate) fn finish(mut self, header: &Header) -> Result<(), TableError> {
        self.write_blocks()?;
        let bytes = header.to_bytes();
        debug_assert_eq!(bytes.len() as u64, self.start);
        let path = self.path.clone();
        let finish = || -> std::io::Result<()> {
            self.file.seek(SeekFrom::Start(0))?;
            self.file.write_all(&bytes)?;
            self.file.write_all(&self.entries)?;
            self.file.write_all(&crc32fast::hash(&self.entries).to_le_bytes())?;
            let file = self.file.into_inner().map_err(std::io::IntoInnerError::into_error)?;
            file.sync_all()?;
            self.unfinished.persist(&path).map_err(|error| error.error)?;
            Ok(())
        };
        finish().map_err(|error| TableError::new(&path, error))
    }
}
