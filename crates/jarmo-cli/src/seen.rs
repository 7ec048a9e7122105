//! What a file was when it was read, so that what others write to it meanwhile is not lost.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::output;

/// A file as it was when it was read or written.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Seen {
    /// `None` for what is no file, such as a pipe.
    identity: Option<PathBuf>,
    content: Content,
}

/// What tells a content from others: its length and its checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Content {
    len: u64,
    checksum: u32,
}

impl Seen {
    /// Whether this is the file that the path leads to; `-` is standard output, and none.
    pub(crate) fn is_of(&self, path: &Path) -> bool {
        !output::is_standard(path)
            && self.identity.is_some()
            && self.identity == output::identity(path)
    }

    /// Whether something else is in the file now. One that is gone has nothing to lose.
    ///
    /// # Errors
    ///
    /// That it cannot be read any more.
    pub(crate) fn changed(&self) -> io::Result<bool> {
        let Some(path) = &self.identity else { return Ok(false) };
        let file = match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            file => file?,
        };
        Ok(Watched::new(None, file).seen()?.content != self.content)
    }

    /// Refuses to write to this path where it leads to the file, and the file was changed.
    ///
    /// # Errors
    ///
    /// [`Changed`], or that the file cannot be read any more.
    pub(crate) fn guard(&self, path: &Path) -> anyhow::Result<()> {
        if self.is_of(path) && self.changed()? {
            return Err(Changed(path.to_owned()).into());
        }
        Ok(())
    }
}

/// A file has been changed since it was read, and would have been written over.
#[derive(Debug)]
pub(crate) struct Changed(PathBuf);

impl fmt::Display for Changed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.0.display();
        write!(f, "{path}: somebody has changed it since it was read: it is left as it is")
    }
}

impl std::error::Error for Changed {}

/// A reader or writer of a file that remembers what passed through it.
#[derive(Debug)]
pub(crate) struct Watched<T> {
    inner: T,
    identity: Option<PathBuf>,
    len: u64,
    hasher: crc32fast::Hasher,
}

impl<T> Watched<T> {
    /// Watches what is read from the file with this [`output::identity`], or written for it.
    pub(crate) fn new(identity: Option<PathBuf>, inner: T) -> Watched<T> {
        Watched { inner, identity, len: 0, hasher: crc32fast::Hasher::new() }
    }

    fn note(&mut self, bytes: &[u8]) {
        self.len += bytes.len() as u64;
        self.hasher.update(bytes);
    }

    fn passed(self) -> Seen {
        let content = Content { len: self.len, checksum: self.hasher.finalize() };
        Seen { identity: self.identity, content }
    }
}

impl<R: Read> Watched<R> {
    /// The file as it was read; what is left of it is read for that.
    pub(crate) fn seen(mut self) -> io::Result<Seen> {
        io::copy(&mut self, &mut io::sink())?;
        Ok(self.passed())
    }
}

impl<W: Write> Watched<W> {
    /// The file as it was written.
    pub(crate) fn written(mut self) -> io::Result<Seen> {
        self.flush()?;
        Ok(self.passed())
    }
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.note(&buffer[..count]);
        Ok(count)
    }
}

impl<W: Write> Write for Watched<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.note(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_is_changed_where_something_else_is_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "one").unwrap();
        let mut watched = Watched::new(output::identity(&path), File::open(&path).unwrap());
        watched.read_exact(&mut [0]).unwrap();
        let seen = watched.seen().unwrap();
        assert!(seen.is_of(&folder.path().join("./a")) && !seen.is_of(folder.path()));
        for (now, changed) in [("one", false), ("two", true), ("one ", true), ("", true)] {
            fs::write(&path, now).unwrap();
            assert_eq!(seen.changed().unwrap(), changed, "{now:?}");
        }
        fs::remove_file(&path).unwrap();
        assert!(!seen.changed().unwrap());
        fs::create_dir(&path).unwrap();
        seen.changed().unwrap_err();
    }

    #[test]
    fn what_was_written_is_seen_too() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let mut watched = Watched::new(output::identity(&path), Vec::new());
        watched.write_all(b"one").unwrap();
        let seen = watched.written().unwrap();
        assert!(seen.is_of(&path));
        fs::write(&path, "one").unwrap();
        assert!(!seen.changed().unwrap());
        fs::write(&path, "two").unwrap();
        assert!(seen.changed().unwrap());
    }
}
