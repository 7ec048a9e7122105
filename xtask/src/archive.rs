//! Archives that are the same, byte for byte, whenever and wherever the same files are put in.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::Context;
use flate2::{Compression, GzBuilder};
use tar::{Builder, EntryType, Header};

/// A folder to be: contents by path. Entries have no owner, one time and two kinds of permissions.
#[derive(Debug, Default)]
pub(crate) struct Archive {
    entries: BTreeMap<String, Entry>,
}

#[derive(Debug)]
struct Entry {
    content: Vec<u8>,
    executable: bool,
}

impl Archive {
    /// Adds a file.
    pub(crate) fn add(&mut self, path: &str, content: impl Into<Vec<u8>>) {
        let entry = Entry { content: content.into(), executable: false };
        self.entries.insert(path.to_owned(), entry);
    }

    /// Adds a program.
    pub(crate) fn add_program(&mut self, path: &str, content: impl Into<Vec<u8>>) {
        let entry = Entry { content: content.into(), executable: true };
        self.entries.insert(path.to_owned(), entry);
    }

    /// Paths and lengths, sorted.
    pub(crate) fn list(&self) -> impl Iterator<Item = (&str, usize)> {
        self.entries.iter().map(|(path, entry)| (path.as_str(), entry.content.len()))
    }

    /// All of it below `folder`, as a compressed tar; `time` is in seconds since 1970.
    pub(crate) fn to_tar_gz(&self, folder: &str, time: u64) -> anyhow::Result<Vec<u8>> {
        // The name and the time that gzip could keep of its own are left out.
        let packed = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
        let mut tar = Builder::new(packed);
        for (path, entry) in &self.entries {
            let mut header = Header::new_ustar();
            header.set_entry_type(EntryType::Regular);
            header.set_size(entry.content.len() as u64);
            header.set_mode(if entry.executable { 0o755 } else { 0o644 });
            header.set_mtime(time);
            let path = format!("{folder}/{path}");
            tar.append_data(&mut header, &path, entry.content.as_slice()).context(path)?;
        }
        Ok(tar.into_inner()?.finish()?)
    }
}

/// The SHA-256 of these bytes, in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    hmac_sha256::Hash::hash(bytes).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Reads a file, naming it where that fails.
pub(crate) fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    fs::read(path).with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::{Archive, sha256};

    #[test]
    fn the_order_in_which_files_come_does_not_matter() {
        let (mut one, mut other) = (Archive::default(), Archive::default());
        one.add("a", "first");
        one.add_program("b/c", "second");
        other.add_program("b/c", "second");
        other.add("a", "first");
        let packed = one.to_tar_gz("jarmo", 1_000_000_000).expect("memory");
        assert_eq!(packed, other.to_tar_gz("jarmo", 1_000_000_000).expect("memory"));
        assert_ne!(packed, other.to_tar_gz("jarmo", 1_000_000_001).expect("memory"));
        let mut read = tar::Archive::new(flate2::read::GzDecoder::new(packed.as_slice()));
        let mut paths = Vec::new();
        for entry in read.entries().expect("an archive") {
            paths.push(entry.expect("an entry").path().expect("a path").display().to_string());
        }
        assert_eq!(paths, ["jarmo/a", "jarmo/b/c"]);
    }

    #[test]
    fn a_known_checksum() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(sha256(b""), empty);
    }
}
