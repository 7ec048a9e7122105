//! Trails: what each sweep of a build has found, on disk.
//!
//! A build that was stopped goes on from its trail, and the number of the sweep that found a
//! position is its distance. A trail only grows: a chunk for each field in which a sweep has
//! found something, and a mark behind the last one of a sweep.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use jarmo_core::{Rules, Side};

use crate::error::TableError;
use crate::header::game_number;

/// What a trail begins with; the last byte is the version.
const MAGIC: [u8; 8] = *b"JarmoTr\x01";

/// The field number of the mark at a sweep's end.
const MARK: u32 = u32::MAX;

/// Bytes before a chunk's body: sweep, field, length, checksum.
const HEAD: usize = 4 + 4 + 8 + 4;

/// What the sweeps for one winner have found so far.
#[derive(Debug)]
pub(crate) struct Trail {
    path: PathBuf,
    winner: Side,
    file: Mutex<File>,
    chunks: Vec<Chunk>,
    /// How many rows each finished sweep has changed.
    sweeps: Vec<u64>,
    end: u64,
}

/// Where a chunk is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chunk {
    pub(crate) sweep: usize,
    pub(crate) field: usize,
    at: u64,
    len: u64,
    sum: u32,
}

impl Trail {
    /// Opens the trail of a build, or begins it. What a stopped build has left behind its last
    /// finished sweep is cut off, and so is all from a chunk on that is damaged.
    pub(crate) fn open(
        path: &Path,
        rules: &Rules,
        level: usize,
        winner: Side,
    ) -> Result<Trail, TableError> {
        let at = |error| TableError::new(path, error);
        let identity = identity(rules, level, winner);
        let open = || -> io::Result<Trail> {
            let file = OpenOptions::new()
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(path)?;
            let (chunks, sweeps, end) = scan(&file, &identity)?;
            let file = Mutex::new(file);
            let mut trail = Trail { path: path.to_owned(), winner, file, chunks, sweeps, end };
            trail.cut(&identity)?;
            Ok(trail)
        };
        open().map_err(at)
    }

    /// Cuts off what is behind the last finished sweep.
    fn cut(&mut self, identity: &[u8]) -> io::Result<()> {
        let file = self.file.get_mut().unwrap_or_else(PoisonError::into_inner);
        file.set_len(self.end)?;
        file.seek(SeekFrom::Start(self.end))?;
        if self.end == 0 {
            file.write_all(identity)?;
            self.end = identity.len() as u64;
        }
        Ok(())
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// How many rows each finished sweep has changed.
    pub(crate) fn sweeps(&self) -> &[u64] {
        &self.sweeps
    }

    /// Whether nothing is left to be found: what neither side's positions change any more stays
    /// as it is.
    pub(crate) fn is_complete(&self) -> bool {
        self.sweeps.len() > 2 && self.sweeps.ends_with(&[0, 0])
    }

    /// Who moves in the positions that a sweep finds: the loser first.
    pub(crate) fn mover(&self, sweep: usize) -> Side {
        if sweep.is_multiple_of(2) { self.winner.other() } else { self.winner }
    }

    /// Adds what the sweep under way has found in a field, panel by panel.
    pub(crate) fn add(&mut self, field: usize, panels: &[Vec<u8>]) -> Result<(), TableError> {
        if panels.iter().all(Vec::is_empty) {
            return Ok(());
        }
        let table: Vec<u8> =
            panels.iter().flat_map(|panel| (panel.len() as u32).to_le_bytes()).collect();
        let parts = || std::iter::once(&table).chain(panels);
        self.append(field as u32, parts).map_err(|error| TableError::new(&self.path, error))
    }

    /// Marks the sweep under way as finished, with the number of rows that it has changed.
    pub(crate) fn finish_sweep(&mut self, changed: u64) -> Result<(), TableError> {
        let body = changed.to_le_bytes().to_vec();
        self.append(MARK, || std::iter::once(&body))
            .map_err(|error| TableError::new(&self.path, error))?;
        self.chunks.pop();
        self.sweeps.push(changed);
        Ok(())
    }

    /// Has the disk keep what was written.
    pub(crate) fn sync(&self) -> Result<(), TableError> {
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.sync_data().map_err(|error| TableError::new(&self.path, error))
    }

    fn append<'b, I: Iterator<Item = &'b Vec<u8>>>(
        &mut self,
        field: u32,
        parts: impl Fn() -> I,
    ) -> io::Result<()> {
        let sweep = self.sweeps.len();
        let len = parts().map(|part| part.len() as u64).sum();
        let head = head(sweep, field, len);
        let mut sum = crc32fast::Hasher::new();
        sum.update(&head);
        parts().for_each(|part| sum.update(part));
        let sum = sum.finalize();
        let file = self.file.get_mut().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(self.end))?;
        let mut out = BufWriter::with_capacity(1 << 20, file);
        out.write_all(&head)?;
        out.write_all(&sum.to_le_bytes())?;
        for part in parts() {
            out.write_all(part)?;
        }
        out.flush()?;
        drop(out);
        let at = self.end + HEAD as u64;
        self.chunks.push(Chunk { sweep, field: field as usize, at, len, sum });
        self.end = at + len;
        Ok(())
    }

    /// The chunks of a field's positions with `to_move` to move, in the order of the sweeps.
    pub(crate) fn chunks(&self, field: usize, to_move: Side) -> impl Iterator<Item = &Chunk> {
        let matches =
            move |chunk: &&Chunk| chunk.field == field && self.mover(chunk.sweep) == to_move;
        self.chunks.iter().filter(matches)
    }

    /// Reads a chunk.
    pub(crate) fn read(&self, chunk: &Chunk, panels: usize) -> Result<Panels, TableError> {
        let read = || -> io::Result<Panels> {
            let mut bytes = vec![0; chunk.len as usize];
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(chunk.at))?;
            file.read_exact(&mut bytes)?;
            drop(file);
            let head = head(chunk.sweep, chunk.field as u32, chunk.len);
            let sound = sum(&head, &bytes) == chunk.sum;
            let found = sound.then(|| Panels::new(bytes, panels)).flatten();
            found.ok_or_else(|| damaged("was changed while it was in use"))
        };
        read().map_err(|error| TableError::new(&self.path, error))
    }
}

/// What is before a chunk's checksum and body: sweep, field and the body's length.
fn head(sweep: usize, field: u32, len: u64) -> [u8; HEAD - 4] {
    let mut head = [0; HEAD - 4];
    head[..4].copy_from_slice(&(sweep as u32).to_le_bytes());
    head[4..8].copy_from_slice(&field.to_le_bytes());
    head[8..].copy_from_slice(&len.to_le_bytes());
    head
}

/// A chunk's checksum.
fn sum(head: &[u8], body: &[u8]) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    sum.update(head);
    sum.update(body);
    sum.finalize()
}

fn damaged(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.to_owned())
}

/// A chunk's deltas, one for each panel.
#[derive(Debug)]
pub(crate) struct Panels {
    bytes: Vec<u8>,
    /// Where each panel's delta begins, and where the last one ends.
    starts: Vec<usize>,
}

impl Panels {
    fn new(bytes: Vec<u8>, panels: usize) -> Option<Panels> {
        let (table, _) = bytes.split_at_checked(4 * panels)?;
        let mut starts = vec![table.len()];
        let mut end = table.len();
        for len in table.chunks_exact(4) {
            end += u32::from_le_bytes(len.try_into().ok()?) as usize;
            starts.push(end);
        }
        (end == bytes.len()).then_some(Panels { bytes, starts })
    }

    pub(crate) fn of(&self, panel: usize) -> &[u8] {
        &self.bytes[self.starts[panel]..self.starts[panel + 1]]
    }
}

/// What must be the same for a trail to be of use.
fn identity(rules: &Rules, level: usize, winner: Side) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(game_number(rules).to_le_bytes());
    bytes.extend([level as u8, winner as u8]);
    bytes
}

/// The chunks of a trail's finished sweeps, the sweeps, and where the last one ends: at 0 when
/// the file is no trail of this build.
fn scan(file: &File, identity: &[u8]) -> io::Result<(Vec<Chunk>, Vec<u64>, u64)> {
    let len = file.metadata()?.len();
    let mut input = BufReader::with_capacity(1 << 20, file);
    let nothing = (Vec::new(), Vec::new(), 0);
    let mut found = vec![0; identity.len()];
    if len < identity.len() as u64 {
        return Ok(nothing);
    }
    input.read_exact(&mut found)?;
    if found != identity {
        return Ok(nothing);
    }
    let (mut chunks, mut sweeps) = (Vec::new(), Vec::new());
    let mut end = identity.len() as u64;
    let mut finished = (0, end);
    let mut body = Vec::new();
    while len - end >= HEAD as u64 {
        let mut head = [0; HEAD];
        input.read_exact(&mut head)?;
        let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|i| head[at + i]));
        let size = u64::from(word(8)) | u64::from(word(12)) << 32;
        let at = end + HEAD as u64;
        if word(0) as usize != sweeps.len() || size > len - at {
            break;
        }
        body.resize(size as usize, 0);
        input.read_exact(&mut body)?;
        if sum(&head[..HEAD - 4], &body) != word(16) {
            break;
        }
        end = at + size;
        if word(4) == MARK {
            let Ok(changed) = body.as_slice().try_into() else { break };
            sweeps.push(u64::from_le_bytes(changed));
            finished = (chunks.len(), end);
        } else {
            let (sweep, field, sum) = (word(0) as usize, word(4) as usize, word(16));
            chunks.push(Chunk { sweep, field, at, len: size, sum });
        }
    }
    chunks.truncate(finished.0);
    Ok((chunks, sweeps, finished.1))
}
