//! Checkpoints: a level that is being solved, put on disk to be gone on with.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

use jarmo_core::Rules;

use crate::error::TableError;
use crate::header::game_number;
use crate::table_writer::unfinished;
use crate::wins::Wins;

/// What a checkpoint begins with; the last byte is the version.
const MAGIC: [u8; 8] = *b"JarmoCk\x01";

/// Writes bytes and keeps a checksum of them.
struct Summing<W> {
    inner: W,
    sum: crc32fast::Hasher,
}

impl<W: Write> Write for Summing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<R: Read> Read for Summing<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(bytes)?;
        self.sum.update(&bytes[..read]);
        Ok(read)
    }
}

/// Puts what is known of a level on disk, in place of what was there.
pub(crate) fn save(path: &Path, rules: &Rules, wins: &Wins) -> Result<(), TableError> {
    let write = || -> io::Result<()> {
        let directory = path.parent().unwrap_or(Path::new("."));
        let inner = BufWriter::with_capacity(1 << 20, unfinished(directory)?);
        let mut out = Summing { inner, sum: crc32fast::Hasher::new() };
        out.write_all(&identity(rules, wins))?;
        for grid in wins.grids.white.iter().chain(&wins.grids.black) {
            for word in grid.words() {
                out.write_all(&word.to_le_bytes())?;
            }
        }
        let sum = out.sum.clone().finalize();
        out.write_all(&sum.to_le_bytes())?;
        let file = out.inner.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    };
    write().map_err(|error| TableError::new(path, error))
}

/// Adds what a checkpoint knows to an empty level, if there is a sound one of the same level,
/// winner and rules; says whether there was. When there was not, the level must be made anew.
pub(crate) fn load(path: &Path, rules: &Rules, wins: &mut Wins) -> bool {
    let mut read = || -> io::Result<bool> {
        let inner = BufReader::with_capacity(1 << 20, File::open(path)?);
        let mut input = Summing { inner, sum: crc32fast::Hasher::new() };
        let expected = identity(rules, wins);
        let mut found = vec![0; expected.len()];
        input.read_exact(&mut found)?;
        if found != expected {
            return Ok(false);
        }
        let mut word = [0; 8];
        for grid in wins.grids.white.iter_mut().chain(&mut wins.grids.black) {
            for bits in grid.words_mut() {
                input.read_exact(&mut word)?;
                *bits = u64::from_le_bytes(word);
            }
        }
        let sum = input.sum.clone().finalize().to_le_bytes();
        let mut stored = [0; 4];
        input.read_exact(&mut stored)?;
        Ok(sum == stored && input.read(&mut [0])? == 0)
    };
    read().unwrap_or(false)
}

/// What must be the same for a checkpoint to be of use.
fn identity(rules: &Rules, wins: &Wins) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(game_number(rules).to_le_bytes());
    bytes.extend([wins.level as u8, wins.winner as u8]);
    bytes
}
